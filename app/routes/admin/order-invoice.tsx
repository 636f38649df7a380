import { href, useRouteError } from 'react-router'
import { Invoice } from '#app/features/order/invoice.tsx'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import type { WireAdminOrder } from '#modules/orders/admin-schema.ts'
import type { Route } from './+types/order-invoice'
import { ErrorPage } from './ui/error-page.tsx'
import { PrintHead } from './ui/print-head.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<WireAdminOrder>(`/admin/orders/${params.orderId}`))
}

export default function OrderInvoice({ loaderData: { order } }: Route.ComponentProps) {
  const { orderId, orderNumber } = order
  return (
    <>
      <PrintHead
        title={`Invoice ${orderNumber}`}
        back={{ to: href('/admin/orders/:orderId', { orderId }), title: `Order ${orderNumber}` }}
      />
      <Invoice order={order} />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
