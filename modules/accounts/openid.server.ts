import type { Db } from '#platform/db.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { OpenId, OpenIdProfile } from '#platform/openid.server.ts'
import { ShopError } from '#shared/errors.ts'
import { displayName, emailField } from '#shared/fields.ts'
import { safePath } from '#shared/return-path.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import type { AccountContext } from './account-context.server.ts'
import { choosePasswordEmail } from './email-templates.tsx'
import type { SignedIn } from './login.server.ts'
import { createPasswordlessAccount } from './owner.server.ts'
import { dropUnprovenAccess, sendLink, sendWelcome } from './recovery.server.ts'
import * as repo from './repo.server.ts'
import { startSession } from './sessions.server.ts'
import { issueToken } from './tokens.server.ts'

export const openIdRequestSeconds = 600

type OpenIdContext = AccountContext & { openid: OpenId | undefined; log: Log }

/** Returns the provider URL and the secret that binds the callback to this browser. */
export async function beginOpenId(
  { db, openid, log }: OpenIdContext,
  returnTo: string | undefined,
): Promise<{ location: string; browserSecret: string } | undefined> {
  if (!openid) throw new ShopError('notFound', 'Sign-in with Google is not set up')
  const started = await openid.begin().catch((error) => logRefusal(log, error))
  if (!started) return undefined
  const { location, ...request } = started
  const browserSecret = newSecret()
  await repo.insertOpenIdRequest(
    db,
    { ...request, browserHash: hashSecret(browserSecret), returnTo: safePath(returnTo) ?? null },
    openIdRequestSeconds,
  )
  return { location, browserSecret }
}

/**
 * Returns a ticket for the browser that started the sign-in. Returns undefined for a refusal, a forgery or a replay: a
 * request can be finished once, by the browser that has its secret.
 */
export async function finishOpenId(
  context: OpenIdContext,
  search: string,
  browserSecret: string | undefined,
): Promise<{ ticket: string; returnTo: string | undefined; choosePassword: boolean } | undefined> {
  const { db, openid, log } = context
  const request = browserSecret ? await repo.consumeOpenIdRequest(db, hashSecret(browserSecret)) : undefined
  if (!openid || !request) return undefined
  const person = await openid.finish(search, request).catch((error) => logRefusal(log, error))
  if (!person) return undefined
  if (!person.emailVerified || !emailField.safeParse(person.email).success) {
    return logRefusal(log, new Error('the email is not verified'))
  }
  const link = () =>
    db.transaction(async (tx) => {
      const { userId, choosePassword } = await linkAccount(tx, context, person)
      return { ticket: await issueToken(tx, userId, 'sign-in'), choosePassword }
    })
  // Two concurrent first sign-ins conflict; on retry the second one finds the new account.
  const linked = await link().catch((error) => {
    if (error instanceof ShopError && error.code === 'conflict') return link()
    throw error
  })
  return { ...linked, returnTo: safePath(request.returnTo) }
}

export async function exchangeTicket(
  { db, devices }: AccountContext,
  ticket: string | undefined,
  cookie: string | undefined,
): Promise<SignedIn> {
  const user = ticket ? await repo.consumeSignInToken(db, hashSecret(ticket)) : undefined
  if (!user) throw new ShopError('unauthenticated', 'Login failed')
  const result = await startSession(db, { id: user.id, email: user.email })
  return { result, cookie: devices.remember(cookie, user) }
}

type LinkedAccount = { userId: string; choosePassword: boolean }

/** The provider has verified the email, so the account with that email belongs to the same person. */
async function linkAccount(
  tx: Db,
  context: AccountContext,
  { issuer, subject, email = '', name }: OpenIdProfile,
): Promise<LinkedAccount> {
  const linkedUserId = await repo.findIdentity(tx, issuer, subject)
  if (linkedUserId) return { userId: linkedUserId, choosePassword: false }
  const user =
    (await repo.findUserByEmail(tx, email)) ??
    (await createPasswordlessAccount(tx, email, displayName('a name', 120).safeParse(name).data))
  const { hadPassword } = await dropUnprovenAccess(tx, user)
  const confirmed = await repo.confirmUser(tx, user.id)
  if (confirmed) await sendWelcome(tx, context, confirmed, 'openid')
  if (hadPassword) {
    await sendLink(tx, context, user, {
      token: 'reset-password',
      emailPurpose: 'openid',
      template: choosePasswordEmail,
    })
  }
  await repo.insertIdentity(tx, { issuer, subject, userId: user.id })
  return { userId: user.id, choosePassword: hadPassword }
}

/** Logs the reason only; the request may contain codes and names. */
function logRefusal(log: Log, error: unknown): undefined {
  const { name, code, message } = error as Error & { code?: string }
  log.warn({ err: code ?? (name === 'Error' ? message : name) }, 'an OpenID sign-in was refused')
  return undefined
}
