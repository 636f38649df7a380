import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { AdminTable, type Column, emptyCell } from '#app/features/admin/table.tsx'
import { localDay, longDate } from '#app/lib/dates.ts'
import { listLoader } from '#app/queries/admin.ts'
import { type CustomersPage, listCustomers } from '#modules/accounts/admin-contract.ts'
import type { Route } from './+types/customers'

export const clientLoader = listLoader(listCustomers)

type Row = CustomersPage['rows'][number]

const columns: Column<Row>[] = [
  {
    title: 'Name',
    cell: ({ userId, name, email, role, isDeactivated }) => (
      <>
        <Link to={href('/admin/customers/:userId', { userId })} prefetch="intent">
          {name || email}
        </Link>
        {role !== 'Customer' && <span className="t-note text-granite"> · {role}</span>}
        {isDeactivated && <span className="t-note text-error"> · Deactivated</span>}
      </>
    ),
  },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Phone', cell: ({ phoneNumber }) => phoneNumber ?? emptyCell },
  { title: 'Joined', cell: ({ since }) => longDate(localDay(new Date(since))) },
  { title: 'Orders', isNumber: true, cell: ({ orders }) => orders },
]

export default function Customers({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Customers" />
      <Filters search="Name, email or phone" />
      <AdminTable
        caption="Customers, newest first"
        columns={columns}
        list={loaderData}
        rowKey={({ userId }) => userId}
        empty={{
          title: 'No customers found',
          text: 'Search for two letters of a name, the start of an email address, or the first four digits of a phone number.',
        }}
      />
    </>
  )
}
