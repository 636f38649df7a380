import { href, Link, Outlet } from 'react-router'
import { loadAsStaff } from '#app/features/account/require-session.ts'
import { AdminTitle } from '#app/features/admin/admin-title.tsx'
import { useHandle } from '#app/lib/handle.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import type { Route } from './+types/print'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<WireAdminOrder>(`/admin/orders/${params.orderId}`))
}

/** Loads the order of a document and adds the header, which is not printed. */
export default function PrintLayout({ loaderData: { order } }: Route.ComponentProps) {
  const { orderId, orderNumber } = order
  const { title } = useHandle()
  return (
    <>
      <div className="admin-head no-print mx-auto max-w-3xl">
        <AdminTitle title={`${title} ${orderNumber}`} />
        <Link className="back-link" to={href('/admin/orders/:orderId', { orderId })}>
          <Icon name="left" className="ico size-4" />
          {`Order ${orderNumber}`}
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <Outlet context={order} />
    </>
  )
}
