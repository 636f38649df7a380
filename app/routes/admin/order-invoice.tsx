import { href, useRouteError } from 'react-router'
import { InvoiceSheet } from '#app/features/order/invoice.tsx'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import type { WireDeskOrder } from '#modules/orders/admin-schema.ts'
import type { Route } from './+types/order-invoice'
import { PrintHead } from './ui/print-head.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<WireDeskOrder>(`/admin/orders/${params.orderId}`))
}

export default function OrderInvoice({ loaderData: { order } }: Route.ComponentProps) {
  const { orderId, orderNumber } = order
  return (
    <>
      <PrintHead
        title={`Invoice ${orderNumber}`}
        back={{ to: href('/admin/orders/:orderId', { orderId }), title: `Order ${orderNumber}` }}
      />
      <InvoiceSheet order={order} />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
