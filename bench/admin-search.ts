import { firstNames, lastNames } from './admin-orders.ts'
import { type CostedResult, callCost, costOf, measureCost } from './cost.ts'
import { customer } from './growth/customers.ts'
import { fillShop } from './growth/fill.ts'
import { query } from './query.ts'
import { type Row, round, spreadOf } from './report.ts'
import type { Benchmark } from './run-context.ts'

const orders = 1_000_000
/** A quick run only shows that the benchmark works. */
const quickOrders = 50_000
const samples = 40
const rounds = 3
const maxMs = 100

/** Two orders and two customers among all; no other name starts with or contains these letters. */
const rareNames = `
  update orders set address = (address::jsonb || '{"firstName": "Xquyl", "lastName": "Wvroom"}')::json
  where number in (10007, 10008);
  update users set name = 'Xquyl Wvroom' where username in ('person7', 'person8')`

type Kind = { name: string; texts(size: number): string[] }

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const spread = (size: number) => numbers(samples).map((index) => 1 + Math.floor((index * size) / (samples + 1)))

const kinds: Kind[] = [
  { name: 'order number', texts: (size) => spread(size).map((n) => `ALP-${10_000 + n}`) },
  {
    name: 'phone',
    texts: (size) =>
      spread(size).map(
        (n) =>
          `+977 98${String(n)
            .padStart(8, '0')
            .replace(/^(....)/, '$1-')}`,
      ),
  },
  { name: 'first four digits of a phone', texts: () => ['9800', '+977 9800', '09800', '9801'] },
  {
    name: 'two letters of a name',
    texts: () => [...new Set([...firstNames, ...lastNames].map((name) => name.slice(0, 2)))],
  },
  {
    name: 'name',
    texts: () => numbers(samples).map((index) => `${firstNames[index]} ${lastNames[(index * 7) % lastNames.length]}`),
  },
  { name: 'rare name', texts: () => ['xquyl', 'wvroom', 'xq', 'quyl'] },
  { name: 'email', texts: (size) => spread(size / 4).map((n) => `person${n}@growth.example`) },
  { name: 'start of every email', texts: () => ['person', 'per'] },
]

/** The search field of the back office in a shop with a million orders. */
export const adminSearch: Benchmark = {
  name: 'admin search at one million orders',
  async run(context) {
    const size = context.quick ? quickOrders : orders
    const databaseUrl = await context.database(`search_${size}`)
    await fillShop(databaseUrl, { orders: size, customers: size / 4, products: size / 50, now: Date.now() })
    await query(databaseUrl, rareNames)
    const shop = await context.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await context.folder() })
    const headers = { Authorization: `Bearer ${customer(1).token}` }
    const rows: Row[] = []
    for (const { name, texts } of kinds) {
      const paths = texts(size).map((q) => `/api/admin/search?${new URLSearchParams({ q })}`)
      const load = { url: shop.url, paths, connections: 1, seconds: context.quick ? 1 : 3, headers }
      await context.generator.measure(load)
      const results: CostedResult[] = []
      for (let index = 0; index < rounds; index++) results.push(await measureCost(context, shop, load))
      if (results.some(({ failures }) => failures > 0)) throw new Error(`${name}: requests failed`)
      const p95 = results.map((each) => each.p95)
      const best = Math.min(...p95)
      rows.push({
        name: `admin search, ${name}, p95`,
        measured: `${round(best)} ms at ${size / 1000}k orders`,
        cost: costOf(
          results,
          await callCost(
            shop,
            paths.slice(0, 4).map((path) => ({ path, headers })),
          ),
        ),
        baseline: '',
        value: `${round(best)} ms`,
        spread: spreadOf(p95),
        budget: `≤ ${maxMs} ms`,
        ok: best <= maxMs,
        raw: results,
      })
    }
    await shop.stop()
    return rows
  },
}
