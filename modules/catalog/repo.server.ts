import { and, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { pictureJson } from '#modules/media/fragments.server.ts'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import type { Product, ProductCardData, ProductCardWithSummary } from './contract.ts'
import { relatedLimit } from './contract.ts'
import { currentPrice, factsJson } from './fragments.server.ts'
import { reviewPicturesJson } from './reviews-repo.server.ts'
import { oldSlugs, products } from './tables.server.ts'
import { turnJson } from './turn-repo.server.ts'

const maxReviews = 50

export function arrayText(numbers: number[]): string {
  return `{${numbers.join(',')}}`
}

const picturesOf = sql`
  (select coalesce(json_agg(${pictureJson(sql`i.alt`)} order by i.position), '[]')
   from product_images i join pictures m on m.id = i.picture_id where i.product_id = p.id)`

const regularPrice = (currency: 'npr' | 'usd') => {
  const price = sql.identifier(`price_${currency}`)
  return sql`case when ${currentPrice(currency)} < coalesce(a.${price}, p.${price}) then coalesce(a.${price}, p.${price}) end`
}

const variantColumns = sql`'id', a.id, 'kind', a.kind, 'value', a.value, 'measure', a.measure,
  'priceNpr', ${currentPrice('npr')}, 'priceUsd', ${currentPrice('usd')},
  'regularNpr', ${regularPrice('npr')}, 'regularUsd', ${regularPrice('usd')}`

const variantsInStock = sql`
  (select coalesce(json_agg(json_build_object(${variantColumns}) order by a.position), '[]')
   from product_variants a where a.product_id = p.id and a.stock > 0)`

const cardJson = sql`json_build_object(
  'id', p.id, 'slug', p.slug, 'name', p.name, 'categoryId', p.category_id, 'priceNpr', p.from_npr,
  'priceUsd', p.from_usd, 'regularNpr', p.was_npr, 'regularUsd', p.was_usd, 'hasPriceRange', p.has_price_range,
  'stock', p.stock, 'variants', ${variantsInStock}, 'tags', p.tags, 'pictures', ${picturesOf})`

const inOrder = (json: SQL) => (parameters: { ids: Placeholder<'ids'> }) =>
  sql`
  select ${json} as card
  from unnest(${parameters.ids}::int[]) with ordinality as requested (id, place)
  join products p on p.id = requested.id and p.archived_at is null
  order by requested.place`

const cardsStatement = statement<{ ids: string }, { card: ProductCardData }>('catalog_cards', inOrder(cardJson))

export async function readCards(db: Db, ids: number[]): Promise<ProductCardData[]> {
  return (await cardsStatement(db, { ids: arrayText(ids) })).map(({ card }) => card)
}

/** By id. */
export type StockNow = { version: string; products: Record<number, number>; variants: Record<number, number> }

/** By id; `ids` is an array. */
export const stockOf = (ids: SQL) =>
  sql`(select coalesce(json_object_agg(id, stock), '{}') from products where id = any(${ids}))`

const stockNowStatement = statement<{ ids: string }, StockNow>(
  'catalog_stock_now',
  ({ ids }) => sql`
  select version::text as version, ${stockOf(sql`${ids}::int[]`)} as products,
    (select coalesce(json_object_agg(id, stock), '{}') from product_variants
     where product_id = any(${ids}::int[])) as variants
  from shop_version`,
)

/** The stock of these products and their variants, and the shop version, at the same moment. */
export async function readStockNow(db: Db, ids: number[]): Promise<StockNow> {
  const [row] = await stockNowStatement(db, { ids: arrayText(ids) })
  if (!row) throw new Error('The row of shop_version is missing')
  return row
}

const firstSentence = sql`coalesce(substring(p.description from '^.+?[.!?](?=\\s|$)'), p.description)`

const summariesStatement = statement<{ ids: string }, { card: ProductCardWithSummary }>(
  'catalog_summaries',
  inOrder(sql`${cardJson}::jsonb || jsonb_build_object('summary', ${firstSentence})`),
)

export async function readCardsWithSummary(db: Db, ids: number[]): Promise<ProductCardWithSummary[]> {
  return (await summariesStatement(db, { ids: arrayText(ids) })).map(({ card }) => card)
}

export type ProductPath = { slug: string; categoryId: number }

/** In the order of creation. */
export async function readProductPaths(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ total: number; paths: ProductPath[] }> {
  const [row] = await readRows<{ total: number; paths: ProductPath[] }>(
    db,
    sql`select (select count(*)::int from products where archived_at is null) as total,
          (select coalesce(json_agg(path), '[]') from (
             select json_build_object('slug', slug, 'categoryId', category_id) as path from products
             where archived_at is null order by id limit ${limit} offset ${offset}) as part) as paths`,
  )
  return row ?? { total: 0, paths: [] }
}

type ProductRow = Omit<Product, 'related'> & { tagKey: string | null; version: string }

const productStatement = statement<
  { slug: string },
  { card: ProductCardData; rest: Omit<ProductRow, keyof ProductCardData> }
>(
  'catalog_product',
  ({ slug }) => sql`select ${cardJson} as card, json_build_object(
          'description', p.description,
          'saleUntil', case when p.is_sale_active then p.sale_until end,
          'tagKey', p.tag_keys[1],
          'version', (select version::text from shop_version),
          'seo', json_build_object('title', p.seo_title, 'description', p.seo_description),
          'facts', ${factsJson},
          'turn', ${turnJson(sql`m.hash`)},
          'outlines', (select coalesce(json_agg(i.outline order by i.position), '[]')
                       from product_images i where i.product_id = p.id),
          'allVariants', (select coalesce(json_agg(json_build_object(${variantColumns}, 'stock', a.stock)
                                                   order by a.position), '[]')
                          from product_variants a where a.product_id = p.id),
          'ratings', (select json_build_object('count', count(*), 'average', avg(v.rating))
                      from reviews v where v.product_id = p.id and v.approved_at is not null),
          'reviews', (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name,
                              'description', r.description, 'rating', r.rating, 'answer', r.answer,
                              'createdAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                              'pictures', r.pictures)), '[]')
                      from (select v.*, ${reviewPicturesJson} as pictures
                            from reviews v where v.product_id = p.id and v.approved_at is not null
                            order by v.created_at desc limit ${sql.raw(String(maxReviews))}) r)
        ) as rest
        from products p where p.slug = ${slug} and p.archived_at is null`,
)

/** The product that had this slug before. */
export async function readMovedProduct(db: Db, slug: string): Promise<ProductPath | undefined> {
  const [found] = await db
    .select({ slug: products.slug, categoryId: products.categoryId })
    .from(oldSlugs)
    .innerJoin(products, eq(products.id, oldSlugs.productId))
    .where(and(eq(oldSlugs.slug, slug), isNull(products.archivedAt)))
  return found
}

export async function readProduct(db: Db, slug: string): Promise<ProductRow | undefined> {
  const [row] = await productStatement(db, { slug })
  return row && { ...row.card, ...row.rest }
}

type RelatedTo = Pick<ProductRow, 'id' | 'categoryId' | 'priceUsd' | 'tagKey'>

const limitRelated = sql.raw(String(relatedLimit))

const relatedStatement = statement<RelatedTo, { card: ProductCardData }>(
  'catalog_related',
  ({ id, categoryId, priceUsd, tagKey }) => {
    const similarPrice = (rank: number, condition: SQL) => sql`
    (select id, ${sql.raw(String(rank))} as rank, from_usd - ${priceUsd}::bigint as distance from products
     where ${condition} and archived_at is null and id <> ${id} and from_usd >= ${priceUsd}::bigint
     order by from_usd, id limit ${limitRelated})
    union all
    (select id, ${sql.raw(String(rank))}, ${priceUsd}::bigint - from_usd from products
     where ${condition} and archived_at is null and id <> ${id} and from_usd < ${priceUsd}::bigint
     order by from_usd desc, id desc limit ${limitRelated})`
    return sql`
    with candidates as (
      (select related_id as id, 0 as rank, position::bigint as distance from product_related where product_id = ${id})
      union all ${similarPrice(1, sql`tag_keys[1] = ${tagKey}`)}
      union all ${similarPrice(2, sql`category_id = ${categoryId}`)}
    ), selected as (
      select id, min(rank * 1000000000000 + distance) as place from candidates group by id order by place
      limit ${limitRelated}
    )
    select ${cardJson} as card from selected join products p on p.id = selected.id and p.archived_at is null
    order by selected.place`
  },
)

/** Products chosen by the shop first, then products of a similar price: with the same first tag, then in the same category. */
export async function readRelated(db: Db, { id, categoryId, priceUsd, tagKey }: RelatedTo): Promise<ProductCardData[]> {
  return (await relatedStatement(db, { id, categoryId, priceUsd, tagKey })).map(({ card }) => card)
}
