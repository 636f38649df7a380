import { type Name, type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import type { SortOrder } from './contract.ts'
import type { CuratedListName } from './curated-lists.ts'
import { arrayText, stockOf } from './repo.server.ts'

export type ListQuery = {
  categoryIds?: number[]
  list?: CuratedListName
  tagKey?: string
  color?: string
  size?: string
  text?: string
  sort?: SortOrder
}

/** Weights of tags, descriptions, facts and names. */
const rankWeights = '{0.6, 0.05, 0.2, 1}'

/** A thousand pages of twelve, but never a whole list of a million products. */
export const chunkLength = 12_000
/** Ids after those of the chunk, so that it stays whole while products leave the list. */
export const chunkReserve = 600
/** Lists of this length are not read again after a change: it is applied to their first chunk. */
const longList = 2_000

/** What sorts the ids, ascending and by the first column first, and how the search was read. */
type SortKeys = { columns: number[][]; reading: string | null }

export type ChunkRow = {
  total: number
  ids: number[]
  keys: SortKeys | null
  stock: Record<number, number>
  suggestions?: string[] | null
}

/**
 * The products that changed since, how many of them were in the list, and the ids and sort keys of those that are in it
 * now. Null if not all changes are known.
 */
export type ListChanges = { changed: number[]; removed: number; added: number[][] } | { changed: null }

/**
 * With `reading` only the changes since the cached version are read. `shownStart` and `shownCount` say of which products
 * of the chunk the stock is needed, `suggests` whether a search without results needs similar names.
 */
type ChunkRequest = {
  query: ListQuery
  start: number
  cachedVersion: string
  reading?: string | null | undefined
  shownStart: number
  shownCount: number
  suggests: boolean
}
type ChunksRow = { version: string } & Record<string, unknown>
type ChunkStatement = (db: Db, values: Record<string, unknown>) => Promise<ChunksRow[]>

/** One for each combination of filters and sort orders used so far. */
const chunkStatements = new Map<string, ChunkStatement>()

/** A chunk is null if the shop version still equals the cached version. */
export async function readChunks(
  db: Db,
  requests: ChunkRequest[],
): Promise<{ version: string; lists: (ChunkRow | ListChanges | null)[] }> {
  const shape = requests.map(shapeOf).join('')
  const execute = chunkStatements.get(shape) ?? buildChunkStatement(shape, requests)
  chunkStatements.set(shape, execute)
  const [row] = await execute(db, Object.assign({}, ...requests.map(valuesOf)))
  if (!row) throw new Error('The row of shop_version is missing')
  return {
    version: row.version,
    lists: requests.map((_, index) => row[`list${index}`] as ChunkRow | ListChanges | null),
  }
}

/** One letter per filter: queries of the same shape share a prepared statement and differ only in their values. */
function shapeOf({ query, reading }: ChunkRequest): string {
  const { categoryIds, list, tagKey, color, size, text, sort } = query
  const parts = { [isOneCategory(query) ? 'o' : 'k']: categoryIds, l: list, t: tagKey, c: color, s: size, w: text }
  const filters = Object.entries(parts).map(([character, part]) => (part === undefined ? '' : character))
  return `${reading === undefined ? '-' : '+'}${filters.join('')}${sort ?? ''}`
}

function valuesOf({ query, ...rest }: ChunkRequest, index: number): Record<string, unknown> {
  const { categoryIds, sort: _, ...texts } = query
  const values = { ...texts, ...rest, categoryIds: categoryIds && arrayText(categoryIds) }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name + index, value]))
}

type ParameterOf = (name: keyof ListQuery | Exclude<keyof ChunkRequest, 'query'>) => SQL
type ListSql = { ctes: SQL[]; json: SQL }

function buildChunkStatement(shape: string, requests: ChunkRequest[]): ChunkStatement {
  return statement<Record<string, unknown>, ChunksRow>(`catalog_chunks${shape}`, (parameters) => {
    const lists = requests.map((request, index) => {
      const value: ParameterOf = (name) => sql`${parameters[name + index]}`
      const named: NameOf = (name) => sql.identifier(name + index)
      const { ctes, json } =
        request.reading === undefined ? wholeList(request, named, value) : changesOf(request, named, value)
      const column = sql`case when version::text <> ${value('cachedVersion')}::text then ${json} end as ${named('list')}`
      return { ctes, column }
    })
    const ctes = lists.flatMap((list) => list.ctes)
    const withClause = ctes.length > 0 ? sql`with ${sql.join(ctes, sql`, `)}` : sql``
    const columns = lists.map(({ column }) => column)
    return sql`${withClause} select version::text as version, ${sql.join(columns, sql`, `)} from shop_version`
  })
}

