import { useEffect, useRef, useState } from 'react'
import { href, Link, useNavigate, useSearchParams } from 'react-router'
import { showFailure } from '#app/queries/change-failure.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { listAdminOrders, maxCounted, type WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { codeOf, entryOf, type OrderStatus, openStatuses, orderStatuses, statusOf } from '#modules/orders/statuses.ts'

/** The location state that moves the focus to the heading of the next order. */
export type NextOrderState = { isNextOrder: true }

type ListEnd = { waiting: number }

/**
 * Goes through a list of open orders, oldest first. The list is the one that the order was in when its page was opened,
 * also after the order has left it; or the list before, if the order was taken back to it.
 */
export function useNextOrder({ order }: WireAdminOrder) {
  const { orderId, payment } = order
  const [params] = useSearchParams()
  const [initialStatus] = useState(statusOf(payment.status))
  const named = orderStatuses.find((status) => status === params.get('list'))
  const status = statusOf(payment.status)
  const firstList: OrderStatus = named ?? initialStatus
  const list = orderStatuses.indexOf(status) < orderStatuses.indexOf(firstList) ? status : firstList
  const isOpenList = openStatuses.includes(list)
  const navigate = useNavigate()
  const [end, setEnd] = useState<ListEnd>()
  const [busy, run] = useBusy()

  const find = async () => {
    const query = { status: list, sort: 'placed', size: '1', after: orderId } as const
    const { rows, waiting } = await callAuthenticated(listAdminOrders, { query })
    const [next] = rows
    if (!next) return setEnd({ waiting: waiting[list] ?? 0 })
    const to = `${href('/admin/orders/:orderId', { orderId: next.orderId })}?${new URLSearchParams({ list })}`
    await navigate(to, { state: { isNextOrder: true } satisfies NextOrderState })
  }
  const open = () => {
    if (isOpenList && !busy) void run(() => find().catch((error) => showFailure(error)))
  }
  return { list, isOpenList, hasLeftList: status !== list, end, busy, open }
}

const titleOf = (list: OrderStatus) => (entryOf(codeOf(list))?.title ?? list).toLowerCase()

/** "Next order to confirm" */
export const nextOrderTitle = (list: OrderStatus) => `Next order ${titleOf(list)}`

/** Shown instead of a next order. */
export function ListEndNotice({ list, end: { waiting } }: { list: OrderStatus; end: ListEnd }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const count = waiting >= maxCounted ? `${maxCounted - 1}+` : String(waiting)
  return (
    <div ref={notice} className="admin-notice outline-none" role="status" tabIndex={-1}>
      <p className="m-0">
        {waiting === 0
          ? 'All orders of this list are done.'
          : `This was the newest order of this list. ${count} ${waiting === 1 ? 'order is' : 'orders are'} still ${titleOf(list)}.`}
      </p>
      <Link
        className="text-link inline-flex min-h-target items-center"
        to={waiting === 0 ? href('/admin') : `${href('/admin/orders')}?${new URLSearchParams({ status: list })}`}
      >
        {waiting === 0 ? 'Go to Today' : 'Show the list'}
      </Link>
    </div>
  )
}
