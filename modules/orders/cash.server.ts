import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { shopDay } from '#shared/days.ts'
import { pageOf, windowOf } from '#shared/lists.ts'
import { cashDays, cashOfDay, cashOrders, isDeliveredBefore, tickCash } from './admin-repo.server.ts'
import type { CashDayQuery } from './admin-schema.ts'
import { orderNumber } from './wire.ts'

const daysOnPage = 30
const dayMs = 24 * 3600 * 1000

const dayBack = (now: Date, days: number) => shopDay(new Date(now.getTime() - days * dayMs))

/** A page holds thirty days: what each courier was to bring on each, and what of it is still open. */
export async function readCashDays(db: Db, { page, onlyOpen }: { page: number; onlyOpen: boolean }, now = new Date()) {
  const from = dayBack(now, page * daysOnPage - 1)
  const until = dayBack(now, (page - 1) * daysOnPage - 1)
  const rows = await cashDays(db, { from, until, onlyOpen })
  return { rows, page, hasMore: await isDeliveredBefore(db, from) }
}

/** The open orders fill the first pages; on its page an order keeps its place, so that none jumps when it is ticked. */
export async function readCashDay(db: Db, { day, courier, ...window }: CashDayQuery) {
  const sums = await cashOfDay(db, day, courier)
  const { rows, ...page } = pageOf(await cashOrders(db, { day, courier, ...windowOf(window) }), window)
  return { ...page, sums, rows: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

/** How many orders were changed: those that somebody else had ticked off meanwhile are not. */
export async function tickOff(
  db: Db,
  clerk: { userId: string; name: string },
  { orderIds, received }: { orderIds: string[]; received: boolean },
): Promise<number> {
  return db.transaction(async (tx) => {
    const numbers = await tickCash(tx, orderIds, received)
    for (const number of numbers)
      await recordChange(tx, clerk, {
        action: received ? 'received cash for' : 'took back the cash of',
        subject: 'order',
        subjectId: orderNumber(number),
      })
    return numbers.length
  })
}
