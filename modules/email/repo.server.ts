import { and, desc, eq, or, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { type NewEmail, queueEmailCtes } from './fragments.server.ts'
import { emails } from './tables.server.ts'

export type Email = typeof emails.$inferSelect

const insertStatement = statement<{ email: string }, never>(
  'email_queue',
  ({ email }) => sql`with ${queueEmailCtes(email)} select`,
)

/** Also queues the job that sends it. */
export async function insertEmail(tx: Db, email: NewEmail): Promise<void> {
  await insertStatement(tx, { email: JSON.stringify(email) })
}

export async function findEmail(db: Db, id: string): Promise<Email | undefined> {
  const [email] = await db.select().from(emails).where(eq(emails.id, id))
  return email
}

export async function updateEmail(db: Db, id: string, change: Partial<Email>): Promise<void> {
  await db.update(emails).set(change).where(eq(emails.id, id))
}

export async function recordFailedAttempt(
  db: Db,
  id: string,
  change: Partial<Email> & { lastError: string; status: 'queued' | 'failed' },
): Promise<void> {
  await db
    .update(emails)
    .set({ ...change, attempts: sql`${emails.attempts} + 1` })
    .where(eq(emails.id, id))
}

/** Deletes an email that is still waiting, by the clock of the database, which also starts its job. */
export async function deleteWaitingEmail(tx: Db, id: string, waitSeconds: number): Promise<boolean> {
  const isWaiting = sql`${emails.createdAt} > now() - ${waitSeconds} * interval '1 second'`
  const deleted = await tx
    .delete(emails)
    .where(and(eq(emails.id, id), eq(emails.status, 'queued'), isWaiting))
    .returning({ id: emails.id })
  return deleted.length > 0
}

const sentTo = (address: string) => sql`lower(${emails.toAddress}) = lower(${address})`

export async function findLatestEmailTo(db: Db, address: string): Promise<Email | undefined> {
  const [email] = await db.select().from(emails).where(sentTo(address)).orderBy(desc(emails.id)).limit(1)
  return email
}

export type EmailSummary = Pick<Email, 'id' | 'toAddress' | 'subject' | 'status' | 'createdAt'>

export async function newestEmails(db: Db, limit: number): Promise<EmailSummary[]> {
  const { id, toAddress, subject, status, createdAt } = emails
  return db.select({ id, toAddress, subject, status, createdAt }).from(emails).orderBy(desc(emails.id)).limit(limit)
}

export type DataSubject = { userId: string; confirmedEmail: string | undefined }

export async function listEmailsOf(
  db: Db,
  { userId, confirmedEmail }: DataSubject,
): Promise<Pick<Email, 'subject' | 'createdAt'>[]> {
  const { subject, createdAt } = emails
  const belongsToSubject = or(eq(emails.userId, userId), confirmedEmail ? sentTo(confirmedEmail) : undefined)
  return db.select({ subject, createdAt }).from(emails).where(belongsToSubject).orderBy(emails.id)
}

export async function deleteEmailsTo(tx: Db, address: string): Promise<void> {
  await tx.delete(emails).where(sentTo(address))
}
