import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import {
  emailStartsWith,
  nameContains,
  nameStartsWith,
  phoneStartsWith,
  readMatches,
  type SearchConditions,
} from '#platform/search.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import { parseSearchText, type SearchText } from '#shared/search-text.ts'
import type { QuoteListQuery } from './contract.ts'
import { quotes } from './tables.server.ts'

const record = {
  ...getTableColumns(quotes),
  /** Dates are in the time zone of the shop. */
  isExpired: sql<boolean>`${quotes.validUntil} < (now() at time zone ${sql.raw(`'${shopTimeZone}'`)})::date`,
  createdAt: sql<string>`to_char(${quotes.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  customer: sql<StoredQuote['customer']>`(
    select json_build_object('userId', u.id, 'name', coalesce(nullif(u.name, ''), u.email)) from users u
    where u.id = coalesce(quotes.accepted_by, (select a.id from users a where lower(a.email) = lower(quotes.email))))`,
}

export type StoredQuote = Omit<typeof quotes.$inferSelect, 'createdAt'> & {
  isExpired: boolean
  createdAt: string
  customer: { userId: string; name: string } | null
}

export async function readQuotes(
  db: Db,
  { status, enquiryId, orderId, customer, q, ...page }: QuoteListQuery & { offset: number; limit: number },
): Promise<StoredQuote[]> {
  const filters = [
    ...(status ? [sql`status = ${status}`] : []),
    ...(enquiryId ? [sql`enquiry_id = ${enquiryId}`] : []),
    ...(orderId ? [sql`order_id = ${orderId}`] : []),
    ...(customer && q ? [sql`(${sql.join(quotesOf(customer), sql` or `)})`] : []),
  ]
  const filter = filters.length > 0 ? sql.join(filters, sql` and `) : undefined
  const starts = customer ? quotesOf(customer) : [sql`true`]
  const conditions = q ? quoteConditions(parseSearchText(q)) : { starts }
  return readMatches('quotes', conditions, { ...page, filter }, (ids) =>
    db.select(record).from(quotes).where(sql`${quotes.id} in (${ids})`).orderBy(desc(quotes.id)),
  )
}

const quotesOf = (userId: string): SQL[] => [
  sql`accepted_by = ${userId}`,
  sql`lower(email) = (select lower(u.email) from users u where u.id = ${userId})`,
]

function quoteConditions({ quoteNumber, name, email, phone, inner }: SearchText): SearchConditions {
  return {
    starts: [
      ...(quoteNumber ? [sql`number = ${quoteNumber}`] : []),
      ...(name ? [nameStartsWith(sql`name_key`, name), nameStartsWith(sql`last_name_key`, name)] : []),
      ...(email ? [emailStartsWith(sql`email`, email)] : []),
      ...(phone
        ? [sql`enquiry_id in (select id from enquiries where ${phoneStartsWith(sql`phone_key`, phone).matches})`]
        : []),
    ],
    contains: inner ? nameContains(sql`name_key`, inner) : undefined,
  }
}

type QuoteKey = { id: string } | { token: string }

/** With `lock`, the row stays locked until the transaction ends. */
export async function findQuote(db: Db, key: QuoteKey, { lock = false } = {}): Promise<StoredQuote | undefined> {
  const found = db
    .select(record)
    .from(quotes)
    .where('id' in key ? eq(quotes.id, key.id) : eq(quotes.token, key.token))
  const [quote] = await (lock ? found.for('update') : found)
  return quote
}

export type QuoteColumns = Pick<
  StoredQuote,
  'name' | 'email' | 'validUntil' | 'note' | 'shippingNpr' | 'shippingUsd' | 'depositNpr' | 'depositUsd' | 'lines'
>

export async function insertQuote(
  tx: Db,
  quote: QuoteColumns & Pick<StoredQuote, 'id' | 'token' | 'enquiryId'>,
): Promise<void> {
  await tx.insert(quotes).values(quote)
}

type Changes = QuoteColumns | Pick<StoredQuote, 'status'> | Pick<StoredQuote, 'status' | 'orderId' | 'acceptedBy'>

export async function updateQuote(tx: Db, id: string, changes: Changes): Promise<void> {
  await tx
    .update(quotes)
    .set({ ...changes, version: sql`${quotes.version} + 1` })
    .where(eq(quotes.id, id))
}

const sentTo = (email: string) => sql`lower(${quotes.email}) = lower(${email})`

export async function listQuotesTo(db: Db, email: string): Promise<StoredQuote[]> {
  return db.select(record).from(quotes).where(sentTo(email)).orderBy(quotes.id)
}

/** Accepted quotes stay with their order, but anonymized; the others are deleted. */
export async function eraseQuotesTo(tx: Db, email: string): Promise<void> {
  await tx.delete(quotes).where(and(sentTo(email), isNull(quotes.orderId)))
  await tx.update(quotes).set({ name: '', email: '', note: '' }).where(sentTo(email))
}
