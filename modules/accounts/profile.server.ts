import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { Desk } from './account-context.server.ts'
import { lockAdmins } from './admin-repo.server.ts'
import { replacePassword } from './recovery.server.ts'
import * as repo from './repo.server.ts'
import type { Farewell, PasswordChange, Profile, WireUser } from './schema.ts'
import type { Actor } from './sessions.server.ts'

/** The person whom records are about. An email that was never confirmed may be anybody's, so it is not told. */
export type Person = { userId: string; confirmedEmail: string | undefined }

/** What a part of the shop holds about people: it can be told, and it can be erased when the account goes. */
export type PersonalRecords = {
  name: string
  collect(db: Db, person: Person): Promise<unknown>
  /** Before the user's own row goes, in the same transaction; absent where a foreign key does it. */
  erase?(tx: Db, person: Person): Promise<void>
}

export async function userDetails(db: Db, userId: string): Promise<WireUser> {
  return onWire(await existing(db, userId))
}

export async function changeProfile(db: Db, userId: string, { name, phoneNumber }: Profile): Promise<WireUser> {
  const change = phoneNumber === undefined ? { name } : { name, phoneNumber: phoneNumber || null }
  const user = await repo.updateUser(db, userId, change)
  if (!user) throw gone()
  return onWire(user)
}

/** While the new password is hashed, the account may be given to somebody else: then the proof no longer holds. */
export async function changePassword(
  desk: Desk,
  actor: Actor,
  { currentPassword, password }: PasswordChange,
  cookie: string | undefined,
): Promise<{ cookie: string }> {
  const user = await existing(desk.db, actor.userId)
  if (user.passwordHash) await provePassword(desk, user, currentPassword, 'currentPassword')
  const passwordHash = await desk.passwords.hash(password)
  const changed = await desk.db.transaction(async (tx) => {
    if (!(await repo.hasStill(tx, user))) throw wrong('currentPassword', 'This is not your password.')
    return replacePassword(tx, desk, actor.userId, passwordHash, actor.session)
  })
  return { cookie: desk.devices.remember(cookie, changed) }
}

export function endAllSessions(db: Db, { userId }: Actor): Promise<void> {
  return repo.deleteSessions(db, userId)
}

/** Everything we hold about a person, as one file. */
export async function personalData(db: Db, userId: string, records: readonly PersonalRecords[]) {
  const user = await existing(db, userId)
  const { passwordHash: _, ...account } = user
  const kept: Record<string, unknown> = {}
  for (const { name, collect } of records) kept[name] = await collect(db, personOf(user))
  return {
    exportedAt: new Date().toISOString(),
    account,
    sessions: await repo.sessionsOf(db, userId),
    signInProviders: await repo.identitiesOf(db, userId),
    ...kept,
  }
}

/** The person goes, with all that foreign keys tie to them; every part of the shop erases what it holds besides. */
export async function deleteAccount(
  desk: Desk,
  { userId }: Actor,
  { password, email }: Farewell,
  records: readonly PersonalRecords[],
): Promise<void> {
  const user = await existing(desk.db, userId)
  if (user.passwordHash) await provePassword(desk, user, password, 'password')
  else if (email?.toLowerCase() !== user.email.toLowerCase()) {
    throw wrong('email', 'Please enter the email of this account.')
  }
  await desk.db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    if (admins.length === 1 && admins[0] === userId) {
      throw new ShopError('conflict', 'The shop needs an owner. Please name another admin first.')
    }
    for (const { erase } of records) await erase?.(tx, personOf(user))
    await repo.deleteUser(tx, userId)
  })
}

async function provePassword(
  { limits, passwords }: Desk,
  { id, passwordHash }: repo.User,
  given: string | undefined,
  field: string,
): Promise<void> {
  await limits.spend('passwordCheck', { account: id })
  if (!(await passwords.matches(given ?? '', passwordHash))) throw wrong(field, 'This is not your password.')
  await limits.giveBack('passwordCheck', { account: id })
}

async function existing(db: Db, userId: string): Promise<repo.User> {
  const user = await repo.findUser(db, userId)
  if (!user) throw gone()
  return user
}

function personOf({ id, email, emailConfirmedAt }: repo.User): Person {
  return { userId: id, confirmedEmail: emailConfirmedAt ? email : undefined }
}

function gone(): ShopError {
  return new ShopError('notFound', 'There is no such account.')
}

function wrong(field: string, description: string): ShopError {
  return new ShopError('invalid', description, { details: [{ code: 'Invalid', field, description }] })
}

function onWire({ id, name, phoneNumber, email, emailConfirmedAt, username, role, passwordHash }: repo.User): WireUser {
  return {
    userId: id,
    name,
    phoneNumber,
    email,
    emailConfirmed: emailConfirmedAt !== null,
    username,
    role,
    hasPassword: passwordHash !== null,
  }
}
