import type { Origin } from '#platform/limits.server.ts'
import { ShopError } from '#shared/errors.ts'
import { type Desk, typedKey } from './account-context.server.ts'
import { type Login, readLogin } from './repo.server.ts'
import type { AuthResult, Credentials } from './schema.ts'
import { startSession } from './sessions.server.ts'

export type Visitor = { origin: Origin; cookie: string | undefined }
export type SignedIn = { result: AuthResult; cookie: string }

type Attempt = { user: Login | undefined; isOpen: boolean; giveBack(): Promise<void> }

/**
 * The same work and the same answer, whether the name is unknown or the password wrong. Strangers who guess cannot shut
 * out the owner, who comes with a known device or from an address without failures: 0062.
 */
export async function login(desk: Desk, credentials: Credentials, { origin, cookie }: Visitor): Promise<SignedIn> {
  const { db, devices, passwords } = desk
  const attempt =
    (await attemptFromDevice(desk, credentials.username, cookie)) ??
    (await attemptFromStranger(desk, credentials.username, origin))
  const { user, isOpen } = attempt
  const hash = isOpen ? user?.passwordHash : null
  const matches = await passwords.matches(credentials.password, hash).catch(async (busy) => {
    await attempt.giveBack()
    throw busy
  })
  if (!user?.passwordHash || !matches) throw new ShopError('unauthenticated', 'Login failed')
  const { id, email, passwordHash } = user
  const result = await startSession(db, { id, email, passwordHash })
  await attempt.giveBack()
  return { result, cookie: devices.remember(cookie, user) }
}

/** Counted for the device alone. Nothing where the device is unknown, or has used up its tries. */
async function attemptFromDevice(
  { db, devices, limits }: Desk,
  username: string,
  cookie: string | undefined,
): Promise<Attempt | undefined> {
  const user = cookie ? await readLogin(db, username) : undefined
  const deviceId = user && devices.recognize(cookie, user)
  if (!deviceId) return undefined
  const who = { account: `${user.id} ${deviceId}` }
  if (!(await limits.allows('knownDevice', who))) return undefined
  return { user, isOpen: true, giveBack: () => limits.giveBack('knownDevice', who) }
}

/**
 * Refusals are told by what was typed, known or not. An account has several names: its own budget is never told, since
 * that would show which names belong together.
 */
async function attemptFromStranger({ db, limits }: Desk, username: string, origin: Origin): Promise<Attempt> {
  const typed = typedKey(username)
  await limits.spend('login', origin)
  const byName = await limits.spendOpen('login', typed, origin)
  const user = await readLogin(db, username)
  const byAccount = await limits.claim('login', user?.id ?? `nobody ${typed}`, origin)
  return {
    user,
    isOpen: byAccount.retryAfterSeconds === undefined,
    giveBack: async () => {
      await limits.giveBack('login', origin)
      await byName.giveBack()
      await byAccount.giveBack()
    },
  }
}
