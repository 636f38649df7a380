import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { verifyWithArgon2 } from '#platform/argon2-workers.server.ts'
import { createPasswords } from '#platform/passwords.server.ts'
import { ask } from './ask.ts'
import { fillWithBuyers } from './buyers.ts'
import { type Row, round, spreadOf } from './report.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'

const least = 100
const atOnce = 10
const password = 'Himalaya-2026'
const steps = ['register', 'login', 'bag', 'address', 'order'] as const

type Step = (typeof steps)[number]
type Way = { ms: number; steps: Record<Step, number> }
type Round = { perSecond: number; appMs: number; postgresMs: number | undefined; ways: Way[] }

/**
 * A customer's whole way, from registering to the order. The password's work is the same everywhere and chosen to be
 * slow, so the shop under test is given a light one in its place, and the real one is timed beside it.
 */
export const checkout: Figure = {
  name: 'whole checkout',
  async take(stage) {
    const databaseUrl = await stage.database('checkout')
    const hook = path.join(import.meta.dirname, 'light-hash-hook.mjs')
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder(), DATABASE_POOL: '10' }
    const shop = await stage.shop(settings, ['--import', hook])
    await fillWithBuyers(databaseUrl, 100)
    const customers = customersOf(shop, await pieceIds(databaseUrl))

    await runRound(stage, shop, customers, stage.quick ? 100 : 300)
    const statements = await statementsOfOne(shop, customers)
    const alone = await runRound(stage, shop, customers, stage.quick ? 50 : 150, 1)
    const taken: Round[] = []
    for (let turn = 0; turn < (stage.quick ? 3 : 6); turn++) {
      taken.push(await runRound(stage, shop, customers, stage.quick ? 200 : 500))
    }
    await expectOrders(databaseUrl, customers.count())
    await shop.stop()
    return [rowOf({ taken, alone, statements, hashMs: await hashTime() })]
  },
}

type Customers = { next(): Promise<Way>; count(): number }

function customersOf({ url }: ShopProcess, pieces: number[]): Customers {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let count = 0
  const post = async (target: string, body: object, token?: string): Promise<Record<string, string>> => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    if (token) headers.Authorization = `Bearer ${token}`
    const sent = request(`${url}/api${target}`, { method: 'POST', agent, headers })
    sent.end(JSON.stringify(body))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const said = await text(answer)
    if (answer.statusCode !== 200 && answer.statusCode !== 201) {
      throw new Error(`${target} answered ${answer.statusCode}: ${said.slice(0, 200)}`)
    }
    return JSON.parse(said) as Record<string, string>
  }
  const next = async (): Promise<Way> => {
    const n = ++count
    const times: number[] = [performance.now()]
    const done = () => void times.push(performance.now())
    const email = `customer${n}@bench.example`
    await post('/authentication/register?role=Customer', { username: `Customer${n}`, email, password })
    done()
    const { token } = await post('/authentication/login', { username: email, password })
    done()
    const line = { productId: pieces[(n * 7) % pieces.length], quantity: 1 }
    const { shoppingCartId } = await post('/ShoppingCart/CartItem', line, token)
    done()
    const home = { country: 'Nepal', state: 'Bagmati', city: 'Lalitpur', streetAddress: `Mangal Bazaar ${n}` }
    const { addressId } = await post('/addresses', home, token)
    done()
    await post('/order', { shoppingCartId, addressId, method: 0 }, token)
    done()
    const spent = steps.map((step, at) => [step, (times[at + 1] ?? 0) - (times[at] ?? 0)])
    return { ms: (times.at(-1) ?? 0) - (times[0] ?? 0), steps: Object.fromEntries(spent) as Way['steps'] }
  }
  return { next, count: () => count }
}

/** Several customers at once, each of whom takes one step after the other. */
async function runRound(
  stage: Stage,
  shop: ShopProcess,
  customers: Customers,
  many: number,
  together = atOnce,
): Promise<Round> {
  const cpu = async () => [await shop.metric('process_cpu_seconds_total'), await stage.postgresCpuSeconds()] as const
  const [appBefore, postgresBefore] = await cpu()
  const ways: Way[] = []
  const startedAt = performance.now()
  const go = async () => {
    for (let n = 0; n < many / together; n++) ways.push(await customers.next())
  }
  await Promise.all(Array.from({ length: together }, go))
  const seconds = (performance.now() - startedAt) / 1000
  const [app, postgres] = await cpu()
  const each = (spent: number) => (spent * 1000) / ways.length
  return {
    perSecond: ways.length / seconds,
    appMs: each(app - appBefore),
    postgresMs: postgres === undefined || postgresBefore === undefined ? undefined : each(postgres - postgresBefore),
    ways,
  }
}

/** The least of several, since letters and other work for later ask questions of their own. */
async function statementsOfOne(shop: ShopProcess, customers: Customers): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < 8; turn++) {
    const before = await shop.metric('alpine_sql_statements_total')
    await customers.next()
    counts.push((await shop.metric('alpine_sql_statements_total')) - before)
  }
  return Math.min(...counts)
}

/** What Argon2id takes for one password. */
async function hashTime(): Promise<number> {
  const hash = await createPasswords().hash(password)
  const times: number[] = []
  for (let turn = 0; turn < 10; turn++) {
    const startedAt = performance.now()
    await verifyWithArgon2(password, hash)
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}

async function pieceIds(databaseUrl: string): Promise<number[]> {
  const rows = await ask<{ id: number }>(databaseUrl, "select id from products where slug like 'piece-%' order by id")
  return rows.map(({ id }) => id)
}

async function expectOrders(databaseUrl: string, expected: number): Promise<void> {
  const [row] = await ask<{ count: number }>(databaseUrl, 'select count(*)::int as count from orders')
  if (row?.count !== expected) throw new Error(`${row?.count} orders instead of ${expected}`)
}

type Taken = { taken: Round[]; alone: Round; statements: number; hashMs: number }

function rowOf({ taken, alone, statements, hashMs }: Taken): Row {
  const rates = taken.map(({ perSecond }) => perSecond)
  const best = Math.max(...rates)
  const [app, postgres] = [taken.map(({ appMs }) => appMs), taken.map(({ postgresMs }) => postgresMs ?? Number.NaN)]
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  const parts = steps.map((step) => `${step} ${round(middle(alone.ways.map((way) => way.steps[step])))}`)
  return {
    what: `whole checkout apart from the password, ${atOnce} customers at once`,
    measured: `${round(best)}/s; alone ${round(middle(alone.ways.map(({ ms }) => ms)))} ms (${parts.join(', ')})`,
    cost: `${statements} statements, CPU ${round(Math.min(...app), 2)} + ${round(Math.min(...postgres), 2)} ms`,
    yardstick: `Argon2id twice ${round(2 * hashMs)} ms`,
    figure: `${round(best)}/s`,
    spread: `${spreadOf(rates)}/s`,
    budget: `≥ ${least}/s`,
    ok: best >= least,
    raw: { taken: taken.map(({ ways: _, ...rest }) => rest), alone, statements, hashMs },
  }
}
