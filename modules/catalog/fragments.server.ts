import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { factColumn, productFacts } from './facts.ts'
import type { StockChange, StockMovementKind } from './stock-item.ts'

// SQL fragments that the cart and order modules embed in their own statements, which saves a round trip.

export const hasVariants = (productId: SQL) =>
  sql`exists (select from product_variants own where own.product_id = ${productId})`

/** The facts of the product `p`. */
export const factsJson = sql`json_build_object(${sql.join(
  productFacts.map(({ name }) => sql`${sql.raw(`'${name}'`)}, p.${sql.identifier(factColumn(name))}`),
  sql`, `,
)})`

const firstPicture = sql`
  (select json_build_object('hash', m.hash, 'widths', m.widths) from product_images i
   join pictures m on m.id = i.picture_id where i.product_id = p.id order by i.position limit 1)`

const isVariantValid = (variantId: SQLWrapper) =>
  sql`case when ${variantId} is null then not ${hasVariants(sql`p.id`)} else a.id is not null end`

const itemTables = (productId: SQLWrapper, variantId: SQLWrapper) => sql`
  products p left join product_variants a on a.id = ${variantId} and a.product_id = p.id where p.id = ${productId}`

type Currency = 'npr' | 'usd'

/** What a buyer pays for the product `p` in the variant `a`. */
export const currentPrice = (currency: Currency, product = sql`p`, variant = sql`a`): SQL => {
  const [price, sale] = [sql.identifier(`price_${currency}`), sql.identifier(`sale_${currency}`)]
  return sql`current_price(${product}.is_sale_active, ${variant}.${sale}, ${variant}.${price}, ${product}.${sale}, ${product}.${price})`
}

/** Selects prices and stock of an item that is on sale with at least this quantity in stock. */
export function itemOnSale(productId: SQLWrapper, variantId: SQLWrapper, quantity: SQLWrapper): SQL {
  return sql`
    select ${currentPrice('npr')} as price_npr, ${currentPrice('usd')} as price_usd, coalesce(a.stock, p.stock) as stock from ${itemTables(productId, variantId)}
      and p.archived_at is null and ${isVariantValid(variantId)} and coalesce(a.stock, p.stock) >= ${quantity}`
}

/** A `StockItem` as JSON; null if the product does not exist. */
export function stockItemJson(productId: SQLWrapper, variantId: SQLWrapper): SQL {
  return sql`(
    select json_build_object(
      'productId', p.id, 'variantId', ${variantId}, 'variantValue', a.value, 'measure', a.measure, 'name', p.name,
      'slug', p.slug,
      'categoryId', p.category_id, 'priceNpr', ${currentPrice('npr')}, 'priceUsd', ${currentPrice('usd')},
      'stock', coalesce(a.stock, p.stock),
      'isArchived', p.archived_at is not null,
      'isVariantValid', ${isVariantValid(variantId)}, 'picture', ${firstPicture})
    from ${itemTables(productId, variantId)})`
}

const stockLock = 7_215_002

/**
 * Locks the products in the order of their ids before any stock changes, which prevents deadlocks between sales. The
 * locks are advisory: locking and then updating a row in one statement could itself deadlock (0017).
 */
export const lockProductsInOrder = sql`
  locked as materialized (
    select pg_advisory_xact_lock(${sql.raw(String(stockLock))}, w.product_id)
    from (select distinct product_id from requested order by product_id offset 0) as w)`

/** Sums lines with the same variant, because an UPDATE changes each row only once. */
export const variantQuantities = sql`
  (select product_id, variant_id, sum(quantity)::int as quantity from requested
   where variant_id is not null group by product_id, variant_id)`

export type MovementValues = {
  kind: StockMovementKind
  at: string
  orderId: string | null
  reason: string
  actorId: string | null
  actorName: string
}

export const movementValuesOf = ({ kind, at, orderId, reason, actor }: StockChange): MovementValues => ({
  kind,
  at: at.toISOString(),
  orderId: orderId ?? null,
  reason: reason ?? '',
  actorId: actor?.userId ?? null,
  actorName: actor?.name ?? '',
})

