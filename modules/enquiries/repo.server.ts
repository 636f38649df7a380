import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import { enquiries } from './tables.server.ts'

export type NewEnquiry = typeof enquiries.$inferInsert

export async function insertEnquiry(tx: Db, enquiry: NewEnquiry): Promise<void> {
  await tx.insert(enquiries).values(enquiry)
}

type Sender = { userId: string; confirmedEmail: string | undefined }

/** Somebody who is signed in may have entered the email of another person. */
const sentBy = ({ userId, confirmedEmail = '' }: Sender) =>
  or(
    eq(enquiries.userId, userId),
    confirmedEmail
      ? and(isNull(enquiries.userId), sql`lower(${enquiries.email}) = lower(${confirmedEmail})`)
      : undefined,
  )

export async function enquiriesFrom(db: Db, sender: Sender) {
  const { kind, name, email, phoneNumber, message, createdAt } = enquiries
  const answers = sql`(
    select coalesce(json_agg(json_build_object('message', a.message, 'sentAt', a.sent_at) order by a.id), '[]')
    from enquiry_answers a where a.enquiry_id = enquiries.id)`
  return db
    .select({ kind, name, email, phoneNumber, message, createdAt, answers })
    .from(enquiries)
    .where(sentBy(sender))
}

export async function deleteEnquiriesFrom(tx: Db, sender: Sender): Promise<void> {
  await tx.delete(enquiries).where(sentBy(sender))
}
