import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile, truncate } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { treeCpuSeconds } from './cpu.ts'
import { fillShop, type Size } from './growth/fill.ts'
import { largeTables, logPlans, type Plan, plansInLog } from './growth/plans.ts'
import { type GetRequest, growthRequests, type RequestKind } from './growth/requests.ts'
import { query } from './query.ts'
import { type Row, round, thousands } from './report.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import { cacheDisabled, type ShopProcess } from './shop-process.ts'

const connections = 4
const rounds = 5
const planSamples = 4
const changeRounds = 3
const maxGrowth = 3
/** Adds up the products sold in its period, so its cost grows with the number of different products. */
const growsWithSales = /^Today/
const ordersPerProduct = 10 / 3
const customersPerProduct = 1 / 3

const sizes = (quick: boolean) => (quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000])

/** In a quick run a shop of 100,000 products has only a third as many orders: 300,000 lines. */
function sizeOf(products: number, quick: boolean): Size {
  const orders = Math.round(quick && products >= 100_000 ? products : products * ordersPerProduct)
  return { products, orders, customers: Math.round(products * customersPerProduct), now: Date.now() }
}

export type Measurement = {
  products: number
  query: string
  /** In milliseconds, with filled list caches. */
  p95: number
  /** Processor time of the shop and of PostgreSQL for one response, in milliseconds. Other load hardly changes it. */
  cpu: { shop: number; postgres: number }
  /** The slowest first request, with empty list caches. */
  first: number
  /** The slowest first request after a price has changed, with filled list caches; of each round. */
  afterChange: number[]
  rowsRead: number
  /** Sorted by rows read, most first. */
  scans: string[]
  /** Large tables that a statement scans sequentially. */
  scannedTables: string[]
}

/** Cost and query plans of each request while the shop grows a thousandfold. */
export const growth: Benchmark = {
  name: 'growth',
  async run(context) {
    const server = await startPostgres({
      settings: {
        shared_buffers: '2GB',
        maintenance_work_mem: '1GB',
        max_wal_size: '16GB',
        wal_level: 'minimal',
        max_wal_senders: '0',
        // The tables are analyzed after loading, and autovacuum would be counted as processor time of requests.
        autovacuum: 'off',
      },
    })
    context.onClose(server.stop)
    const measurements: Measurement[] = []
    for (const products of sizes(context.quick)) {
      measurements.push(...(await measureSize(context, server, sizeOf(products, context.quick))))
      saveResults(measurements)
    }
    return toRows(measurements)
  },
}

/** Written after each size, because the largest takes long. */
function saveResults(measurements: Measurement[]): void {
  const folder = path.join(projectRoot, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'growth.json'), `${JSON.stringify(measurements, null, 2)}\n`)
}

async function measureSize(context: RunContext, server: PostgresServer, size: Size): Promise<Measurement[]> {
  const name = `growth_${size.products}`
  await query(server.url, `create database ${name}`)
  const url = new URL(`/${name}`, server.url).href
  const startedAt = performance.now()
  await fillShop(url, size)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`loaded ${thousands(size.products)} products, ${thousands(size.orders)} orders (${seconds.toFixed(0)} s)`)
  const settings = { DATABASE_URL: url, DATA_DIR: await context.folder(), ...cacheDisabled }
  const kinds = await growthRequests(url, size)
  const shop = await context.shop(settings)
  const times = []
  for (const kind of kinds)
    times.push({
      first: await measureFirst(shop, kind),
      ...(await measureRepeated(server, shop, kind)),
      afterChange: await measureAfterChanges(shop, kind, url),
    })
  await shop.stop()
  await logPlans(url, { level: 'log', analyze: true })
  const loggingShop = await context.shop(settings)
  const large = await largeTables(url)
  const measurements: Measurement[] = []
  for (const [index, kind] of kinds.entries()) {
    const samples = kind.requests.slice(0, planSamples)
    const plans = await readPlans(server, loggingShop, samples)
    const timing = times[index]
    if (timing)
      measurements.push({
        products: size.products,
        query: kind.name,
        ...timing,
        ...summarize(plans, samples.length, large),
      })
  }
  await loggingShop.stop()
  await query(server.url, `drop database ${name} with (force)`)
  return measurements
}

