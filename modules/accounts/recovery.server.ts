import { recordChange } from '#modules/audit/service.server.ts'
import { queueEmail } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { type EmailPurpose, type Origin, recipientKey } from '#platform/limits.server.ts'
import { ShopError } from '#shared/errors.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import { type AccountContext, loginNameKey } from './account-context.server.ts'
import type { Confirmation, PasswordReset } from './contract.ts'
import {
  confirmationEmail,
  type Invitation,
  type LinkTemplate,
  passwordChangedEmail,
  passwordResetEmail,
  welcomeEmail,
} from './email-templates.tsx'
import type { Visitor } from './login.server.ts'
import * as repo from './repo.server.ts'
import { invalidLinkError, invitationSeconds, storeToken } from './tokens.server.ts'

export const recoveryQueue = 'recovery'

type LinkPurpose = 'confirm-email' | 'reset-password'
export type LinkRequest = { email: string; purpose: LinkPurpose }

const emailPurposes = { 'confirm-email': 'confirmation', 'reset-password': 'passwordReset' } as const

/** A job looks up the account later: a lookup here would reveal by its duration whether the account exists. */
export async function requestLink(
  { db, jobs, limits }: AccountContext,
  request: LinkRequest,
  origin: Origin,
): Promise<void> {
  await limits.spendOpen(emailPurposes[request.purpose], recipientKey(request.email), origin)
  await jobs.enqueue(db, recoveryQueue, request)
}

export async function sendRequestedLink(context: AccountContext, { email, purpose }: LinkRequest): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await repo.findUserByEmail(tx, email)
    if (!user || (purpose === 'confirm-email' && user.emailConfirmedAt)) return
    await sendLink(tx, context, user, { token: purpose, emailPurpose: emailPurposes[purpose] })
  })
}

type LinkEmail = {
  token: LinkPurpose | 'join'
  emailPurpose: EmailPurpose
  template?: LinkTemplate
  invitation?: Invitation
  /** Of a customer whose first order was entered by staff. */
  isNewCustomer?: boolean
  returnTo?: string | undefined
}

/** Links start with `siteUrl` of the settings, never with the host of the request. */
export async function sendLink(
  tx: Db,
  context: AccountContext,
  { id: userId, email }: { id: string; email: string },
  {
    token: purpose,
    emailPurpose,
    template = purpose === 'confirm-email' ? confirmationEmail : passwordResetEmail,
    invitation,
    isNewCustomer = false,
    returnTo,
  }: LinkEmail,
): Promise<void> {
  const token = newSecret()
  const page = {
    ...(returnTo && { returnTo }),
    ...(purpose === 'join' && { join: '1' }),
    ...(isNewCustomer && { welcome: '1' }),
  }
  const query = { token, email, ...page }
  const path = purpose === 'confirm-email' ? 'confirm-email' : 'reset-password'
  const link = `${context.settings.siteUrl}/${path}?${new URLSearchParams(query)}`
  const envelope = { purpose: emailPurpose, to: email, userId, confidential: true }
  await Promise.all([
    storeToken(tx, token, userId, purpose, isNewCustomer ? invitationSeconds : undefined),
    queueEmail(tx, context, envelope, template, { shopName: context.ownerSettings.shopName(), link, invitation }),
  ])
}

export async function confirmEmail(context: AccountContext, { token, email }: Confirmation): Promise<void> {
  await context.db.transaction(async (tx) => {
    const userId = await repo.consumeToken(tx, email, hashSecret(token), 'confirm-email', { allowUsed: true })
    if (!userId) throw invalidLinkError()
    const user = await repo.confirmUser(tx, userId)
    if (user) await sendWelcome(tx, context, user)
  })
}

function emailShop({ ownerSettings, settings }: AccountContext) {
  return { shopName: ownerSettings.shopName(), siteUrl: settings.siteUrl }
}

export async function sendWelcome(
  tx: Db,
  context: AccountContext,
  { id: userId, email: to, name, username }: repo.User,
  purpose: 'welcome' | 'openid' = 'welcome',
): Promise<void> {
  await queueEmail(tx, context, { purpose, to, userId }, welcomeEmail, { ...emailShop(context), name, username })
}

/** The link proves that the user reads this email address, so the address is confirmed as well. */
export async function resetPassword(
  context: AccountContext,
  { email, token, password }: PasswordReset,
  { origin, cookie }: Visitor,
): Promise<{ cookie: string }> {
  const { db, limits, passwords } = context
  const tokenHash = hashSecret(token)
  const purpose = await repo.findPasswordPurpose(db, email, tokenHash)
  if (!purpose) throw invalidLinkError()
  const passwordHash = await passwords.hash(password)
  const user = await db.transaction(async (tx) => {
    const userId = await repo.consumeToken(tx, email, tokenHash, purpose)
    if (!userId) throw invalidLinkError()
    await repo.confirmUser(tx, userId)
    const changed = await replacePassword(tx, context, userId, passwordHash)
    if (purpose === 'join') await acceptInvitation(tx, changed)
    return changed
  })
  for (const key of [loginNameKey(user.email), loginNameKey(user.username), user.id])
    await limits.clear('login', key, origin)
  return { cookie: context.devices.remember(cookie, user) }
}

export async function acceptInvitation(tx: Db, { id, name, role, invitedRole }: repo.User): Promise<void> {
  if (!invitedRole) return
  await repo.updateUser(tx, id, { role: invitedRole, invitedRole: null, deactivatedAt: null })
  await recordChange(
    tx,
    { userId: id, name },
    { action: 'joined', subject: 'staff', subjectId: id, before: { role }, after: { role: invitedRole } },
  )
}

/** Only a password set after the confirmation of the email is certain to come from the owner of the email. */
function isPasswordProven({ emailConfirmedAt, passwordHash, passwordSetAt }: repo.User): boolean {
  if (!emailConfirmedAt) return false
  return !passwordHash || (passwordSetAt !== null && passwordSetAt >= emailConfirmedAt)
}

/**
 * A stranger may have registered this email with a password of their own. Password, sessions and pending resets are
 * removed before the owner of the email gets the account.
 */
export async function dropUnprovenAccess(tx: Db, user: repo.User): Promise<{ hadPassword: boolean }> {
  if (isPasswordProven(user)) return { hadPassword: false }
  await repo.setPassword(tx, user.id, null)
  await repo.deleteSessions(tx, user.id)
  await repo.deleteTokens(tx, user.id, 'reset-password')
  return { hadPassword: user.passwordHash !== null }
}

/** Ends all sessions except `currentSession` and invalidates pending reset links. */
export async function replacePassword(
  tx: Db,
  context: AccountContext,
  userId: string,
  passwordHash: string,
  currentSession?: string,
): Promise<repo.User> {
  const user = await repo.setPassword(tx, userId, passwordHash, currentSession ? 'old password' : 'emailed link')
  if (!user) throw new ShopError('notFound', 'There is no such account.')
  await repo.deleteSessions(tx, userId, currentSession)
  await repo.deleteTokens(tx, userId, 'reset-password')
  const envelope = { purpose: 'newPassword', to: user.email, userId } as const
  await queueEmail(tx, context, envelope, passwordChangedEmail, emailShop(context))
  return user
}
