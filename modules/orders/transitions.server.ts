import { returnStock } from '#modules/catalog/stock.server.ts'
import { type EmailContext, queueEmail } from '#modules/email/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import type { Order, Shipment } from './contract.ts'
import { anonymizeOrders, lockOrder, recordTransition } from './repo.server.ts'
import { type Buyer, readOrder } from './service.server.ts'
import { orderStatusEmail } from './status-emails.tsx'
import { findTransition, isSettled, type OrderStatus, statusOf, type TransitionedBy } from './statuses.ts'

export type TransitionRequest = {
  orderId: string
  to: OrderStatus
  by: TransitionedBy
  userId: string
  at?: Date
  /** If the order has another status, the transition fails with a conflict. */
  expectedStatus?: OrderStatus
  shipment?: Shipment | undefined
}

/** Checks the transition table, changes the status and records the actor, in the caller's transaction. */
export async function transitionOrder(tx: Db, request: TransitionRequest): Promise<void> {
  const { orderId, to, by, userId, at = new Date(), expectedStatus, shipment } = request
  const owner = by === 'customer' ? userId : undefined
  const order = isId(orderId) ? await lockOrder(tx, orderId, owner) : undefined
  if (!order) throw new ShopError('notFound', 'There is no such order.')
  const from = statusOf(order.status)
  if (expectedStatus !== undefined && expectedStatus !== from)
    throw new ShopError('conflict', `Somebody else changed this order: it is now ${from}. Nothing was changed.`)
  const transition = findTransition(from, to, by)
  if (!transition) throw new ShopError('conflict', `This order is ${from} and cannot become ${to}.`)
  await recordTransition(tx, orderId, { from, to, by, userId, at, shipment })
  if (transition.returnsStock) await returnStock(tx, order.lines)
  if (order.userId === null && isSettled(to)) await anonymizeOrders(tx, { orderId })
}

type TransitionContext = EmailContext & { db: Db; shopName: string; siteUrl: string }

/** Changes the status and queues the email in one transaction. */
export async function cancelOrder(context: TransitionContext, buyer: Buyer, orderId: string): Promise<Order> {
  const { db, shopName, siteUrl } = context
  const { userId, email, emailConfirmed, name } = buyer
  const to = 'Canceled'
  return transactWithRetry(db, async (tx) => {
    await transitionOrder(tx, { orderId, to, by: 'customer', userId })
    const order = await readOrder(tx, userId, orderId)
    const buyerName = emailConfirmed ? name : undefined
    const props = { order, to, buyerName, shopName, siteUrl, shipment: undefined, message: '' } as const
    await queueEmail(tx, context, { purpose: 'cancellation', to: email, userId }, orderStatusEmail, props)
    return order
  })
}
