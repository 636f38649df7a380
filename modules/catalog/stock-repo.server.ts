import { sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import type { Piece, PieceAsked, PieceCount } from './schema.ts'

const firstPictureOf = sql`
  (select json_build_object('hash', m.hash, 'widths', m.widths) from product_images i
   join pictures m on m.id = i.picture_id where i.product_id = p.id order by i.position limit 1)`

const hasChoices = sql`exists (select from product_attributes own where own.product_id = p.id)`

const piecesStatement = statement<{ products: string; attributes: string }, { piece: Piece | null }>(
  'catalog_pieces',
  ({ products, attributes }) => sql`
    select case when p.id is not null then json_build_object(
      'productId', p.id, 'attributeId', w.attribute_id, 'attributeValue', a.value, 'name', p.name, 'slug', p.slug,
      'categoryId', p.category_id, 'priceNpr', p.price_npr, 'priceUsd', p.price_usd, 'stock', coalesce(a.stock, p.stock),
      'isArchived', p.archived_at is not null,
      'choiceFits', case when w.attribute_id is null then not ${hasChoices} else a.id is not null end,
      'picture', ${firstPictureOf}) end as piece
    from unnest(${products}::int[], ${attributes}::int[]) with ordinality as w (product_id, attribute_id, place)
    left join products p on p.id = w.product_id
    left join product_attributes a on a.id = w.attribute_id and a.product_id = p.id
    order by w.place`,
)

/** In the order in which they were asked for; nothing for a product that does not exist. */
export async function readPieces(db: Db, asked: PieceAsked[]): Promise<(Piece | undefined)[]> {
  const rows = await piecesStatement(db, columnsOf(asked))
  return rows.map(({ piece }) => piece ?? undefined)
}

const stockLock = 7_215_002

/**
 * Each product is locked first, in the order of their ids, and a choice is only ever changed under the lock of its
 * product: so two sales never wait for each other in a circle. The lock is advisory, not the row's: a statement that
 * locks a row and then updates it under the same snapshot waits in a circle with its like (0026). An update sees the
 * newest row after such a wait, the outer select does not, so what was sold is told by `sold` and `chosen`.
 */
const lockedInOrder = sql`
  locked as materialized (
    select pg_advisory_xact_lock(${sql.raw(String(stockLock))}, w.product_id)
    from (select distinct product_id from wanted order by product_id offset 0) as w)`

const takeStatement = statement<
  { products: string; attributes: string; quantities: string },
  { piece: Piece; taken: boolean }
>(
  'catalog_take_stock',
  ({ products, attributes, quantities }) => sql`
    with wanted as (
      select * from unnest(${products}::int[], ${attributes}::int[], ${quantities}::int[])
        with ordinality as w (product_id, attribute_id, quantity, place)
    ), ${lockedInOrder}, chosen as (
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
    )
    select json_build_object(
        'productId', p.id, 'attributeId', w.attribute_id, 'attributeValue', chosen.value, 'name', p.name,
        'slug', p.slug, 'categoryId', p.category_id, 'priceNpr', sold.price_npr, 'priceUsd', sold.price_usd,
        'stock', coalesce(chosen.stock, sold.stock), 'isArchived', p.archived_at is not null,
        'choiceFits', case when w.attribute_id is null then not ${hasChoices} else chosen.id is not null end,
        'picture', ${firstPictureOf}) as piece,
      sold.id is not null
        and case when w.attribute_id is null then not ${hasChoices} else chosen.id is not null end as taken
    from wanted w join products p on p.id = w.product_id
    left join sold on sold.id = p.id left join chosen on chosen.id = w.attribute_id
    order by w.place`,
)

export function lowerStock(tx: Db, wanted: PieceCount[]): Promise<{ piece: Piece; taken: boolean }[]> {
  return takeStatement(tx, { ...columnsOf(wanted), quantities: arrayText(wanted.map(({ quantity }) => quantity)) })
}

const returnStatement = statement<{ products: string; attributes: string; quantities: string }, never>(
  'catalog_return_stock',
  ({ products, attributes, quantities }) => sql`
    with wanted as (
      select * from unnest(${products}::int[], ${attributes}::int[], ${quantities}::int[])
        as w (product_id, attribute_id, quantity)
    ), ${lockedInOrder}, chosen as (
      update product_attributes a set stock = a.stock + w.quantity from wanted w
      where a.id = w.attribute_id and a.product_id = w.product_id and (select count(*) from locked) > 0
      returning a.id
    )
    update products p set stock = p.stock + w.quantity
    from (select product_id, sum(quantity)::int as quantity from wanted
          where attribute_id is null or attribute_id in (select id from chosen) group by product_id) w
    where p.id = w.product_id`,
)

/** Pieces whose choice has left the catalogue since cannot be sold again, and do not come back. */
export async function raiseStock(tx: Db, given: PieceCount[]): Promise<void> {
  await returnStatement(tx, { ...columnsOf(given), quantities: arrayText(given.map(({ quantity }) => quantity)) })
}

function columnsOf(asked: PieceAsked[]): { products: string; attributes: string } {
  return {
    products: arrayText(asked.map(({ productId }) => productId)),
    attributes: arrayText(asked.map(({ attributeId }) => attributeId)),
  }
}

function arrayText(numbers: (number | null)[]): string {
  return `{${numbers.map((number) => number ?? 'null').join(',')}}`
}
