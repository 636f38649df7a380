import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Figures } from '#app/features/admin/figures.tsx'
import { AdminTable, type Column, emptyCell } from '#app/features/admin/table.tsx'
import { timeInSentence } from '#app/features/order/order.ts'
import { localTime, longDate } from '#app/lib/dates.ts'
import { loadAsStaff, useChange } from '#app/queries/admin.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { closeCashDay, getLedgerDay, type LedgerDay } from '#modules/orders/cash-contract.ts'
import type { CashEntry } from '#modules/orders/cash-entry.ts'
import { shopDay } from '#shared/days.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/cash-ledger'
import { formatAmounts, subtractAmounts } from './cash-amounts.ts'

export function clientLoader({ request, params: { day } }: Route.ClientLoaderArgs) {
  const search = Object.fromEntries(new URL(request.url).searchParams)
  return loadAsStaff(request, getLedgerDay, { query: { ...search, day } })
}

const dayMs = 24 * 3600 * 1000
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const money = ({ amount, currency }: Pick<CashEntry, 'amount' | 'currency'>) => formatMoney(fromWire(amount), currency)

type Sum = LedgerDay['sums'][number]

function kindName({ kind, byCourier }: Pick<Sum, 'kind' | 'byCourier'>): string {
  if (kind === 'collected') return byCourier ? 'Collected by couriers' : 'Collected by the shop'
  if (kind === 'handed over') return 'Handed over by couriers'
  if (kind === 'refunded') return 'Refunded to customers'
  if (kind === 'deposit') return 'Deposits'
  return byCourier ? 'Written off: debt of couriers' : 'Written off: debt of customers'
}

const entryNames = {
  collected: 'Collected',
  'handed over': 'Handed over',
  refunded: 'Refunded',
  'written off': 'Written off',
  deposit: 'Deposit',
} as const

const columns: Column<CashEntry>[] = [
  { title: 'Time', cell: ({ at }) => <time dateTime={at}>{localTime(new Date(at))}</time> },
  {
    title: 'Entry',
    cell: ({ kind, amount, note }) => (
      <>
        {entryNames[kind]}
        {amount < 0 && ', taken back'}
        {note && <span className="t-note block text-granite">{note}</span>}
      </>
    ),
  },
  {
    title: 'Order',
    cell: ({ orderId, orderNumber }) => <Link to={href('/admin/orders/:orderId', { orderId })}>{orderNumber}</Link>,
  },
  { title: 'Courier', cell: ({ courier }) => courier ?? emptyCell },
  { title: 'By', cell: ({ actor }) => actor || emptyCell },
  { title: 'Method', cell: ({ method }) => (method === 'cash' ? 'Cash' : 'Transfer') },
  { title: 'Amount', isNumber: true, cell: (entry) => money(entry) },
]

export default function CashLedger({ loaderData: ledger }: Route.ComponentProps) {
  const { day, cashIn, cashOut, sums } = ledger
  const today = shopDay(new Date())
  return (
    <>
      <AdminHead title={`Cash ledger, ${longDate(day)}`} back={{ to: href('/admin/cash'), title: 'Cash' }}>
        {!ledger.isClosed && day <= today && <CloseDay day={day} isToday={day === today} />}
      </AdminHead>
      <nav className="mb-5 flex flex-wrap justify-between gap-x-6" aria-label="Days">
        <DayLink day={daysAfter(day, -1)} direction="left" />
        {day <= today && <DayLink day={daysAfter(day, 1)} direction="right" />}
      </nav>
      <ClosedNotice ledger={ledger} />
      <Figures
        figures={[
          ['Cash in', formatAmounts(cashIn)],
          ['Cash out', formatAmounts(cashOut)],
          ['Cash in less cash out', formatAmounts(subtractAmounts(cashIn, cashOut))],
        ]}
      />
      <p className="m-0 mb-6 max-w-176 text-granite">
        Cash in is what the shop itself collected, what couriers handed over, and deposits. Cash out is what the shop
        refunded. Transfers are not counted here.
      </p>
      {sums.length > 0 && (
        <>
          <Sums sums={sums} />
          <h2 className="t-h4 mb-3">Entries</h2>
        </>
      )}
      <AdminTable
        caption="Entries, newest first"
        columns={columns}
        list={ledger}
        rowKey={({ id }) => id}
        empty={{ title: 'No entries', text: 'No money was collected, handed over or refunded on this day.' }}
      />
    </>
  )
}

function DayLink({ day, direction }: { day: string; direction: 'left' | 'right' }) {
  return (
    <Link
      className="inline-flex min-h-target items-center gap-2 text-granite hover:text-ink"
      to={href('/admin/cash/ledger/:day', { day })}
      prefetch="intent"
    >
      {direction === 'left' && <Icon name="left" className="ico size-4" />}
      {longDate(day)}
      {direction === 'right' && <Icon name="right" className="ico size-4" />}
    </Link>
  )
}

function ClosedNotice({ ledger: { day, closing } }: { ledger: LedgerDay }) {
  if (!closing) return null
  return (
    <p className="admin-notice">
      <span>
        Closed by {closing.actor || 'the shop'},{' '}
        <time dateTime={closing.at}>{timeInSentence(closing.at, new Date())}</time>
        {closing.day !== day && `, together with ${longDate(closing.day)}`}. This day never changes.
      </span>
    </p>
  )
}

function Sums({ sums }: { sums: LedgerDay['sums'] }) {
  return (
    <table className="mb-6 w-full max-w-176 bg-paper tabular-nums [&_td]:border-rule [&_td]:border-b [&_td]:px-5 [&_td]:py-2.5">
      <caption className="t-h4 mb-3 text-left">Sums</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Method</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={`${sum.kind} ${sum.byCourier} ${sum.currency} ${sum.method}`}>
            <td>{kindName(sum)}</td>
            <td className="text-granite">{sum.method === 'cash' ? 'Cash' : 'Transfer'}</td>
            <td className="whitespace-nowrap text-right">{money(sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CloseDay({ day, isToday }: { day: string; isToday: boolean }) {
  const { change } = useChange(closeCashDay, { message: `${longDate(day)} closed` })
  return (
    <ConfirmButton
      trigger={<Button>Close day</Button>}
      title={`Close ${longDate(day)}?`}
      text={
        <>
          <p className="m-0 mb-3">
            Count the cash first. A closed day never changes and is never opened again. Open days before it are closed
            too.
          </p>
          <p className="m-0">
            {isToday
              ? 'What happens later today becomes an entry of tomorrow.'
              : 'What happens later becomes an entry of the next open day.'}{' '}
            Corrections are entries of their own.
          </p>
        </>
      }
      action="Close day"
      busyText="Closing..."
      onConfirm={() => change({ body: { day } })}
    />
  )
}
