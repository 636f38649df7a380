import type { Db } from '#platform/db.server.ts'
import { enquiries } from './tables.server.ts'

export type NewEnquiry = typeof enquiries.$inferInsert

export async function insertEnquiry(tx: Db, enquiry: NewEnquiry): Promise<void> {
  await tx.insert(enquiries).values(enquiry)
}
