import type { Database, Db } from '#platform/db.server.ts'
import type { Log } from '#platform/log.server.ts'
import { toWire } from '#shared/money.ts'
import { can, type Right, type Role } from '#shared/rights.ts'
import type { Dashboard, Sales } from './contract.ts'
import { countSearchMiss, readOpenTasks, readSales } from './repo.server.ts'

export async function readDashboard(
  db: Db,
  role: Role,
  { dayCount, lowStockLevel }: { dayCount: number; lowStockLevel: number },
): Promise<Dashboard> {
  const { lowest, enquiries, reviews, failedEmails, ...waiting } = await readOpenTasks(db, lowStockLevel)
  const ifAllowed = <Value>(right: Right, value: Value) => (can(role, right) ? value : null)
  return {
    waiting: {
      ...waiting,
      enquiries: ifAllowed('enquiries', enquiries),
      reviews: ifAllowed('reviews', reviews),
      failedEmails: ifAllowed('emails', failedEmails),
    },
    lowStock: lowest,
    sales: can(role, 'sales') ? await readSalesOnWire(db, dayCount) : null,
  }
}

async function readSalesOnWire(db: Db, dayCount: number): Promise<Sales> {
  const { days, ...sales } = await readSales(db, dayCount)
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0)
  return {
    days: days.map(({ day, orders, npr, usd }) => ({ day, orders, revenue: { npr: toWire(npr), usd: toWire(usd) } })),
    total: {
      orders: sum(({ orders }) => orders),
      revenue: { npr: toWire(sum(({ npr }) => npr)), usd: toWire(sum(({ usd }) => usd)) },
      canceled: sales.canceled,
      returned: sales.returned,
    },
    misses: sales.misses,
    bestSellers: sales.bestSellers,
  }
}

const maxSearchLength = 60

/** Undefined for a search that looks like an email address or a phone number. */
function searchWithoutPersonalData(input: string | undefined): string | undefined {
  const query = input?.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (!query || query.length > maxSearchLength || query.includes('@') || /\d[\d ()./-]{5,}\d/.test(query))
    return undefined
  return /\p{Cc}/u.test(query) ? undefined : query
}

/** Always writes to the primary. A failure is logged and does not fail the search. */
export async function recordSearchMiss(
  { database, log }: { database: Pick<Database, 'db'>; log: Log },
  search: { query: string | undefined; resultCount: number },
): Promise<void> {
  const query = search.resultCount === 0 ? searchWithoutPersonalData(search.query) : undefined
  if (!query) return
  await countSearchMiss(database.db, query).catch((error) =>
    log.warn({ err: String(error) }, 'failed to count a search without results'),
  )
}
