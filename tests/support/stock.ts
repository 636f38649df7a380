import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'

/** A movement for each product and variant whose stock was written with SQL; also for benchmarks. */
export const stockCorrections = `
  insert into stock_movements (at, product_id, variant_id, variant_value, quantity, kind)
  select now(), product_id, nullif(variant, 0), value, coalesce(stock, 0) - coalesce(quantity, 0), 'correction' from (
    select p.id as product_id, coalesce(a.id, 0) as variant, a.value, coalesce(a.stock, p.stock) as stock
    from products p left join product_variants a on a.product_id = p.id) as item
  full join (
    select product_id, coalesce(variant_id, 0) as variant, sum(quantity) as quantity
    from stock_movements group by 1, 2) as moved using (product_id, variant)
  where coalesce(stock, 0) <> coalesce(quantity, 0)`

/** Writes stock with SQL, as a correction. */
export async function writeStock(db: Db, update: SQL): Promise<void> {
  await db.execute(update)
  await db.execute(sql.raw(stockCorrections))
}
