import type { Db } from '#platform/db.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { OpenId, OpenIdPerson } from '#platform/openid.server.ts'
import { ShopError } from '#shared/errors.ts'
import { displayName, emailField } from '#shared/fields.ts'
import { safePath } from '#shared/return-path.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import type { Desk } from './account-context.server.ts'
import { choosePasswordLetter } from './email-templates.tsx'
import type { SignedIn } from './login.server.ts'
import { newMember } from './owner.server.ts'
import { dropUnprovenAccess, sendLink, sendWelcome } from './recovery.server.ts'
import * as repo from './repo.server.ts'
import { startSession } from './sessions.server.ts'
import { issueToken } from './tokens.server.ts'

export const openIdSeconds = 600

type OpenIdDesk = Desk & { openid: OpenId | undefined; log: Log }

/** Where to send the browser, and the secret that ties the answer to it. */
export async function beginOpenId(
  { db, openid, log }: OpenIdDesk,
  returnTo: string | undefined,
): Promise<{ location: string; browserSecret: string } | undefined> {
  if (!openid) throw new ShopError('notFound', 'Sign-in with Google is not set up')
  const begun = await openid.begin().catch((error) => refused(log, error))
  if (!begun) return undefined
  const { location, ...request } = begun
  const browserSecret = newSecret()
  await repo.insertOpenIdRequest(
    db,
    { ...request, browserHash: hashSecret(browserSecret), returnTo: safePath(returnTo) ?? null },
    openIdSeconds,
  )
  return { location, browserSecret }
}

/**
 * A ticket for the browser that began, or nothing for a refusal, a forgery or a replay: each request can be answered
 * once, by the browser that holds its secret.
 */
export async function finishOpenId(
  desk: OpenIdDesk,
  search: string,
  browserSecret: string | undefined,
): Promise<{ ticket: string; returnTo: string | undefined; choosePassword: boolean } | undefined> {
  const { db, openid, log } = desk
  const request = browserSecret ? await repo.takeOpenIdRequest(db, hashSecret(browserSecret)) : undefined
  if (!openid || !request) return undefined
  const person = await openid.finish(search, request).catch((error) => refused(log, error))
  if (!person) return undefined
  if (!person.emailVerified || !emailField.safeParse(person.email).success) {
    return refused(log, new Error('the email is not verified'))
  }
  const join = () =>
    db.transaction(async (tx) => {
      const { userId, choosePassword } = await joinAccount(tx, desk, person)
      return { ticket: await issueToken(tx, userId, 'sign-in'), choosePassword }
    })
  // Two sign-ins of a new person at once: the later one finds the account that the earlier one has made.
  const joined = await join().catch((error) => {
    if (error instanceof ShopError && error.code === 'conflict') return join()
    throw error
  })
  return { ...joined, returnTo: safePath(request.returnTo) }
}

export async function tradeTicket(
  { db, devices }: Desk,
  ticket: string | undefined,
  cookie: string | undefined,
): Promise<SignedIn> {
  const user = ticket ? await repo.takeSignInToken(db, hashSecret(ticket)) : undefined
  if (!user) throw new ShopError('unauthenticated', 'Login failed')
  const result = await startSession(db, { id: user.id, email: user.email })
  return { result, cookie: devices.remember(cookie, user) }
}

type Joined = { userId: string; choosePassword: boolean }

/** The provider vouches for the email, so whoever holds the account with it is the same person. */
async function joinAccount(tx: Db, desk: Desk, { issuer, subject, email = '', name }: OpenIdPerson): Promise<Joined> {
  const known = await repo.findIdentity(tx, issuer, subject)
  if (known) return { userId: known, choosePassword: false }
  const user =
    (await repo.findUserByEmail(tx, email)) ??
    (await newMember(tx, email, displayName('a name', 120).safeParse(name).data))
  const { hadPassword } = await dropUnprovenAccess(tx, user)
  const confirmed = await repo.confirmUser(tx, user.id)
  if (confirmed) await sendWelcome(tx, desk, confirmed, 'openid')
  if (hadPassword) {
    await sendLink(tx, desk, user, { token: 'reset-password', mail: 'openid', write: choosePasswordLetter })
  }
  await repo.insertIdentity(tx, { issuer, subject, userId: user.id })
  return { userId: user.id, choosePassword: hadPassword }
}

/** Why, but not what was sent: that may hold codes and names. */
function refused(log: Log, error: unknown): undefined {
  const { name, code, message } = error as Error & { code?: string }
  log.warn({ err: code ?? (name === 'Error' ? message : name) }, 'a sign-in through OpenID was refused')
  return undefined
}
