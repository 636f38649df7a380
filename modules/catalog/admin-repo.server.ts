import { and, eq, like, notInArray, type SQL, sql } from 'drizzle-orm'
import { pictureJson } from '#modules/media/fragments.server.ts'
import type { Picture } from '#modules/media/picture.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import type { ProductListQuery } from './admin-contract.ts'
import type { CurrentPrices, Variant } from './contract.ts'
import type { ProductFacts } from './facts.ts'
import { currentPrice, factsJson, stockBandOf } from './fragments.server.ts'
import type { Outline } from './outline.ts'
import { lockStock } from './stock-repo.server.ts'
import type { StoredPrices } from './stored-prices.ts'
import { oldSlugs, productImages, products, productVariants } from './tables.server.ts'
import { turnJson } from './turn-repo.server.ts'

/** With what a buyer pays now. */
type CurrentAmounts = { currentNpr: number; currentUsd: number }

type StoredVariant = StoredPrices & CurrentAmounts & Omit<Variant, keyof CurrentPrices>

/** Everything about a product that can be edited. */
export type StoredProduct = StoredPrices<number> &
  CurrentAmounts & {
    id: number
    version: number
    slug: string
    name: string
    description: string
    categoryId: number
    saleFrom: string | null
    saleUntil: string | null
    isSaleActive: boolean
    stock: number
    tags: string[]
    colors: string[]
    sizes: string[]
    facts: ProductFacts
    variants: StoredVariant[]
    images: { pictureId: number; alt: string; outline: Outline | null; picture: Picture }[]
    turn: { pictureId: number; hash: string }[]
    related: { id: number; name: string }[]
    isArchived: boolean
    seoTitle: string
    seoDescription: string
    createdAt: string
    updatedAt: string
  }

const utc = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const variantsJson = sql`
  (select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'value', a.value, 'measure', a.measure,
    'priceNpr', a.price_npr, 'priceUsd', a.price_usd, 'saleNpr', a.sale_npr, 'saleUsd', a.sale_usd,
    'currentNpr', ${currentPrice('npr')}, 'currentUsd', ${currentPrice('usd')}, 'stock', a.stock) order by a.position), '[]') from product_variants a where a.product_id = p.id)`

/** What the editor and the CSV file share. */
export const productFields = sql`'id', p.id, 'version', p.version, 'slug', p.slug, 'name', p.name,
  'description', p.description, 'categoryId', p.category_id, 'priceNpr', p.price_npr, 'priceUsd', p.price_usd,
  'saleNpr', p.sale_npr, 'saleUsd', p.sale_usd, 'saleFrom', p.sale_from, 'saleUntil', p.sale_until,
  'isSaleActive', p.is_sale_active, 'currentNpr', p.from_npr, 'currentUsd', p.from_usd,
  'stock', p.stock, 'tags', p.tags, 'colors', p.colors, 'sizes', p.sizes, 'isArchived', p.archived_at is not null,
  'seoTitle', p.seo_title, 'seoDescription', p.seo_description,
  'createdAt', ${utc(sql`p.created_at`)}, 'updatedAt', ${utc(sql`p.updated_at`)}, 'facts', ${factsJson}, 'variants', ${variantsJson}`

const recordJson = sql`json_build_object(${productFields},
  'images', (select coalesce(json_agg(json_build_object('pictureId', i.picture_id, 'alt', i.alt, 'outline', i.outline,
               'picture', ${pictureJson(sql`i.alt`)}) order by i.position), '[]')
             from product_images i join pictures m on m.id = i.picture_id where i.product_id = p.id),
  'turn', ${turnJson(sql`json_build_object('pictureId', m.id, 'hash', m.hash)`)},
  'related', (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by r.position), '[]')
              from product_related r join products o on o.id = r.related_id where r.product_id = p.id))`

export async function readRecord(db: Db, id: number): Promise<StoredProduct | undefined> {
  const [row] = await readRows<{ record: StoredProduct }>(
    db,
    sql`select ${recordJson} as record from products p where p.id = ${id}`,
  )
  return row?.record
}

/** Takes the stock lock against sales and the row lock against imports, until the transaction ends. */
export async function lockProduct(tx: Db, id: number): Promise<boolean> {
  await lockStock(tx, [id])
  const locked = await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('no key update')
  return locked.length > 0
}

export async function slugOwner(db: Db, slug: string): Promise<number | undefined> {
  const [found] = await db.select({ id: products.id }).from(products).where(eq(products.slug, slug))
  return found?.id
}

