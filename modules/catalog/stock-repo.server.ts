import { sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import {
  deductStockCtes,
  hasVariantsNow,
  insertMovements,
  lockProductsInOrder,
  type MovementValues,
  movementValuesOf,
  soldItemsJson,
  stockItemJson,
  variantQuantities,
} from './fragments.server.ts'
import type { SoldItem, StockChange, StockItem, StockItemKey, StockItemQuantity } from './stock-item.ts'

const stockItemsStatement = statement<{ products: string; variants: string }, { item: StockItem | null }>(
  'catalog_stock_items',
  ({ products, variants }) => sql`
    select ${stockItemJson(sql`w.product_id`, sql`w.variant_id`)} as item
    from unnest(${products}::int[], ${variants}::int[]) with ordinality as w (product_id, variant_id, place)
    order by w.place`,
)

/** In the order of the keys; undefined for a product that does not exist. */
export async function readStockItems(db: Db, keys: StockItemKey[]): Promise<(StockItem | undefined)[]> {
  const rows = await stockItemsStatement(db, idArraysOf(keys))
  return rows.map(({ item }) => item ?? undefined)
}

type QuantityArrays = { products: string; variants: string; quantities: string }

const deductStatement = statement<QuantityArrays & MovementValues, { items: SoldItem[] }>(
  'catalog_deduct_stock',
  (values) => sql`
    with requested as (
      select * from unnest(${values.products}::int[], ${values.variants}::int[], ${values.quantities}::int[])
        with ordinality as w (product_id, variant_id, quantity, place)
    ), ${deductStockCtes(values)}
    select ${soldItemsJson} as items`,
)

export async function deductStock(tx: Db, lines: StockItemQuantity[], change: StockChange): Promise<SoldItem[]> {
  const [row] = await deductStatement(tx, { ...quantityArraysOf(lines), ...movementValuesOf(change) })
  return row?.items ?? []
}

const lockStatement = statement<{ products: string }, never>(
  'catalog_lock_stock',
  ({ products }) => sql`
    with requested as (select unnest(${products}::int[]) as product_id), ${lockProductsInOrder} select count(*) from locked`,
)

/** Takes the same locks as a sale. Call it before any of these rows is locked, to prevent deadlocks. */
export async function lockStock(tx: Db, productIds: number[]): Promise<void> {
  await lockStatement(tx, { products: arrayText(productIds) })
}

const restoreStatement = statement<QuantityArrays & MovementValues, never>(
  'catalog_restore_stock',
  (values) => sql`
    with requested as (
      select * from unnest(${values.products}::int[], ${values.variants}::int[], ${values.quantities}::int[])
        as w (product_id, variant_id, quantity)
    ), ${lockProductsInOrder}, updated_variants as (
      update product_variants a set stock = a.stock + w.quantity from ${variantQuantities} w
      where a.id = w.variant_id and a.product_id = w.product_id and (select count(*) from locked) > 0
      returning a.id, a.value
    ), existing as (
      select w.product_id, w.variant_id, a.value as variant_value, w.quantity
      from requested w left join updated_variants a on a.id = w.variant_id
      where (select count(*) from locked) > 0
        and case when w.variant_id is null then not ${hasVariantsNow} else a.id is not null end
    ), updated_products as (
      update products p set stock = p.stock + w.quantity
      from (select product_id, sum(quantity)::int as quantity from existing group by product_id) w
      where p.id = w.product_id
    )
    ${insertMovements(values, sql`select * from existing`)}`,
)

/** Skips lines whose variant no longer exists, and lines without a variant of a product that now has variants. */
export async function restoreStock(tx: Db, lines: StockItemQuantity[], change: StockChange): Promise<void> {
  await restoreStatement(tx, { ...quantityArraysOf(lines), ...movementValuesOf(change) })
}

const stockChangesStatement = statement<{ snapshot: string | null }, { snapshot: string; hasChanged: boolean }>(
  'catalog_stock_changes',
  // Not a comparison of numbers: a transaction that was open in the old snapshot may have the smaller one.
  ({ snapshot }) => sql`
    select pg_current_snapshot()::text as snapshot, exists (
      select from stock_changes s where s.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(s.xid, ${snapshot}::pg_snapshot)
    ) as "hasChanged"`,
)

/** Whether stock has changed since a snapshot, with the snapshot of now. */
export async function readStockChanges(
  db: Db,
  since: string | null,
): Promise<{ snapshot: string | null; hasChanged: boolean }> {
  const [row] = await stockChangesStatement(db, { snapshot: since })
  return row ?? { snapshot: null, hasChanged: true }
}

export async function deleteStockChanges(db: Db, olderThanMs: number): Promise<void> {
  await db.execute(sql`delete from stock_changes where changed_at < now() - ${olderThanMs} * interval '1 millisecond'`)
}

function quantityArraysOf(lines: StockItemQuantity[]): QuantityArrays {
  return { ...idArraysOf(lines), quantities: arrayText(lines.map(({ quantity }) => quantity)) }
}

function idArraysOf(keys: StockItemKey[]): { products: string; variants: string } {
  return {
    products: arrayText(keys.map(({ productId }) => productId)),
    variants: arrayText(keys.map(({ variantId }) => variantId)),
  }
}

function arrayText(numbers: (number | null)[]): string {
  return `{${numbers.map((number) => number ?? 'null').join(',')}}`
}
