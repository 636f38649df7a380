import { verifyWithArgon2 } from '#platform/argon2-workers.server.ts'
import { createPasswords } from '#platform/passwords.server.ts'
import type { BarePage } from './bare-server.ts'
import { fillCatalog } from './catalog.ts'
import { catalogRequests, newSearches, type RequestKind } from './catalog-requests.ts'
import { type CostedResult, callCost, costOf, measureCost, rateOf } from './cost.ts'
import { readPages, startBareServer } from './page-cache.ts'
import { type Row, round, spreadOf, thousands } from './report.ts'
import { alternate } from './rounds.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import { cacheDisabled, type ShopProcess } from './shop-process.ts'

const connections = 50
const size = 1_000
const budgets = [
  { name: 'product list', minPerSecond: 3_000 },
  { name: 'product detail', minPerSecond: 3_000 },
  { name: 'search, plain', minPerSecond: 800 },
  { name: 'search, one typo', minPerSecond: 800 },
]
const minShareOfBare = 0.8
/** Processor time of the shop and PostgreSQL together. */
const maxUncachedMs = 0.9
const newSearchBudget = { minPerSecond: 800, maxP99: 150 }
const minShareOfHashing = 0.8
const concurrentLogins = 4
const password = 'Himalaya-2026'

type Shops = { cached: ShopProcess; uncached: ShopProcess }

/** Responses per second and their cost, with and without caches, compared with a server that only sends the same bytes. */
export const calls: Benchmark = {
  name: 'calls',
  async run(context) {
    const databaseUrl = await context.database('calls')
    await fillCatalog(databaseUrl, size)
    const open = async (settings: Record<string, string> = {}) =>
      context.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await context.folder(), ...settings })
    const shops = { cached: await open(), uncached: await open(cacheDisabled) }
    const kinds = await catalogRequests(databaseUrl, size)
    const rows: Row[] = []
    for (const { name, minPerSecond } of budgets) {
      const kind = kinds.find((each) => each.name === name)
      if (!kind) throw new Error(`There are no requests of the kind ${name}`)
      rows.push(...(await callRows(context, shops, kind, minPerSecond)))
    }
    rows.push(await newSearchesRow(context, shops.cached))
    rows.push(await loginRow(context, shops.cached))
    for (const shop of Object.values(shops)) await shop.stop()
    return rows
  },
}

async function callRows(
  context: RunContext,
  { cached, uncached }: Shops,
  kind: RequestKind,
  minPerSecond: number,
): Promise<Row[]> {
  const { name } = kind
  const responses = (await readPages(cached, kind.paths)).filter(hasResults)
  const paths = responses.map(({ path }) => path)
  await expectSame(responses, await readPages(uncached, paths))
  const singleCalls = paths.slice(0, 3).map((path) => ({ path }))
  const cost = { cached: await callCost(cached, singleCalls), uncached: await callCost(uncached, singleCalls) }
  const bareServer = await startBareServer(context, responses)
  const load = { paths, connections, seconds: context.quick ? 2 : 3 }
  const roundOf = (shop: ShopProcess) => () => measureCost(context, shop, { url: shop.url, ...load })
  const rounds = { cached: roundOf(cached), uncached: roundOf(uncached) }
  await rounds.cached()
  await rounds.uncached()
  const results = await alternate<'cached' | 'uncached' | 'bare', CostedResult>(context.quick ? 3 : 4, {
    ...rounds,
    bare: () => measureCost(context, cached, { url: bareServer.url, ...load }),
  })
  await expectSame(responses, await readPages(cached, paths))
  const bare = { baseline: `bare ${thousands(bestOf(results.bare))}/s`, rate: bestOf(results.bare) }
  const rowOf = (side: keyof Shops, label: string): Row => ({
    name: `${label}, ${connections} connections`,
    measured: rateOf(results[side]),
    cost: costOf(results[side], cost[side]),
    baseline: bare.baseline,
    value: `${thousands(bestOf(results[side]))}/s, ${round(bestOf(results[side]) / bare.rate, 2)}×`,
    spread: `${spreadOf(ratesOf(results[side]), 0)} | ${spreadOf(ratesOf(results.bare), 0)}/s`,
    budget: 'none',
    ok: undefined,
    raw: { results: results[side], bare: results.bare, cost: cost[side] },
  })
  const [best, uncachedMs] = [bestOf(results.cached), leastProcessorMs(results.uncached)]
  const isEnough = best >= minPerSecond && best >= minShareOfBare * bare.rate
  return [
    { ...rowOf('cached', name), budget: `≥ ${thousands(minPerSecond)}/s, ≥ ${minShareOfBare}×`, ok: isEnough },
    { ...rowOf('uncached', `${name}, no cache`), budget: `≤ ${maxUncachedMs} ms`, ok: uncachedMs <= maxUncachedMs },
  ]
}

