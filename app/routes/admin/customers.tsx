import { href, Link, useRouteError } from 'react-router'
import { localDay, longDate } from '#app/lib/dates.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import type { CustomersPage } from '#modules/accounts/admin-schema.ts'
import type { Route } from './+types/customers'
import { Filters } from './ui/filters.tsx'
import { OfficeHead } from './ui/head.tsx'
import { AdminTable, type Column, nothing } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<CustomersPage>(`/admin/customers${searchFor(request)}`))
}

type Row = CustomersPage['rows'][number]

const columns: Column<Row>[] = [
  {
    title: 'Name',
    cell: ({ userId, name, role, isDeactivated }) => (
      <>
        <Link to={href('/admin/customers/:userId', { userId })} prefetch="intent">
          {name}
        </Link>
        {role !== 'Customer' && <span className="t-note text-granite"> · {role}</span>}
        {isDeactivated && <span className="t-note text-error"> · Deactivated</span>}
      </>
    ),
  },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Phone', cell: ({ phoneNumber }) => phoneNumber ?? nothing },
  { title: 'Since', cell: ({ since }) => longDate(localDay(new Date(since))) },
  { title: 'Orders', isNumber: true, cell: ({ orders }) => orders },
]

export default function Customers({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead title="Customers" />
      <Filters search="Name, email or phone" />
      <AdminTable
        caption="Customers, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        page={page}
        hasMore={hasMore}
        empty={{ title: 'Nobody was found', text: 'Please look with at least three letters of a name or an email.' }}
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
