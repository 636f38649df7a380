import { and, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import type { Role } from '#shared/rights.ts'
import { isLiveSession } from './fragments.server.ts'
import { accountTokens, identities, openidRequests, sessions, users } from './tables.server.ts'

export type User = typeof users.$inferSelect
export type Actor = {
  userId: string
  role: Role
  email: string
  emailConfirmed: boolean
  name: string
  session: string
}

const touchInterval = sql`interval '1 hour'`

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`)
  return user
}

export type LoginAccount = Pick<User, 'id' | 'email' | 'passwordHash'>

const loginStatement = (column: 'email' | 'username') =>
  statement<{ nameOrEmail: string }, LoginAccount>(
    `account_login_by_${column}`,
    ({ nameOrEmail }) => sql`
      select id, email, password_hash as "passwordHash" from users where lower(${sql.raw(column)}) = lower(${nameOrEmail})`,
  )
const findLoginByEmail = loginStatement('email')
const findLoginByUsername = loginStatement('username')

export async function findLogin(db: Db, emailOrUsername: string): Promise<LoginAccount | undefined> {
  const find = emailOrUsername.includes('@') ? findLoginByEmail : findLoginByUsername
  const [login] = await find(db, { nameOrEmail: emailOrUsername })
  return login
}

type NewUser = Pick<User, 'id' | 'username' | 'email' | 'name' | 'passwordHash' | 'role'> & {
  emailConfirmedAt: string | null
}

const insertUserStatement = statement<NewUser, { id: string }>(
  'account_insert',
  (user) => sql`
    insert into users (id, username, email, name, password_hash, password_set_at, role, email_confirmed_at)
    values (${user.id}, ${user.username}, ${user.email}, ${user.name}, ${user.passwordHash},
            case when ${user.passwordHash}::text is not null then coalesce(${user.emailConfirmedAt}::timestamptz, now()) end,
            ${user.role}, ${user.emailConfirmedAt}::timestamptz)
    on conflict do nothing returning id`,
)

/** Returns false if the email or the username is taken. */
export async function insertUser(tx: Db, user: NewUser): Promise<boolean> {
  return (await insertUserStatement(tx, user)).length > 0
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).where(sql`lower(${users.email}) = lower(${email})`)
  return user !== undefined
}

/** Appends the first free number, starting with 2. */
export async function findFreeUsername(db: Db, baseName: string): Promise<string | undefined> {
  const [row] = await readRows<{ username: string }>(
    db,
    sql`select username from (select n, ${baseName}::text || n as username from generate_series(2, 9999) as n) as candidate
        where not exists (select from users where lower(users.username) = lower(candidate.username))
        order by n limit 1`,
  )
  return row?.username
}

/** `isUseDue` if the use of the session was not recorded within the last hour. */
type FoundActor = Actor & { isUseDue: boolean }

const actorsWhere = (isRequested: SQL) => sql`
  select user_id as "userId", role, email, email_confirmed_at is not null as "emailConfirmed", name,
    token_hash as session, used_at < now() - ${touchInterval} as "isUseDue"
  from sessions join users on users.id = user_id where ${isRequested} and ${isLiveSession}`

const actorStatement = statement<{ tokenHash: string }, FoundActor>('account_actor', ({ tokenHash }) =>
  actorsWhere(sql`token_hash = ${tokenHash}`),
)
/** A list of fixed length, because PostgreSQL plans a statement with an array for each call. */
const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
type TokenHashes = Record<(typeof places)[number], string>

const actorsStatement = statement<TokenHashes, FoundActor>('account_actors', (tokenHashes) => {
  const list = places.map((place) => sql`${tokenHashes[place]}`)
  return actorsWhere(sql`token_hash in (${sql.join(list, sql`, `)})`)
})

export const readActor = (db: Db, tokenHash: string) => actorStatement(db, { tokenHash })

export async function readActors(db: Db, tokenHashes: string[]): Promise<FoundActor[]> {
  const groups = Array.from({ length: Math.ceil(tokenHashes.length / places.length) }, (_, group) =>
    tokenHashes.slice(group * places.length, (group + 1) * places.length),
  )
  const found = groups.map((group) => {
    const values = places.map((place, index) => [place, group[index] ?? group[0]])
    return actorsStatement(db, Object.fromEntries(values) as TokenHashes)
  })
  return (await Promise.all(found)).flat()
}

export async function recordUse(db: Db, tokenHashes: string[]): Promise<void> {
  await db
    .update(sessions)
    .set({ usedAt: sql`now()` })
    .where(and(inArray(sessions.tokenHash, tokenHashes), isLiveSession))
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteSessions(tx: Db, userId: string, exceptSession?: string): Promise<void> {
  const others = exceptSession === undefined ? undefined : ne(sessions.tokenHash, exceptSession)
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

/** Also locks the user row, so the password cannot change before the transaction ends. */
export async function isPasswordUnchanged(
  tx: Db,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const same = sql`${users.passwordHash} is not distinct from ${passwordHash}`
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), same))
    .for('no key update')
  return found.length > 0
}

/** Returns the user only on the first confirmation. */
export async function confirmUser(tx: Db, id: string): Promise<User | undefined> {
  const [user] = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.emailConfirmedAt)))
    .returning()
  return user
}

/**
 * `password_set_at` shows whether the owner of the email set the password (0011). A change with the old password does
 * not prove ownership, so it keeps the old time.
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
    with expired as (delete from account_tokens where expires_at < now() - interval '30 days')
    insert into account_tokens (token_hash, user_id, purpose, expires_at)
    values (${tokenHash}, ${userId}, ${purpose}, now() + ${seconds}::int * interval '1 second')`,
)

