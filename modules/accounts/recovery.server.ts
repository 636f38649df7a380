import { queueMail } from '#modules/mail/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { hashSecret } from '#shared/secrets.ts'
import { type Desk, typedKey } from './desk.server.ts'
import { letterAround, type WriteAround } from './letter-forms.server.ts'
import { confirmationLetter, passwordChangedLetter, resetLetter, welcomeLetter } from './letters.tsx'
import * as repo from './repo.server.ts'
import type { Confirmation, PasswordReset } from './schema.ts'
import { deadLink, issueToken } from './tokens.server.ts'

export const recoveryQueue = 'recovery'

type LinkPurpose = 'confirm-email' | 'reset-password'
export type LinkWanted = { email: string; purpose: LinkPurpose }

/**
 * Notes that somebody wants a link by mail. Whether there is such an account is looked up later, by a job: here it would
 * take longer for an address that has one.
 */
export async function wantLink({ db, jobs, limits }: Desk, wanted: LinkWanted): Promise<void> {
  await limits.spend('mailsToAccount', typedKey(wanted.email))
  await jobs.enqueue(db, recoveryQueue, wanted)
}

export async function wantConfirmation(desk: Desk, userId: string): Promise<void> {
  const user = await repo.findUser(desk.db, userId)
  if (user) await wantLink(desk, { email: user.email, purpose: 'confirm-email' })
}

export async function sendWantedLink(desk: Desk, { email, purpose }: LinkWanted): Promise<void> {
  await desk.db.transaction(async (tx) => {
    const user = await repo.findUserByEmail(tx, email)
    if (!user || (purpose === 'confirm-email' && user.emailConfirmedAt)) return
    await sendLink(tx, desk, user, purpose)
  })
}

/** Links begin with the address in our own settings, whatever the request said. */
export async function sendLink(
  tx: Db,
  { jobs, owner, settings }: Desk,
  { id: userId, email }: { id: string; email: string },
  purpose: LinkPurpose,
  write: WriteAround = purpose === 'confirm-email' ? confirmationLetter : resetLetter,
): Promise<void> {
  const token = await issueToken(tx, userId, purpose)
  const link = `${settings.siteUrl}/${purpose}?${new URLSearchParams({ token, email })}`
  const letter = await letterAround(link, owner.shopName(), write)
  await queueMail(tx, jobs, { to: email, userId, confidential: true, ...letter })
}

export async function confirmEmail(desk: Desk, { token, email }: Confirmation): Promise<void> {
  await desk.db.transaction(async (tx) => {
    const userId = await repo.useToken(tx, email, hashSecret(token), 'confirm-email', { again: true })
    if (!userId) throw deadLink()
    const user = await repo.confirmUser(tx, userId)
    if (user) await sendWelcome(tx, desk, user)
  })
}

export async function sendWelcome(tx: Db, { jobs, owner, settings }: Desk, user: repo.User): Promise<void> {
  const letter = welcomeLetter(owner.shopName(), user, settings.siteUrl)
  await queueMail(tx, jobs, { to: user.email, userId: user.id, ...letter })
}

/** Whoever could read the mail owns the address, so it is confirmed as well. */
export async function resetPassword(desk: Desk, { email, token, password }: PasswordReset): Promise<void> {
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
  for (const name of [user.email, user.username]) await limits.forget('wrongPasswordsForName', typedKey(name))
  await limits.forget('wrongPasswordsForAccount', user.id)
}

/**
 * While nobody has confirmed an email, somebody else may have made the account with it and wait behind its password:
 * that, the sessions and the open resets go before the account is given to whoever the email belongs to.
 */
export async function dropUnprovenAccess(tx: Db, { id, emailConfirmedAt }: repo.User): Promise<void> {
  if (emailConfirmedAt) return
  await repo.updateUser(tx, id, { passwordHash: null })
  await repo.deleteSessions(tx, id)
  await repo.deleteTokens(tx, id, 'reset-password')
}

/** Ends every session but the spared one, and every way to reset the password that was open until now. */
export async function replacePassword(
  tx: Db,
  { jobs, owner, settings }: Desk,
  userId: string,
  passwordHash: string,
  sparedSession?: string,
): Promise<repo.User> {
  const user = await repo.updateUser(tx, userId, { passwordHash })
  if (!user) throw new ShopError('notFound', 'There is no such account.')
  await repo.deleteSessions(tx, userId, sparedSession)
  await repo.deleteTokens(tx, userId, 'reset-password')
  const letter = passwordChangedLetter(owner.shopName(), `${settings.siteUrl}/forget-password`)
  await queueMail(tx, jobs, { to: user.email, userId, ...letter })
  return user
}
