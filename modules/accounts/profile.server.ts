import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { AccountContext } from './account-context.server.ts'
import { lockOwners } from './admin-repo.server.ts'
import type { AccountDeletion, PasswordChange, Profile, WireUser } from './contract.ts'
import { replacePassword } from './recovery.server.ts'
import * as repo from './repo.server.ts'
import type { Actor } from './sessions.server.ts'

/** The person whose data is exported or erased. An unconfirmed email may belong to somebody else, so it is left out. */
export type DataSubject = { userId: string; confirmedEmail: string | undefined }

/** Personal data of one module, for the data export and the deletion of an account. */
export type PersonalRecords = {
  name: string
  collect(db: Db, dataSubject: DataSubject): Promise<unknown>
  /** Runs before the user row is deleted, in the same transaction; absent where a foreign key deletes the data. */
  erase?(tx: Db, dataSubject: DataSubject): Promise<void>
}

export async function userDetails(db: Db, userId: string): Promise<WireUser> {
  return onWire(await requireUser(db, userId))
}

export async function changeProfile(db: Db, userId: string, { name, phoneNumber }: Profile): Promise<WireUser> {
  const change = phoneNumber === undefined ? { name } : { name, phoneNumber: phoneNumber || null }
  const user = await repo.updateUser(db, userId, change)
  if (!user) throw accountNotFound()
  return onWire(user)
}

/** The password can change while the new one is hashed, so the check is repeated in the transaction. */
export async function changePassword(
  context: AccountContext,
  actor: Actor,
  { currentPassword, password }: PasswordChange,
  cookie: string | undefined,
): Promise<{ cookie: string }> {
  const user = await requireUser(context.db, actor.userId)
  if (user.passwordHash) await checkPassword(context, user, currentPassword, 'currentPassword')
  const passwordHash = await context.passwords.hash(password)
  const changed = await context.db.transaction(async (tx) => {
    if (!(await repo.isPasswordUnchanged(tx, user))) throw invalidField('currentPassword', 'This is not your password.')
    return replacePassword(tx, context, actor.userId, passwordHash, actor.session)
  })
  return { cookie: context.devices.remember(cookie, changed) }
}

export function endAllSessions(db: Db, { userId }: Actor): Promise<void> {
  return repo.deleteSessions(db, userId)
}

export async function personalData(db: Db, userId: string, records: readonly PersonalRecords[]) {
  const user = await requireUser(db, userId)
  const { passwordHash: _, ...account } = user
  const collected: Record<string, unknown> = {}
  for (const { name, collect } of records) collected[name] = await collect(db, dataSubjectOf(user))
  return {
    exportedAt: new Date().toISOString(),
    account,
    sessions: await repo.listSessions(db, userId),
    signInProviders: await repo.listIdentities(db, userId),
    ...collected,
  }
}

/** Each module erases its personal data; foreign keys delete the rest with the user row. */
export async function deleteAccount(
  context: AccountContext,
  { userId }: Actor,
  { password, email }: AccountDeletion,
  records: readonly PersonalRecords[],
): Promise<void> {
  const user = await requireUser(context.db, userId)
  if (user.passwordHash) await checkPassword(context, user, password, 'password')
  else if (email?.toLowerCase() !== user.email.toLowerCase()) {
    throw invalidField('email', 'Please enter the email of this account.')
  }
  await context.db.transaction(async (tx) => {
    const owners = await lockOwners(tx)
    if (owners.length === 1 && owners[0] === userId) {
      throw new ShopError('conflict', 'The shop needs at least one owner. Please make someone else an owner first.')
    }
    for (const { erase } of records) await erase?.(tx, dataSubjectOf(user))
    await repo.deleteUser(tx, userId)
  })
}

async function checkPassword(
  { limits, passwords }: AccountContext,
  { id, passwordHash }: repo.User,
  password: string | undefined,
  field: string,
): Promise<void> {
  await limits.spend('passwordCheck', { account: id })
  if (!(await passwords.matches(password ?? '', passwordHash))) throw invalidField(field, 'This is not your password.')
  await limits.refund('passwordCheck', { account: id })
}

async function requireUser(db: Db, userId: string): Promise<repo.User> {
  const user = await repo.findUser(db, userId)
  if (!user) throw accountNotFound()
  return user
}

function dataSubjectOf({ id, email, emailConfirmedAt }: repo.User): DataSubject {
  return { userId: id, confirmedEmail: emailConfirmedAt ? email : undefined }
}

function accountNotFound(): ShopError {
  return new ShopError('notFound', 'There is no such account.')
}

function invalidField(field: string, description: string): ShopError {
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
