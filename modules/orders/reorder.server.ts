import type { Cart } from '#modules/cart/schema.ts'
import { addAvailable } from '#modules/cart/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { LeftOut } from './schema.ts'
import { readOrder } from './service.server.ts'

/** Puts what is still sold into the bag, as far as there is enough of it, and tells what was left out. */
export async function orderAgain(db: Db, userId: string, orderId: string): Promise<{ cart: Cart; leftOut: LeftOut[] }> {
  const order = await readOrder(db, userId, orderId)
  const { cart, added } = await addAvailable(db, userId, order.lines)
  const leftOut = order.lines.flatMap(({ productName, attributeValue, quantity }, index): LeftOut[] => {
    const { count, reason } = added[index] ?? { count: 0, reason: 'gone' }
    return reason ? [{ productName, attributeValue, wanted: quantity, added: count, reason }] : []
  })
  return { cart, leftOut }
}
