import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { Tag } from '#app/features/admin/tag.tsx'
import { longDate } from '#app/lib/dates.ts'
import { listLoader, loadAsStaff } from '#app/queries/admin.ts'
import { type CashDays, type CourierCash, listCashDays, listCourierCash } from '#modules/orders/cash-contract.ts'
import { shopDay } from '#shared/days.ts'
import type { Route } from './+types/cash'
import { formatAmounts } from './cash-amounts.ts'

const loadDays = listLoader(listCashDays)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [days, couriers] = await Promise.all([loadDays({ request }), loadAsStaff(request, listCourierCash)])
  return { days, couriers }
}

type Day = CashDays['rows'][number]

const columns: Column<Day>[] = [
  {
    title: 'Collected on',
    cell: ({ day, courierId, isClosed }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3">
        <Link to={href('/admin/cash/:day', { day }) + (courierId === null ? '' : `?courierId=${courierId}`)}>
          {longDate(day)}
        </Link>
        {isClosed && <Tag>Closed</Tag>}
      </span>
    ),
  },
  { title: 'Courier', cell: ({ courier }) => courier ?? 'In the shop' },
  { title: 'Orders', isNumber: true, cell: ({ orders }) => orders },
  { title: 'Collected', isNumber: true, cell: ({ due }) => formatAmounts(due) },
  {
    title: 'Outstanding',
    isNumber: true,
    cell: ({ orders, received, open }) =>
      orders === received ? <span className="text-success">All received</span> : formatAmounts(open),
  },
]

export default function Cash({ loaderData: { days, couriers } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Cash">
        <Link className="btn btn-line" to={href('/admin/cash/ledger/:day', { day: shopDay(new Date()) })}>
          View today’s ledger
        </Link>
      </AdminHead>
      <CourierAmounts couriers={couriers} />
      <h2 className="t-h4 mt-8 mb-2">Collected cash</h2>
      <p className="m-0 mb-5 max-w-176 text-granite">By day and courier, since {longDate(days.from)}.</p>
      <AdminTable
        caption="Cash by courier and day"
        columns={columns}
        list={days}
        pageTitles={{ previous: 'Later days', next: 'Earlier days' }}
        rowKey={({ day, courierId }) => `${day} ${courierId}`}
        empty={{ title: 'No collected cash', text: 'Delivered orders appear here, by courier and day.' }}
      />
    </>
  )
}

function CourierAmounts({ couriers }: { couriers: CourierCash }) {
  return (
    <section aria-labelledby="with-couriers">
      <h2 id="with-couriers" className="t-h4 mb-3">
        With couriers
      </h2>
      {couriers.length === 0 ? (
        <p className="m-0 bg-paper px-5 py-4 text-granite">No courier has cash to hand over.</p>
      ) : (
        <>
          <p className="m-0 mb-4 max-w-176 text-granite">
            Open a courier to mark the cash that it hands over as received.
          </p>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-px">
            {couriers.map(({ courierId, courier, orders, open }) => (
              <li
                key={courierId}
                className="relative grid content-start gap-1 bg-paper px-5 py-4 has-[a:hover]:shadow-[inset_0_-2px_var(--color-ink)]"
              >
                <Link
                  className="underline decoration-1 decoration-edge underline-offset-4 after:absolute after:inset-0 focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 [overflow-wrap:anywhere]"
                  to={href('/admin/cash/couriers/:courierId', { courierId: String(courierId) })}
                >
                  {courier}
                </Link>
                <span className="t-h4 lining-nums tabular-nums tracking-normal">{formatAmounts(open)}</span>
                <span className="t-note text-granite">{orders === 1 ? '1 order' : `${orders} orders`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