const ratesOf = (results: CostedResult[]) => results.map(({ perSecond }) => perSecond)
const bestOf = (results: CostedResult[]) => Math.max(...ratesOf(results))
const leastProcessorMs = (results: CostedResult[]) =>
  Math.min(...results.map(({ appMs, postgresMs = 0 }) => appMs + postgresMs))

/** Searches without results are recorded and never cached, so they would distort the result. */
function hasResults({ body }: BarePage): boolean {
  return !Buffer.from(body).includes('"totalRecords":0')
}

/** Cached and uncached responses must be equal. */
async function expectSame(first: BarePage[], second: BarePage[]): Promise<void> {
  const bodies = (pages: BarePage[]) => new Map(pages.map(({ path, body }) => [path, Buffer.from(body).toString()]))
  const secondBodies = bodies(second)
  for (const [path, body] of bodies(first)) {
    if (body !== secondBodies.get(path)) throw new Error(`${path} returned different responses`)
  }
}

/** Searches that are in no cache. */
async function newSearchesRow(context: RunContext, shop: ShopProcess): Promise<Row> {
  const rounds = 5
  const searches = newSearches()
  const perConnection = Math.floor(searches.length / (rounds + 1) / connections)
  const perRound = perConnection * connections
  const results: CostedResult[] = []
  for (let round = 0; round < rounds; round++) {
    const paths = searches.slice(round * perRound, (round + 1) * perRound)
    const once = paths.map((path) => ({ method: 'GET' as const, path }))
    results.push(await measureCost(context, shop, { url: shop.url, once, connections }))
  }
  const singleCalls = searches.slice(rounds * perRound, rounds * perRound + 3).map((path) => ({ path }))
  const { minPerSecond, maxP99 } = newSearchBudget
  return {
    name: `search, new terms, ${connections} connections`,
    measured: rateOf(results),
    cost: costOf(results, await callCost(shop, singleCalls)),
    baseline: `${thousands(perRound)} in each round, each once`,
    value: `${thousands(bestOf(results))}/s`,
    spread: `${spreadOf(ratesOf(results), 0)}/s`,
    budget: `≥ ${minPerSecond}/s, p99 < ${maxP99} ms`,
    ok: bestOf(results) >= minPerSecond && Math.min(...results.map(({ p99 }) => p99)) < maxP99,
    raw: results,
  }
}

/** Password hashing dominates a login, so it is the baseline. */
async function loginRow(context: RunContext, shop: ShopProcess): Promise<Row> {
  const person = { username: 'BenchLogin', email: 'login@bench.example', name: 'Bench Login', password }
  const json = { 'Content-Type': 'application/json' }
  const registered = await fetch(`${shop.url}/api/authentication/register?role=Customer`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  })
  if (!registered.ok) throw new Error(`register answered ${registered.status}`)
  const path = '/api/authentication/login'
  const body = JSON.stringify({ username: person.email, password })
  const cost = await callCost(
    shop,
    Array.from({ length: 3 }, () => ({ path, method: 'POST', headers: json, body })),
  )
  const seconds = context.quick ? 2 : 4
  const load = { url: shop.url, paths: [path], headers: json, body, connections: concurrentLogins, seconds }
  const hash = await createPasswords().hash(password)
  const results = await alternate<'shop' | 'bare', CostedResult | { perSecond: number }>(context.quick ? 2 : 3, {
    shop: () => measureCost(context, shop, load),
    bare: () => verifyFor(seconds, hash),
  })
  const rates = (side: 'shop' | 'bare') => results[side].map(({ perSecond }) => perSecond)
  const [best, bare] = [Math.max(...rates('shop')), Math.max(...rates('bare'))]
  const share = best / bare
  return {
    name: `login, ${concurrentLogins} connections`,
    measured: rateOf(results.shop as CostedResult[]),
    cost: costOf(results.shop as CostedResult[], cost),
    baseline: `Argon2id alone ${round(bare)}/s`,
    value: `${round(share, 2)}×`,
    spread: `${spreadOf(rates('shop'))} | ${spreadOf(rates('bare'))}/s`,
    budget: `≥ ${minShareOfHashing}×`,
    ok: share >= minShareOfHashing,
    raw: { results, cost },
  }
}

/** Sequentially, as the shop does on two cores. */
async function verifyFor(seconds: number, hash: string): Promise<{ perSecond: number }> {
  const startedAt = performance.now()
  let count = 0
  while (performance.now() - startedAt < seconds * 1000) {
    await verifyWithArgon2(password, hash)
    count++
  }
  return { perSecond: (count * 1000) / (performance.now() - startedAt) }
}