/** Inserts a movement for each row of `moved (product_id, variant_id, variant_value, quantity)`. */
export const insertMovements = (
  { kind, at, orderId, reason, actorId, actorName }: Record<keyof MovementValues, unknown>,
  moved: SQL,
) => sql`
  insert into stock_movements (at, product_id, variant_id, variant_value, quantity, kind, order_id, reason, actor_id,
                               actor_name)
  select ${at}::timestamptz, product_id, variant_id, variant_value, quantity, ${kind}::text, ${orderId}::uuid,
    ${reason}::text, ${actorId}::uuid, ${actorName}::text
  from (${moved}) as moved`

/**
 * Deducts the stock of the CTE `requested (product_id, variant_id, quantity, place)` of the same statement. Also records
 * the movements of lines that are short: the caller must roll back.
 */
export const deductStockCtes = (movement: Record<keyof MovementValues, unknown>) => sql`
  ${lockProductsInOrder}, updated_variants as (
    update product_variants a set stock = a.stock - w.quantity from ${variantQuantities} w
    where a.id = w.variant_id and a.product_id = w.product_id and a.stock >= w.quantity
      and (select count(*) from locked) > 0
    returning a.id, a.value, a.measure, a.stock, a.price_npr, a.price_usd, a.sale_npr, a.sale_usd
  ), updated_products as (
    update products p set stock = p.stock - w.quantity
    from (select product_id, sum(quantity)::int as quantity from requested group by product_id) w
    where p.id = w.product_id and p.stock >= w.quantity and p.archived_at is null
      and (select count(*) from locked) > 0
    returning p.id, p.price_npr, p.price_usd, p.sale_npr, p.sale_usd, p.is_sale_active, p.stock
  ), movements as (${insertMovements(
    movement,
    sql`
      select w.product_id, w.variant_id, a.value as variant_value, -w.quantity as quantity
      from requested w left join updated_variants a on a.id = w.variant_id
      where (select count(*) from locked) > 0`,
  )})`

const [updatedProduct, updatedVariant] = [sql`updated_products`, sql`updated_variants`]

/** Of the product `w.product_id`, after the statement has waited for its lock. */
export const hasVariantsNow = sql`has_variants_now(w.product_id)`

const isUpdatedVariantValid = sql`case when w.variant_id is null then not ${hasVariantsNow} else updated_variants.id is not null end`

/**
 * Every `SoldItem` as JSON. Prices and stock come from the updated rows, because the snapshot of the statement is stale
 * if an UPDATE had to wait.
 */
export const soldItemsJson = sql`(
  select coalesce(json_agg(json_build_object('quantity', w.quantity, 'isDeducted', updated_products.id is not null and ${isUpdatedVariantValid},
    'item', json_build_object(
      'productId', p.id, 'variantId', w.variant_id, 'variantValue', updated_variants.value, 'measure', updated_variants.measure, 'name', p.name,
      'slug', p.slug, 'categoryId', p.category_id, 
      'priceNpr', ${currentPrice('npr', updatedProduct, updatedVariant)}, 'priceUsd', ${currentPrice('usd', updatedProduct, updatedVariant)},
      'stock', coalesce(updated_variants.stock, updated_products.stock), 'isArchived', p.archived_at is not null, 'isVariantValid', ${isUpdatedVariantValid},
      'picture', ${firstPicture})) order by w.place), '[]')
  from requested w join products p on p.id = w.product_id
  left join updated_products on updated_products.id = p.id left join updated_variants on updated_variants.id = w.variant_id)`

const stockBands = [0, 2, 5, 10, 20]

/** Must match the generated column stock_band; only bands are indexed (0020). */
export function stockBandOf(stock: number): number {
  const band = stockBands.findIndex((upperBound) => stock <= upperBound)
  return band < 0 ? stockBands.length : band
}
