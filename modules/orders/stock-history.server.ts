import { inArray } from 'drizzle-orm'
import { readStockHistory } from '#modules/catalog/stock-admin.server.ts'
import type { StockHistory } from '#modules/catalog/stock-contract.ts'
import type { Db } from '#platform/db.server.ts'
import { orders } from './tables.server.ts'
import { orderNumber } from './wire.ts'

/** The stock of a product and its changes, with the numbers of the orders that caused them. */
export async function readStockAndOrders(
  db: Db,
  productId: number,
  query: { page: number; size: number },
): Promise<StockHistory> {
  const history = await readStockHistory(db, productId, query)
  const ids = history.rows.flatMap(({ orderId }) => orderId ?? [])
  const numbers = new Map(
    ids.length === 0
      ? []
      : (await db.select({ id: orders.id, number: orders.number }).from(orders).where(inArray(orders.id, ids))).map(
          ({ id, number }) => [id, orderNumber(number)],
        ),
  )
  const rows = history.rows.map((row) => ({ ...row, orderNumber: numbers.get(row.orderId ?? '') ?? null }))
  return { ...history, rows }
}
