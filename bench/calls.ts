import { verifyWithArgon2 } from '#platform/argon2-workers.server.ts'
import { createPasswords } from '#platform/passwords.server.ts'
import type { BarePage } from './bare-server.ts'
import { fillCatalogue } from './catalogue.ts'
import { type Costly, callCost, costOf, measureCost, rateOf } from './cost.ts'
import { readPages, startBare } from './page-cache.ts'
import { type Kind, newSearches, questions } from './questions.ts'
import { type Row, round, spreadOf, thousands } from './report.ts'
import { takeTurns } from './rounds.ts'
import { nothingKept, type ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'

const connections = 50
const size = 1_000
const asked = [
  { name: 'product list', least: 3_000 },
  { name: 'product detail', least: 3_000 },
  { name: 'search, plain', least: 800 },
  { name: 'search, one typo', least: 800 },
]
const leastOfHashing = 0.8
const loginsAtOnce = 4
const password = 'Himalaya-2026'

type Shops = { keeping: ShopProcess; fresh: ShopProcess }

/**
 * What a process answers in a second, and what each answer costs: as it is served, with what lies in memory, and as it
 * would be if nothing did; against a server that only sends the same bytes.
 */
export const calls: Figure = {
  name: 'calls',
  async take(stage) {
    const databaseUrl = await stage.database('calls')
    await fillCatalogue(databaseUrl, size)
    const open = async (settings: Record<string, string> = {}) =>
      stage.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder(), ...settings })
    const shops = { keeping: await open(), fresh: await open(nothingKept) }
    const kinds = await questions(databaseUrl, size)
    const rows: Row[] = []
    for (const { name, least } of asked) {
      const kind = kinds.find((each) => each.name === name)
      if (!kind) throw new Error(`There are no questions of the kind ${name}`)
      rows.push(...(await callRows(stage, shops, kind, least)))
    }
    rows.push(await newWordsRow(stage, shops.keeping))
    rows.push(await loginRow(stage, shops.keeping))
    for (const shop of Object.values(shops)) await shop.stop()
    return rows
  },
}

async function callRows(stage: Stage, { keeping, fresh }: Shops, kind: Kind, least: number): Promise<Row[]> {
  const { name } = kind
  const sent = (await readPages(keeping, kind.paths)).filter(findsSomething)
  const paths = sent.map(({ path }) => path)
  await expectSame(sent, await readPages(fresh, paths))
  const one = paths.slice(0, 3).map((path) => ({ path }))
  const cost = { keeping: await callCost(keeping, one), fresh: await callCost(fresh, one) }
  const bareServer = await startBare(stage, sent)
  const load = { paths, connections, seconds: stage.quick ? 2 : 3 }
  const turnOf = (shop: ShopProcess) => () => measureCost(stage, shop, { url: shop.url, ...load })
  const turns = { keeping: turnOf(keeping), fresh: turnOf(fresh) }
  await turns.keeping()
  await turns.fresh()
  const taken = await takeTurns<'keeping' | 'fresh' | 'bare', Costly>(stage.quick ? 3 : 4, {
    ...turns,
    bare: () => measureCost(stage, keeping, { url: bareServer.url, ...load }),
  })
  await expectSame(sent, await readPages(keeping, paths))
  const bare = { yardstick: `bare ${thousands(bestOf(taken.bare))}/s`, rate: bestOf(taken.bare) }
  const rowOf = (side: keyof Shops, what: string): Row => ({
    what: `${what}, ${connections} connections`,
    measured: rateOf(taken[side]),
    cost: costOf(taken[side], cost[side]),
    yardstick: bare.yardstick,
    figure: `${thousands(bestOf(taken[side]))}/s, ${round(bestOf(taken[side]) / bare.rate, 2)}×`,
    spread: `${spreadOf(ratesOf(taken[side]), 0)} | ${spreadOf(ratesOf(taken.bare), 0)}/s`,
    budget: 'none',
    ok: undefined,
    raw: { taken: taken[side], bare: taken.bare, cost: cost[side] },
  })
  const isEnough = bestOf(taken.keeping) >= least
  return [
    { ...rowOf('keeping', name), budget: `≥ ${thousands(least)}/s`, ok: isEnough },
    rowOf('fresh', `${name}, nothing kept`),
  ]
}

