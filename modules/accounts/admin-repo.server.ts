import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { readMatches } from '#platform/search.server.ts'
import type { Role, StaffRole } from '#shared/rights.ts'
import { parseSearchText } from '#shared/search-text.ts'
import { accountConditions, phoneOf } from './fragments.server.ts'
import { customerNotes, users } from './tables.server.ts'

type AccountRow = {
  id: string
  name: string
  email: string
  phoneNumber: string | null
  role: Role
  createdAt: Date | string
  isDeactivated: boolean
  orders: number
}

export async function findAccounts(
  db: Db,
  { text, ...page }: { text: string | undefined; offset: number; limit: number },
): Promise<AccountRow[]> {
  const conditions = text === undefined ? { starts: [sql`true`] } : accountConditions(parseSearchText(text))
  return readMatches('users', conditions, page, (ids) =>
    readRows<AccountRow>(
      db,
      sql`select id, name, email, ${phoneOf(sql`users`)} as "phoneNumber", role, created_at as "createdAt",
            deactivated_at is not null as "isDeactivated",
            (select count(*)::int from orders where orders.user_id = users.id) as orders
          from (${ids}) as match join users using (id) order by id desc`,
    ),
  )
}

export async function listCustomerNotes(db: Db, userId: string) {
  return db.select().from(customerNotes).where(eq(customerNotes.userId, userId)).orderBy(customerNotes.id)
}

export async function insertCustomerNote(tx: Db, note: typeof customerNotes.$inferInsert): Promise<void> {
  await tx.insert(customerNotes).values(note)
}

export async function listStaff(db: Db) {
  const lastSeen = sql<Date | string | null>`(select max(used_at) from sessions where sessions.user_id = users.id)`
  const invitedUntil = sql<Date | string | null>`(select max(expires_at) from account_tokens
    where account_tokens.user_id = users.id and purpose = 'join' and used_at is null)`
  const { id, name, email, invitedRole } = users
  const role = sql<StaffRole>`coalesce(${invitedRole}, ${users.role})`
  const isInvited = sql<boolean>`${invitedRole} is not null`
  return db
    .select({ userId: id, name, email, role, isInvited, lastSeen, invitedUntil })
    .from(users)
    .where(or(ne(users.role, 'Customer'), isNotNull(invitedRole)))
    .orderBy(sql`array_position(array['Owner', 'Manager', 'Packer'], ${role})`, name)
}

export async function listOwnerNames(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.role, 'Owner'), sql`${users.deactivatedAt} is null`))
    .orderBy(users.id)
  return rows.map(({ name }) => name)
}

export async function lockUser(tx: Db, id: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
}

/** Locks all owners until the transaction ends, so two of them cannot be removed at the same time. */
export async function lockOwners(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'Owner'), sql`${users.deactivatedAt} is null`))
    .orderBy(users.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}
