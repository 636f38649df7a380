import { eq, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import {
  emailStartsWith,
  nameStartsWith,
  phoneStartsWith,
  readMatches,
  type SearchConditions,
} from '#platform/search.server.ts'
import { parseSearchText, type SearchText } from '#shared/search-text.ts'
import type { EnquiryListQuery, EnquiryRecord, EnquiryRow, EnquiryStatus } from './admin-contract.ts'
import { enquiries, enquiryAnswers } from './tables.server.ts'

const utc = (column: string) => sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const rowColumns = sql`e.id as "enquiryId", e.version, e.kind, e.status, e.name, e.email,
  e.phone_number as "phoneNumber", e.message, ${utc('e.created_at')} as "createdAt"`

export async function readEnquiries(
  db: Db,
  { status, kind, q, customer, ...page }: EnquiryListQuery & { offset: number; limit: number },
): Promise<EnquiryRow[]> {
  const filters = [
    ...(status === 'all' ? [] : [sql`status = ${status}`]),
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(q && customer ? [sql`(${sql.join(sentBy(customer), sql` or `)})`] : []),
  ]
  const filter = filters.length > 0 ? sql.join(filters, sql` and `) : undefined
  const starts = customer ? sentBy(customer) : [sql`true`]
  const conditions = q ? enquiryConditions(parseSearchText(q)) : { starts }
  return readMatches('enquiries', conditions, { ...page, filter }, (ids) =>
    readRows<EnquiryRow>(
      db,
      sql`select ${rowColumns} from (${ids}) as page join enquiries e using (id) order by id desc`,
    ),
  )
}

const sentBy = (userId: string): SQL[] => [
  sql`user_id = ${userId}`,
  sql`lower(email) = (select lower(u.email) from users u where u.id = ${userId})`,
  sql`phone_key = (select nullif(u.phone_key, '') from users u where u.id = ${userId})`,
]

function enquiryConditions({ name, email, phone, inner }: SearchText): SearchConditions {
  return {
    starts: [
      ...(name ? [nameStartsWith(sql`name_key`, name), nameStartsWith(sql`last_name_key`, name)] : []),
      ...(email ? [emailStartsWith(sql`email`, email)] : []),
      ...(phone ? [phoneStartsWith(sql`phone_key`, phone)] : []),
    ],
    contains: inner
      ? sql`lower(name || ' ' || coalesce(email, '') || ' ' || message) like '%' || search_prefix(lower(${inner}))`
      : undefined,
  }
}

/** The account of the sender; the message may have been sent without signing in. */
const customerId = sql`coalesce(e.user_id, (select id from users where lower(email) = lower(e.email)),
  (select id from users where phone_key = nullif(e.phone_key, '') order by id desc limit 1))`

export async function readEnquiry(db: Db, id: string): Promise<EnquiryRecord | undefined> {
  const [row] = await readRows<EnquiryRecord>(
    db,
    sql`select ${rowColumns},
          exists (select from users u where u.id = e.user_id and lower(u.email) = lower(e.email)) as "isAccountEmail",
          (select json_build_object('userId', u.id, 'name', coalesce(nullif(u.name, ''), u.email))
           from users u where u.id = ${customerId}) as customer, (
          select coalesce(json_agg(json_build_object('id', a.id, 'to', a.to_address, 'message', a.message,
            'by', a.by_name, 'sentAt', ${utc('a.sent_at')}) order by a.id), '[]')
          from enquiry_answers a where a.enquiry_id = e.id) as answers
        from enquiries e where e.id = ${id}`,
  )
  return row
}

export async function lockEnquiry(tx: Db, id: string): Promise<boolean> {
  const locked = await tx.select({ id: enquiries.id }).from(enquiries).where(eq(enquiries.id, id)).for('update')
  return locked.length > 0
}

/** The account that was signed in when the enquiry was sent. */
export async function readSender(tx: Db, id: string): Promise<string | null | undefined> {
  const [row] = await tx.select({ userId: enquiries.userId }).from(enquiries).where(eq(enquiries.id, id))
  return row?.userId
}

export async function updateStatus(tx: Db, id: string, status: EnquiryStatus): Promise<void> {
  await tx
    .update(enquiries)
    .set({ status, version: sql`${enquiries.version} + 1` })
    .where(eq(enquiries.id, id))
}

export async function insertAnswer(tx: Db, answer: typeof enquiryAnswers.$inferInsert): Promise<void> {
  await tx.insert(enquiryAnswers).values(answer)
}
