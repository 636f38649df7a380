import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { startOfShopDay } from '#shared/days.ts'
import { updateSales } from './sales-repo.server.ts'

export const saleQueue = 'sale'

export type SaleDays = { saleFrom: string | null; saleUntil: string | null }

/** The transaction that saves the sale may have begun before midnight, and sees that time. */
const overlapMs = 3_600_000

/** Cached pages and sorted lists do not depend on the time, so a job starts and ends the sale. */
export async function scheduleSale(tx: Db, jobs: Jobs, { saleFrom, saleUntil }: SaleDays, now = new Date()) {
  const changes = [saleFrom && startOfShopDay(saleFrom), saleUntil && startOfShopDay(saleUntil, 1)]
  for (const notBefore of changes)
    if (notBefore && notBefore.getTime() > now.getTime() - overlapMs)
      await jobs.enqueue(tx, saleQueue, {}, { notBefore })
}

/** Safe to call early or twice: only sales that are due start or end. */
export function startAndEndSales(db: Db): Promise<void> {
  return updateSales(db)
}
