import { and, eq, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { addresses } from './tables.server.ts'

export type Address = Omit<typeof addresses.$inferSelect, 'userId' | 'createdAt'>
export type NewAddress = typeof addresses.$inferInsert

const own = (userId: string, id: string) => and(eq(addresses.userId, userId), eq(addresses.id, id))

/** One change of an address book at a time, or two would make two defaults. Held until the transaction ends. */
export async function lockBook(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`addresses ${userId}`}, 0))`)
}

export async function listFor(db: Db, userId: string): Promise<Address[]> {
  return db.select().from(addresses).where(eq(addresses.userId, userId)).orderBy(addresses.id)
}

const findStatement = statement<{ userId: string; id: string }, Address>(
  'address_find',
  ({ userId, id }) => sql`
    select id, country, state, city, street_address as "streetAddress", zip_code as "zipCode", first_name as "firstName",
      last_name as "lastName", company, phone, email, is_default as "isDefault"
    from addresses where user_id = ${userId} and id = ${id}`,
)

export async function findFor(db: Db, userId: string, id: string): Promise<Address | undefined> {
  const [address] = await findStatement(db, { userId, id })
  return address
}

export async function countFor(db: Db, userId: string): Promise<number> {
  return db.$count(addresses, eq(addresses.userId, userId))
}

export async function insert(tx: Db, address: NewAddress): Promise<Address | undefined> {
  const [stored] = await tx.insert(addresses).values(address).returning()
  return stored
}

export async function updateFor(
  tx: Db,
  userId: string,
  id: string,
  change: Partial<Address>,
): Promise<Address | undefined> {
  const [address] = await tx.update(addresses).set(change).where(own(userId, id)).returning()
  return address
}

export async function unsetDefault(tx: Db, userId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), addresses.isDefault))
}

export async function deleteFor(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db.delete(addresses).where(own(userId, id)).returning({ id: addresses.id })
  return deleted.length > 0
}
