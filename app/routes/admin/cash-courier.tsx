import { href } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Figures } from '#app/features/admin/figures.tsx'
import { EmptyState, Pagination } from '#app/features/admin/table.tsx'
import { loadAsStaff } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { getCourierOrders } from '#modules/orders/cash-contract.ts'
import type { Route } from './+types/cash-courier'
import { formatAmounts } from './cash-amounts.ts'
import { CashOrders, useCashReceived } from './cash-orders.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return loadAsStaff(request, getCourierOrders, { params, query })
}

/** The open orders of a courier across all days. */
export default function CashOfCourier({ loaderData }: Route.ComponentProps) {
  const { courier, rows, orders: allOrders, open, page, hasMore } = loaderData
  const orders = rows.map(({ open: amount, ...row }) => ({ ...row, amount, isReceived: false }))
  const { busy, isReceived, setReceived } = useCashReceived(orders)
  const unmarked = orders.filter((order) => !isReceived(order))
  return (
    <>
      <AdminHead title={`Cash with ${courier}`} back={{ to: href('/admin/cash'), title: 'Cash' }}>
        {unmarked.length > 1 && (
          <Button busy={busy} busyText="Saving..." onClick={() => setReceived(unmarked, true)}>
            {rows.length === allOrders ? 'Mark all as received' : 'Mark all on this page as received'}
          </Button>
        )}
      </AdminHead>
      {allOrders === 0 ? (
        <EmptyState title="No outstanding cash" text={`${courier} has handed over the cash of all orders.`} />
      ) : (
        <>
          <p className="admin-intro">Mark the orders whose cash {courier} hands over to you. They leave this list.</p>
          <Figures
            figures={[
              ['Outstanding', formatAmounts(open)],
              ['Orders', String(allOrders)],
            ]}
          />
          <CashOrders orders={orders} hasCheckboxes isReceived={isReceived} setReceived={setReceived} />
          <Pagination page={page} hasMore={hasMore} />
        </>
      )}
    </>
  )
}
