import { type SQL, sql } from 'drizzle-orm'

type Page = { offset: number; limit: number; oldestFirst?: boolean; filter?: SQL | undefined }

/** Conditions that each use an index: those of `starts` are tried first, `contains` only if no row meets them. */
export type SearchConditions = { starts: SQL[]; contains?: SQL | undefined }

/** `key` has an index with text_pattern_ops. */
export const nameStartsWith = (key: SQL, text: string) => sql`${key} like search_prefix(search_name(${text}))`
export const emailStartsWith = (email: SQL, text: string) => sql`lower(${email}) like search_prefix(lower(${text}))`
export const phoneStartsWith = (key: SQL, digits: string) => sql`${key} like ${`${digits}%`}`

/** `key` has a trigram index. */
export const nameContains = (key: SQL, text: string) => sql`${key} like '%' || search_prefix(search_name(${text}))`

/**
 * The ids of a page of rows that meet any of the conditions. Each condition is read on its own index and stops at the
 * end of the page, however many rows meet it.
 */
export function idsMatching(table: string, conditions: SQL[], { offset, limit, oldestFirst, filter }: Page): SQL {
  const from = sql.identifier(table)
  if (conditions.length === 0) return sql`select id from ${from} where false`
  const order = oldestFirst ? sql`id` : sql`id desc`
  const alsoFilter = filter ? sql`and ${filter}` : sql``
  const branches = conditions.map(
    (condition) =>
      sql`(select id from ${from} where ${condition} ${alsoFilter} order by ${order} limit ${offset + limit})`,
  )
  return sql`select id from (${sql.join(branches, sql` union `)}) as matches order by ${order} limit ${limit} offset ${offset}`
}

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
