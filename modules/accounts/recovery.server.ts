import { queueMail } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { type MailPurpose, type Origin, recipientKey } from '#platform/limits.server.ts'
import { ShopError } from '#shared/errors.ts'
import { hashSecret } from '#shared/secrets.ts'
import { type Desk, typedKey } from './account-context.server.ts'
import { letterAround, type WriteAround } from './cached-templates.server.ts'
import { confirmationLetter, passwordChangedLetter, resetLetter, welcomeLetter } from './email-templates.tsx'
import type { Visitor } from './login.server.ts'
import * as repo from './repo.server.ts'
import type { Confirmation, PasswordReset } from './schema.ts'
import { deadLink, issueToken } from './tokens.server.ts'

export const recoveryQueue = 'recovery'

type LinkPurpose = 'confirm-email' | 'reset-password'
export type LinkWanted = { email: string; purpose: LinkPurpose }

const mailPurposes = { 'confirm-email': 'confirmation', 'reset-password': 'passwordReset' } as const

/**
 * Notes that somebody wants a link by mail. Whether there is such an account is looked up later, by a job: here it would
 * take longer for an address that has one.
 */
export async function wantLink({ db, jobs, limits }: Desk, wanted: LinkWanted, origin: Origin): Promise<void> {
  await limits.spendOpen(mailPurposes[wanted.purpose], recipientKey(wanted.email), origin)
  await jobs.enqueue(db, recoveryQueue, wanted)
}

export async function sendWantedLink(desk: Desk, { email, purpose }: LinkWanted): Promise<void> {
  await desk.db.transaction(async (tx) => {
    const user = await repo.findUserByEmail(tx, email)
    if (!user || (purpose === 'confirm-email' && user.emailConfirmedAt)) return
    await sendLink(tx, desk, user, { token: purpose, mail: mailPurposes[purpose] })
  })
}

type Link = { token: LinkPurpose; mail: MailPurpose; write?: WriteAround; returnTo?: string | undefined }

/** Links begin with the address in our own settings, whatever the request said. */
export async function sendLink(
  tx: Db,
  desk: Desk,
  { id: userId, email }: { id: string; email: string },
  { token: purpose, mail, write = purpose === 'confirm-email' ? confirmationLetter : resetLetter, returnTo }: Link,
): Promise<void> {
  const token = await issueToken(tx, userId, purpose)
  const link = `${desk.settings.siteUrl}/${purpose}?${new URLSearchParams({ token, email, ...(returnTo && { returnTo }) })}`
  const letter = await letterAround(link, desk.owner.shopName(), write)
  await queueMail(tx, desk, { purpose: mail, to: email, userId, confidential: true, ...letter })
}

export async function confirmEmail(desk: Desk, { token, email }: Confirmation): Promise<void> {
  await desk.db.transaction(async (tx) => {
    const userId = await repo.useToken(tx, email, hashSecret(token), 'confirm-email', { again: true })
    if (!userId) throw deadLink()
    const user = await repo.confirmUser(tx, userId)
    if (user) await sendWelcome(tx, desk, user)
  })
}

export async function sendWelcome(
  tx: Db,
  desk: Desk,
  user: repo.User,
  purpose: 'welcome' | 'openid' = 'welcome',
): Promise<void> {
  const letter = welcomeLetter(desk.owner.shopName(), user, desk.settings.siteUrl)
  await queueMail(tx, desk, { purpose, to: user.email, userId: user.id, ...letter })
}

/** Whoever could read the mail owns the address, so it is confirmed as well. */
export async function resetPassword(
  desk: Desk,
  { email, token, password }: PasswordReset,
  { origin, cookie }: Visitor,
): Promise<{ cookie: string }> {
  const { db, limits, passwords } = desk
  const tokenHash = hashSecret(token)
  if (!(await repo.isTokenLive(db, email, tokenHash, 'reset-password'))) throw deadLink()
  const passwordHash = await passwords.hash(password)
  const user = await db.transaction(async (tx) => {
    const userId = await repo.useToken(tx, email, tokenHash, 'reset-password')
    if (!userId) throw deadLink()
    await repo.confirmUser(tx, userId)
    return replacePassword(tx, desk, userId, passwordHash)
  })
  for (const key of [typedKey(user.email), typedKey(user.username), user.id]) await limits.clear('login', key, origin)
  return { cookie: desk.devices.remember(cookie, user) }
}

/** Whoever set the password also owns the email address, as far as we know. */
function isPasswordProven({ emailConfirmedAt, passwordHash, passwordSetAt }: repo.User): boolean {
  if (!emailConfirmedAt) return false
  return !passwordHash || (passwordSetAt !== null && passwordSetAt >= emailConfirmedAt)
}

/**
 * A stranger may have registered this email and chosen its password before the owner confirmed it. Password, sessions
 * and open resets end before the account goes to the owner of the email.
 */
export async function dropUnprovenAccess(tx: Db, user: repo.User): Promise<{ hadPassword: boolean }> {
  if (isPasswordProven(user)) return { hadPassword: false }
  await repo.setPassword(tx, user.id, null)
  await repo.deleteSessions(tx, user.id)
  await repo.deleteTokens(tx, user.id, 'reset-password')
  return { hadPassword: user.passwordHash !== null }
}

/** Ends every session but the spared one, and every way to reset the password that was open until now. */
export async function replacePassword(
  tx: Db,
  desk: Desk,
  userId: string,
  passwordHash: string,
  sparedSession?: string,
): Promise<repo.User> {
  const user = await repo.setPassword(tx, userId, passwordHash, sparedSession ? 'old password' : 'emailed link')
  if (!user) throw new ShopError('notFound', 'There is no such account.')
  await repo.deleteSessions(tx, userId, sparedSession)
  await repo.deleteTokens(tx, userId, 'reset-password')
  const letter = passwordChangedLetter(desk.owner.shopName(), `${desk.settings.siteUrl}/forget-password`)
  await queueMail(tx, desk, { purpose: 'newPassword', to: user.email, userId, ...letter })
  return user
}
