import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Figures } from '#app/features/admin/figures.tsx'
import { EmptyState, Pagination } from '#app/features/admin/table.tsx'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { getCashDay } from '#modules/orders/cash-contract.ts'
import type { Route } from './+types/cash-day'
import { formatAmounts, receivedOf } from './cash-amounts.ts'
import { CashOrders, useCashReceived } from './cash-orders.tsx'

export async function clientLoader({ request, params: { day } }: Route.ClientLoaderArgs) {
  const search = Object.fromEntries(new URL(request.url).searchParams)
  return { day, cashDay: await loadAsStaff(request, getCashDay, { query: { ...search, day } }) }
}

export default function CashOfDay({ loaderData: { day, cashDay } }: Route.ComponentProps) {
  const { rows, page, hasMore, orders: allOrders, courier } = cashDay
  const orders = rows.map(({ collected, ...row }) => ({ ...row, amount: collected }))
  const { busy, isReceived, setReceived } = useCashReceived(orders)
  const open = orders.filter((order) => !isReceived(order))
  const isWholeDay = rows.length === allOrders
  return (
    <>
      <AdminHead
        title={`${courier ?? 'In the shop'}, ${longDate(day)}`}
        back={{ to: href('/admin/cash'), title: 'Cash' }}
      >
        <Link className="btn btn-line" to={href('/admin/cash/ledger/:day', { day })}>
          View ledger
        </Link>
        {open.length > 1 && (
          <Button busy={busy} busyText="Saving..." onClick={() => setReceived(open, true)}>
            {isWholeDay ? 'Mark all as received' : 'Mark all on this page as received'}
          </Button>
        )}
      </AdminHead>
      {allOrders === 0 ? (
        <EmptyState title="No deliveries" text="Nothing was collected on this day." />
      ) : (
        <>
          <Figures
            figures={[
              ['Collected', formatAmounts(cashDay.due)],
              ['Received', formatAmounts(receivedOf(cashDay))],
              ['Outstanding', formatAmounts(cashDay.open)],
            ]}
          />
          {!isWholeDay && (
            <p className="admin-intro">
              Showing {rows.length} of {allOrders} orders. Orders with outstanding cash come first.
            </p>
          )}
          <CashOrders
            orders={orders}
            hasCheckboxes={courier !== null}
            isReceived={isReceived}
            setReceived={setReceived}
          />
          <Pagination page={page} hasMore={hasMore} />
        </>
      )}
    </>
  )
}
