import { type SQL, sql } from 'drizzle-orm'

type Page = { offset: number; limit: number; oldestFirst?: boolean; filter?: SQL | undefined }

/** A condition on a key that has an index with text_pattern_ops. */
type KeyCondition = { key: SQL; matches: SQL }
type Condition = SQL | KeyCondition

/** Each condition uses an index: those of `starts` are tried first, `contains` only if no row meets them. */
export type SearchConditions = { starts: Condition[]; contains?: SQL | undefined }

const startsWith = (key: SQL, prefix: SQL): KeyCondition => ({
  key,
  matches: sql`${key} like search_prefix(${prefix})`,
})
export const nameStartsWith = (key: SQL, text: string) => startsWith(key, sql`search_name(${text})`)
export const emailStartsWith = (email: SQL, text: string) => startsWith(sql`lower(${email})`, sql`lower(${text})`)
export const phoneStartsWith = (key: SQL, digits: string) => startsWith(key, sql`${digits}`)

/** `key` has a trigram index. */
export const nameContains = (key: SQL, text: string) => sql`${key} like '%' || search_prefix(search_name(${text}))`

/** Up to this many matches are sorted by id. More are common enough to be found among the newest rows. */
const maxSorted = 2_000

/**
 * The ids of a page of rows that meet any of the conditions. Each condition is read on its own index and stops early,
 * however many rows meet it.
 */
export function idsMatching(table: string, conditions: Condition[], page: Page): SQL {
  const { offset, limit, oldestFirst, filter } = page
  const from = sql.identifier(table)
  if (conditions.length === 0) return sql`select id from ${from} where false`
  const order = oldestFirst ? sql`id` : sql`id desc`
  const inOrder = (condition: SQL) =>
    sql`(select id from ${from} where ${condition} order by ${order} limit ${offset + limit})`
  const branches = conditions.map((condition) => {
    if (!('key' in condition)) return inOrder(withFilter(condition, filter))
    const matches = withFilter(condition.matches, filter)
    return sql`(
      with few as materialized (
        select id from ${from} where ${matches} order by ${condition.key} using ~<~ limit ${maxSorted})
      select id from few where (select count(*) from few) < ${maxSorted}
      union all ${inOrder(sql`${matches} and (select count(*) from few) >= ${maxSorted}`)})`
  })
  return sql`select id from (${sql.join(branches, sql` union `)}) as matches order by ${order} limit ${limit} offset ${offset}`
}

const withFilter = (condition: SQL, filter: SQL | undefined) => (filter ? sql`${condition} and ${filter}` : condition)

/** Reads the page of rows that start with the text; only if no row does, of those that contain it. */
export async function readMatches<Row>(
  table: string,
  { starts, contains }: SearchConditions,
  page: Page,
  read: (ids: SQL) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read(idsMatching(table, starts, page))
  if (rows.length > 0 || !contains) return rows
  // A page beyond the last one has no rows either, but must not start the second search.
  const noneStarts = sql`not exists (${idsMatching(table, starts, { ...page, offset: 0, limit: 1 })})`
  return read(idsMatching(table, [sql`${contains} and ${noneStarts}`], page))
}
