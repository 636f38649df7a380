import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import { webhookDeliveries } from './tables.server.ts'

export type Delivery = typeof webhookDeliveries.$inferSelect

/** How many deliveries the owner sees. */
const maxDeliveries = 50

/** Also deletes the oldest deliveries. */
export async function insertDelivery(tx: Db, delivery: Pick<Delivery, 'id' | 'event' | 'subject'>): Promise<void> {
  await tx.delete(webhookDeliveries).where(
    sql`${webhookDeliveries.id} in (
      select d.id from webhook_deliveries d order by d.id desc offset ${maxDeliveries - 1})`,
  )
  await tx.insert(webhookDeliveries).values(delivery)
}

export async function newestDeliveries(db: Db): Promise<Delivery[]> {
  return db.select().from(webhookDeliveries).orderBy(desc(webhookDeliveries.id)).limit(maxDeliveries)
}

export async function findDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  const [delivery] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
  return delivery
}

export async function recordAttempt(
  db: Db,
  id: string,
  outcome: Pick<Delivery, 'status' | 'responseStatus' | 'error'>,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...outcome, attempts: sql`${webhookDeliveries.attempts} + 1`, attemptedAt: sql`now()` })
    .where(eq(webhookDeliveries.id, id))
}
