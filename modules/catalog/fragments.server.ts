import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * The catalogue's share of statements that belong to other modules: what a bag or an order asks of the catalogue while
 * it changes its own tables would otherwise cost a round trip of its own.
 */

const hasChoices = sql`exists (select from product_attributes own where own.product_id = p.id)`

const firstPicture = sql`
  (select json_build_object('hash', m.hash, 'widths', m.widths) from product_images i
   join pictures m on m.id = i.picture_id where i.product_id = p.id order by i.position limit 1)`

const choiceFits = (attributeId: SQLWrapper) =>
  sql`case when ${attributeId} is null then not ${hasChoices} else a.id is not null end`

const pieceTables = (productId: SQLWrapper, attributeId: SQLWrapper) => sql`
  products p left join product_attributes a on a.id = ${attributeId} and a.product_id = p.id where p.id = ${productId}`

/** The piece's prices and stock, if it is on sale and there is so much of it. */
export function pieceOnSale(productId: SQLWrapper, attributeId: SQLWrapper, quantity: SQLWrapper): SQL {
  return sql`
    select p.price_npr, p.price_usd, coalesce(a.stock, p.stock) as stock from ${pieceTables(productId, attributeId)}
      and p.archived_at is null and ${choiceFits(attributeId)} and coalesce(a.stock, p.stock) >= ${quantity}`
}

/** A `Piece` as it stands now, as json; null where there is no such product. */
export function pieceJson(productId: SQLWrapper, attributeId: SQLWrapper): SQL {
  return sql`(
    select json_build_object(
      'productId', p.id, 'attributeId', ${attributeId}, 'attributeValue', a.value, 'measure', a.measure, 'name', p.name,
      'slug', p.slug,
      'categoryId', p.category_id, 'priceNpr', p.price_npr, 'priceUsd', p.price_usd, 'stock', coalesce(a.stock, p.stock),
      'isArchived', p.archived_at is not null,
      'choiceFits', ${choiceFits(attributeId)}, 'picture', ${firstPicture})
    from ${pieceTables(productId, attributeId)})`
}

const stockLock = 7_215_002

/**
 * Each product is locked first, in the order of their ids, and a choice is only ever changed under the lock of its
 * product: so two sales never wait for each other in a circle. The lock is advisory, not the row's: a statement that
 * locks a row and then updates it under the same snapshot waits in a circle with its like (0026).
 */
export const lockedInOrder = sql`
  locked as materialized (
    select pg_advisory_xact_lock(${sql.raw(String(stockLock))}, w.product_id)
    from (select distinct product_id from wanted order by product_id offset 0) as w)`

/** Two lines may name the same choice; an update changes a row once, so they are one line to it. */
export const choicesWanted = sql`
  (select product_id, attribute_id, sum(quantity)::int as quantity from wanted
   where attribute_id is not null group by product_id, attribute_id)`

/** Takes the pieces of `wanted (product_id, attribute_id, quantity, place)`, a query of the same statement, from stock. */
export const sale = sql`
  ${lockedInOrder}, chosen as (
    update product_attributes a set stock = a.stock - w.quantity from ${choicesWanted} w
    where a.id = w.attribute_id and a.product_id = w.product_id and a.stock >= w.quantity
      and (select count(*) from locked) > 0
    returning a.id, a.value, a.measure, a.stock
  ), sold as (
    update products p set stock = p.stock - w.quantity
    from (select product_id, sum(quantity)::int as quantity from wanted group by product_id) w
    where p.id = w.product_id and p.stock >= w.quantity and p.archived_at is null
      and (select count(*) from locked) > 0
    returning p.id, p.price_npr, p.price_usd, p.stock
  )`

const fits = sql`case when w.attribute_id is null then not ${hasChoices} else chosen.id is not null end`

/**
 * Every `SoldPiece` of that sale, as json. An update sees the newest row after a wait, the rest of a statement does not,
 * so what was sold is told by `sold` and `chosen`.
 */
export const soldJson = sql`(
  select coalesce(json_agg(json_build_object('quantity', w.quantity, 'isTaken', sold.id is not null and ${fits},
    'piece', json_build_object(
      'productId', p.id, 'attributeId', w.attribute_id, 'attributeValue', chosen.value, 'measure', chosen.measure, 'name', p.name,
      'slug', p.slug, 'categoryId', p.category_id, 'priceNpr', sold.price_npr, 'priceUsd', sold.price_usd,
      'stock', coalesce(chosen.stock, sold.stock), 'isArchived', p.archived_at is not null, 'choiceFits', ${fits},
      'picture', ${firstPicture})) order by w.place), '[]')
  from wanted w join products p on p.id = w.product_id
  left join sold on sold.id = p.id left join chosen on chosen.id = w.attribute_id)`

const stockBands = [0, 2, 5, 10, 20]

/** The band that holds such a stock, as the column stock_band is made; only bands are indexed (0044). */
export function stockBandOf(stock: number): number {
  const found = stockBands.findIndex((most) => stock <= most)
  return found < 0 ? stockBands.length : found
}
