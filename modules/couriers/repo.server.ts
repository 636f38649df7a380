import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import type { Courier, CourierChange } from './contract.ts'
import { couriers } from './tables.server.ts'

const { id, name, nameKey, isActive, version } = couriers

export async function readCouriers(db: Db): Promise<Courier[]> {
  return db.select({ id, name, isActive, version }).from(couriers).orderBy(nameKey)
}

export async function findCourier(db: Db, courierId: number): Promise<Courier | undefined> {
  const [courier] = await db.select({ id, name, isActive, version }).from(couriers).where(eq(id, courierId))
  return courier
}

/** Returns undefined if there is a courier with this name. */
export async function insertCourier(tx: Db, courierName: string): Promise<number | undefined> {
  const [row] = await tx
    .insert(couriers)
    .values({ name: courierName } as typeof couriers.$inferInsert)
    .onConflictDoNothing({ target: nameKey })
    .returning({ id })
  return row?.id
}

export async function isNameTaken(tx: Db, courierName: string, exceptId: number): Promise<boolean> {
  const rows = await tx
    .select({ id })
    .from(couriers)
    .where(and(sql`${nameKey} = lower(btrim(${courierName}))`, sql`${id} <> ${exceptId}`))
  return rows.length > 0
}

/** Returns false if the courier has changed since that version. */
export async function updateCourier(tx: Db, courierId: number, change: CourierChange): Promise<boolean> {
  const changed = await tx
    .update(couriers)
    .set({ name: change.name, isActive: change.isActive, version: change.version + 1 })
    .where(and(eq(id, courierId), eq(version, change.version)))
    .returning({ id })
  return changed.length > 0
}
