import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * The catalogue's share of statements that belong to other modules: what a bag or an order asks of the catalogue while
 * it changes its own tables would otherwise cost a round trip of its own.
 */

const hasChoices = sql`exists (select from product_attributes own where own.product_id = p.id)`

const firstPicture = sql`
  (select json_build_object('hash', m.hash, 'widths', m.widths) from product_images i
   join pictures m on m.id = i.picture_id where i.product_id = p.id order by i.position limit 1)`

/** A `Piece` as it stands now, as json; null where there is no such product. */
export function pieceJson(productId: SQLWrapper, attributeId: SQLWrapper): SQL {
  return sql`(
    select json_build_object(
      'productId', p.id, 'attributeId', ${attributeId}, 'attributeValue', a.value, 'name', p.name, 'slug', p.slug,
      'categoryId', p.category_id, 'priceNpr', p.price_npr, 'priceUsd', p.price_usd, 'stock', coalesce(a.stock, p.stock),
      'isArchived', p.archived_at is not null,
      'choiceFits', case when ${attributeId} is null then not ${hasChoices} else a.id is not null end,
      'picture', ${firstPicture})
    from products p left join product_attributes a on a.id = ${attributeId} and a.product_id = p.id
    where p.id = ${productId})`
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

/** Takes the pieces of `wanted (product_id, attribute_id, quantity, place)`, a query of the same statement, from stock. */
export const sale = sql`
  ${lockedInOrder}, chosen as (
    update product_attributes a set stock = a.stock - w.quantity from wanted w
    where a.id = w.attribute_id and a.product_id = w.product_id and a.stock >= w.quantity
      and (select count(*) from locked) > 0
    returning a.id, a.value, a.stock
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
      'productId', p.id, 'attributeId', w.attribute_id, 'attributeValue', chosen.value, 'name', p.name,
      'slug', p.slug, 'categoryId', p.category_id, 'priceNpr', sold.price_npr, 'priceUsd', sold.price_usd,
      'stock', coalesce(chosen.stock, sold.stock), 'isArchived', p.archived_at is not null, 'choiceFits', ${fits},
      'picture', ${firstPicture})) order by w.place), '[]')
  from wanted w join products p on p.id = w.product_id
  left join sold on sold.id = p.id left join chosen on chosen.id = w.attribute_id)`
