import { type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import type { StockChange, Variant } from './contract.ts'
import { insertMovements, movementValuesOf } from './fragments.server.ts'

/** The stock of a product, or of its variants if it has any. */
export type ProductStock = { id: number; stock: number; variants: Pick<Variant, 'id' | 'value' | 'stock'>[] }

/** `condition` is about the product `p`. */
export function readStocks(db: Db, condition: SQL): Promise<ProductStock[]> {
  return readRows<ProductStock>(
    db,
    sql`select p.id, p.stock, (select coalesce(json_agg(json_build_object('id', a.id, 'value', a.value, 'stock', a.stock)
          order by a.position), '[]') from product_variants a where a.product_id = p.id) as variants
        from products p where ${condition} order by p.id`,
  )
}

export type MovedItem = { productId: number; variantId: number | null; variantValue: string | null; quantity: number }

export async function insertMovedItems(tx: Db, items: MovedItem[], change: StockChange): Promise<void> {
  await tx.execute(
    insertMovements(
      movementValuesOf(change),
      sql`select "productId" as product_id, "variantId" as variant_id, "variantValue" as variant_value, quantity
          from json_to_recordset(${JSON.stringify(items)}::json)
            as item ("productId" int, "variantId" int, "variantValue" text, quantity int)`,
    ),
  )
}
