import { type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { escapeLike } from '#shared/lists.ts'
import { maxCounted } from './admin-contract.ts'
import { rowColumns, type StoredOrderRow } from './admin-repo.server.ts'
import { codesOf } from './fragments.server.ts'
import { codeOf, type OrderStatus, openStatuses } from './statuses.ts'

type OrderSearch = {
  text: string | undefined
  status: OrderStatus | undefined
  oldestFirst: boolean
  offset: number
  limit: number
}

type OrderSearchResult = { rows: StoredOrderRow[]; waiting: Record<string, number> }

/**
 * A name matches at the start of the full name or the last name, which uses an index. Only without such a match is the
 * text searched anywhere in the name.
 */
export async function findOrders(db: Db, search: OrderSearch): Promise<OrderSearchResult> {
  const { text } = search
  const matches = text === undefined ? sql`select id, status from orders` : matchingOrders(text)
  const result = await readOrderPage(db, search, matches)
  if (result.rows.length > 0 || text === undefined || !isName(text)) return result
  return readOrderPage(
    db,
    search,
    // A page beyond the last one has no rows either, but must not start the second search.
    sql`select id, status from orders where buyer_name like ${`%${escapeLike(text.toLowerCase())}%`}
          and not exists (select from (${matches}) as matches ${withStatus(search.status)})`,
  )
}

const withStatus = (status: OrderStatus | undefined) => (status ? sql`where status = ${codeOf(status)}` : sql``)

async function readOrderPage(
  db: Db,
  { status, oldestFirst, offset, limit }: OrderSearch,
  matches: SQL,
): Promise<OrderSearchResult> {
  const direction = oldestFirst ? sql`id` : sql`id desc`
  const [result] = await readRows<OrderSearchResult>(
    db,
    sql`select json_build_object(${sql.join(openStatuses.map(countWithStatus), sql`, `)}) as waiting,
          (select coalesce(json_agg(r), '[]') from (
             select ${rowColumns}
             from (select id from (${matches}) as matches ${withStatus(status)} order by ${direction} limit ${limit} offset ${offset}) as page
             join orders o using (id) order by ${direction}) as r) as rows`,
  )
  if (!result) throw new Error('The order query returned no row')
  return result
}

const minNameLength = 3
const minPhoneLength = 4
const phoneKeyLength = 10
const noMatches = sql`select id, status from orders where false`

const parseOrderNumber = (text: string) => /^alp-?(\d{1,15})$/i.exec(text)?.[1]
const isPhone = (text: string) => /^\+?[\d ()./-]+$/.test(text) && /\d/.test(text)
const isName = (text: string) => !parseOrderNumber(text) && !isPhone(text) && text.length >= minNameLength

/** Searches by order number, start of a phone number, or name; each uses an index. */
function matchingOrders(text: string): SQL {
  const number = parseOrderNumber(text)
  if (number) return sql`select id, status from orders where number = ${number}`
  if (isPhone(text)) {
    const digits = text.replace(/\D/g, '')
    // Must match the definition of the generated column phone_key.
    const phone = digits.replace(/^0*(977(?=\d{8}))?0*/, '').slice(-phoneKeyLength)
    const byNumber = digits.length < phoneKeyLength ? sql`number = ${digits}` : sql`false`
    const byPhone = phone.length < minPhoneLength ? sql`false` : sql`phone_key like ${`${phone}%`}`
    return sql`select id, status from orders where ${byNumber} or ${byPhone}`
  }
  if (!isName(text)) return noMatches
  const prefix = `${escapeLike(text.toLowerCase())}%`
  return sql`select id, status from orders where buyer_name like ${prefix}
             union select id, status from orders where last_name_key like ${prefix}`
}

const countWithStatus = (status: OrderStatus) => sql`
  ${sql.raw(`'${status}'`)}, (select count(*)::int from (select from orders where status in ${codesOf(status)}
   limit ${sql.raw(String(maxCounted))}) as waiting)`
