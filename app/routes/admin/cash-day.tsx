import { useState } from 'react'
import { href, Link, useRevalidator, useRouteError } from 'react-router'
import { longDate } from '#app/lib/dates.ts'
import { wordsOf } from '#app/lib/form.ts'
import { loadAsStaff, searchFor } from '#app/lib/office.ts'
import { callAsCustomer } from '#app/lib/personal.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { CashDay } from '#modules/orders/desk-schema.ts'
import { cashOf } from '#modules/orders/desk-wire.ts'
import { type Currency, formatMoney } from '#shared/money.ts'
import type { Route } from './+types/cash-day'
import { OfficeHead } from './ui/head.tsx'
import { Empty } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export async function clientLoader({ request, params: { day } }: Route.ClientLoaderArgs) {
  const courier = new URL(request.url).searchParams.get('courier') ?? ''
  const { rows } = await loadAsStaff(request, (get) => get<CashDay>(`/admin/cash/day${searchFor(request, { day })}`))
  return { day, courier, rows }
}

type Row = CashDay['rows'][number]

function sum(rows: Row[]): string {
  const of = (wanted: Currency) =>
    rows.map(cashOf).reduce((all, { currency, minor }) => all + (currency === wanted ? minor : 0), 0)
  const said = (['NPR', 'USD'] as const).filter((currency) => of(currency) > 0)
  return said.map((currency) => formatMoney(of(currency), currency)).join(' and ') || 'nothing'
}

export default function CashOfDay({ loaderData: { day, courier, rows } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [busy, run] = useBusy()
  // Shown at once, since it can be taken back; what the server says wins when it has answered.
  const [ticked, setTicked] = useState<Record<string, boolean>>({})
  const isReceived = ({ orderId, cashReceivedAt }: Row) => ticked[orderId] ?? cashReceivedAt !== null
  const open = rows.filter((row) => !isReceived(row))

  const tick = async (orders: Row[], received: boolean) => {
    setTicked((before) => ({ ...before, ...Object.fromEntries(orders.map(({ orderId }) => [orderId, received])) }))
    try {
      const body = { orderIds: orders.map(({ orderId }) => orderId), received }
      await callAsCustomer('/admin/cash', { method: 'PUT', body })
      if (orders.length > 1) toast(`Cash of ${orders.length} orders received`, 'success')
    } catch (error) {
      toast(wordsOf(error, 'Something went wrong, please try again later'), 'error')
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
            All received
          </Button>
        )}
      </OfficeHead>
      {rows.length === 0 ? (
        <Empty title="Nothing was delivered" text="No order of this courier was delivered on this day." />
      ) : (
        <>
          <dl className="figures">
            <Figure title="Due" value={sum(rows)} />
            <Figure title="Received" value={sum(rows.filter((row) => !open.includes(row)))} />
            <Figure title="Still open" value={sum(open)} />
          </dl>
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
