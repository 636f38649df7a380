import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { AdminTable, type Column, emptyCell } from '#app/features/admin/table.tsx'
import { useCan } from '#app/features/admin/use-can.ts'
import { relativeTime } from '#app/features/order/order.ts'
import { loadAsStaff } from '#app/queries/admin.ts'
import { listStockMovements, type StockHistory, type StockMovement } from '#modules/catalog/stock-contract.ts'
import type { StockMovementKind } from '#modules/catalog/stock-item.ts'
import { listWaiting, type WaitingItem } from '#modules/stock-alerts/admin-contract.ts'
import type { Route } from './+types/stock'
import { CorrectStock } from './correct-stock.tsx'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const [history, { rows: waiting }] = await Promise.all([
    loadAsStaff(request, listStockMovements, { params, query }),
    loadAsStaff(request, listWaiting, { query: { productId: params.productId, size: 100 } }),
  ])
  return { history, waiting }
}

const kindNames: Record<StockMovementKind, string> = {
  opening: 'First stock',
  order: 'Ordered',
  'order edited': 'Order changed',
  'order canceled': 'Order canceled',
  'order returned': 'Returned',
  'order corrected': 'Change of an order taken back',
  correction: 'Corrected',
  edited: 'Product edited',
  import: 'CSV import',
}

const signed = (quantity: number) => (quantity > 0 ? `+${quantity}` : `−${-quantity}`)

/** Customers change stock only by their orders. */
const actorOf = ({ actor, orderId }: StockMovement) => actor || (orderId ? 'Customer' : emptyCell)

const columnsOf = (hasVariants: boolean): Column<StockMovement>[] => [
  { title: 'Date', cell: ({ at }) => <time dateTime={at}>{relativeTime(at, new Date())}</time> },
  ...(hasVariants ? [{ title: 'Variant', cell: ({ variant }: StockMovement) => variant ?? emptyCell }] : []),
  {
    title: 'Reason',
    cell: ({ kind, orderId, orderNumber, reason }) => (
      <>
        {kindNames[kind]}
        {orderId && orderNumber && (
          <>
            {' '}
            <Link to={href('/admin/orders/:orderId', { orderId })}>{orderNumber}</Link>
          </>
        )}
        {reason && <span className="t-note block text-granite wrap-anywhere">{reason}</span>}
      </>
    ),
  },
  { title: 'By', cell: (movement) => actorOf(movement) },
  { title: 'Change', isNumber: true, cell: ({ quantity }) => signed(quantity) },
  { title: 'Stock after', isNumber: true, cell: ({ stockAfter }) => stockAfter },
]

export default function StockPage({ loaderData: { history, waiting } }: Route.ComponentProps) {
  const { productId, name, items, rows } = history
  const hasVariants = items.some(({ variantId }) => variantId !== null) || rows.some(({ variant }) => variant !== null)
  return (
    <>
      <AdminHead
        title={`Stock of ${name}`}
        back={{ to: href('/admin/products/:productId', { productId: String(productId) }), title: name }}
      />
      <Items history={history} waiting={waiting} />
      <h2 className="t-h4 mt-8 mb-3">History</h2>
      <AdminTable
        caption="Changes of the stock, newest first"
        columns={columnsOf(hasVariants)}
        list={history}
        rowKey={({ id }) => id}
        empty={{ title: 'No changes yet', text: 'Orders, returns, edits and corrections will appear here.' }}
      />
    </>
  )
}

function Items({ history: { productId, name, items }, waiting }: { history: StockHistory; waiting: WaitingItem[] }) {
  const canCorrect = useCan('productChanges')
  const waitingFor = (id: number | null) => waiting.find(({ variantId }) => variantId === id)?.waiting ?? 0
  return (
    <ul className="grid max-w-176 gap-px bg-rule" aria-label="Current stock">
      {items.map((item) => (
        <li
          key={item.variantId}
          className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-5 bg-paper px-5 py-2 tabular-nums"
        >
          <span className="wrap-anywhere">
            {item.variant ?? 'In stock'}
            <PeopleWaiting count={waitingFor(item.variantId)} />
          </span>
          <span className={`text-[1.125rem] ${item.stock === 0 ? 'text-error' : ''}`}>{item.stock}</span>
          {canCorrect && (
            <CorrectStock productId={productId} name={item.variant ? `${name} (${item.variant})` : name} item={item} />
          )}
        </li>
      ))}
    </ul>
  )
}

function PeopleWaiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="t-note block">
      {count === 1 ? '1 person waits' : `${count} people wait`} for an email when it is back
    </span>
  )
}
