import { href, Link } from 'react-router'
import { LinePicture } from '#app/features/cart/line.tsx'
import { countItems, groupByDay, sumsOf, type WireOrder } from '#app/features/order/order.ts'
import { orderUrl, rowId } from '#app/features/order/order-urls.ts'
import { OrderStatus } from '#app/features/order/status.tsx'
import { localTime } from '#app/lib/dates.ts'
import { EmptyState } from './empty-state.tsx'

type Props = { orders: WireOrder[]; openOrder: WireOrder | undefined }

export function MyOrders({ orders, openOrder }: Props) {
  if (orders.length === 0) return <NoOrders />
  return (
    <table className="table mt-2">
      <caption className="sr-only">Your orders, newest first</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Status</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      {groupByDay(orders, new Date()).map(({ day, orders: dayOrders }) => (
        <tbody key={day}>
          <tr className="pointer-events-none">
            <th colSpan={3} scope="rowgroup" className="p-0 pt-9 pb-3 font-display text-[1.25rem]/tight text-ink">
              {day}
            </th>
          </tr>
          {dayOrders.map((order) => (
            <Row key={order.orderId} order={order} day={day} isOpen={order === openOrder} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function NoOrders() {
  return (
    <EmptyState title="You have not ordered anything yet." text="Your orders and their status appear here.">
      <Link className="btn btn-ink" to={href('/shop')}>
        Continue Shopping
      </Link>
    </EmptyState>
  )
}

function Row({ order, day, isOpen }: { order: WireOrder; day: string; isOpen: boolean }) {
  const isRecent = day === 'Today' || day === 'Yesterday'
  return (
    <tr className="relative" aria-selected={isOpen}>
      <td>
        <div className="flex items-center gap-3 pl-3 sm:gap-4 sm:pl-4">
          <div className="w-10 shrink-0 sm:w-12">
            <LinePicture url={order.orderItems[0]?.productImage ?? null} />
          </div>
          <div className="min-w-0">
            <Link
              id={rowId(order.orderNumber)}
              to={orderUrl(order.orderNumber)}
              className="underline-offset-4 after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
              aria-current={isOpen || undefined}
              preventScrollReset
            >
              <span className="max-sm:sr-only">Order </span>
              {order.orderNumber}
            </Link>
            <p className="t-note m-0">
              {countItems(order)}
              {isRecent && `, ${localTime(new Date(order.orderDate))}`}
            </p>
          </div>
        </div>
      </td>
      <td>
        <OrderStatus code={order.payment.status} />
      </td>
      <td className="t-price pr-4 text-right">{sumsOf(order).total}</td>
    </tr>
  )
}
