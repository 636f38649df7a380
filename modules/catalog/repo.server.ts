import { and, eq, isNull, type Name, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { pictureJson } from '#modules/media/fragments.server.ts'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import type { Product, ProductCardData, ProductCardWithSummary, SortOrder } from './contract.ts'
import { relatedLimit } from './contract.ts'
import type { CuratedListName } from './curated-lists.ts'
import { currentPrice, factsJson } from './fragments.server.ts'
import { reviewPicturesJson } from './reviews-repo.server.ts'
import { oldSlugs, products } from './tables.server.ts'
import { turnJson } from './turn-repo.server.ts'

export type ListQuery = {
  categoryIds?: number[]
  list?: CuratedListName
  tagKey?: string
  color?: string
  size?: string
  text?: string
  sort?: SortOrder
}

const maxReviews = 50
/** Weights of tags, descriptions, facts and names. */
const rankWeights = '{0.6, 0.05, 0.2, 1}'

/** The number of ids read at once: a thousand pages of twelve, but never a whole list of a million products. */
export const chunkLength = 12_000

type ChunkRequest = { query: ListQuery; start: number; cachedVersion: string }
type ChunkRow = { total: number; ids: number[]; suggestions?: string[] | null }
type ChunksRow = { version: string } & Record<string, unknown>
type ChunkStatement = (db: Db, values: Record<string, unknown>) => Promise<ChunksRow[]>

/** One for each combination of filters and sort orders used so far. */
const chunkStatements = new Map<string, ChunkStatement>()

/** A chunk is null if the shop version still equals the cached version. */
export async function readChunks(
  db: Db,
  requests: ChunkRequest[],
): Promise<{ version: string; lists: (ChunkRow | null)[] }> {
  const shape = requests.map(({ query }) => shapeOf(query)).join('-')
  const execute = chunkStatements.get(shape) ?? buildChunkStatement(shape, requests)
  chunkStatements.set(shape, execute)
  const [row] = await execute(db, Object.assign({}, ...requests.map(valuesOf)))
  if (!row) throw new Error('The row of shop_version is missing')
  return { version: row.version, lists: requests.map((_, index) => row[`list${index}`] as ChunkRow | null) }
}

/** One letter per filter: queries of the same shape share a prepared statement and differ only in their values. */
function shapeOf(query: ListQuery): string {
  const { categoryIds, list, tagKey, color, size, text, sort } = query
  const parts = { [isOneCategory(query) ? 'o' : 'k']: categoryIds, l: list, t: tagKey, c: color, s: size, w: text }
  const filters = Object.entries(parts).map(([character, part]) => (part === undefined ? '' : character))
  return `${filters.join('')}${sort ?? ''}`
}

function valuesOf({ query, ...rest }: ChunkRequest, index: number): Record<string, unknown> {
  const { categoryIds, sort: _, ...texts } = query
  const values = { ...texts, ...rest, categoryIds: categoryIds && arrayText(categoryIds) }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name + index, value]))
}

function buildChunkStatement(shape: string, requests: ChunkRequest[]): ChunkStatement {
  return statement<Record<string, unknown>, ChunksRow>(`catalog_chunks_${shape}`, (parameters) => {
    const ctes: SQL[] = []
    const columns = requests.map(({ query }, index) => {
      const value: ParameterOf = (name) => sql`${parameters[name + index]}`
      const { source, order, cte } = listSource(query, sql.identifier(`found${index}`), value)
      if (cte) ctes.push(cte)
      const suggestions =
        query.text === undefined
          ? sql``
          : sql`, 'suggestions', case when not exists (select from ${source}) then nearest_names(${value('text')}) end`
      return sql`case when version::text <> ${value('cachedVersion')} then json_build_object(
        'total', (select count(*) from ${source}),
        'ids', array(select id from ${source} order by ${order}
          limit ${sql.raw(String(chunkLength))} offset ${value('start')}::bigint)${suggestions})
        end as ${sql.identifier(`list${index}`)}`
    })
    const withClause = ctes.length > 0 ? sql`with ${sql.join(ctes, sql`, `)}` : sql``
    return sql`${withClause} select version::text as version, ${sql.join(columns, sql`, `)} from shop_version`
  })
}

const isOneCategory = ({ categoryIds }: ListQuery) => categoryIds?.length === 1

type ParameterOf = (name: keyof ListQuery | 'start' | 'cachedVersion') => SQL

type ListSource = { source: SQL; order: SQL; cte?: SQL }

/** Whole categories are counted and sorted by an index. Every other filter goes into a CTE that is evaluated once. */
function listSource(query: ListQuery, name: Name, value: ParameterOf): ListSource {
  if (query.list) return curatedSource(query.sort, name, value)
  const { categoryIds, tagKey, color, size, text, sort } = query
  const conditions = [sql`archived_at is null`]
  // PostgreSQL uses the order of the index only with `=`, not with `any` and a single element.
  if (isOneCategory(query)) conditions.push(sql`category_id = (${value('categoryIds')}::int[])[1]`)
  else if (categoryIds) conditions.push(sql`category_id = any(${value('categoryIds')}::int[])`)
  const order = listOrder(sort, text !== undefined)
  const indexedConditions = conditions.length
  if (tagKey !== undefined) conditions.push(sql`tag_keys @> array[${value('tagKey')}::text]`)
  if (color !== undefined) conditions.push(sql`colors @> array[${value('color')}::text]`)
  if (size !== undefined) conditions.push(sql`sizes @> array[${value('size')}::text]`)
  if (text !== undefined) conditions.push(sql`search_vector @@ reading.query`)
  const where = sql.join(conditions, sql` and `)
  if (conditions.length === indexedConditions) return { source: sql`products where ${where}`, order }
  const rank = text === undefined ? sql`` : sql`, ${rankOf(value('text'))} as rank`
  const from = text === undefined ? sql`products` : sql`products, read_search(${value('text')}) as reading`
  return {
    source: sql`${name}`,
    order,
    cte: sql`${name} as materialized (select id, created_at, from_usd${rank} from ${from} where ${where})`,
  }
}

/** In the order of the owner, unless it is sorted by price. */
function curatedSource(sort: SortOrder | undefined, name: Name, value: ParameterOf): ListSource {
  return {
    source: sql`${name}`,
    order: sort ? listOrder(sort, false) : sql`position, id desc`,
    cte: sql`${name} as materialized (
      select p.id, p.from_usd, c.position from curated_products c join products p on p.id = c.product_id
      where c.list = ${value('list')} and p.archived_at is null)`,
  }
}

/** Literal matches rank first, then synonyms, then partial matches; an exact name wins within each group: see 0008. */
const rankOf = (text: SQL) => sql`
  10 * ((search_vector @@ reading.literal)::int + (search_vector @@ reading.meant)::int) + 5 * (lower(name) = ${text})::int
    + ts_rank(${sql.raw(`'${rankWeights}'`)}::real[], search_vector, reading.ranked)`

function listOrder(sort: SortOrder | undefined, searching: boolean): SQL {
  if (sort === 'priceAsc') return sql`from_usd, id`
  if (sort === 'priceDesc') return sql`from_usd desc, id desc`
  if (searching) return sql`rank desc, created_at desc, id desc`
  return sql`created_at desc, id desc`
}

function arrayText(numbers: number[]): string {
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

const stockNowStatement = statement<{ ids: string }, StockNow>(
  'catalog_stock_now',
  ({ ids }) => sql`
  select version::text as version,
    (select coalesce(json_object_agg(id, stock), '{}') from products where id = any(${ids}::int[])) as products,
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