/** Also deletes tokens that expired more than 30 days ago. */
export async function insertToken(tx: Db, token: NewToken): Promise<void> {
  await insertTokenStatement(tx, token)
}

const isLive = and(isNull(accountTokens.usedAt), gt(accountTokens.expiresAt, sql`now()`))

function matchesToken(email: string, tokenHash: string, purpose: Purpose) {
  return and(
    eq(accountTokens.tokenHash, tokenHash),
    eq(accountTokens.purpose, purpose),
    sql`exists (select from users where id = ${accountTokens.userId} and lower(email) = lower(${email}))`,
  )
}

/** Both links lead to a new password; the one of an invitation also to the role. */
const passwordPurposes = ['reset-password', 'join'] as const

export async function findPasswordPurpose(db: Db, email: string, tokenHash: string) {
  for (const purpose of passwordPurposes)
    if ((await db.$count(accountTokens, and(matchesToken(email, tokenHash, purpose), isLive))) > 0) return purpose
  return undefined
}

/** Of two concurrent calls, one gets the user. `allowUsed` accepts a token that was used before. */
export async function consumeToken(
  tx: Db,
  email: string,
  tokenHash: string,
  purpose: Purpose,
  { allowUsed = false } = {},
): Promise<string | undefined> {
  const usable = allowUsed ? or(isLive, isNotNull(accountTokens.usedAt)) : isLive
  const [token] = await tx
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(matchesToken(email, tokenHash, purpose), usable))
    .returning({ userId: accountTokens.userId })
  return token?.userId
}

export async function deleteTokens(tx: Db, userId: string, purpose: Purpose): Promise<void> {
  await tx.delete(accountTokens).where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose)))
}

export async function listSessions(db: Db, userId: string) {
  const { createdAt, usedAt } = sessions
  return db.select({ startedAt: createdAt, lastUsedAt: usedAt }).from(sessions).where(eq(sessions.userId, userId))
}

export async function listIdentities(db: Db, userId: string) {
  const { issuer, subject, createdAt } = identities
  return db.select({ issuer, subject, createdAt }).from(identities).where(eq(identities.userId, userId))
}

/** Also deletes expired requests. */
export async function insertOpenIdRequest(
  db: Db,
  { browserHash, state, nonce, codeVerifier, returnTo }: Omit<typeof openidRequests.$inferSelect, 'expiresAt'>,
  seconds: number,
): Promise<void> {
  await db.execute(
    sql`with expired as (delete from openid_requests where expires_at < now())
        insert into openid_requests (browser_hash, state, nonce, code_verifier, return_to, expires_at)
        values (${browserHash}, ${state}, ${nonce}, ${codeVerifier}, ${returnTo}, now() + ${seconds} * interval '1 second')`,
  )
}

export async function consumeOpenIdRequest(db: Db, browserHash: string) {
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

export async function consumeSignInToken(db: Db, tokenHash: string): Promise<LoginAccount | undefined> {
  const [user] = await readRows<LoginAccount>(
    db,
    sql`with consumed as (
          delete from account_tokens where token_hash = ${tokenHash} and purpose = 'sign-in' and expires_at > now()
          returning user_id
        )
        select users.id, users.email, users.password_hash as "passwordHash"
        from users join consumed on consumed.user_id = users.id`,
  )
  return user
}
