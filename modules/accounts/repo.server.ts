import { eq, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import { sessions, users } from './tables.server.ts'

export type User = typeof users.$inferSelect
export type Role = User['role']
export type Actor = { userId: string; role: Role; email: string; name: string; session: string }

const longestSession = sql`interval '30 days'`
const longestPause = sql`interval '7 days'`
const noteUseEvery = sql`interval '1 hour'`

export async function findUserByLogin(db: Db, emailOrUsername: string): Promise<User | undefined> {
  const column = emailOrUsername.includes('@') ? users.email : users.username
  const [user] = await db.select().from(users).where(sql`lower(${column}) = lower(${emailOrUsername})`)
  return user
}

/** False where the email or the username is taken. */
export async function insertUser(tx: Db, user: typeof users.$inferInsert): Promise<boolean> {
  const stored = await tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id })
  return stored.length > 0
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).where(sql`lower(${users.email}) = lower(${email})`)
  return user !== undefined
}

/** The wanted name with the first number from 2 that nobody has. */
export async function freeUsername(db: Db, wanted: string): Promise<string | undefined> {
  const [row] = await readRows<{ username: string }>(
    db,
    sql`select username from (select n, ${wanted}::text || n as username from generate_series(2, 9999) as n) as wish
        where not exists (select from users where lower(users.username) = lower(wish.username))
        order by n limit 1`,
  )
  return row?.username
}

/**
 * A session for a user who still has the password that was checked; nobody else gets one. The lock makes it wait for a
 * change of password that is under way, and the other way round. Sessions that have run out go at the same time.
 */
export async function insertSession(
  db: Db,
  { userId, tokenHash, passwordHash }: { userId: string; tokenHash: string; passwordHash?: string },
): Promise<boolean> {
  const samePassword = passwordHash === undefined ? sql`true` : sql`password_hash = ${passwordHash}`
  const rows = await readRows(
    db,
    sql`with gone as (delete from sessions where used_at < now() - ${longestPause}),
             owner as (select id from users where id = ${userId} and ${samePassword} for share)
        insert into sessions (token_hash, user_id) select ${tokenHash}, id from owner returning user_id`,
  )
  return rows.length > 0
}

const findActorStatement = statement<{ tokenHash: string }, Omit<Actor, 'session'>>(
  'account_find_actor',
  ({ tokenHash }) => sql`
    with noted as (
      update sessions set used_at = now()
      where token_hash = ${tokenHash} and used_at < now() - ${noteUseEvery}
        and used_at > now() - ${longestPause} and created_at > now() - ${longestSession}
    )
    select user_id as "userId", role, email, name from sessions join users on users.id = user_id
    where token_hash = ${tokenHash}
      and used_at > now() - ${longestPause} and sessions.created_at > now() - ${longestSession}`,
)

/** Who holds a token, in one statement that also notes its use, at most once an hour. */
export async function findActor(db: Db, tokenHash: string): Promise<Actor | undefined> {
  const [row] = await findActorStatement(db, { tokenHash })
  return row && { ...row, session: tokenHash }
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}
