import type { Origin } from '#platform/limits.server.ts'
import { ShopError } from '#shared/errors.ts'
import { type AccountContext, loginNameKey } from './account-context.server.ts'
import type { AuthResult, Credentials } from './contract.ts'
import { findLogin, type LoginAccount } from './repo.server.ts'
import { startSession } from './sessions.server.ts'

export type Visitor = { origin: Origin; cookie: string | undefined }
export type SignedIn = { result: AuthResult; cookie: string }

type Attempt = { user: LoginAccount | undefined; isAllowed: boolean; refund(): Promise<void> }

/**
 * An unknown name and a wrong password take the same time and give the same response. Guessing by others does not lock
 * out the owner on a known device or from an IP address without failures: 0013.
 */
export async function login(
  context: AccountContext,
  credentials: Credentials,
  { origin, cookie }: Visitor,
): Promise<SignedIn> {
  const { db, devices, passwords } = context
  const attempt =
    (await attemptFromDevice(context, credentials.username, cookie)) ??
    (await attemptFromUnknownDevice(context, credentials.username, origin))
  const { user, isAllowed } = attempt
  const hash = isAllowed ? user?.passwordHash : null
  const matches = await passwords.matches(credentials.password, hash).catch(async (busy) => {
    await attempt.refund()
    throw busy
  })
  if (!user?.passwordHash || !matches) throw new ShopError('unauthenticated', 'Login failed')
  const { id, email, passwordHash } = user
  const result = await startSession(db, { id, email, passwordHash })
  await attempt.refund()
  return { result, cookie: devices.remember(cookie, user) }
}

/** Counts against the limit of the device. Returns undefined if the device is unknown or has no attempts left. */
async function attemptFromDevice(
  { db, devices, limits }: AccountContext,
  username: string,
  cookie: string | undefined,
): Promise<Attempt | undefined> {
  const user = cookie ? await findLogin(db, username) : undefined
  const deviceId = user && devices.recognize(cookie, user)
  if (!deviceId) return undefined
  const limitKey = { account: `${user.id} ${deviceId}` }
  if (!(await limits.allows('knownDevice', limitKey))) return undefined
  return { user, isAllowed: true, refund: () => limits.refund('knownDevice', limitKey) }
}

/**
 * The caller sees only refusals by the entered name, known or not. The limit per account stays hidden, because it would
 * reveal which email and username belong together.
 */
async function attemptFromUnknownDevice(
  { db, limits }: AccountContext,
  username: string,
  origin: Origin,
): Promise<Attempt> {
  const nameKey = loginNameKey(username)
  await limits.spend('login', origin)
  const byName = await limits.spendOpen('login', nameKey, origin)
  const user = await findLogin(db, username)
  const byAccount = await limits.claim('login', user?.id ?? `nobody ${nameKey}`, origin)
  return {
    user,
    isAllowed: byAccount.retryAfterSeconds === undefined,
    refund: async () => {
      await limits.refund('login', origin)
      await byName.refund()
      await byAccount.refund()
    },
  }
}
