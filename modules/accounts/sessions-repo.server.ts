import { sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { maxIdleTime } from './fragments.server.ts'

type NewSession = { userId: string; tokenHash: string; passwordHash: string | null }

const maxSessions = 20

const startStatement = statement<NewSession, { isStarted: boolean }>(
  'account_start_session',
  ({ userId, tokenHash, passwordHash }) => sql`
    select start_session(${userId}::uuid, ${tokenHash}, ${passwordHash}, ${maxIdleTime}, ${sql.raw(String(maxSessions))})
      as "isStarted"`,
)

/**
 * Returns false if the password changed since it was checked, or the user is deactivated. A lock on the user serializes
 * the sign-ins, so each one sees the sessions before it and deletes the oldest. Expired sessions are deleted too.
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  const [row] = await startStatement(db, session)
  return row?.isStarted === true
}
