import { desc, eq, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { mails } from './tables.server.ts'

export type Mail = typeof mails.$inferSelect

type NewMail = Pick<Mail, 'id' | 'toAddress' | 'subject' | 'html' | 'text'> &
  Partial<Pick<Mail, 'userId' | 'confidential'>>

const insertStatement = statement<Pick<Mail, keyof NewMail>, never>(
  'mail_insert',
  (given) => sql`
    insert into mails (id, user_id, confidential, to_address, subject, html, text)
    values (${given.id}, ${given.userId}, ${given.confidential}, ${given.toAddress}, ${given.subject}, ${given.html},
            ${given.text})`,
)

export async function insertMail(tx: Db, { userId = null, confidential = false, ...mail }: NewMail): Promise<void> {
  await insertStatement(tx, { ...mail, userId, confidential })
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

export async function latestMailTo(db: Db, address: string): Promise<Mail | undefined> {
  const [mail] = await db
    .select()
    .from(mails)
    .where(sql`lower(${mails.toAddress}) = lower(${address})`)
    .orderBy(desc(mails.id))
    .limit(1)
  return mail
}

export type MailHeading = Pick<Mail, 'id' | 'toAddress' | 'subject' | 'state' | 'createdAt'>

export async function newestMails(db: Db, limit: number): Promise<MailHeading[]> {
  const { id, toAddress, subject, state, createdAt } = mails
  return db.select({ id, toAddress, subject, state, createdAt }).from(mails).orderBy(desc(mails.id)).limit(limit)
}

export async function mailsOf(db: Db, userId: string): Promise<Pick<Mail, 'subject' | 'createdAt'>[]> {
  const { subject, createdAt } = mails
  return db.select({ subject, createdAt }).from(mails).where(eq(mails.userId, userId)).orderBy(mails.id)
}
