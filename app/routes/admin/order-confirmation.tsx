import { useOutletContext } from 'react-router'
import { OrderConfirmation } from '#app/features/order/order-confirmation.tsx'
import type { Handle } from '#app/lib/handle.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'

export const handle: Handle = { title: 'Order confirmation' }

export default function OrderConfirmationPage() {
  return <OrderConfirmation order={useOutletContext<WireAdminOrder['order']>()} />
}
