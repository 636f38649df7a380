import { type SQL, sql } from 'drizzle-orm'
import { accountIds } from '#modules/accounts/fragments.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import {
  emailStartsWith,
  nameContains,
  nameStartsWith,
  phoneStartsWith,
  readMatches,
  type SearchConditions,
} from '#platform/search.server.ts'
import { parseSearchText, type SearchText } from '#shared/search-text.ts'
import { maxCounted } from './admin-contract.ts'
import { rowColumns, type StoredOrderRow } from './admin-repo.server.ts'
import { codesOf } from './fragments.server.ts'
import { codeOf, type OrderStatus, openStatuses } from './statuses.ts'

type OrderSearch = {
  text: string | undefined
  status: OrderStatus | undefined
  productId: number | undefined
  userId: string | undefined
  /** Ids grow with time. */
  afterId: string | undefined
  oldestFirst: boolean
  offset: number
  limit: number
}

type OrderSearchResult = { rows: StoredOrderRow[]; waiting: Record<string, number> }

export async function findOrders(db: Db, search: OrderSearch): Promise<OrderSearchResult> {
  const { text, status, productId, userId, afterId, ...page } = search
  let waiting: OrderSearchResult['waiting'] = {}
  const ofCustomerOrProduct = [
    ...(userId ? [sql`user_id = ${userId}`] : []),
    ...(productId === undefined ? [] : [sql`id in (select order_id from order_lines where product_id = ${productId})`]),
  ]
  const filters = [
    ...(status ? [sql`status = ${codeOf(status)}`] : []),
    ...(afterId ? [sql`id > ${afterId}`] : []),
    ...ofCustomerOrProduct,
  ]
  const filter = filters.length > 0 ? sql.join(filters, sql` and `) : undefined
  const conditions = text === undefined ? { starts: [sql`true`] } : orderConditions(parseSearchText(text))
  const rows = await readMatches('orders', conditions, { ...page, filter }, async (ids) => {
    const result = await readOrderPage(db, ids, page.oldestFirst)
    waiting = result.waiting
    return result.rows
  })
  return { rows, waiting }
}

/** As an array: with a join the planner may read all orders by id until a page is full. */
const ofAccounts = (text: Pick<SearchText, 'name' | 'email'>) => sql`user_id = any(array(${accountIds(text)}))`

/** An order whose address has no name is found by the name of its account. */
function orderConditions({ orderNumber, phone, name, email, inner }: SearchText): SearchConditions {
  const starts: SearchConditions['starts'] = []
  if (orderNumber) starts.push(sql`number = ${orderNumber}`)
  if (phone) starts.push(phoneStartsWith(sql`phone_key`, phone))
  if (name)
    starts.push(
      nameStartsWith(sql`buyer_name`, name),
      nameStartsWith(sql`last_name_key`, name),
      sql`${ofAccounts({ name })} and buyer_name = ''`,
    )
  if (email) starts.push(ofAccounts({ email }))
  if (email?.includes('@')) {
    const { key, matches } = emailStartsWith(sql`address->>'email'`, email)
    starts.push({ key, matches: sql`${matches} and address->>'email' <> ''` })
  }
  return { starts, contains: inner && !phone ? nameContains(sql`buyer_name`, inner) : undefined }
}

async function readOrderPage(db: Db, ids: SQL, oldestFirst: boolean): Promise<OrderSearchResult> {
  const [result] = await readRows<OrderSearchResult>(
    db,
    sql`select json_build_object(${sql.join(openStatuses.map(countWithStatus), sql`, `)}) as waiting,
          (select coalesce(json_agg(r), '[]') from (
             select ${rowColumns} from (${ids}) as page
             join orders o using (id) order by ${oldestFirst ? sql`id` : sql`id desc`}) as r) as rows`,
  )
  if (!result) throw new Error('The order query returned no row')
  return result
}

const countWithStatus = (status: OrderStatus) => sql`
  ${sql.raw(`'${status}'`)}, (select count(*)::int from (select from orders where status in ${codesOf(status)}
   limit ${sql.raw(String(maxCounted))}) as waiting)`
