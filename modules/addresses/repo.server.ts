import { and, eq, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { addresses } from './tables.server.ts'

export type Address = Omit<typeof addresses.$inferSelect, 'userId' | 'createdAt'>

const ownAddress = (userId: string, id: string) => and(eq(addresses.userId, userId), eq(addresses.id, id))

const lockStatement = statement<{ userId: string }, never>(
  'address_lock',
  ({ userId }) => sql`select lock_addresses(${userId})`,
)

/** Serializes changes of a user's addresses until the transaction ends, so there is only one default. */
export async function lockAddresses(tx: Db, userId: string): Promise<void> {
  await lockStatement(tx, { userId })
}

export async function listFor(db: Db, userId: string): Promise<Address[]> {
  return db.select().from(addresses).where(eq(addresses.userId, userId)).orderBy(addresses.id)
}

const columns = sql.raw(`id, country, state, city, street_address as "streetAddress", zip_code as "zipCode",
  first_name as "firstName", last_name as "lastName", company, phone, email, is_default as "isDefault"`)

const findStatement = statement<{ userId: string; id: string }, Address>(
  'address_find',
  ({ userId, id }) => sql`select ${columns} from addresses where user_id = ${userId} and id = ${id}`,
)

export async function findFor(db: Db, userId: string, id: string): Promise<Address | undefined> {
  const [address] = await findStatement(db, { userId, id })
  return address
}

export type NewAddress = Omit<Address, 'isDefault'> & { userId: string; max: number }

const insertStatement = statement<NewAddress, Address>(
  'address_insert',
  (address) => sql`
    insert into addresses (id, user_id, country, state, city, street_address, zip_code, first_name, last_name, company,
                           phone, email, is_default)
    select ${address.id}, ${address.userId}, ${address.country}, ${address.state}, ${address.city}, ${address.streetAddress},
           ${address.zipCode}, ${address.firstName}, ${address.lastName}, ${address.company}, ${address.phone}, ${address.email},
           existing.count = 0
    from (select lock_addresses(${address.userId}) as count) as existing
    where existing.count < ${address.max}::int returning ${columns}`,
)

/** Returns undefined if the user has `max` addresses. The first address becomes the default. */
export async function insert(db: Db, address: NewAddress): Promise<Address | undefined> {
  const [stored] = await insertStatement(db, address)
  return stored
}

export async function updateFor(
  tx: Db,
  userId: string,
  id: string,
  change: Partial<Address>,
): Promise<Address | undefined> {
  const [address] = await tx.update(addresses).set(change).where(ownAddress(userId, id)).returning()
  return address
}

export async function unsetDefault(tx: Db, userId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), addresses.isDefault))
}

export async function deleteFor(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db.delete(addresses).where(ownAddress(userId, id)).returning({ id: addresses.id })
  return deleted.length > 0
}
