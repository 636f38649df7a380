import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { quoteStatusNames } from '#app/features/admin/quote-names.ts'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { Tabs } from '#app/features/admin/tabs.tsx'
import { longDate } from '#app/lib/dates.ts'
import { listLoader } from '#app/queries/admin.ts'
import { listQuotes, type QuoteRecord } from '#modules/quotes/contract.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/list'

export const clientLoader = listLoader(listQuotes)

const tabs = [['', 'All'], ...Object.entries(quoteStatusNames)] as readonly (readonly [string, string])[]

const columns: Column<QuoteRecord>[] = [
  {
    title: 'Quote',
    cell: ({ quoteId, quoteNumber }) => (
      <Link to={href('/admin/quotes/:quoteId', { quoteId })} prefetch="intent">
        {quoteNumber}
      </Link>
    ),
  },
  {
    title: 'Customer',
    cell: ({ name, customer }) =>
      customer ? <Link to={href('/admin/customers/:userId', { userId: customer.userId })}>{name}</Link> : name,
  },
  {
    title: 'Status',
    cell: ({ status, isExpired }) => (status === 'sent' && isExpired ? 'Expired' : quoteStatusNames[status]),
  },
  { title: 'Valid until', cell: ({ validUntil }) => longDate(validUntil) },
  { title: 'NPR', isNumber: true, cell: ({ total }) => formatMoney(fromWire(total), 'NPR') },
  { title: 'USD', isNumber: true, cell: ({ totalInUSD }) => formatMoney(fromWire(totalInUSD), 'USD') },
]

export default function Quotes({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Quotes">
        <Link className="btn btn-ink" aria-keyshortcuts="c" to={href('/admin/quotes/new')}>
          Create quote
        </Link>
      </AdminHead>
      <Tabs label="Status" name="status" tabs={tabs} />
      <Filters search="Number, name, email or phone" keepParams={['status']} />
      <AdminTable
        caption="Quotes, newest first"
        columns={columns}
        list={loaderData}
        rowKey={({ quoteId }) => quoteId}
        empty={{ title: 'No quotes', text: 'Create a quote here or from a bulk enquiry.' }}
      />
    </>
  )
}
