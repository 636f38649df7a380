import type { Cart } from '#modules/cart/contract.ts'
import { addAvailable } from '#modules/cart/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { ReorderShortage } from './contract.ts'
import { readOrder } from './service.server.ts'

/** Adds the available products of an order to the cart and returns what could not be added. */
export async function reorder(
  db: Db,
  userId: string,
  orderId: string,
): Promise<{ cart: Cart; leftOut: ReorderShortage[] }> {
  const order = await readOrder(db, userId, orderId)
  const { cart, added } = await addAvailable(db, userId, order.lines)
  const leftOut = order.lines.flatMap(({ productName, variantValue, quantity }, index): ReorderShortage[] => {
    const { count, reason } = added[index] ?? { count: 0, reason: 'gone' }
    return reason ? [{ productName, attributeValue: variantValue, requested: quantity, added: count, reason }] : []
  })
  return { cart, leftOut }
}