async function get({ url }: ShopProcess, { path: target, headers }: GetRequest): Promise<void> {
  const response = await fetch(url + target, headers ? { headers } : {})
  if (!response.ok) throw new Error(`${target} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

/** The newest products are in the lists of visitors. */
const changePrice = (url: string, index: number) =>
  query(
    url,
    `update products set price_usd = price_usd + 1
     where id = (select id from products where archived_at is null order by created_at desc, id desc limit 1 offset $1)`,
    [index],
  )

async function measureAfterChanges(shop: ShopProcess, kind: RequestKind, url: string): Promise<number[]> {
  const slowest = []
  for (let each = 0; each < changeRounds; each++)
    slowest.push(await measureFirst(shop, kind, (index) => changePrice(url, index)))
  return slowest
}

async function measureFirst(
  shop: ShopProcess,
  { requests }: RequestKind,
  before: (index: number) => Promise<unknown> = async () => {},
): Promise<number> {
  let slowest = 0
  for (const [index, request] of requests.entries()) {
    await before(index)
    const startedAt = performance.now()
    await get(shop, request)
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  return slowest
}

/** Sends each request several times over a few connections, because a busy machine would send too few in a fixed time. */
async function measureRepeated(
  server: PostgresServer,
  shop: ShopProcess,
  { requests }: RequestKind,
): Promise<Pick<Measurement, 'p95' | 'cpu'>> {
  const queue = Array.from({ length: rounds }, () => requests).flat()
  const count = queue.length
  const times: number[] = []
  const cpuSeconds = () => [treeCpuSeconds(shop.pid) ?? 0, treeCpuSeconds(server.pid()) ?? 0] as const
  const before = cpuSeconds()
  const work = async () => {
    for (let request = queue.shift(); request; request = queue.shift()) {
      const startedAt = performance.now()
      await get(shop, request)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const after = cpuSeconds()
  times.sort((a, b) => a - b)
  const cpuMs = (side: 0 | 1) => ((after[side] - before[side]) * 1000) / count
  return { p95: times[Math.floor(count * 0.95)] ?? Number.NaN, cpu: { shop: cpuMs(0), postgres: cpuMs(1) } }
}

async function readPlans(server: PostgresServer, shop: ShopProcess, requests: GetRequest[]): Promise<Plan[]> {
  const log = path.join(server.folder, 'server.log')
  await truncate(log)
  for (const request of requests) await get(shop, request)
  return plansInLog(await readFile(log, 'utf8')).filter(({ statement }) => !/\bjobs\./.test(statement))
}

function summarize(
  plans: Plan[],
  requestCount: number,
  large: Set<string>,
): Pick<Measurement, 'rowsRead' | 'scans' | 'scannedTables'> {
  const isLarge = (table: string) => large.has(table)
  const byScan = Map.groupBy(
    plans.flatMap(({ scans }) => scans),
    ({ source }) => source,
  )
  const scans = [...byScan].map(([source, group]) => ({ source, rows: group.reduce((sum, { rows }) => sum + rows, 0) }))
  return {
    rowsRead: Math.round(plans.reduce((sum, { rowsRead }) => sum + rowsRead, 0) / requestCount),
    scans: scans.toSorted((a, b) => b.rows - a.rows).map(({ source }) => source),
    scannedTables: [...new Set(plans.flatMap(({ scannedTables }) => scannedTables.filter(isLarge)))],
  }
}

function toRows(measurements: Measurement[]): Row[] {
  const queries = [...new Set(measurements.map(({ query }) => query))]
  return queries.map((query) => {
    const bySize = measurements.filter((each) => each.query === query)
    const [smallest, largest] = [bySize[0], bySize.at(-1)]
    if (!smallest || !largest) throw new Error(`${query} was not measured`)
    const scanned = bySize.flatMap((each) =>
      each.scannedTables.map((table) => `${table} at ${thousands(each.products)}`),
    )
    const totalCpu = ({ cpu }: Measurement) => cpu.shop + cpu.postgres
    const ratio = totalCpu(largest) / totalCpu(smallest)
    return {
      name: `growth, ${query}, p95`,
      measured: `${bySize.map(({ p95 }) => round(p95)).join(' → ')} ms`,
      cost: `CPU ${bySize.map((each) => round(totalCpu(each))).join(' → ')} ms, first ${round(largest.first, 0)} ms, after a change ${largest.afterChange.map((each) => round(each, 0)).join(', ')} ms, ${thousands(largest.rowsRead)} rows`,
      baseline: scanned.length > 0 ? `SEQ SCAN ${scanned.join(', ')}` : largest.scans.slice(0, 3).join(', '),
      value: `${round(ratio)}×`,
      spread: '',
      budget: growsWithSales.test(query) ? 'no seq scan' : `≤ ${maxGrowth}×, no seq scan`,
      ok: scanned.length === 0 && (ratio <= maxGrowth || growsWithSales.test(query)),
      raw: bySize,
    }
  })
}