type NameOf = (name: 'list' | 'found' | 'reading' | 'changed' | 'current') => Name

const isOneCategory = ({ categoryIds }: ListQuery) => categoryIds?.length === 1

function wholeList({ query }: ChunkRequest, named: NameOf, value: ParameterOf): ListSql {
  const { source, order, ctes } = listSource(query, named, value)
  const keys = sortKeysOf(query)
  const keyArrays = keys.map((_, index) => sql`array_agg(${keyName(index)})`)
  const keysJson =
    keys.length === 0
      ? sql`null::json`
      : sql`case when total >= ${sql.raw(String(longList))} and ${value('start')}::bigint = 0 then json_build_object(
          'columns', (select json_build_array(${sql.join(keyArrays, sql`, `)}) from page), 'reading', ${readingText(query, named)}) end`
  const suggestions =
    query.text === undefined
      ? sql``
      : sql`, 'suggestions', case when total = 0 and ${value('suggests')}::boolean then nearest_names(${value('text')}) end`
  const shown = sql`array(select id from page limit ${value('shownCount')}::int offset ${value('shownStart')}::int)`
  const limit = sql.raw(String(chunkLength + chunkReserve))
  return {
    ctes,
    // The keys are computed after the offset, so not for all products before a page deep in the list.
    json: sql`(
      with page as materialized (
        select ${keyColumns(query)}id from (
          select ${sortColumns(query)}id from ${source} order by ${order} limit ${limit} offset ${value('start')}::bigint
        ) as ordered)
      select json_build_object('total', total, 'ids', array(select id from page), 'stock', ${stockOf(shown)}, 'keys', ${keysJson}${suggestions})
      from (select count(*) as total from ${source}) as counted)`,
  }
}

/** Of the changed products: which left the list and which are in it now. */
function changesOf({ query }: ChunkRequest, named: NameOf, value: ParameterOf): ListSql {
  const conditions = (isListed: SQL) =>
    sql.join([isListed, ...indexedConditions(query, value), ...otherConditions(query, value)], sql` and `)
  const from = (table: SQL) => (query.text === undefined ? table : sql`${table}, ${named('reading')} as reading`)
  const idAndKeys = [sql`id`, ...sortKeysOf(query).map((_, index) => sql`${keyName(index)}`)]
  return {
    ctes: [
      ...readingOf(query, named, value),
      sql`${named('changed')} as materialized (
        select distinct on (product_id) * from product_changes where version > ${value('cachedVersion')}::text::bigint
        order by product_id, id)`,
      // The offset lets only the primary key be used.
      sql`${named('current')} as materialized (
        select p.* from ${named('changed')} c cross join lateral (
          select * from products where products.id = c.product_id offset 0) as p)`,
    ],
    json: sql`case
      when changes_since <= ${value('cachedVersion')}::text::bigint and version > ${value('cachedVersion')}::text::bigint
        and ${readingText(query, named)} is not distinct from ${value('reading')}
      then json_build_object(
        'changed', array(select product_id from ${named('changed')}),
        'removed', (select count(*) from ${from(sql`${named('changed')}`)} where ${conditions(sql`was_listed`)}),
        'added', (select coalesce(json_agg(json_build_array(${sql.join(idAndKeys, sql`, `)})), '[]') from (
          select ${keyColumns(query)}id from (
            select id, created_at, from_usd${rankColumn(query, value)} from ${from(sql`${named('current')}`)}
            where ${conditions(sql`archived_at is null`)}
          ) as listed) as added))
      else json_build_object('changed', null) end`,
  }
}

type ListSource = { source: SQL; order: SQL; ctes: SQL[] }

/** Whole categories are counted and sorted by an index. Every other filter goes into a CTE that is evaluated once. */
function listSource(query: ListQuery, named: NameOf, value: ParameterOf): ListSource {
  const found = named('found')
  if (query.list) return curatedSource(query.sort, found, value)
  const order = listOrder(query)
  const indexed = [sql`archived_at is null`, ...indexedConditions(query, value)]
  const others = otherConditions(query, value)
  const where = sql.join([...indexed, ...others], sql` and `)
  if (others.length === 0) return { source: sql`products where ${where}`, order, ctes: [] }
  const from = query.text === undefined ? sql`products` : sql`products, ${named('reading')} as reading`
  return {
    source: sql`${found}`,
    order,
    ctes: [
      ...readingOf(query, named, value),
      sql`${found} as materialized (select id, created_at, from_usd${rankColumn(query, value)} from ${from} where ${where})`,
    ],
  }
}

