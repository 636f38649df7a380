import { useOutletContext } from 'react-router'
import { Invoice } from '#app/features/order/invoice.tsx'
import type { Handle } from '#app/lib/handle.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'

export const handle: Handle = { title: 'Invoice' }

export default function OrderInvoice() {
  return <Invoice order={useOutletContext<WireAdminOrder['order']>()} />
}
