import { returnStock } from '#modules/catalog/stock.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { forgetPerson, lockOrder, recordMove } from './repo.server.ts'
import type { Order } from './schema.ts'
import { readOrder } from './service.server.ts'
import { findMove, isSettled, type Mover, type OrderState, stateOf } from './states.ts'

export type MoveAsked = { orderId: string; to: OrderState; by: Mover; userId: string; at?: Date }

/** Moves an order along the table of states, in the caller's transaction, and notes who did it. */
export async function moveOrder(tx: Db, { orderId, to, by, userId, at = new Date() }: MoveAsked): Promise<void> {
  const owner = by === 'customer' ? userId : undefined
  const order = isId(orderId) ? await lockOrder(tx, orderId, owner) : undefined
  if (!order) throw new ShopError('notFound', 'There is no such order.')
  const from = stateOf(order.status)
  const move = findMove(from, to, by)
  if (!move) throw new ShopError('conflict', `This order is ${from} and cannot become ${to}.`)
  await recordMove(tx, orderId, { from, to, by, userId, at })
  if (move.returnsStock) await returnStock(tx, order.lines)
  if (order.userId === null && isSettled(to)) await forgetPerson(tx, { orderId })
}

export async function cancelOrder(db: Db, userId: string, orderId: string): Promise<Order> {
  return db.transaction(async (tx) => {
    await moveOrder(tx, { orderId, to: 'Canceled', by: 'customer', userId })
    return readOrder(tx, userId, orderId)
  })
}
