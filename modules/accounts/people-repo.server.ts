import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { likeText } from '#shared/lists.ts'
import { customerNotes, users } from './tables.server.ts'

type FoundPerson = {
  id: string
  name: string
  email: string
  phoneNumber: string | null
  role: 'Customer' | 'Staff' | 'Admin'
  createdAt: Date | string
  isDeactivated: boolean
  orders: number
}

const shortestText = 3

export async function findPeople(
  db: Db,
  { text, offset, limit }: { text: string | undefined; offset: number; limit: number },
): Promise<FoundPerson[]> {
  const words = sql`lower(name || ' ' || email || ' ' || coalesce(phone_number, ''))`
  const matches = text === undefined ? sql`true` : sql`${words} like ${`%${likeText(text.toLowerCase())}%`}`
  if (text !== undefined && text.length < shortestText) return []
  return readRows<FoundPerson>(
    db,
    sql`select id, name, email, phone_number as "phoneNumber", role, created_at as "createdAt",
          deactivated_at is not null as "isDeactivated",
          (select count(*)::int from orders where orders.user_id = users.id) as orders
        from users where ${matches} order by id desc limit ${limit} offset ${offset}`,
  )
}

export async function notesOn(db: Db, userId: string) {
  return db.select().from(customerNotes).where(eq(customerNotes.userId, userId)).orderBy(customerNotes.id)
}

export async function insertNoteOn(tx: Db, note: typeof customerNotes.$inferInsert): Promise<void> {
  await tx.insert(customerNotes).values(note)
}

export async function listStaff(db: Db) {
  const lastSeen = sql<Date | string | null>`(select max(used_at) from sessions where sessions.user_id = users.id)`
  const { id, name, email, role, passwordHash } = users
  return db
    .select({ id, name, email, role, passwordHash, lastSeen })
    .from(users)
    .where(ne(role, 'Customer'))
    .orderBy(desc(sql`role = 'Admin'`), name)
}

/** All admins stay as they are until the transaction ends, so that two of them cannot both be the last to go. */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'Admin'), sql`${users.deactivatedAt} is null`))
    .orderBy(users.id)
    .for('update')
  return rows.map(({ id }) => id)
}
