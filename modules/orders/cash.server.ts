import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { shopDay } from '#shared/days.ts'
import { offsetAndLimit, toListPage } from '#shared/lists.ts'
import type { CashDayQuery } from './admin-contract.ts'
import { cashDays, cashOfDay, cashOrders, hasDeliveriesBefore, setCashReceived } from './admin-repo.server.ts'
import { orderNumber } from './wire.ts'

const daysOnPage = 30
const dayMs = 24 * 3600 * 1000

const daysAgo = (now: Date, days: number) => shopDay(new Date(now.getTime() - days * dayMs))

/** Each page covers 30 days. */
export async function readCashDays(
  db: Db,
  { page, onlyOutstanding }: { page: number; onlyOutstanding: boolean },
  now = new Date(),
) {
  const from = daysAgo(now, page * daysOnPage - 1)
  const until = daysAgo(now, (page - 1) * daysOnPage - 1)
  const rows = await cashDays(db, { from, until, onlyOutstanding })
  return { rows, page, hasMore: await hasDeliveriesBefore(db, from) }
}

/** The query puts orders with outstanding cash on the first pages. Within a page, rows are sorted by id, so a row stays in place when its cash is marked as received. */
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
