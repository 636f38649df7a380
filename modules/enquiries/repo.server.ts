import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import { enquiries } from './tables.server.ts'

export type NewEnquiry = typeof enquiries.$inferInsert

export async function insertEnquiry(tx: Db, enquiry: NewEnquiry): Promise<void> {
  await tx.insert(enquiries).values(enquiry)
}

const sentFrom = (email: string) => sql`lower(${enquiries.email}) = lower(${email})`

export async function enquiriesFrom(db: Db, email: string) {
  const { kind, name, phoneNumber, message, createdAt } = enquiries
  return db.select({ kind, name, phoneNumber, message, createdAt }).from(enquiries).where(sentFrom(email))
}

export async function deleteEnquiriesFrom(tx: Db, email: string): Promise<void> {
  await tx.delete(enquiries).where(sentFrom(email))
}
