import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { escapeLike } from '#shared/lists.ts'
import { customerNotes, users } from './tables.server.ts'

type AccountRow = {
  id: string
  name: string
  email: string
  phoneNumber: string | null
  role: 'Customer' | 'Staff' | 'Admin'
  createdAt: Date | string
  isDeactivated: boolean
  orders: number
}

const minSearchLength = 3
/** With at least this many matches at the start of a name, the slower search inside names is skipped. */
const enoughNameMatches = 200

export async function findAccounts(
  db: Db,
  { text, offset, limit }: { text: string | undefined; offset: number; limit: number },
): Promise<AccountRow[]> {
  if (text !== undefined && text.length < minSearchLength) return []
  return readRows<AccountRow>(
    db,
    sql`select id, name, email, phone_number as "phoneNumber", role, created_at as "createdAt",
          deactivated_at is not null as "isDeactivated",
          (select count(*)::int from orders where orders.user_id = users.id) as orders
        from (${text === undefined ? sql`select id from users` : matchingAccounts(text.toLowerCase())}
              order by id desc limit ${limit} offset ${offset}) as match
        join users using (id) order by id desc`,
  )
}

function matchingAccounts(text: string): SQL {
  const prefix = `${escapeLike(text)}%`
  return sql`
    with name_matches as materialized (
      select id from users where lower(name) like ${prefix}
      union select id from users where lower(substring(name from '\\S+$')) like ${prefix})
    select id from name_matches where (select count(*) from name_matches) >= ${enoughNameMatches}
    union all select id from users
    where lower(name || ' ' || email || ' ' || coalesce(phone_number, '')) like ${`%${prefix}`}
      and (select count(*) from name_matches) < ${enoughNameMatches}`
}

export async function listCustomerNotes(db: Db, userId: string) {
  return db.select().from(customerNotes).where(eq(customerNotes.userId, userId)).orderBy(customerNotes.id)
}

export async function insertCustomerNote(tx: Db, note: typeof customerNotes.$inferInsert): Promise<void> {
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

/** Locks all admins until the transaction ends, so two of them cannot be removed at the same time. */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'Admin'), sql`${users.deactivatedAt} is null`))
    .orderBy(users.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}
