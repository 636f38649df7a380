import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { offsetAndLimit, toListPage } from '#shared/lists.ts'
import type { Role, StaffRole } from '#shared/rights.ts'
import type { AccountContext } from './account-context.server.ts'
import type { CustomersPage, Invitation, StaffList, WireCustomer, WireStaffMember } from './admin-contract.ts'
import * as adminRepo from './admin-repo.server.ts'
import { createPasswordlessAccount, inviteToStaff, sendInvitation } from './owner.server.ts'
import {
  type Actor,
  deleteSessions,
  deleteTokens,
  findUser,
  findUserByEmail,
  type User,
  updateUser,
} from './repo.server.ts'

type StaffMember = { userId: string; name: string }

export async function listAccounts(
  db: Db,
  query: { q?: string | undefined; page: number; size: number },
): Promise<CustomersPage> {
  const found = await adminRepo.findAccounts(db, { text: query.q || undefined, ...offsetAndLimit(query) })
  const rows = found.map(({ id, createdAt, ...row }) => ({ ...row, userId: id, since: iso(createdAt) }))
  return toListPage(rows, query)
}

const iso = (moment: Date | string) => new Date(moment).toISOString()

async function requireUser(db: Db, userId: string): Promise<User> {
  const user = isId(userId) ? await findUser(db, userId) : undefined
  if (!user) throw new ShopError('notFound', 'There is no such account.')
  return user
}

/** Accepting an invitation locks its token before the user, so a change that ends links does the same. */
async function lockUser(tx: Db, userId: string, { endsLinks }: { endsLinks: boolean }): Promise<User> {
  const { id } = await requireUser(tx, userId)
  if (endsLinks) await deleteTokens(tx, id, 'join')
  await adminRepo.lockUser(tx, id)
  return requireUser(tx, id)
}

export async function readCustomer(db: Db, userId: string): Promise<WireCustomer> {
  const { id, name, username, email, emailConfirmedAt, phoneNumber, role, createdAt, deactivatedAt } =
    await requireUser(db, userId)
  const notes = await adminRepo.listCustomerNotes(db, id)
  return {
    userId: id,
    name,
    username,
    email,
    emailConfirmed: emailConfirmedAt !== null,
    phoneNumber,
    role,
    since: createdAt.toISOString(),
    deactivatedAt: deactivatedAt?.toISOString() ?? null,
    notes: notes.map(({ id: noteId, at, authorName, text }) => ({
      id: noteId,
      at: at.toISOString(),
      author: authorName,
      text,
    })),
  }
}

export async function addCustomerNote(
  db: Db,
  staffMember: StaffMember,
  userId: string,
  text: string,
): Promise<WireCustomer> {
  return db.transaction(async (tx) => {
    const { id } = await requireUser(tx, userId)
    await adminRepo.insertCustomerNote(tx, {
      userId: id,
      authorId: staffMember.userId,
      authorName: staffMember.name,
      text,
    })
    return readCustomer(tx, id)
  })
}

/** A deactivated customer is signed out everywhere and cannot sign in; open orders continue. */
export async function setDeactivated(
  db: Db,
  staffMember: StaffMember,
  userId: string,
  deactivated: boolean,
): Promise<WireCustomer> {
  return db.transaction(async (tx) => {
    const user = await requireUser(tx, userId)
    if (user.role !== 'Customer')
      throw new ShopError('conflict', 'This person is a staff member. Remove them from the staff first.')
    if ((user.deactivatedAt !== null) !== deactivated) {
      await updateUser(tx, user.id, { deactivatedAt: deactivated ? new Date() : null })
      if (deactivated) await deleteSessions(tx, user.id)
      await recordChange(tx, staffMember, {
        action: deactivated ? 'deactivated' : 'reactivated',
        subject: 'customer',
        subjectId: user.id,
      })
    }
    return readCustomer(tx, user.id)
  })
}

export async function readStaff(db: Db): Promise<StaffList> {
  const found = await adminRepo.listStaff(db)
  return {
    rows: found.map(({ lastSeen, invitedUntil, ...row }) => ({
      ...row,
      lastSeen: lastSeen && iso(lastSeen),
      invitedUntil: row.isInvited && invitedUntil ? iso(invitedUntil) : null,
    })),
  }
}

