import { useOptimistic, useTransition } from 'react'
import { href, Link } from 'react-router'
import { longDate } from '#app/lib/dates.ts'
import { useChange } from '#app/queries/admin.ts'
import { markCashReceived } from '#modules/orders/cash-contract.ts'
import { type Currency, formatMoney, fromWire } from '#shared/money.ts'

export type CashOrder = {
  orderId: string
  orderNumber: string
  name: string
  currency: Currency
  amount: number
  isReceived: boolean
  /** Shown where orders of several days are listed. */
  day?: string
}

/** Marks the cash of orders as handed over, and shows it at once. */
export function useCashReceived(orders: readonly CashOrder[]) {
  const numberOf = new Map(orders.map(({ orderId, orderNumber }) => [orderId, orderNumber]))
  const { change } = useChange(markCashReceived, {
    message: ({ body: { orderIds, received } }) => {
      const [first = ''] = orderIds
      const which = orderIds.length === 1 ? (numberOf.get(first) ?? '1 order') : `${orderIds.length} orders`
      return received ? `Cash received for ${which}` : `Cash not received for ${which}`
    },
    undo: ({ orderIds }, { body: { received } }): void => {
      if (orderIds.length > 0) void change({ body: { orderIds, received: !received } })
    },
  })
  const [busy, startTransition] = useTransition()
  const [pending, setPending] = useOptimistic<Record<string, boolean>>({})
  return {
    busy,
    isReceived: ({ orderId, isReceived }: CashOrder) => pending[orderId] ?? isReceived,
    setReceived: (changed: CashOrder[], received: boolean) =>
      startTransition(async () => {
        const orderIds = changed.map(({ orderId }) => orderId)
        setPending((before) => ({ ...before, ...Object.fromEntries(orderIds.map((id) => [id, received])) }))
        await change({ body: { orderIds, received } })
      }),
  }
}

type Props = {
  orders: readonly CashOrder[]
  /** Cash that the shop itself collected needs no handing over. */
  hasCheckboxes: boolean
} & Pick<ReturnType<typeof useCashReceived>, 'isReceived' | 'setReceived'>

export function CashOrders({ orders, hasCheckboxes, isReceived, setReceived }: Props) {
  const columns = hasCheckboxes
    ? 'md:grid-cols-[11rem_8rem_minmax(0,1fr)_auto]'
    : 'md:grid-cols-[8rem_minmax(0,1fr)_auto]'
  return (
    <ul className="bg-paper" aria-label="Orders">
      {orders.map((order) => (
        <li
          key={order.orderId}
          className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-b px-5 py-1.5 ${columns}`}
        >
          {hasCheckboxes && (
            <label className="inline-flex min-h-target items-center gap-3 max-md:order-4 max-md:col-span-full">
              <input
                className="check"
                type="checkbox"
                checked={isReceived(order)}
                onChange={({ target }) => setReceived([order], target.checked)}
              />
              <span>
                Cash received<span className="sr-only"> for {order.orderNumber}</span>
              </span>
            </label>
          )}
          <Link
            className="text-link inline-flex min-h-target items-center max-md:order-1"
            to={href('/admin/orders/:orderId', { orderId: order.orderId })}
          >
            {order.orderNumber}
          </Link>
          <span className="min-w-0 max-md:order-3 max-md:col-span-full [overflow-wrap:anywhere]">
            {order.name || 'No name'}
            {order.day && <span className="t-note text-granite"> · collected {longDate(order.day)}</span>}
          </span>
          <span className="t-price max-md:order-2">{formatMoney(fromWire(order.amount), order.currency)}</span>
        </li>
      ))}
    </ul>
  )
}