/** Links with this slug lead to the product from now on; if the product was not public, only if they led nowhere. */
export async function saveOldSlug(tx: Db, slug: string, productId: number, wasPublic: boolean): Promise<void> {
  const insert = tx.insert(oldSlugs).values({ slug, productId })
  const target = oldSlugs.slug
  await (wasPublic ? insert.onConflictDoUpdate({ target, set: { productId } }) : insert.onConflictDoNothing({ target }))
}

/** The slugs that start with the stem. */
export async function existingSlugs(db: Db, stem: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(like(products.slug, `${stem}%`))
  return new Set(rows.map(({ slug }) => slug))
}

export async function countExisting(db: Db, table: 'pictures' | 'products', ids: number[]): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${sql.identifier(table)} where id = any(${`{${ids.join(',')}}`}::int[])`,
  )
  return row?.count ?? 0
}

export async function updateColumns(tx: Db, id: number, change: Partial<typeof products.$inferInsert>): Promise<void> {
  await tx
    .update(products)
    .set({ ...change, updatedAt: sql`now()`, version: sql`${products.version} + 1` })
    .where(eq(products.id, id))
}

export type VariantInput = Omit<StoredVariant, 'id' | keyof CurrentAmounts> & { id: number | null }

/** Replaces all variants. A variant with an id is updated, so carts and orders keep their reference. */
export async function replaceVariants(tx: Db, productId: number, variants: VariantInput[]): Promise<void> {
  const remainingIds = variants.flatMap(({ id }) => id ?? [])
  await tx
    .delete(productVariants)
    .where(and(eq(productVariants.productId, productId), notInArray(productVariants.id, remainingIds)))
  if (variants.length === 0) return
  const rows = JSON.stringify(variants.map((variant, position) => ({ ...variant, position })))
  await tx.execute(sql`update product_variants a set kind = w.kind, value = w.value,
      measure = w.measure, price_npr = w."priceNpr", price_usd = w."priceUsd", sale_npr = w."saleNpr",
      sale_usd = w."saleUsd", stock = w.stock, position = w.position
    from json_to_recordset(${rows}::json) as w (id int, kind text, value text, measure text, "priceNpr" bigint,
      "priceUsd" bigint, "saleNpr" bigint, "saleUsd" bigint, stock int, position smallint)
    where a.id = w.id and a.product_id = ${productId}`)
  const newVariants = variants.flatMap(({ id, ...variant }, position) =>
    id === null ? [{ ...variant, productId, position }] : [],
  )
  if (newVariants.length > 0) await tx.insert(productVariants).values(newVariants)
}

type ImageInput = Pick<StoredProduct['images'][number], 'pictureId' | 'alt' | 'outline'>

export async function replaceImages(tx: Db, productId: number, images: ImageInput[]) {
  await tx.delete(productImages).where(eq(productImages.productId, productId))
  const rows = images.map((image, position) => ({ ...image, productId, position }))
  if (rows.length > 0) await tx.insert(productImages).values(rows)
}

export async function replaceRelated(tx: Db, productId: number, relatedIds: number[]): Promise<void> {
  await tx.execute(sql`delete from product_related where product_id = ${productId}`)
  if (relatedIds.length === 0) return
  await tx.execute(sql`insert into product_related (product_id, related_id, position)
    select ${productId}::int, id, place from unnest(${`{${relatedIds.join(',')}}`}::int[]) with ordinality as r (id, place)`)
}

export type StoredProductRow = Pick<
  StoredProduct,
  'id' | 'version' | 'slug' | 'name' | 'categoryId' | 'priceNpr' | 'priceUsd' | 'stock' | 'isArchived'
> &
  CurrentAmounts & { hasPriceRange: boolean; variants: number; picture: Picture | null }

const sortOrders = {
  '-created': sql`p.created_at desc, p.id desc`,
  created: sql`p.created_at, p.id`,
  name: sql`lower(p.name), p.id`,
  '-name': sql`lower(p.name) desc, p.id desc`,
  price: sql`p.price_usd, p.id`,
  '-price': sql`p.price_usd desc, p.id desc`,
} as const satisfies Record<Exclude<ProductListQuery['sort'], 'match'>, SQL>

/** All that the sort orders need: sorting whole rows takes longer. */
const sortColumns = sql`p.id, p.name, p.stock, p.price_usd, p.created_at`

const maxTerms = 8
/** Ranking all matches of a common word would take too long in a large catalog. */
const maxRanked = 100
const maxNames = 50

/**
 * The exact name, names that start with the text, names in which each of its words starts a word, everything else;
 * products in stock first.
 */
function matchOrder(text: string): SQL {
  const key = (typed: string | SQL) => sql`lower(unaccent('unaccent', ${typed}))`
  // As subqueries they are computed once, and not again for each product.
  const typed = sql`(select ${key(text)})`
  const terms = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxTerms) ?? []
  const isElsewhere = [sql`false`, ...terms.map((term) => sql`name !~ (select '\\m' || ${key(term)})`)]
  return sql`(select case when ${sql.join(isElsewhere, sql` or `)} then 3 when name = ${typed} then 0
      when starts_with(name, ${typed}) then 1 else 2 end
    from (select ${key(sql`p.name`)} as name offset 0) as keyed), p.stock = 0, ${sortOrders['-created']}`
}

/** Read before the list statement: with a literal tsquery the planner can estimate the number of rows. */
export async function readSearchQuery(db: Db, text: string): Promise<string> {
  const [row] = await readRows<{ query: string | null }>(db, sql`select search_query(${text})::text as query`)
  return row?.query ?? ''
}

export type ProductRowQuery = Pick<ProductListQuery, 'status' | 'category' | 'sort'> & {
  /** The typed text and what it finds. */
  search: { text: string; query: string } | undefined
  tagKey: string | undefined
  maxStock: number | undefined
  offset: number
  limit: number
}

/** Finds the page by index first and reads pictures and variants only for its rows. */
export async function readProductRows(db: Db, query: ProductRowQuery): Promise<StoredProductRow[]> {
  const { sort, search, offset, limit } = query
  const text = sort === 'match' ? search?.text : undefined
  const order = text === undefined ? sortOrders[sort === 'match' ? '-created' : sort] : matchOrder(text)
  const found = text === undefined ? matchingProducts(query, order, offset + limit) : rankedProducts(query, text)
  return readRows<StoredProductRow>(
    db,
    sql`with page as materialized (
          select ${sortColumns} from (${found}) as p order by ${order} limit ${limit} offset ${offset})
        select p.id, p.version, p.slug, p.name, p.category_id as "categoryId", p.price_npr::float8 as "priceNpr",
          p.price_usd::float8 as "priceUsd", p.from_npr::float8 as "currentNpr", p.from_usd::float8 as "currentUsd",
          p.has_price_range as "hasPriceRange", p.stock, p.archived_at is not null as "isArchived",
          (select count(*)::int from product_variants a where a.product_id = p.id) as variants,
          (select ${pictureJson(sql`i.alt`)} from product_images i join pictures m on m.id = i.picture_id
           where i.product_id = p.id order by i.position limit 1) as picture
        from page join products p using (id) order by ${order}`,
  )
}

const where = (conditions: SQL[]) => sql`where ${sql.join(conditions, sql` and `)}`

function matchingProducts(query: ProductRowQuery, order: SQL, count: number): SQL {
  const bands = query.maxStock === undefined ? [[]] : bandsUpTo(query.maxStock)
  const parts = bands.map(
    (band) => sql`
      (select ${sortColumns} from products p ${where([...conditionsOf(query), ...band])} order by ${order} limit ${count})`,
  )
  return sql.join(parts, sql` union all `)
}

/** The newest matches, and those among the first names that start with the text, however old they are. */
function rankedProducts(query: ProductRowQuery, text: string): SQL {
  const { maxStock } = query
  const stock = maxStock === undefined ? [] : [sql`p.stock <= ${maxStock}`]
  const names = where([
    ...conditionsOf({ ...query, search: undefined }),
    ...stock,
    sql`lower(p.name) >= lower(${text})`,
  ])
  return sql`${matchingProducts(query, sortOrders['-created'], maxRanked)} union
    select * from (select ${sortColumns} from products p ${names} order by ${sortOrders.name} limit ${maxNames}) as p
    where starts_with(lower(p.name), lower(${text}))`
}

function conditionsOf({ status, category, search, tagKey }: ProductRowQuery): SQL[] {
  const conditions = [status === 'onsale' ? sql`p.archived_at is null` : sql`p.archived_at is not null`]
  if (category !== undefined) conditions.push(sql`p.category_id = ${category}`)
  if (search) conditions.push(sql`p.search_vector @@ ${search.query}::tsquery`)
  if (tagKey !== undefined) conditions.push(sql`p.tag_keys @> array[${tagKey}::text]`)
  return conditions
}

/** One condition per stock band, because the index is ordered within a band; the last band also checks the stock. */
function bandsUpTo(maxStock: number): SQL[][] {
  const last = stockBandOf(maxStock)
  return Array.from({ length: last + 1 }, (_, band) => [
    sql`p.stock_band = ${band}`,
    ...(band === last ? [sql`p.stock <= ${maxStock}`] : []),
  ])
}
