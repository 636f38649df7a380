import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { shopDay } from '#shared/days.ts'
import { offsetAndLimit, toListPage } from '#shared/lists.ts'
import { cashDays, cashOfDay, cashOrders, isDeliveredBefore, setCashReceived } from './admin-repo.server.ts'
import type { CashDayQuery } from './admin-schema.ts'
import { orderNumber } from './wire.ts'

const daysOnPage = 30
const dayMs = 24 * 3600 * 1000

const dayBefore = (now: Date, days: number) => shopDay(new Date(now.getTime() - days * dayMs))

/** Each page covers 30 days. */
export async function readCashDays(db: Db, { page, onlyOpen }: { page: number; onlyOpen: boolean }, now = new Date()) {
  const from = dayBefore(now, page * daysOnPage - 1)
  const until = dayBefore(now, (page - 1) * daysOnPage - 1)
  const rows = await cashDays(db, { from, until, onlyOpen })
  return { rows, page, hasMore: await isDeliveredBefore(db, from) }
}

/** Pages start with the open orders, but rows are sorted by id, so an order does not move when it is marked. */
export async function readCashDay(db: Db, { day, courier, ...window }: CashDayQuery) {
  const sums = await cashOfDay(db, day, courier)
  const { rows, ...page } = toListPage(await cashOrders(db, { day, courier, ...offsetAndLimit(window) }), window)
  return { ...page, sums, rows: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

/** Returns the number of changed orders; orders that were already marked are not counted. */
export async function markCashReceived(
  db: Db,
  staffMember: { userId: string; name: string },
  { orderIds, received }: { orderIds: string[]; received: boolean },
): Promise<number> {
  return db.transaction(async (tx) => {
    const numbers = await setCashReceived(tx, orderIds, received)
    for (const number of numbers)
      await recordChange(tx, staffMember, {
        action: received ? 'received cash for' : 'marked cash as not received for',
        subject: 'order',
        subjectId: orderNumber(number),
      })
    return numbers.length
  })
}
