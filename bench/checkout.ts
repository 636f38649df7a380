import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { verifyWithArgon2 } from '#platform/argon2-workers.server.ts'
import { createPasswords } from '#platform/passwords.server.ts'
import { insertBuyers } from './buyers.ts'
import { query } from './query.ts'
import { type Row, round, spreadOf } from './report.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'

const minPerSecond = 150
const concurrentCustomers = 10
const password = 'Himalaya-2026'
const steps = ['register', 'login', 'cart', 'address', 'order'] as const

type Step = (typeof steps)[number]
type CustomerRun = { ms: number; steps: Record<Step, number> }
type Round = { perSecond: number; appMs: number; postgresMs: number | undefined; customerRuns: CustomerRun[] }

/**
 * All calls of a customer from registration to the order. Password hashing is slow by design, so the shop under test
 * uses a fast hash, and the real one is measured separately.
 */
export const checkout: Benchmark = {
  name: 'checkout',
  async run(context) {
    const databaseUrl = await context.database('checkout')
    const hook = path.join(import.meta.dirname, 'fast-hash-hook.mjs')
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: await context.folder(), DATABASE_POOL: '10' }
    const shop = await context.shop(settings, ['--import', hook])
    await insertBuyers(databaseUrl, 100)
    const customers = createCustomers(shop, await readProductIds(databaseUrl))

    await runRound(context, shop, customers, context.quick ? 100 : 300)
    const statements = await countStatements(shop, customers)
    const single = await runRound(context, shop, customers, context.quick ? 50 : 150, 1)
    const rounds: Round[] = []
    for (let round = 0; round < (context.quick ? 3 : 6); round++) {
      rounds.push(await runRound(context, shop, customers, context.quick ? 200 : 500))
    }
    await expectOrders(databaseUrl, customers.count())
    await shop.stop()
    return [rowOf({ rounds, single, statements, hashMs: await measureHash() })]
  },
}

type Customers = { next(): Promise<CustomerRun>; count(): number }

function createCustomers({ url }: ShopProcess, productIds: number[]): Customers {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrentCustomers })
  let count = 0
  const post = async (target: string, body: object, token?: string): Promise<Record<string, string>> => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    if (token) headers.Authorization = `Bearer ${token}`
    const outgoing = request(`${url}/api${target}`, { method: 'POST', agent, headers })
    outgoing.end(JSON.stringify(body))
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    const json = await text(response)
    if (response.statusCode !== 200 && response.statusCode !== 201) {
      throw new Error(`${target} answered ${response.statusCode}: ${json.slice(0, 200)}`)
    }
    return JSON.parse(json) as Record<string, string>
  }
  const next = async (): Promise<CustomerRun> => {
    const n = ++count
    const times: number[] = [performance.now()]
    const recordStep = () => void times.push(performance.now())
    const email = `customer${n}@bench.example`
    await post('/authentication/register?role=Customer', { username: `Customer${n}`, email, password })
    recordStep()
    const { token } = await post('/authentication/login', { username: email, password })
    recordStep()
    const line = { productId: productIds[(n * 7) % productIds.length], quantity: 1 }
    const { shoppingCartId } = await post('/ShoppingCart/CartItem', line, token)
    recordStep()
    const address = { country: 'Nepal', state: 'Bagmati', city: 'Lalitpur', streetAddress: `Mangal Bazaar ${n}` }
    const { addressId } = await post('/addresses', address, token)
    recordStep()
    await post('/order', { shoppingCartId, addressId, method: 0 }, token)
    recordStep()
    const stepTimes = steps.map((step, index) => [step, (times[index + 1] ?? 0) - (times[index] ?? 0)])
    return { ms: (times.at(-1) ?? 0) - (times[0] ?? 0), steps: Object.fromEntries(stepTimes) as CustomerRun['steps'] }
  }
  return { next, count: () => count }
}

/** Several concurrent customers, each of whom makes the calls in sequence. */
async function runRound(
  context: RunContext,
  shop: ShopProcess,
  customers: Customers,
  customerCount: number,
  concurrency = concurrentCustomers,
): Promise<Round> {
  const cpu = async () => [await shop.metric('process_cpu_seconds_total'), await context.postgresCpuSeconds()] as const
  const [appBefore, postgresBefore] = await cpu()
  const customerRuns: CustomerRun[] = []
  const startedAt = performance.now()
  const runCustomers = async () => {
    for (let n = 0; n < customerCount / concurrency; n++) customerRuns.push(await customers.next())
  }
  await Promise.all(Array.from({ length: concurrency }, runCustomers))
  const seconds = (performance.now() - startedAt) / 1000
  const [app, postgres] = await cpu()
  const perCustomer = (cpuSeconds: number) => (cpuSeconds * 1000) / customerRuns.length
  return {
    perSecond: customerRuns.length / seconds,
    appMs: perCustomer(app - appBefore),
    postgresMs:
      postgres === undefined || postgresBefore === undefined ? undefined : perCustomer(postgres - postgresBefore),
    customerRuns,
  }
}

/** The minimum of several runs, because emails and other jobs run statements too. */
async function countStatements(shop: ShopProcess, customers: Customers): Promise<number> {
  const counts: number[] = []
  for (let run = 0; run < 8; run++) {
    const before = await shop.metric('alpine_sql_statements_total')
    await customers.next()
    counts.push((await shop.metric('alpine_sql_statements_total')) - before)
  }
  return Math.min(...counts)
}

/** The time of Argon2id for one password. */
async function measureHash(): Promise<number> {
  const hash = await createPasswords().hash(password)
  const times: number[] = []
  for (let run = 0; run < 10; run++) {
    const startedAt = performance.now()
    await verifyWithArgon2(password, hash)
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}

async function readProductIds(databaseUrl: string): Promise<number[]> {
  const rows = await query<{ id: number }>(
    databaseUrl,
    "select id from products where slug like 'sample-%' order by id",
  )
  return rows.map(({ id }) => id)
}

async function expectOrders(databaseUrl: string, expected: number): Promise<void> {
  const [row] = await query<{ count: number }>(databaseUrl, 'select count(*)::int as count from orders')
  if (row?.count !== expected) throw new Error(`${row?.count} orders instead of ${expected}`)
}

type Results = { rounds: Round[]; single: Round; statements: number; hashMs: number }

function rowOf({ rounds, single, statements, hashMs }: Results): Row {
  const rates = rounds.map(({ perSecond }) => perSecond)
  const best = Math.max(...rates)
  const [app, postgres] = [rounds.map(({ appMs }) => appMs), rounds.map(({ postgresMs }) => postgresMs ?? Number.NaN)]
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  const parts = steps.map((step) => `${step} ${round(median(single.customerRuns.map((way) => way.steps[step])))}`)
  return {
    name: `checkout without password hashing, ${concurrentCustomers} concurrent customers`,
    measured: `${round(best)}/s; single ${round(median(single.customerRuns.map(({ ms }) => ms)))} ms (${parts.join(', ')})`,
    cost: `${statements} statements, CPU ${round(Math.min(...app), 2)} + ${round(Math.min(...postgres), 2)} ms`,
    baseline: `Argon2id twice ${round(2 * hashMs)} ms`,
    value: `${round(best)}/s`,
    spread: `${spreadOf(rates)}/s`,
    budget: `≥ ${minPerSecond}/s`,
    ok: best >= minPerSecond,
    raw: { rounds: rounds.map(({ customerRuns: _, ...rest }) => rest), single, statements, hashMs },
  }
}
