import type { Db } from '#platform/db.server.ts'
import { insertMovedItems, type MovedItem, type ProductStock } from './movements-repo.server.ts'
import type { StockChange } from './stock-item.ts'

/** Records the difference of the stock before and after a change. A product that is missing before is new. */
export async function recordMovements(
  tx: Db,
  before: ProductStock[],
  after: ProductStock[],
  change: StockChange,
): Promise<void> {
  const beforeById = new Map(before.map((product) => [product.id, product]))
  const moved = after.flatMap((product) => movedItems(beforeById.get(product.id), product))
  if (moved.length > 0) await insertMovedItems(tx, moved, change)
}

function movedItems(before: ProductStock | undefined, after: ProductStock): MovedItem[] {
  const stockBefore = before ? itemsOf(before) : []
  const stockAfter = itemsOf(after)
  const removed = stockBefore.filter(({ id }) => !stockAfter.some((item) => item.id === id))
  const changes = stockAfter.map((item) => ({
    ...item,
    quantity: item.stock - (stockBefore.find(({ id }) => id === item.id)?.stock ?? 0),
  }))
  return [...removed.map((item) => ({ ...item, quantity: -item.stock })), ...changes]
    .filter(({ quantity }) => quantity !== 0)
    .map(({ id, value, quantity }) => ({ productId: after.id, variantId: id, variantValue: value, quantity }))
}

/** The variants, or the product itself if it has none. */
export const itemsOf = ({ stock, variants }: Pick<ProductStock, 'stock' | 'variants'>) =>
  variants.length > 0 ? variants : [{ id: null, value: null, stock }]