export async function readStaffMember(db: Db, { userId, name, role }: Actor): Promise<WireStaffMember> {
  if (role === 'Customer') throw new Error('A customer has no right')
  return { userId, name, role, owners: await adminRepo.listOwnerNames(db) }
}

/** Creates the account if needed and emails a link to choose a password. The role follows when the person accepts. */
export async function inviteStaff(
  context: AccountContext,
  staffMember: StaffMember,
  { email, name, role }: Invitation,
): Promise<StaffList> {
  return context.db.transaction(async (tx) => {
    const user = (await findUserByEmail(tx, email)) ?? (await createPasswordlessAccount(tx, email, name))
    if (user.role !== 'Customer') throw new ShopError('conflict', 'This person is already a staff member.')
    if (user.invitedRole)
      throw new ShopError('conflict', 'This person is already invited. Please send the invitation again from the list.')
    await inviteToStaff(tx, context, staffMember, user, role, name)
    return readStaff(tx)
  })
}

/** The earlier link stops working. */
export function resendInvitation(
  context: AccountContext,
  staffMember: StaffMember,
  userId: string,
): Promise<StaffList> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId, { endsLinks: true })
    const { role, invitedRole } = user
    if (role !== 'Customer') throw new ShopError('conflict', 'This person has already accepted the invitation.')
    if (!invitedRole) throw new ShopError('notFound', 'This person is not invited.')
    await sendInvitation(tx, context, user, {
      name: user.emailConfirmedAt ? user.name : undefined,
      role: invitedRole,
    })
    await recordChange(tx, staffMember, { action: 'invited again', subject: 'staff', subjectId: user.id })
    return readStaff(tx)
  })
}

export function changeRole(db: Db, staffMember: StaffMember, userId: string, role: StaffRole): Promise<StaffList> {
  return setRole(db, staffMember, userId, role, 'changed role')
}

/** The account becomes a customer account and its sessions end; an invitation is withdrawn. */
export function removeFromStaff(db: Db, staffMember: StaffMember, userId: string): Promise<StaffList> {
  return setRole(db, staffMember, userId, 'Customer', 'removed')
}

async function setRole(
  db: Db,
  staffMember: StaffMember,
  userId: string,
  role: Role,
  action: string,
): Promise<StaffList> {
  return db.transaction(async (tx) => {
    const owners = await adminRepo.lockOwners(tx)
    const user = await lockUser(tx, userId, { endsLinks: role === 'Customer' })
    if (user.invitedRole) return changeInvitation(tx, staffMember, { id: user.id, role: user.invitedRole }, role)
    if (user.role === 'Customer') throw new ShopError('notFound', 'This person is not a staff member.')
    if (role !== 'Owner' && owners.length === 1 && owners[0] === user.id)
      throw new ShopError('conflict', 'The shop needs at least one owner. Please make someone else an owner first.')
    await updateUser(tx, user.id, { role })
    if (role === 'Customer') {
      await deleteSessions(tx, user.id)
      await deleteTokens(tx, user.id, 'reset-password')
    }
    await recordChange(tx, staffMember, {
      action,
      subject: 'staff',
      subjectId: user.id,
      before: { role: user.role },
      after: { role },
    })
    return readStaff(tx)
  })
}

/** Another role, or a withdrawn invitation, whose link stops working. */
async function changeInvitation(
  tx: Db,
  staffMember: StaffMember,
  invited: { id: string; role: StaffRole },
  role: Role,
): Promise<StaffList> {
  const isWithdrawn = role === 'Customer'
  await updateUser(tx, invited.id, { invitedRole: isWithdrawn ? null : role })
  await recordChange(tx, staffMember, {
    action: isWithdrawn ? 'withdrew invitation of' : 'changed role',
    subject: 'staff',
    subjectId: invited.id,
    before: { role: invited.role },
    after: { role },
  })
  return readStaff(tx)
}

/** Staff notes are part of the person's data export. They are deleted with the account by foreign key. */
export const noteRecords = {
  name: 'notes',
  collect: async (db: Db, { userId }: { userId: string }) =>
    (await adminRepo.listCustomerNotes(db, userId)).map(({ at, text }) => ({ at, text })),
}
