import { and, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { askedTogether, type Db, readRows, statement } from '#platform/db.server.ts'
import { accountTokens, identities, openidRequests, sessions, users } from './tables.server.ts'

export type User = typeof users.$inferSelect
export type Role = User['role']
export type Actor = {
  userId: string
  role: Role
  email: string
  emailConfirmed: boolean
  name: string
  session: string
}

const longestSession = sql`interval '30 days'`
export const longestPause = sql`interval '7 days'`
const noteUseEvery = sql`interval '1 hour'`

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`)
  return user
}

export type Login = Pick<User, 'id' | 'email' | 'passwordHash'>

const findLogin = (name: string, column: SQL) =>
  statement<{ typed: string }, Login>(
    name,
    ({ typed }) => sql`
      select id, email, password_hash as "passwordHash" from users where lower(${column}) = lower(${typed})`,
  )
const findLoginByEmail = findLogin('account_login_by_email', sql`email`)
const findLoginByUsername = findLogin('account_login_by_username', sql`username`)

/** What signing in compares with. */
export async function readLogin(db: Db, emailOrUsername: string): Promise<Login | undefined> {
  const find = emailOrUsername.includes('@') ? findLoginByEmail : findLoginByUsername
  const [login] = await find(db, { typed: emailOrUsername })
  return login
}

type NewUser = Pick<User, 'id' | 'username' | 'email' | 'name' | 'passwordHash' | 'role'> & {
  emailConfirmedAt: string | null
}

const insertUserStatement = statement<NewUser, { id: string }>(
  'account_insert',
  (given) => sql`
    insert into users (id, username, email, name, password_hash, password_set_at, role, email_confirmed_at)
    values (${given.id}, ${given.username}, ${given.email}, ${given.name}, ${given.passwordHash},
            case when ${given.passwordHash}::text is not null then coalesce(${given.emailConfirmedAt}::timestamptz, now()) end,
            ${given.role}, ${given.emailConfirmedAt}::timestamptz)
    on conflict do nothing returning id`,
)

/** False where the email or the username is taken. */
export async function insertUser(tx: Db, user: NewUser): Promise<boolean> {
  return (await insertUserStatement(tx, user)).length > 0
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

const findActorsStatement = statement<{ tokenHashes: string }, Actor>(
  'account_find_actors',
  ({ tokenHashes }) => sql`
    with noted as (
      update sessions set used_at = now()
      where token_hash = any(${tokenHashes}::text[]) and used_at < now() - ${noteUseEvery}
        and used_at > now() - ${longestPause} and created_at > now() - ${longestSession}
    )
    select user_id as "userId", role, email, email_confirmed_at is not null as "emailConfirmed", name,
      token_hash as session
    from sessions join users on users.id = user_id
    where token_hash = any(${tokenHashes}::text[])
      and used_at > now() - ${longestPause} and sessions.created_at > now() - ${longestSession}`,
)

/** Who holds a token, in one statement that also notes its use, at most once an hour. */
export const findActor = askedTogether(async (db: Db, tokenHashes: string[]): Promise<Map<string, Actor>> => {
  const actors = await findActorsStatement(db, { tokenHashes: `{${tokenHashes.join(',')}}` })
  return new Map(actors.map((actor) => [actor.session, actor]))
})

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** All of a user's sessions, or all but the one that is spared. */
export async function deleteSessions(tx: Db, userId: string, spared?: string): Promise<void> {
  const others = spared === undefined ? undefined : ne(sessions.tokenHash, spared)
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others))
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user
}

export async function updateUser(tx: Db, id: string, change: Partial<User>): Promise<User | undefined> {
  const [user] = await tx.update(users).set(change).where(eq(users.id, id)).returning()
  return user
}

/** Locks the user as well, so that the password stays what it is until the transaction ends. */
export async function hasStill(tx: Db, { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>): Promise<boolean> {
  const same = sql`${users.passwordHash} is not distinct from ${passwordHash}`
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), same))
    .for('no key update')
  return found.length > 0
}

/** The user, if this was the first time that their email was confirmed. */
export async function confirmUser(tx: Db, id: string): Promise<User | undefined> {
  const [user] = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.emailConfirmedAt)))
    .returning()
  return user
}

/**
 * `password_set_at` tells whether the owner of the email set the password (0063). A change made with the old password
 * proves no more than the old one did.
 */
export async function setPassword(
  tx: Db,
  id: string,
  passwordHash: string | null,
  setBy: 'emailed link' | 'old password' = 'emailed link',
): Promise<User | undefined> {
  const since = setBy === 'emailed link' ? sql`now()` : sql`coalesce(${users.passwordSetAt}, now())`
  const passwordSetAt = passwordHash === null ? null : since
  const [user] = await tx.update(users).set({ passwordHash, passwordSetAt }).where(eq(users.id, id)).returning()
  return user
}

export async function deleteUser(tx: Db, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id))
}

export type Purpose = (typeof accountTokens.$inferSelect)['purpose']

type NewToken = { tokenHash: string; userId: string; purpose: Purpose; seconds: number }

const insertTokenStatement = statement<NewToken, never>(
  'account_insert_token',
  ({ tokenHash, userId, purpose, seconds }) => sql`
    with gone as (delete from account_tokens where expires_at < now() - interval '30 days')
    insert into account_tokens (token_hash, user_id, purpose, expires_at)
    values (${tokenHash}, ${userId}, ${purpose}, now() + ${seconds}::int * interval '1 second')`,
)

/** Tokens that ran out long ago go when the next one is made. */
export async function insertToken(tx: Db, token: NewToken): Promise<void> {
  await insertTokenStatement(tx, token)
}

const live = and(isNull(accountTokens.usedAt), gt(accountTokens.expiresAt, sql`now()`))

function tokenOf(email: string, tokenHash: string, purpose: Purpose) {
  return and(
    eq(accountTokens.tokenHash, tokenHash),
    eq(accountTokens.purpose, purpose),
    sql`exists (select from users where id = ${accountTokens.userId} and lower(email) = lower(${email}))`,
  )
}

export async function isTokenLive(db: Db, email: string, tokenHash: string, purpose: Purpose): Promise<boolean> {
  return (await db.$count(accountTokens, and(tokenOf(email, tokenHash, purpose), live))) > 0
}

/** Uses a token up; of two at once, one gets the user. With `again`, one that was used before will do too. */
export async function useToken(
  tx: Db,
  email: string,
  tokenHash: string,
  purpose: Purpose,
  { again = false } = {},
): Promise<string | undefined> {
  const usable = again ? or(live, isNotNull(accountTokens.usedAt)) : live
  const [token] = await tx
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(tokenOf(email, tokenHash, purpose), usable))
    .returning({ userId: accountTokens.userId })
  return token?.userId
}

export async function deleteTokens(tx: Db, userId: string, purpose: Purpose): Promise<void> {
  await tx.delete(accountTokens).where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose)))
}

export async function sessionsOf(db: Db, userId: string) {
  const { createdAt, usedAt } = sessions
  return db.select({ startedAt: createdAt, lastUsedAt: usedAt }).from(sessions).where(eq(sessions.userId, userId))
}

export async function identitiesOf(db: Db, userId: string) {
  const { issuer, subject, createdAt } = identities
  return db.select({ issuer, subject, createdAt }).from(identities).where(eq(identities.userId, userId))
}

/** Requests that were never answered go when the next one is made. */
export async function insertOpenIdRequest(
  db: Db,
  { browserHash, state, nonce, codeVerifier, returnTo }: Omit<typeof openidRequests.$inferSelect, 'expiresAt'>,
  seconds: number,
): Promise<void> {
  await db.execute(
    sql`with gone as (delete from openid_requests where expires_at < now())
        insert into openid_requests (browser_hash, state, nonce, code_verifier, return_to, expires_at)
        values (${browserHash}, ${state}, ${nonce}, ${codeVerifier}, ${returnTo}, now() + ${seconds} * interval '1 second')`,
  )
}

export async function takeOpenIdRequest(db: Db, browserHash: string) {
  const [request] = await db
    .delete(openidRequests)
    .where(and(eq(openidRequests.browserHash, browserHash), gt(openidRequests.expiresAt, sql`now()`)))
    .returning()
  return request
}

export async function findIdentity(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const [identity] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return identity?.userId
}

export async function insertIdentity(tx: Db, identity: typeof identities.$inferInsert): Promise<void> {
  await tx.insert(identities).values(identity).onConflictDoNothing()
}

export async function takeSignInToken(db: Db, tokenHash: string): Promise<Login | undefined> {
  const [user] = await readRows<Login>(
    db,
    sql`with taken as (
          delete from account_tokens where token_hash = ${tokenHash} and purpose = 'sign-in' and expires_at > now()
          returning user_id
        )
        select users.id, users.email, users.password_hash as "passwordHash"
        from users join taken on taken.user_id = users.id`,
  )
  return user
}

export async function readSecret(db: Db, name: string): Promise<string> {
  const [secret] = await readRows<{ value: string }>(db, sql`select value from shop_secrets where name = ${name}`)
  if (!secret) throw new Error(`The secret ${name} is missing in the database`)
  return secret.value
}
