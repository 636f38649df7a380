import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { accountKey, type Desk } from './desk.server.ts'
import { sendLink } from './recovery.server.ts'
import { freeUsername, insertUser, isEmailTaken, type Role, readLogin } from './repo.server.ts'
import type { AuthResult, Credentials, Registration } from './schema.ts'
import { startSession } from './sessions.server.ts'

export type NewAccount = {
  username: string
  email: string
  name: string
  passwordHash: string | null
  role: Role
  confirmedAt?: Date
}

/** A taken username gets the next free number. */
export async function createAccount(
  tx: Db,
  { confirmedAt, ...account }: NewAccount,
): Promise<{ id: string; username: string }> {
  const id = newId()
  let username: string | undefined = account.username
  while (username !== undefined) {
    const created = await insertUser(tx, {
      ...account,
      id,
      username,
      emailConfirmedAt: confirmedAt?.toISOString() ?? null,
    })
    if (created) return { id, username }
    if (await isEmailTaken(tx, account.email)) throw duplicateEmail()
    username = await freeUsername(tx, account.username)
  }
  throw new ShopError('conflict', 'This username is taken.')
}

function duplicateEmail(): ShopError {
  const description = 'There is already an account with this email.'
  return new ShopError('conflict', description, { details: [{ code: 'DuplicateEmail', field: 'email', description }] })
}

export async function register(
  desk: Desk,
  { username, email, firstName, lastName, password }: Registration,
): Promise<{ username: string }> {
  const passwordHash = await desk.passwords.hash(password)
  const name = [firstName, lastName].filter(Boolean).join(' ') || username
  return desk.db.transaction(async (tx) => {
    const account = await createAccount(tx, { username, email, name, passwordHash, role: 'Customer' })
    await sendLink(tx, desk, { id: account.id, email }, 'confirm-email')
    return account
  })
}

/** The same work and the same words, whether nobody has that name or somebody has another password. */
export async function login(
  { db, limits, passwords }: Desk,
  { username, password }: Credentials,
  caller: string,
): Promise<AuthResult> {
  const typed = accountKey(username)
  await limits.spend('wrongPasswordsFromAddress', caller)
  await limits.spend('wrongPasswordsForAccount', typed)
  const user = await readLogin(db, username)
  const matches = await passwords.matches(password, user?.passwordHash).catch(async (busy) => {
    await limits.giveBack('wrongPasswordsFromAddress', caller)
    await limits.giveBack('wrongPasswordsForAccount', typed)
    throw busy
  })
  if (!user?.passwordHash || !matches) throw new ShopError('unauthenticated', 'Login failed')
  const session = await startSession(db, { id: user.id, email: user.email, passwordHash: user.passwordHash })
  await limits.giveBack('wrongPasswordsFromAddress', caller)
  await limits.forget('wrongPasswordsForAccount', typed)
  return session
}