function indexedConditions(query: ListQuery, value: ParameterOf): SQL[] {
  // PostgreSQL uses the order of the index only with `=`, not with `any` and a single element.
  if (isOneCategory(query)) return [sql`category_id = (${value('categoryIds')}::int[])[1]`]
  return query.categoryIds ? [sql`category_id = any(${value('categoryIds')}::int[])`] : []
}

function otherConditions({ tagKey, color, size, text }: ListQuery, value: ParameterOf): SQL[] {
  return [
    ...(tagKey === undefined ? [] : [sql`tag_keys @> array[${value('tagKey')}::text]`]),
    ...(color === undefined ? [] : [sql`colors @> array[${value('color')}::text]`]),
    ...(size === undefined ? [] : [sql`sizes @> array[${value('size')}::text]`]),
    ...(text === undefined ? [] : [sql`search_vector @@ reading.query`]),
  ]
}

/** In the order of the owner, unless it is sorted by price. */
function curatedSource(sort: SortOrder | undefined, found: Name, value: ParameterOf): ListSource {
  const isListed = sql`c.list = ${value('list')}`
  // Reads the few archived products instead of each product of the list.
  const inOrder = sql`
    select c.product_id as id, c.position from curated_products c where ${isListed} and not exists (
      select from products p where p.id = c.product_id and p.archived_at is not null)`
  const byPrice = sql`
    select p.id, p.from_usd from curated_products c join products p on p.id = c.product_id
    where ${isListed} and p.archived_at is null`
  return {
    source: sql`${found}`,
    order: sort ? listOrder({ sort }) : sql`position, id desc`,
    ctes: [sql`${found} as materialized (${sort ? byPrice : inOrder})`],
  }
}

const readingOf = ({ text }: ListQuery, named: NameOf, value: ParameterOf): SQL[] =>
  text === undefined ? [] : [sql`${named('reading')} as materialized (select * from read_search(${value('text')}))`]

const readingText = ({ text }: ListQuery, named: NameOf): SQL =>
  text === undefined ? sql`null::text` : sql`(select reading::text from ${named('reading')} as reading)`

/** Literal matches rank first, then synonyms, then partial matches; an exact name wins within each group: see 0008. */
const rankColumn = ({ text, sort }: ListQuery, value: ParameterOf): SQL =>
  text === undefined || sort
    ? sql``
    : sql`, 10 * ((search_vector @@ reading.literal)::int + (search_vector @@ reading.meant)::int)
        + 5 * (lower(name) = ${value('text')})::int
        + ts_rank(${sql.raw(`'${rankWeights}'`)}::real[], search_vector, reading.ranked) as rank`

function listOrder({ sort, text }: ListQuery): SQL {
  if (sort === 'priceAsc') return sql`from_usd, id`
  if (sort === 'priceDesc') return sql`from_usd desc, id desc`
  if (text !== undefined) return sql`rank desc, created_at desc, id desc`
  return sql`created_at desc, id desc`
}

/** The columns of `listOrder` before the id, also as numbers in ascending order. A list of the owner has none. */
function sortKeysOf({ sort, text, list }: ListQuery): { column: SQL; key: SQL }[] {
  if (list) return []
  const price = sql`from_usd`
  if (sort) return [{ column: price, key: sort === 'priceAsc' ? price : sql`-from_usd` }]
  const newest = { column: sql`created_at`, key: sql`-(extract(epoch from created_at) * 1000000)::bigint` }
  return text === undefined ? [newest] : [{ column: sql`rank`, key: sql`-rank` }, newest]
}

/** Of two products with the same keys, the one with the higher id is first, unless this is true. */
export const sortsIdsUpwards = ({ sort }: ListQuery): boolean => sort === 'priceAsc'

const keyName = (index: number) => sql.identifier(`key${index}`)

const sortColumns = (query: ListQuery): SQL => sql.join(sortKeysOf(query).map(({ column }) => sql`${column}, `))

const keyColumns = (query: ListQuery): SQL =>
  sql.join(sortKeysOf(query).map(({ key }, index) => sql`${key} as ${keyName(index)}, `))
