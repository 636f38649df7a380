import { href, Link, useLocation, useRouteError } from 'react-router'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import type { QuoteRecord } from '#modules/quotes/schema.ts'
import type { Listed } from '#shared/lists.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import { OfficeHead } from '../ui/head.tsx'
import { Queues } from '../ui/queues.tsx'
import { AdminTable, type Column } from '../ui/table.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/list'
import { quoteStates } from './words.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Listed<QuoteRecord>>(`/admin/quotes${searchFor(request)}`))
}

const queues = [['', 'All'], ...Object.entries(quoteStates)] as readonly (readonly [string, string])[]

const columns: Column<QuoteRecord>[] = [
  {
    title: 'Quote',
    cell: ({ quoteId, quoteNumber }) => (
      <Link to={href('/admin/quotes/:quoteId', { quoteId })} prefetch="intent">
        {quoteNumber}
      </Link>
    ),
  },
  { title: 'For', cell: ({ name }) => name },
  {
    title: 'State',
    cell: ({ state, isExpired }) => (state === 'sent' && isExpired ? 'Run out' : quoteStates[state]),
  },
  { title: 'Valid until', cell: ({ validUntil }) => longDate(validUntil) },
  { title: 'USD', isNumber: true, cell: ({ totalInUSD }) => formatMoney(fromWire(totalInUSD), 'USD') },
  { title: 'NPR', isNumber: true, cell: ({ total }) => formatMoney(fromWire(total), 'NPR') },
]

export default function Quotes({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  const state = new URLSearchParams(useLocation().search).get('state') ?? ''
  return (
    <>
      <OfficeHead title="Quotes">
        <Link className="btn btn-ink" to={href('/admin/quotes/new')}>
          New quote
        </Link>
      </OfficeHead>
      <Queues to={href('/admin/quotes')} name="state" queues={queues} current={state} />
      <AdminTable
        caption="Quotes, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ quoteId }) => quoteId}
        page={page}
        hasMore={hasMore}
        empty={{ title: 'No quote is here', text: 'Open a bulk enquiry and answer it with a quote.' }}
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
