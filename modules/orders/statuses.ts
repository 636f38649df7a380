import type { Right } from '#shared/rights.ts'

type StatusEntry = {
  name: string
  /** Its number in the database and in the API. */
  code: number
  /** The title of its orders in the back office. */
  title: string
  /** The name of its number of orders on the dashboard of the API, if it needs work. */
  task?: string
  tone: 'new' | 'accepted' | 'moving' | 'done' | 'ended'
  /** Part of the sales. */
  isSold?: true
}

/** All statuses, in the order of an order's life. */
export const statusTable = [
  { name: 'Pending', code: 0, title: 'To confirm', task: 'toConfirm', tone: 'new' },
  { name: 'Confirmed', code: 1, title: 'To ship', task: 'toShip', tone: 'accepted', isSold: true },
  { name: 'Shipped', code: 2, title: 'In transit', task: 'onTheWay', tone: 'moving', isSold: true },
  { name: 'Delivered', code: 3, title: 'Delivered', tone: 'done', isSold: true },
  { name: 'Canceled', code: 4, title: 'Canceled', tone: 'ended' },
  { name: 'Returned', code: 5, title: 'Returned', tone: 'ended' },
] as const satisfies readonly StatusEntry[]

type ListedStatus = (typeof statusTable)[number]
export type OrderStatus = ListedStatus['name']
export type StatusTone = StatusEntry['tone']
export const orderStatuses: readonly OrderStatus[] = statusTable.map(({ name }) => name)
export const maxStatusCode = Math.max(...statusTable.map(({ code }) => code))
export type TransitionedBy = 'customer' | 'shop'

type Transition = { from: OrderStatus; to: OrderStatus; by: readonly TransitionedBy[]; returnsStock?: true }

/** All allowed transitions. Returned products are inspected before they are sold again, so their stock is not restored. */
const transitions: readonly Transition[] = [
  { from: 'Pending', to: 'Confirmed', by: ['shop'] },
  { from: 'Pending', to: 'Canceled', by: ['customer', 'shop'], returnsStock: true },
  { from: 'Confirmed', to: 'Shipped', by: ['shop'] },
  // Handed over in the shop.
  { from: 'Confirmed', to: 'Delivered', by: ['shop'] },
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

/** Canceled and returned orders concern money, which packers do not handle. */
export const rightToSet = (to: OrderStatus): Right =>
  to === 'Canceled' || to === 'Returned' ? 'orderChanges' : 'orders'

/** Once the parcel has arrived, another courier also moves the cash that was collected. */
export const rightToChangeShipment = (status: OrderStatus): Right => (status === 'Shipped' ? 'orders' : 'orderChanges')

/** Whoever may make a change may take it back. */
export function rightToTakeBack(
  { kind, after }: { kind: string; after: Record<string, unknown> },
  status: OrderStatus,
): Right {
  if (kind === 'status') return rightToSet(after.status as OrderStatus)
  return kind === 'shipment' ? rightToChangeShipment(status) : 'orderChanges'
}

/** True if nothing has to be shipped any more. */
export const isSettled = (status: OrderStatus) => !nextStatuses(status, 'shop').some((next) => next !== 'Returned')

/** Confirmed money: the orders that count as sales. */
export const soldStatuses: readonly OrderStatus[] = statusTable.flatMap((status) =>
  'isSold' in status ? [status.name] : [],
)

export const openStatuses = orderStatuses.filter((status) => !isSettled(status))

/** The open statuses that are tasks on the dashboard. */
export const orderTasks = statusTable.flatMap((status) => ('task' in status ? [status] : []))

export function codeOf(status: OrderStatus): number {
  const { code } = statusTable.find(({ name }) => name === status) as ListedStatus
  return code
}

export const entryOf = (code: number) => statusTable.find((status) => status.code === code)

export function statusOf(code: number): OrderStatus {
  const status = entryOf(code)
  if (!status) throw new Error(`There is no order status ${code}`)
  return status.name
}
