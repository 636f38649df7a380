import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import type { QuoteListQuery } from './contract.ts'
import { quotes } from './tables.server.ts'

const record = {
  ...getTableColumns(quotes),
  /** Dates are in the time zone of the shop. */
  isExpired: sql<boolean>`${quotes.validUntil} < (now() at time zone ${sql.raw(`'${shopTimeZone}'`)})::date`,
  createdAt: sql<string>`to_char(${quotes.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
}

export type StoredQuote = Omit<typeof quotes.$inferSelect, 'createdAt'> & { isExpired: boolean; createdAt: string }

export async function readQuotes(
  db: Db,
  { status, enquiryId, offset, limit }: QuoteListQuery & { offset: number; limit: number },
): Promise<StoredQuote[]> {
  return db
    .select(record)
    .from(quotes)
    .where(and(status && eq(quotes.status, status), enquiryId ? eq(quotes.enquiryId, enquiryId) : undefined))
    .orderBy(desc(quotes.id))
    .limit(limit)
    .offset(offset)
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
  'name' | 'email' | 'validUntil' | 'note' | 'shippingNpr' | 'shippingUsd' | 'lines'
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
