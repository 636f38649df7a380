import { sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { maxIdleTime } from './fragments.server.ts'

type NewSession = { userId: string; tokenHash: string; passwordHash: string | null }

const maxSessions = 20

const lockForSessionStatement = statement<NewSession, { id: string }>(
  'account_lock_for_session',
  ({ userId, passwordHash }) => sql`
    select id from users where id = ${userId} and deactivated_at is null
      and (${passwordHash}::text is null or password_hash = ${passwordHash}) for no key update`,
)

const insertSessionStatement = statement<NewSession, never>(
  'account_insert_session',
  ({ userId, tokenHash }) => sql`
    with expired as (delete from sessions where used_at < now() - ${maxIdleTime}),
         oldest as (
           delete from sessions where token_hash in (
             select token_hash from sessions where user_id = ${userId}
             order by used_at desc, created_at desc, token_hash offset ${sql.raw(String(maxSessions - 1))})
         )
    insert into sessions (token_hash, user_id) values (${tokenHash}, ${userId})`,
)

/**
 * Returns false if the password changed since it was checked, or the user is deactivated. The row lock serializes the
 * sign-ins of a user, so each one sees the sessions before it and deletes the oldest. Expired sessions are deleted too.
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isAllowed = (await lockForSessionStatement(tx, session)).length > 0
    if (isAllowed) await insertSessionStatement(tx, session)
    return isAllowed
  })
}
