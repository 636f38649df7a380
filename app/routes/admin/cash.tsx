import { href, Link, useRouteError } from 'react-router'
import { longDate } from '#app/lib/dates.ts'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import type { CashDays } from '#modules/orders/admin-schema.ts'
import type { Route } from './+types/cash'
import { bothAmounts } from './cash-amounts.ts'
import { Filters } from './ui/filters.tsx'
import { OfficeHead } from './ui/head.tsx'
import { AdminTable, type Column } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<CashDays>(`/admin/cash${searchFor(request)}`))
}

type Day = CashDays['rows'][number]

const columns: Column<Day>[] = [
  {
    title: 'Delivered',
    cell: ({ day, courier }) => (
      <Link to={`${href('/admin/cash/:day', { day })}?${new URLSearchParams({ courier })}`}>{longDate(day)}</Link>
    ),
  },
  { title: 'Courier', cell: ({ courier }) => courier || 'No courier noted' },
  { title: 'Orders', isNumber: true, cell: ({ orders }) => orders },
  { title: 'Due', isNumber: true, cell: ({ due }) => bothAmounts(due) },
  {
    title: 'Still open',
    isNumber: true,
    cell: ({ orders, received, open }) =>
      orders === received ? <span className="text-success">All received</span> : bothAmounts(open),
  },
]

export default function Cash({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead title="Cash" />
      <p className="office-words">
        What couriers collected at the door, by the day of delivery. Open a day to tick off what they brought.
      </p>
      <Filters
        choices={[
          {
            name: 'open',
            label: 'Which days',
            options: [
              ['', 'All days'],
              ['1', 'Days with open cash'],
            ],
          },
        ]}
      />
      <AdminTable
        caption="Cash by courier and day"
        columns={columns}
        rows={rows}
        rowKey={({ day, courier }) => `${day} ${courier}`}
        page={page}
        hasMore={hasMore}
        empty={{ title: 'No cash is open here', text: 'Delivered orders stand here, by courier and day.' }}
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
