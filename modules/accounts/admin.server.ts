import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { pageOf, windowOf } from '#shared/lists.ts'
import type { Desk } from './account-context.server.ts'
import * as people from './admin-repo.server.ts'
import type { CustomersPage, Invitation, StaffList, WireCustomer } from './admin-schema.ts'
import { giveRole, newMember } from './owner.server.ts'
import { deleteSessions, findUser, findUserByEmail, type Role, type User, updateUser } from './repo.server.ts'

type Clerk = { userId: string; name: string }

export async function listPeople(
  db: Db,
  query: { q?: string | undefined; page: number; size: number },
): Promise<CustomersPage> {
  const found = await people.findPeople(db, { text: query.q || undefined, ...windowOf(query) })
  const rows = found.map(({ id, createdAt, ...row }) => ({ ...row, userId: id, since: iso(createdAt) }))
  return pageOf(rows, query)
}

const iso = (moment: Date | string) => new Date(moment).toISOString()

async function existing(db: Db, userId: string): Promise<User> {
  const user = isId(userId) ? await findUser(db, userId) : undefined
  if (!user) throw new ShopError('notFound', 'There is no such account.')
  return user
}

export async function readCustomer(db: Db, userId: string): Promise<WireCustomer> {
  const { id, name, username, email, emailConfirmedAt, phoneNumber, role, createdAt, deactivatedAt } = await existing(
    db,
    userId,
  )
  const notes = await people.notesOn(db, id)
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
    notes: notes.map(({ id: noteId, at, authorName, words }) => ({
      id: noteId,
      at: at.toISOString(),
      author: authorName,
      words,
    })),
  }
}

export async function addCustomerNote(db: Db, clerk: Clerk, userId: string, words: string): Promise<WireCustomer> {
  return db.transaction(async (tx) => {
    const { id } = await existing(tx, userId)
    await people.insertNoteOn(tx, { userId: id, authorId: clerk.userId, authorName: clerk.name, words })
    return readCustomer(tx, id)
  })
}

/** Who is deactivated is signed out everywhere and cannot sign in; their orders go on. */
export async function setDeactivated(
  db: Db,
  clerk: Clerk,
  userId: string,
  deactivated: boolean,
): Promise<WireCustomer> {
  return db.transaction(async (tx) => {
    const user = await existing(tx, userId)
    if (user.role !== 'Customer')
      throw new ShopError('conflict', 'Somebody who works here is taken off the staff first.')
    if ((user.deactivatedAt !== null) !== deactivated) {
      await updateUser(tx, user.id, { deactivatedAt: deactivated ? new Date() : null })
      if (deactivated) await deleteSessions(tx, user.id)
      await recordChange(tx, clerk, {
        action: deactivated ? 'deactivated' : 'reactivated',
        subject: 'customer',
        subjectId: user.id,
      })
    }
    return readCustomer(tx, user.id)
  })
}

export async function readStaff(db: Db): Promise<StaffList> {
  const found = await people.listStaff(db)
  return {
    rows: found.map(({ id, name, email, role, passwordHash, lastSeen }) => ({
      userId: id,
      name,
      email,
      role: role === 'Admin' ? role : 'Staff',
      hasPassword: passwordHash !== null,
      lastSeen: lastSeen && iso(lastSeen),
    })),
  }
}

/** Makes an account where there is none, and mails a link to choose a password either way. */
export async function invite(desk: Desk, clerk: Clerk, { email, name, role }: Invitation): Promise<StaffList> {
  return desk.db.transaction(async (tx) => {
    const user = (await findUserByEmail(tx, email)) ?? (await newMember(tx, email, name))
    if (user.role !== 'Customer') throw new ShopError('conflict', 'This person works here already.')
    await giveRole(tx, desk, clerk, user, role, name)
    return readStaff(tx)
  })
}

export function changeRole(db: Db, clerk: Clerk, userId: string, role: Exclude<Role, 'Customer'>): Promise<StaffList> {
  return setRole(db, clerk, userId, role, 'changed role')
}

/** They keep their account as a customer, and their sessions end. */
export function removeFromStaff(db: Db, clerk: Clerk, userId: string): Promise<StaffList> {
  return setRole(db, clerk, userId, 'Customer', 'removed')
}

async function setRole(db: Db, clerk: Clerk, userId: string, role: Role, action: string): Promise<StaffList> {
  return db.transaction(async (tx) => {
    const admins = await people.lockAdmins(tx)
    const user = await existing(tx, userId)
    if (user.role === 'Customer') throw new ShopError('notFound', 'This person does not work here.')
    if (role !== 'Admin' && admins.length === 1 && admins[0] === user.id)
      throw new ShopError('conflict', 'The shop needs an owner. Please name another admin first.')
    await updateUser(tx, user.id, { role })
    if (role === 'Customer') await deleteSessions(tx, user.id)
    await recordChange(tx, clerk, {
      action,
      subject: 'staff',
      subjectId: user.id,
      before: { role: user.role },
      after: { role },
    })
    return readStaff(tx)
  })
}

/** What colleagues noted about somebody is theirs to know, and goes with their account by its foreign key. */
export const noteRecords = {
  name: 'notes',
  collect: async (db: Db, { userId }: { userId: string }) =>
    (await people.notesOn(db, userId)).map(({ at, words }) => ({ at, words })),
}
