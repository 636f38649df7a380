import { sql } from 'drizzle-orm'
import { recordChange } from '#modules/audit/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { offsetAndLimit, toListPage } from '#shared/lists.ts'
import { lockProduct } from './admin-repo.server.ts'
import { itemsOf } from './movements.server.ts'
import { type ProductStock, readLowStock, readMovements, readStocks } from './movements-repo.server.ts'
import { returnStock } from './stock.server.ts'
import type { StockCorrection, StockHistory, StockMovement } from './stock-contract.ts'

export type StockHistoryPage = Omit<StockHistory, 'rows'> & { rows: Omit<StockMovement, 'orderNumber'>[] }

/** Without the numbers of the orders. */
export async function readStockHistory(
  db: Db,
  productId: number,
  query: { page: number; size: number },
): Promise<StockHistoryPage> {
  const product = await readProductStock(db, productId)
  const movements = await readMovements(db, productId, offsetAndLimit(query))
  const items = itemsOf(product).map(({ id, value, stock }) => ({ variantId: id, variant: value, stock }))
  return { productId, name: product.name, items, ...toListPage(movements, query) }
}

async function readProductStock(db: Db, productId: number): Promise<ProductStock> {
  const [product] = await readStocks(db, sql`p.id = ${productId}`)
  if (!product) throw new ShopError('notFound', 'There is no such product.')
  return product
}

/** `count` products at most, the lowest first. */
export async function listLowStock(
  db: Db,
  lowStock: number,
  count: number,
): Promise<{ products: ProductStock[]; hasMore: boolean }> {
  const products = await readLowStock(db, lowStock, count)
  return { products: products.slice(0, count), hasMore: products.length > count }
}

/** Sets the stock to what was counted. Repeating a request whose response was lost changes nothing. */
export function correctStock(
  db: Db,
  author: { userId: string; name: string },
  productId: number,
  { variantId, stock, stockRead, reason }: StockCorrection,
): Promise<{ stock: number }> {
  return transactWithRetry(db, async (tx) => {
    await lockProduct(tx, productId)
    const item = itemsOf(await readProductStock(tx, productId)).find(({ id }) => id === variantId)
    if (!item) throw new ShopError('conflict', 'The variants of this product have changed. Nothing was changed.')
    if (item.stock !== stockRead)
      throw new ShopError('conflict', `The stock has changed: it is now ${item.stock}. Nothing was changed.`)
    if (stock === item.stock) throw sameStock(stock)
    const line = { productId, variantId, quantity: stock - item.stock }
    await returnStock(tx, [line], { kind: 'correction', at: new Date(), actor: author, reason })
    await recordChange(tx, author, {
      action: 'corrected the stock of',
      subject: 'product',
      subjectId: productId,
      before: { stock: item.stock },
      after: { stock, ...(item.value === null ? {} : { variant: item.value }), reason },
    })
    return { stock }
  })
}

function sameStock(stock: number): ShopError {
  const description = `The stock is ${stock} already.`
  return new ShopError('invalid', description, { details: [{ code: 'Invalid', field: 'stock', description }] })
}
