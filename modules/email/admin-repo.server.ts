import { and, eq, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { escapeLike } from '#shared/lists.ts'
import type { EmailListQuery, FailedEmail } from './admin-contract.ts'
import { emails } from './tables.server.ts'

const hasFailed = sql`status = 'failed' and set_aside_at is null`

export async function listFailed(
  db: Db,
  { q, offset, limit }: EmailListQuery & { offset: number; limit: number },
): Promise<FailedEmail[]> {
  const matchesQuery = q
    ? sql`and lower(to_address || ' ' || subject) like ${`%${escapeLike(q.toLowerCase())}%`}`
    : sql``
  return readRows<FailedEmail>(
    db,
    sql`select id as "emailId", to_address as "to", subject, attempts, coalesce(last_error, '') as reason,
          confidential as "isSecret", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "writtenAt"
        from emails where ${hasFailed} ${matchesQuery} order by id desc limit ${limit} offset ${offset}`,
  )
}

/** The row stays locked until the transaction ends, so concurrent requests resend the email once. */
export async function lockFailed(tx: Db, id: string): Promise<{ isSecret: boolean; to: string } | undefined> {
  const [email] = await tx
    .select({ isSecret: emails.confidential, to: emails.toAddress })
    .from(emails)
    .where(and(eq(emails.id, id), hasFailed))
    .for('update')
  return email
}

export async function dismiss(tx: Db, id: string): Promise<void> {
  await tx.update(emails).set({ setAsideAt: sql`now()` }).where(eq(emails.id, id))
}
