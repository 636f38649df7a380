import { href, Link, useLocation, useRouteError } from 'react-router'
import { amountIn, momentWords } from '#app/features/order/order.ts'
import { OrderStatus } from '#app/features/order/status.tsx'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import { TelLink } from '#app/ui/tel-link.tsx'
import { type DeskPage, type DeskRow, mostCounted } from '#modules/orders/admin-schema.ts'
import type { Route } from './+types/orders'
import { Filters } from './ui/filters.tsx'
import { OfficeHead } from './ui/head.tsx'
import { AdminTable, type Column, nothing } from './ui/table.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<DeskPage>(`/admin/orders${searchFor(request)}`))
}

const queues = [
  { state: 'Pending', title: 'To confirm' },
  { state: 'Confirmed', title: 'To ship' },
  { state: 'Shipped', title: 'On the way' },
  { state: 'Delivered', title: 'Delivered' },
  { state: 'Canceled', title: 'Canceled' },
  { state: 'Returned', title: 'Returned' },
  { state: '', title: 'All' },
] as const

const columns: Column<DeskRow>[] = [
  {
    title: 'Order',
    cell: ({ orderId, orderNumber }) => (
      <Link to={href('/admin/orders/:orderId', { orderId })} prefetch="intent">
        {orderNumber}
      </Link>
    ),
  },
  {
    title: 'Placed',
    sort: 'placed',
    cell: ({ orderDate }) => <time dateTime={orderDate}>{momentWords(orderDate, new Date())}</time>,
  },
  {
    title: 'Buyer',
    cell: ({ name, place, unanswered }) => (
      <>
        <span className="block">{name || 'Somebody who has left'}</span>
        <span className="t-note text-granite">
          {place}
          {unanswered > 0 && ` · ${unanswered} unanswered ${unanswered === 1 ? 'call' : 'calls'}`}
        </span>
      </>
    ),
  },
  {
    title: 'Phone',
    cell: ({ phone }) => (phone ? <TelLink number={phone} /> : nothing),
  },
  { title: 'State', cell: ({ status }) => <OrderStatus code={status} /> },
  { title: 'Courier', cell: ({ courier }) => courier ?? nothing },
  { title: 'Pieces', isNumber: true, cell: ({ pieces }) => pieces },
  {
    title: 'Total',
    isNumber: true,
    cell: (row) => amountIn(row, row.totalAmount, row.totalPriceInUSD),
  },
]

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { rows, page, hasMore, waiting } = loaderData
  const { search } = useLocation()
  const said = new URLSearchParams(search)
  const isSearch = Boolean(said.get('q'))
  return (
    <>
      <OfficeHead title="Orders" />
      <Queues waiting={waiting} current={said.get('state') ?? ''} text={said.get('q') ?? ''} />
      <Filters search="Number, name or phone" keeps={['state', 'sort']} />
      <AdminTable
        caption="Orders"
        columns={columns}
        rows={rows}
        rowKey={({ orderId }) => orderId}
        page={page}
        hasMore={hasMore}
        defaultSort="-placed"
        empty={
          isSearch
            ? {
                title: 'No order was found',
                text: 'A number is written ALP-10042, a name needs three letters, a phone number its first four digits.',
              }
            : { title: 'Nothing waits here', text: 'Orders stand here as soon as they are in this state.' }
        }
      />
    </>
  )
}

type QueuesProps = { waiting: DeskPage['waiting']; current: string; text: string }

function Queues({ waiting, current, text }: QueuesProps) {
  const to = (state: string) => {
    const query = new URLSearchParams({ ...(state && { state }), ...(text && { q: text }) }).toString()
    return query ? `${href('/admin/orders')}?${query}` : href('/admin/orders')
  }
  return (
    <nav className="queues" aria-label="Queues">
      {queues.map(({ state, title }) => (
        <Link key={title} to={to(state)} aria-current={state === current ? 'page' : undefined} preventScrollReset>
          <span>{title}</span>
          {state in waiting && <Count count={waiting[state as keyof typeof waiting]} />}
        </Link>
      ))}
    </nav>
  )
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return <span className="queue-count">{count >= mostCounted ? `${mostCounted - 1}+` : count}</span>
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
