import { type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import type { Variant } from './contract.ts'
import { hasVariants, insertMovements, movementValuesOf, stockBandOf } from './fragments.server.ts'
import type { StockChange, StockMovementKind } from './stock-item.ts'

/** The stock of a product, or of its variants if it has any. */
export type ProductStock = {
  id: number
  name: string
  stock: number
  variants: Pick<Variant, 'id' | 'value' | 'stock'>[]
}

const variantsJson = sql`
  (select coalesce(json_agg(json_build_object('id', a.id, 'value', a.value, 'stock', a.stock) order by a.position), '[]')
   from product_variants a where a.product_id = p.id)`

/** `condition` is about the product `p`. */
export function readStocks(db: Db, condition: SQL): Promise<ProductStock[]> {
  return readRows<ProductStock>(
    db,
    sql`select p.id, p.name, p.stock, ${variantsJson} as variants
        from products p where ${condition} order by p.id`,
  )
}

/** The lowest first, one more than `limit` if there are more. */
export function readLowStock(db: Db, lowStock: number, limit: number): Promise<ProductStock[]> {
  return readRows<ProductStock>(
    db,
    sql`select p.id, p.name, p.stock, ${variantsJson} as variants
        from products p where p.archived_at is null and p.stock_band <= ${stockBandOf(lowStock)} and p.stock <= ${lowStock}
        order by p.stock_band, p.stock, p.name limit ${limit + 1}`,
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

export type StoredMovement = {
  id: string
  at: string
  variant: string | null
  quantity: number
  stockAfter: number
  kind: StockMovementKind
  orderId: string | null
  reason: string
  actor: string
}

/** Newest first. The stock after a movement is the present stock without the movements that came later. */
export function readMovements(
  db: Db,
  productId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<StoredMovement[]> {
  return readRows<StoredMovement>(
    db,
    sql`with page as materialized (
          select * from stock_movements where product_id = ${productId} order by id desc limit ${limit} offset ${offset}
        ), newer as (
          select coalesce(variant_id, 0) as variant, sum(quantity) as quantity from stock_movements
          where product_id = ${productId} and id > (select max(id) from page) group by 1
        )
        select m.id::text, to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
          m.variant_value as variant, m.quantity, m.kind, m.order_id as "orderId", m.reason, m.actor_name as actor,
          (case when m.variant_id is not null then coalesce(a.stock, 0)
             when ${hasVariants(sql`m.product_id`)} then 0 else p.stock end - coalesce(newer.quantity, 0)
           - coalesce(sum(m.quantity) over (partition by m.variant_id order by m.id desc
                      rows between unbounded preceding and 1 preceding), 0))::int as "stockAfter"
        from page m join products p on p.id = m.product_id left join product_variants a on a.id = m.variant_id
        left join newer on newer.variant = coalesce(m.variant_id, 0)
        order by m.id desc`,
  )
}
