import { useState } from 'react'
import { href, Link, useRevalidator, useRouteError } from 'react-router'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { CashDay } from '#modules/orders/admin-schema.ts'
import { cashOf } from '#modules/orders/admin-wire.ts'
import { formatMoney } from '#shared/money.ts'
import type { Route } from './+types/cash-day'
import { bothAmounts, receivedOf } from './cash-amounts.ts'
import { OfficeHead } from './ui/head.tsx'
import { Empty, Steps } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export async function clientLoader({ request, params: { day } }: Route.ClientLoaderArgs) {
  const courier = new URL(request.url).searchParams.get('courier') ?? ''
  const found = await loadAsStaff(request, (get) => get<CashDay>(`/admin/cash/day${searchFor(request, { day })}`))
  return { day, courier, found }
}

type Row = CashDay['rows'][number]

export default function CashOfDay({ loaderData: { day, courier, found } }: Route.ComponentProps) {
  const { rows, page, hasMore, orders: allOrders } = found
  const { revalidate } = useRevalidator()
  const [busy, run] = useBusy()
  // Shown at once, since it can be taken back; what the server says wins when it has answered.
  const [ticked, setTicked] = useState<Record<string, boolean>>({})
  const isReceived = ({ orderId, cashReceivedAt }: Row) => ticked[orderId] ?? cashReceivedAt !== null
  const open = rows.filter((row) => !isReceived(row))
  const isWhole = rows.length === allOrders

  const tick = async (orders: Row[], received: boolean) => {
    setTicked((before) => ({ ...before, ...Object.fromEntries(orders.map(({ orderId }) => [orderId, received])) }))
    try {
      const body = { orderIds: orders.map(({ orderId }) => orderId), received }
      await callAsCustomer('/admin/cash', { method: 'PUT', body })
      if (orders.length > 1) toast(`Cash of ${orders.length} orders received`, 'success')
    } catch (error) {
      toast(errorMessage(error, 'Something went wrong, please try again later'), 'error')
    }
    await revalidate()
    setTicked({})
  }

  return (
    <>
      <OfficeHead
        title={`${courier || 'No courier noted'}, ${longDate(day)}`}
        back={{ to: href('/admin/cash'), title: 'Cash' }}
      >
        {open.length > 1 && (
          <Button busy={busy} busyText="Saving..." onClick={() => run(() => tick(open, true))}>
            {isWhole ? 'All received' : 'All on this page received'}
          </Button>
        )}
      </OfficeHead>
      {allOrders === 0 ? (
        <Empty title="Nothing was delivered" text="No order of this courier was delivered on this day." />
      ) : (
        <>
          <dl className="figures">
            <Figure title="Due" value={bothAmounts(found.due)} />
            <Figure title="Received" value={bothAmounts(receivedOf(found))} />
            <Figure title="Still open" value={bothAmounts(found.open)} />
          </dl>
          {!isWhole && (
            <p className="office-words">
              This page shows {rows.length} of the day’s {allOrders} orders. Open ones come first.
            </p>
          )}
          <ul className="cash-list" aria-label="Orders">
            {rows.map((row) => (
              <li key={row.orderId}>
                <label>
                  <input
                    className="check"
                    type="checkbox"
                    checked={isReceived(row)}
                    onChange={({ target }) => run(() => tick([row], target.checked))}
                  />
                  <span>
                    Cash received<span className="sr-only"> for {row.orderNumber}</span>
                  </span>
                </label>
                <Link to={href('/admin/orders/:orderId', { orderId: row.orderId })}>{row.orderNumber}</Link>
                <span>{row.name}</span>
                <span className="t-price">{formatMoney(cashOf(row).minor, row.currency)}</span>
              </li>
            ))}
          </ul>
          <Steps page={page} hasMore={hasMore} />
        </>
      )}
    </>
  )
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
