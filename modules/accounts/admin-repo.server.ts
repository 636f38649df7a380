import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
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
/** So many who are called what was typed are a list long enough; words inside a name are not looked for beside them. */
const manyOfOneName = 200

export async function findPeople(
  db: Db,
  { text, offset, limit }: { text: string | undefined; offset: number; limit: number },
): Promise<FoundPerson[]> {
  if (text !== undefined && text.length < shortestText) return []
  return readRows<FoundPerson>(
    db,
    sql`select id, name, email, phone_number as "phoneNumber", role, created_at as "createdAt",
          deactivated_at is not null as "isDeactivated",
          (select count(*)::int from orders where orders.user_id = users.id) as orders
        from (${text === undefined ? sql`select id from users` : hitsOf(text.toLowerCase())}
              order by id desc limit ${limit} offset ${offset}) as hit
        join users using (id) order by id desc`,
  )
}

function hitsOf(text: string): SQL {
  const beginning = `${likeText(text)}%`
  return sql`
    with namesakes as materialized (
      select id from users where lower(name) like ${beginning}
      union select id from users where lower(substring(name from '\\S+$')) like ${beginning})
    select id from namesakes where (select count(*) from namesakes) >= ${manyOfOneName}
    union all select id from users
    where lower(name || ' ' || email || ' ' || coalesce(phone_number, '')) like ${`%${beginning}`}
      and (select count(*) from namesakes) < ${manyOfOneName}`
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
    .for('no key update')
  return rows.map(({ id }) => id)
}
