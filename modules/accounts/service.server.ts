import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { type Desk, typedKey } from './desk.server.ts'
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

/**
 * The same work and the same words, whether nobody has that name or somebody has another password. An account with too
 * many wrong ones, by whatever names, is shut without a word: that would tell which names belong together (0020).
 */
export async function login(
  { db, limits, passwords }: Desk,
  { username, password }: Credentials,
  line: string,
): Promise<AuthResult> {
  const typed = typedKey(username)
  await limits.spend('wrongPasswordsFromAddress', line)
  await limits.spend('wrongPasswordsForName', typed)
  const user = await readLogin(db, username)
  const account = user?.id ?? typed
  const isOpen = await limits.allows('wrongPasswordsForAccount', account)
  const matches = await passwords.matches(password, isOpen ? user?.passwordHash : null).catch(async (busy) => {
    await limits.giveBack('wrongPasswordsFromAddress', line)
    await limits.giveBack('wrongPasswordsForName', typed)
    await limits.giveBack('wrongPasswordsForAccount', account)
    throw busy
  })
  if (!user?.passwordHash || !matches) throw new ShopError('unauthenticated', 'Login failed')
  const session = await startSession(db, { id: user.id, email: user.email, passwordHash: user.passwordHash })
  await limits.giveBack('wrongPasswordsFromAddress', line)
  await limits.forget('wrongPasswordsForName', typed)
  await limits.forget('wrongPasswordsForAccount', account)
  return session
}
