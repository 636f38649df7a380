import { useOutletContext } from 'react-router'
import { PrintedPackingSlip } from '#app/features/order/printed-packing-slip.tsx'
import type { Handle } from '#app/lib/handle.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'

export const handle: Handle = { title: 'Packing slip' }

export default function PackingSlip() {
  return <PrintedPackingSlip order={useOutletContext<WireAdminOrder['order']>()} />
}
