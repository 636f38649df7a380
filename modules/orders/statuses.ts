/** The index of a status is its number in the API. */
export const orderStatuses = ['Pending', 'Confirmed', 'Shipped', 'Delivered', 'Canceled', 'Returned'] as const

export type OrderStatus = (typeof orderStatuses)[number]
export type TransitionedBy = 'customer' | 'shop'

type Transition = { from: OrderStatus; to: OrderStatus; by: readonly TransitionedBy[]; returnsStock?: true }

/** All allowed transitions. Returned products are inspected before they are sold again, so their stock is not restored. */
const transitions: readonly Transition[] = [
  { from: 'Pending', to: 'Confirmed', by: ['shop'] },
  { from: 'Pending', to: 'Canceled', by: ['customer', 'shop'], returnsStock: true },
  { from: 'Confirmed', to: 'Shipped', by: ['shop'] },
  { from: 'Confirmed', to: 'Canceled', by: ['shop'], returnsStock: true },
  { from: 'Shipped', to: 'Delivered', by: ['shop'] },
  { from: 'Shipped', to: 'Returned', by: ['shop'] },
  { from: 'Delivered', to: 'Returned', by: ['shop'] },
]

export function findTransition(from: OrderStatus, to: OrderStatus, by: TransitionedBy): Transition | undefined {
  return transitions.find(
    (transition) => transition.from === from && transition.to === to && transition.by.includes(by),
  )
}

export function nextStatuses(from: OrderStatus, by: TransitionedBy): OrderStatus[] {
  return transitions.filter((transition) => transition.from === from && transition.by.includes(by)).map(({ to }) => to)
}

/** True if nothing has to be shipped any more. */
export const isSettled = (status: OrderStatus) => !nextStatuses(status, 'shop').some((next) => next !== 'Returned')

export const codeOf = (status: OrderStatus) => orderStatuses.indexOf(status)

export function statusOf(code: number): OrderStatus {
  const status = orderStatuses[code]
  if (!status) throw new Error(`There is no order status ${code}`)
  return status
}