const ratesOf = (taken: Costly[]) => taken.map(({ perSecond }) => perSecond)
const bestOf = (taken: Costly[]) => Math.max(...ratesOf(taken))

/** What finds nothing is never kept, and costs a note; it would be measured as something else. */
function findsSomething({ body }: BarePage): boolean {
  return !Buffer.from(body).includes('"totalRecords":0')
}

/** A quick answer that is not the right one is worth nothing. */
async function expectSame(some: BarePage[], others: BarePage[]): Promise<void> {
  const bodies = (pages: BarePage[]) => new Map(pages.map(({ path, body }) => [path, Buffer.from(body).toString()]))
  const other = bodies(others)
  for (const [path, body] of bodies(some)) {
    if (body !== other.get(path)) throw new Error(`${path} does not say the same each time`)
  }
}

/** Words that nobody has looked for since the shop began: neither the answer nor the list lies in memory. */
async function newWordsRow(stage: Stage, shop: ShopProcess): Promise<Row> {
  const rounds = stage.quick ? 3 : 4
  const all = newSearches()
  const share = Math.floor(all.length / rounds)
  const taken: Costly[] = []
  for (let turn = 0; turn < rounds; turn++) {
    const paths = all.slice(turn * share, (turn + 1) * share)
    taken.push(await measureCost(stage, shop, { url: shop.url, paths, connections, seconds: 1 }))
  }
  const one = all.slice(rounds * share - 3).map((path) => ({ path: `${path}&pageSize=9` }))
  return {
    what: `search, words that are new, ${connections} connections`,
    measured: rateOf(taken),
    cost: costOf(taken, await callCost(shop, one)),
    yardstick: `${thousands(share)} different in each round`,
    figure: `${thousands(bestOf(taken))}/s`,
    spread: `${spreadOf(ratesOf(taken), 0)}/s`,
    budget: 'none',
    ok: undefined,
    raw: taken,
  }
}

/** A login is a password's work and little else: so that work alone is its yardstick. */
async function loginRow(stage: Stage, shop: ShopProcess): Promise<Row> {
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
  const seconds = stage.quick ? 2 : 4
  const load = { url: shop.url, paths: [path], headers: json, body, connections: loginsAtOnce, seconds }
  const hash = await createPasswords().hash(password)
  const taken = await takeTurns<'shop' | 'bare', Costly | { perSecond: number }>(stage.quick ? 2 : 3, {
    shop: () => measureCost(stage, shop, load),
    bare: () => verifyFor(seconds, hash),
  })
  const rates = (side: 'shop' | 'bare') => taken[side].map(({ perSecond }) => perSecond)
  const [best, bare] = [Math.max(...rates('shop')), Math.max(...rates('bare'))]
  const share = best / bare
  return {
    what: `login, ${loginsAtOnce} connections`,
    measured: rateOf(taken.shop as Costly[]),
    cost: costOf(taken.shop as Costly[], cost),
    yardstick: `Argon2id alone ${round(bare)}/s`,
    figure: `${round(share, 2)}×`,
    spread: `${spreadOf(rates('shop'))} | ${spreadOf(rates('bare'))}/s`,
    budget: `≥ ${leastOfHashing}×`,
    ok: share >= leastOfHashing,
    raw: { taken, cost },
  }
}

/** One at a time, as the shop does it on two cores. */
async function verifyFor(seconds: number, hash: string): Promise<{ perSecond: number }> {
  const startedAt = performance.now()
  let count = 0
  while (performance.now() - startedAt < seconds * 1000) {
    await verifyWithArgon2(password, hash)
    count++
  }
  return { perSecond: (count * 1000) / (performance.now() - startedAt) }
}
