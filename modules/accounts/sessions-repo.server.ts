import { sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { longestPause } from './repo.server.ts'

type NewSession = { userId: string; tokenHash: string; passwordHash: string | null }

const mostSessions = 20

const lockForSessionStatement = statement<NewSession, { id: string }>(
  'account_lock_for_session',
  ({ userId, passwordHash }) => sql`
    select id from users where id = ${userId} and deactivated_at is null
      and (${passwordHash}::text is null or password_hash = ${passwordHash}) for no key update`,
)

const insertSessionStatement = statement<NewSession, never>(
  'account_insert_session',
  ({ userId, tokenHash }) => sql`
    with expired as (delete from sessions where used_at < now() - ${longestPause}),
         oldest as (
           delete from sessions where token_hash in (
             select token_hash from sessions where user_id = ${userId}
             order by used_at desc, created_at desc, token_hash offset ${sql.raw(String(mostSessions - 1))})
         )
    insert into sessions (token_hash, user_id) values (${tokenHash}, ${userId})`,
)

/**
 * A session for a user who still has the password that was checked and was not deactivated; nobody else gets one. The
 * lock waits for a change of either, and for other sign-ins of this user: each sees the sessions before it, so that the
 * oldest leave. Sessions that have run out go at the same time.
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isAllowed = (await lockForSessionStatement(tx, session)).length > 0
    if (isAllowed) await insertSessionStatement(tx, session)
    return isAllowed
  })
}
