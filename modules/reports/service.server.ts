import type { Database, Db } from '#platform/db.server.ts'
import type { Log } from '#platform/log.server.ts'
import { toWire } from '#shared/money.ts'
import { countMiss, readSold, readWaiting } from './repo.server.ts'
import type { Figures } from './schema.ts'

export async function readFigures(db: Db, span: number, lowStockLevel: number): Promise<Figures> {
  const { lowest, ...waiting } = await readWaiting(db, lowStockLevel)
  const { days, ...sold } = await readSold(db, span)
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0)
  return {
    waiting,
    lowStock: lowest,
    days: days.map(({ day, orders, npr, usd }) => ({ day, orders, revenue: { npr: toWire(npr), usd: toWire(usd) } })),
    total: {
      orders: sum(({ orders }) => orders),
      revenue: { npr: toWire(sum(({ npr }) => npr)), usd: toWire(sum(({ usd }) => usd)) },
      canceled: sold.canceled,
      returned: sold.returned,
    },
    misses: sold.misses,
    bestSellers: sold.bestSellers,
  }
}

const longestWords = 60

/** What may be kept of a search: nothing that looks like an address or a number of a person. */
function keepable(typed: string | undefined): string | undefined {
  const words = typed?.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (!words || words.length > longestWords || words.includes('@') || /\d[\d ()./-]{5,}\d/.test(words)) return undefined
  return /\p{Cc}/u.test(words) ? undefined : words
}

/** Notes, never on a replica, what somebody looked for in vain. A visitor never waits for a mistake of this. */
export async function noteSearch(
  { database, log }: { database: Pick<Database, 'db'>; log: Log },
  search: { typed: string | undefined; found: number },
): Promise<void> {
  const words = search.found === 0 ? keepable(search.typed) : undefined
  if (!words) return
  await countMiss(database.db, words).catch((error) => log.warn({ err: String(error) }, 'a search was not counted'))
}
