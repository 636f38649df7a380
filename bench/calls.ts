import { verifyWithArgon2 } from '#platform/argon2-workers.server.ts'
import { createPasswords } from '#platform/passwords.server.ts'
import { fillCatalogue } from './catalogue.ts'
import { type Costly, callCost, costOf, measureCost, rateOf } from './cost.ts'
import { readPages, startBare } from './kept-pages.ts'
import { type Kind, questions } from './questions.ts'
import { type Row, round, spreadOf, thousands } from './report.ts'
import { takeTurns } from './rounds.ts'
import type { ShopProcess } from './shop-process.ts'
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

/** What a process answers in a second, and what each answer costs; against a server that only sends the same bytes. */
export const calls: Figure = {
  name: 'calls',
  async take(stage) {
    const databaseUrl = await stage.database('calls')
    await fillCatalogue(databaseUrl, size)
    const shop = await stage.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder() })
    const kinds = await questions(databaseUrl, size)
    const rows: Row[] = []
    for (const { name, least } of asked) {
      const kind = kinds.find((each) => each.name === name)
      if (kind) rows.push(await callRow(stage, shop, kind, least))
    }
    rows.push(await loginRow(stage, shop))
    await shop.stop()
    return rows
  },
}

async function callRow(stage: Stage, shop: ShopProcess, { name, paths }: Kind, least: number): Promise<Row> {
  const cost = await callCost(
    shop,
    paths.slice(0, 3).map((path) => ({ path })),
  )
  const bareServer = await startBare(stage, await readPages(shop, paths))
  const seconds = stage.quick ? 2 : 3
  const load = { paths, connections, seconds }
  const turn = () => measureCost(stage, shop, { url: shop.url, ...load })
  await turn()
  const taken = await takeTurns<'shop' | 'bare', Costly>(stage.quick ? 2 : 4, {
    shop: turn,
    bare: () => measureCost(stage, shop, { url: bareServer.url, ...load }),
  })
  const rates = (side: 'shop' | 'bare') => taken[side].map(({ perSecond }) => perSecond)
  const [best, bare] = [Math.max(...rates('shop')), Math.max(...rates('bare'))]
  return {
    what: `${name}, ${connections} connections`,
    measured: rateOf(taken.shop),
    cost: costOf(taken.shop, cost),
    yardstick: `bare ${thousands(bare)}/s`,
    figure: `${thousands(best)}/s, ${round(best / bare, 2)}×`,
    spread: `${spreadOf(rates('shop'), 0)} | ${spreadOf(rates('bare'), 0)}/s`,
    budget: `≥ ${thousands(least)}/s`,
    ok: best >= least,
    raw: { taken, cost },
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
