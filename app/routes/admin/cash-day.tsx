import { useOptimistic, useTransition } from 'react'
import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Figures } from '#app/features/admin/figures.tsx'
import { EmptyState, Pagination } from '#app/features/admin/table.tsx'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff, useChange } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { type CashDay, getCashDay, markCashReceived } from '#modules/orders/cash-contract.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/cash-day'
import { formatAmounts, receivedOf } from './cash-amounts.ts'

export async function clientLoader({ request, params: { day } }: Route.ClientLoaderArgs) {
  const search = Object.fromEntries(new URL(request.url).searchParams)
  return { day, cashDay: await loadAsStaff(request, getCashDay, { query: { ...search, day } }) }
}

type Row = CashDay['rows'][number]

export default function CashOfDay({ loaderData: { day, cashDay } }: Route.ComponentProps) {
  const { rows, page, hasMore, orders: allOrders, courier } = cashDay
  const { change } = useChange(markCashReceived, {
    message: ({ body: { orderIds } }) => (orderIds.length > 1 ? `Cash received for ${orderIds.length} orders` : ''),
  })
  const [busy, startTransition] = useTransition()
  const [pending, setPending] = useOptimistic<Record<string, boolean>>({})
  const isReceived = (row: Row) => pending[row.orderId] ?? row.isReceived
  const open = rows.filter((row) => !isReceived(row))
  const isWholeDay = rows.length === allOrders

  const setReceived = (orders: Row[], received: boolean) =>
    startTransition(async () => {
      setPending((before) => ({ ...before, ...Object.fromEntries(orders.map(({ orderId }) => [orderId, received])) }))
      await change({ body: { orderIds: orders.map(({ orderId }) => orderId), received } })
    })

  return (
    <>
      <AdminHead
        title={`${courier ?? 'In the shop'}, ${longDate(day)}`}
        back={{ to: href('/admin/cash'), title: 'Cash' }}
      >
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
              ['Due', formatAmounts(cashDay.due)],
              ['Received', formatAmounts(receivedOf(cashDay))],
              ['Outstanding', formatAmounts(cashDay.open)],
            ]}
          />
          {!isWholeDay && (
            <p className="admin-intro">
              Showing {rows.length} of {allOrders} orders. Orders with outstanding cash come first.
            </p>
          )}
          <ul className="bg-paper" aria-label="Orders">
            {rows.map((row) => (
              <li
                key={row.orderId}
                className="grid grid-cols-[11rem_8rem_minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-b px-5 py-1.5 max-md:grid-cols-[minmax(0,1fr)_auto]"
              >
                {courier !== null && (
                  <label className="inline-flex min-h-target items-center gap-3 max-md:order-4 max-md:col-span-full">
                    <input
                      className="check"
                      type="checkbox"
                      checked={isReceived(row)}
                      onChange={({ target }) => setReceived([row], target.checked)}
                    />
                    <span>
                      Cash received<span className="sr-only"> for {row.orderNumber}</span>
                    </span>
                  </label>
                )}
                <Link
                  className="text-link inline-flex min-h-target items-center"
                  to={href('/admin/orders/:orderId', { orderId: row.orderId })}
                >
                  {row.orderNumber}
                </Link>
                <span>{row.name}</span>
                <span className="t-price">{formatMoney(fromWire(row.collected), row.currency)}</span>
              </li>
            ))}
          </ul>
          <Pagination page={page} hasMore={hasMore} />
        </>
      )}
    </>
  )
}
