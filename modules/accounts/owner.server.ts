import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Desk } from './account-context.server.ts'
import { invitationLetter } from './email-templates.tsx'
import { usernameFrom } from './names.ts'
import { dropUnprovenAccess, sendLink } from './recovery.server.ts'
import { findUser, findUserByEmail, type Role, type User, updateUser } from './repo.server.ts'
import { createAccount } from './service.server.ts'

const fromTheConsole = { userId: '00000000-0000-7000-8000-000000000000', name: 'The console of the server' }

/** Makes or raises an admin, and mails a link to choose a password: there is no default one. */
export async function makeOwner(desk: Desk, email: string): Promise<{ isNew: boolean }> {
  return desk.db.transaction(async (tx) => {
    const known = await findUserByEmail(tx, email)
    const owner = known ?? (await newMember(tx, email))
    await giveRole(tx, desk, fromTheConsole, owner, 'Admin')
    return { isNew: !known }
  })
}

/** An account without a password: whoever reads the mail chooses one. */
export async function newMember(tx: Db, email: string, name?: string): Promise<User> {
  const [local = ''] = email.split('@')
  const shown = name || local
  const { id } = await createAccount(tx, {
    username: usernameFrom(shown, local),
    email,
    name: shown,
    passwordHash: null,
    role: 'Customer',
  })
  const user = await findUser(tx, id)
  if (!user) throw new Error('A new account is missing')
  return user
}

export async function giveRole(
  tx: Db,
  desk: Desk,
  by: { userId: string; name: string },
  user: User,
  role: Exclude<Role, 'Customer'>,
  /** Name in the greeting. By default the account's name, if its email is confirmed. */
  name = user.emailConfirmedAt ? user.name : undefined,
): Promise<void> {
  await dropUnprovenAccess(tx, user)
  await updateUser(tx, user.id, { role, deactivatedAt: null })
  await sendLink(tx, desk, user, {
    token: 'reset-password',
    mail: 'invitation',
    write: (shopName, link) => invitationLetter(shopName, { name, role }, link),
  })
  await recordChange(tx, by, {
    action: 'invited',
    subject: 'staff',
    subjectId: user.id,
    before: { role: user.role },
    after: { role },
  })
}
