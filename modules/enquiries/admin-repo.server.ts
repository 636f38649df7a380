import { eq, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { escapeLike } from '#shared/lists.ts'
import type { EnquiryListQuery, EnquiryRecord, EnquiryRow, EnquiryStatus } from './admin-contract.ts'
import { enquiries, enquiryAnswers } from './tables.server.ts'

const utc = (column: string) => sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const rowColumns = sql`e.id as "enquiryId", e.version, e.kind, e.status, e.name, e.email,
  e.phone_number as "phoneNumber", e.message, ${utc('e.created_at')} as "createdAt"`

export async function readEnquiries(
  db: Db,
  { status, kind, q, offset, limit }: EnquiryListQuery & { offset: number; limit: number },
): Promise<EnquiryRow[]> {
  const conditions = [sql`e.status = ${status}`]
  if (kind) conditions.push(sql`e.kind = ${kind}`)
  if (q) {
    const text = `%${escapeLike(q.toLowerCase())}%`
    conditions.push(sql`lower(e.name || ' ' || coalesce(e.email, '') || ' ' || e.message) like ${text}`)
  }
  return readRows<EnquiryRow>(
    db,
    sql`select ${rowColumns} from enquiries e where ${sql.join(conditions, sql` and `)}
        order by e.id desc limit ${limit} offset ${offset}`,
  )
}

export async function readEnquiry(db: Db, id: string): Promise<EnquiryRecord | undefined> {
  const [row] = await readRows<EnquiryRecord>(
    db,
    sql`select ${rowColumns}, (
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
