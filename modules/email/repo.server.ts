import { desc, eq, or, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { mails } from './tables.server.ts'

export type Mail = typeof mails.$inferSelect

type NewMail = Pick<Mail, 'id' | 'toAddress' | 'subject' | 'html' | 'text'> &
  Partial<Pick<Mail, 'userId' | 'enquiryId' | 'confidential'>>

const insertStatement = statement<Pick<Mail, keyof NewMail>, never>(
  'mail_insert',
  (given) => sql`
    insert into mails (id, user_id, enquiry_id, confidential, to_address, subject, html, text)
    values (${given.id}, ${given.userId}, ${given.enquiryId}, ${given.confidential}, ${given.toAddress},
            ${given.subject}, ${given.html}, ${given.text})`,
)

export async function insertMail(
  tx: Db,
  { userId = null, enquiryId = null, confidential = false, ...mail }: NewMail,
): Promise<void> {
  await insertStatement(tx, { ...mail, userId, enquiryId, confidential })
}

export async function findMail(db: Db, id: string): Promise<Mail | undefined> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  return mail
}

export async function updateMail(db: Db, id: string, change: Partial<Mail>): Promise<void> {
  await db.update(mails).set(change).where(eq(mails.id, id))
}

export async function noteAttempt(
  db: Db,
  id: string,
  change: Partial<Mail> & { lastError: string; state: 'queued' | 'failed' },
): Promise<void> {
  await db
    .update(mails)
    .set({ ...change, attempts: sql`${mails.attempts} + 1` })
    .where(eq(mails.id, id))
}

const writtenTo = (address: string) => sql`lower(${mails.toAddress}) = lower(${address})`

export async function latestMailTo(db: Db, address: string): Promise<Mail | undefined> {
  const [mail] = await db.select().from(mails).where(writtenTo(address)).orderBy(desc(mails.id)).limit(1)
  return mail
}

export type MailHeading = Pick<Mail, 'id' | 'toAddress' | 'subject' | 'state' | 'createdAt'>

export async function newestMails(db: Db, limit: number): Promise<MailHeading[]> {
  const { id, toAddress, subject, state, createdAt } = mails
  return db.select({ id, toAddress, subject, state, createdAt }).from(mails).orderBy(desc(mails.id)).limit(limit)
}

export type Reader = { userId: string; confirmedEmail: string | undefined }

export async function mailsOf(
  db: Db,
  { userId, confirmedEmail }: Reader,
): Promise<Pick<Mail, 'subject' | 'createdAt'>[]> {
  const { subject, createdAt } = mails
  const theirs = or(eq(mails.userId, userId), confirmedEmail ? writtenTo(confirmedEmail) : undefined)
  return db.select({ subject, createdAt }).from(mails).where(theirs).orderBy(mails.id)
}

export async function deleteMailsTo(tx: Db, address: string): Promise<void> {
  await tx.delete(mails).where(writtenTo(address))
}
