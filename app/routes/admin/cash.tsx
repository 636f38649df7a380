import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { longDate } from '#app/lib/dates.ts'
import { listLoader } from '#app/queries/admin.ts'
import { type CashDays, listCashDays } from '#modules/orders/cash-contract.ts'
import type { Route } from './+types/cash'
import { formatAmounts } from './cash-amounts.ts'

export const clientLoader = listLoader(listCashDays)

type Day = CashDays['rows'][number]

const columns: Column<Day>[] = [
  {
    title: 'Collected',
    cell: ({ day, courierId }) => (
      <Link to={href('/admin/cash/:day', { day }) + (courierId === null ? '' : `?courierId=${courierId}`)}>
        {longDate(day)}
      </Link>
    ),
  },
  { title: 'Courier', cell: ({ courier }) => courier ?? 'In the shop' },
  { title: 'Orders', isNumber: true, cell: ({ orders }) => orders },
  { title: 'Due', isNumber: true, cell: ({ due }) => formatAmounts(due) },
  {
    title: 'Outstanding',
    isNumber: true,
    cell: ({ orders, received, open }) =>
      orders === received ? <span className="text-success">All received</span> : formatAmounts(open),
  },
]

export default function Cash({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Cash" />
      <p className="admin-intro">Cash that couriers collected, by delivery day. Open a day to mark cash as received.</p>
      <Filters
        filters={[
          {
            name: 'open',
            label: 'Days',
            options: [
              ['', 'All days'],
              ['1', 'Days with outstanding cash'],
            ],
          },
        ]}
      />
      <AdminTable
        caption="Cash by courier and day"
        columns={columns}
        list={loaderData}
        rowKey={({ day, courierId }) => `${day} ${courierId}`}
        empty={{ title: 'No cash to receive', text: 'Delivered orders appear here, by courier and day.' }}
      />
    </>
  )
}
