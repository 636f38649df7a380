import { sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import type { QuoteListQuery, StoredLine } from './contract.ts'

export type StoredQuote = {
  id: string
  number: number
  token: string
  enquiryId: string | null
  name: string
  email: string
  status: 'draft' | 'sent' | 'accepted' | 'withdrawn'
  validUntil: string
  isExpired: boolean
  note: string
  shippingNpr: number
  shippingUsd: number
  lines: StoredLine[]
  version: number
  orderId: string | null
  acceptedBy: string | null
  createdAt: string
}

/** Dates are in the time zone of the shop. */
const isExpired = sql`q.valid_until < (now() at time zone ${sql.raw(`'${shopTimeZone}'`)})::date`

const columns = sql`q.id, q.number::int, q.token, q.enquiry_id as "enquiryId", q.name, q.email, q.status,
  q.valid_until::text as "validUntil", ${isExpired} as "isExpired", q.note, q.shipping_npr::float8 as "shippingNpr",
  q.shipping_usd::float8 as "shippingUsd", q.lines, q.version, q.order_id as "orderId", q.accepted_by as "acceptedBy",
  to_char(q.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"`

export async function readQuotes(
  db: Db,
  { status, enquiryId, offset, limit }: QuoteListQuery & { offset: number; limit: number },
): Promise<StoredQuote[]> {
  const conditions = [sql`true`]
  if (status) conditions.push(sql`q.status = ${status}`)
  if (enquiryId) conditions.push(sql`q.enquiry_id = ${enquiryId}`)
  return readRows<StoredQuote>(
    db,
    sql`select ${columns} from quotes q where ${sql.join(conditions, sql` and `)}
        order by q.id desc limit ${limit} offset ${offset}`,
  )
}

type QuoteKey = { id: string } | { token: string }

/** With `lock`, the row stays locked until the transaction ends. */
export async function findQuote(db: Db, key: QuoteKey, { lock = false } = {}): Promise<StoredQuote | undefined> {
  const condition = 'id' in key ? sql`q.id = ${key.id}` : sql`q.token = ${key.token}`
  const [row] = await readRows<StoredQuote>(
    db,
    sql`select ${columns} from quotes q where ${condition}${lock ? sql` for update` : sql``}`,
  )
  return row
}

export type QuoteColumns = Pick<
  StoredQuote,
  'name' | 'email' | 'validUntil' | 'note' | 'shippingNpr' | 'shippingUsd' | 'lines'
>

export async function insertQuote(
  tx: Db,
  { id, token, enquiryId, ...quote }: QuoteColumns & { id: string; token: string; enquiryId: string | null },
): Promise<void> {
  await tx.execute(sql`insert into quotes (id, token, enquiry_id, name, email, valid_until, note, shipping_npr,
      shipping_usd, lines)
    values (${id}, ${token}, ${enquiryId}, ${quote.name}, ${quote.email}, ${quote.validUntil}, ${quote.note},
      ${quote.shippingNpr}, ${quote.shippingUsd}, ${JSON.stringify(quote.lines)}::json)`)
}

export async function updateQuote(tx: Db, id: string, quote: QuoteColumns): Promise<void> {
  await tx.execute(sql`update quotes set name = ${quote.name}, email = ${quote.email},
      valid_until = ${quote.validUntil}, note = ${quote.note}, shipping_npr = ${quote.shippingNpr},
      shipping_usd = ${quote.shippingUsd}, lines = ${JSON.stringify(quote.lines)}::json, version = version + 1
    where id = ${id}`)
}

export async function setStatus(tx: Db, id: string, status: StoredQuote['status']): Promise<void> {
  await tx.execute(sql`update quotes set status = ${status}, version = version + 1 where id = ${id}`)
}

export async function setAccepted(tx: Db, id: string, orderId: string, userId: string): Promise<void> {
  await tx.execute(sql`update quotes set status = 'accepted', order_id = ${orderId}, accepted_by = ${userId},
      version = version + 1 where id = ${id}`)
}

const sentTo = (email: string) => sql`lower(email) = lower(${email})`

export async function listQuotesTo(db: Db, email: string): Promise<StoredQuote[]> {
  return readRows<StoredQuote>(db, sql`select ${columns} from quotes q where ${sentTo(email)} order by q.id`)
}

/** Accepted quotes stay with their order, but anonymized; the others are deleted. */
export async function eraseQuotesTo(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`delete from quotes where ${sentTo(email)} and order_id is null`)
  await tx.execute(sql`update quotes set name = '', email = '', note = '' where ${sentTo(email)}`)
}
