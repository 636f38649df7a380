import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { StaffRole } from '#shared/rights.ts'
import type { AccountContext } from './account-context.server.ts'
import { type Invitation, invitationEmail } from './email-templates.tsx'
import { usernameFrom } from './names.ts'
import { acceptInvitation, dropUnprovenAccess, sendLink } from './recovery.server.ts'
import { deleteTokens, findUser, findUserByEmail, type User, updateUser } from './repo.server.ts'
import { createAccount } from './service.server.ts'

const consoleActor = { userId: '00000000-0000-7000-8000-000000000000', name: 'Server console' }

/** Creates or promotes an owner and emails a link to choose a password; there is no default password. */
export async function makeOwner(context: AccountContext, email: string): Promise<{ isNew: boolean }> {
  return context.db.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, email)
    const owner = existing ?? (await createPasswordlessAccount(tx, email))
    await inviteToStaff(tx, context, consoleActor, owner, 'Owner')
    // The person at the console vouches for an account whose email is confirmed.
    if (owner.emailConfirmedAt) await acceptInvitation(tx, { ...owner, invitedRole: 'Owner' })
    return { isNew: !existing }
  })
}

/** The owner of the email chooses a password through an emailed link. */
export async function createPasswordlessAccount(tx: Db, email: string, name?: string): Promise<User> {
  const [localPart = ''] = email.split('@')
  const displayName = name || localPart
  const { id } = await createAccount(tx, {
    username: usernameFrom(displayName, localPart),
    email,
    name: displayName,
    passwordHash: null,
    role: 'Customer',
  })
  const user = await findUser(tx, id)
  if (!user) throw new Error('A new account is missing')
  return user
}

/** The link is valid for seven days. Earlier links stop working. */
export async function sendInvitation(
  tx: Db,
  context: AccountContext,
  user: User,
  invitation: Invitation,
): Promise<void> {
  await deleteTokens(tx, user.id, 'join')
  const email = { emailPurpose: 'invitation', template: invitationEmail, invitation } as const
  await sendLink(tx, context, user, { token: 'join', ...email })
}

/** The role follows when the person accepts. */
export async function inviteToStaff(
  tx: Db,
  context: AccountContext,
  by: { userId: string; name: string },
  user: User,
  role: StaffRole,
  /** Name in the greeting; an unconfirmed account's name is not used, because a stranger may have entered it. */
  name = user.emailConfirmedAt ? user.name : undefined,
): Promise<void> {
  await dropUnprovenAccess(tx, user)
  await updateUser(tx, user.id, { invitedRole: role })
  await sendInvitation(tx, context, user, { name, role })
  await recordChange(tx, by, {
    action: 'invited',
    subject: 'staff',
    subjectId: user.id,
    before: { role: user.role },
    after: { role },
  })
}
