import { returnStock } from '#modules/catalog/stock.server.ts'
import { type Outbox, queueMail } from '#modules/email/service.server.ts'
import { type Db, transactRepeatedly } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { forgetPerson, lockOrder, recordMove } from './repo.server.ts'
import type { Order, Shipment } from './schema.ts'
import { type Buyer, readOrder } from './service.server.ts'
import { moveLetter } from './status-emails.tsx'
import { findMove, isSettled, type Mover, type OrderState, stateOf } from './statuses.ts'

export type MoveAsked = {
  orderId: string
  to: OrderState
  by: Mover
  userId: string
  at?: Date
  /** The state that whoever asks has seen; in another one the order stays as it is. */
  seen?: OrderState
  shipment?: Shipment | undefined
}

/** Moves an order along the table of states, in the caller's transaction, and notes who did it. */
export async function moveOrder(tx: Db, asked: MoveAsked): Promise<void> {
  const { orderId, to, by, userId, at = new Date(), seen, shipment } = asked
  const owner = by === 'customer' ? userId : undefined
  const order = isId(orderId) ? await lockOrder(tx, orderId, owner) : undefined
  if (!order) throw new ShopError('notFound', 'There is no such order.')
  const from = stateOf(order.status)
  if (seen !== undefined && seen !== from)
    throw new ShopError('conflict', `This order is ${from} by now: somebody else was quicker. Nothing was changed.`)
  const move = findMove(from, to, by)
  if (!move) throw new ShopError('conflict', `This order is ${from} and cannot become ${to}.`)
  await recordMove(tx, orderId, { from, to, by, userId, at, shipment })
  if (move.returnsStock) await returnStock(tx, order.lines)
  if (order.userId === null && isSettled(to)) await forgetPerson(tx, { orderId })
}

type Desk = Outbox & { db: Db; shopName: string; siteUrl: string }

/** The transition and the email that tells of it, or neither. */
export async function cancelOrder(desk: Desk, buyer: Buyer, orderId: string): Promise<Order> {
  const { db, shopName, siteUrl } = desk
  const { userId, email, emailConfirmed, name } = buyer
  return transactRepeatedly(db, async (tx) => {
    await moveOrder(tx, { orderId, to: 'Canceled', by: 'customer', userId })
    const order = await readOrder(tx, userId, orderId)
    const buyerName = emailConfirmed ? name : undefined
    const letter = moveLetter('Canceled', { order, buyerName, shopName, siteUrl, shipment: undefined, words: '' })
    if (letter) await queueMail(tx, desk, { purpose: 'cancellation', to: email, userId, ...letter })
    return order
  })
}
