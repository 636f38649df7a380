import { href, Outlet } from 'react-router'
import { AdminTitle, BackLink } from '#app/features/admin/admin-head.tsx'
import { useHandle } from '#app/lib/handle.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { getAdminOrder } from '#modules/orders/admin-contract.ts'
import type { Route } from './+types/print'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getAdminOrder, { params })
}

/** Loads the order of a document and adds the header, which is not printed. */
export default function PrintLayout({ loaderData: { order } }: Route.ComponentProps) {
  const { orderId, orderNumber } = order
  const { title } = useHandle()
  return (
    <>
      <div className="no-print mx-auto mb-6 flex max-w-3xl flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <AdminTitle title={`${title} ${orderNumber}`} />
        <BackLink to={href('/admin/orders/:orderId', { orderId })} title={`Order ${orderNumber}`} />
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <Outlet context={order} />
    </>
  )
}
