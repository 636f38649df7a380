import { sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { likeText } from '#shared/lists.ts'
import type { FailedMail, MailListQuery } from './admin-schema.ts'

const hasFailed = sql`state = 'failed' and set_aside_at is null`

export async function readFailed(
  db: Db,
  { q, offset, limit }: MailListQuery & { offset: number; limit: number },
): Promise<FailedMail[]> {
  const isWanted = q ? sql`and lower(to_address || ' ' || subject) like ${`%${likeText(q.toLowerCase())}%`}` : sql``
  return readRows<FailedMail>(
    db,
    sql`select id as "mailId", to_address as "to", subject, attempts, coalesce(last_error, '') as reason,
          confidential as "isSecret", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "writtenAt"
        from mails where ${hasFailed} ${isWanted} order by id desc limit ${limit} offset ${offset}`,
  )
}

/** Held until the transaction ends, so that of two who press, one sends. */
export async function lockFailed(tx: Db, id: string): Promise<{ isSecret: boolean; to: string } | undefined> {
  const [mail] = await readRows<{ isSecret: boolean; to: string }>(
    tx,
    sql`select confidential as "isSecret", to_address as "to" from mails where id = ${id} and ${hasFailed} for update`,
  )
  return mail
}

export async function putBack(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`update mails set state = 'queued' where id = ${id}`)
}

export async function putAside(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`update mails set set_aside_at = now() where id = ${id}`)
}
