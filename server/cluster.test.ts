import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { cartSchema } from '#modules/cart/schema.ts'
import { setPrices } from '#modules/catalog/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { asker, idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { isFull } from '#tests/support/full.ts'
import { type Attempt, consultOracle, type Ledger, openLedger } from '#tests/support/invariants.ts'
import { as } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, freshPostgresUrl, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'

/** New processes are started one after the other; how long that takes tells of the machine. */
const patience = { timeout: 150_000 }

describe.runIf(isFull && databaseKind === 'postgres')('several processes behind one port', () => {
  let folder: string
  let url: string
  let shop: TestShop
  let house: ShopProcess
  let buyers: Shopper[]
  let ledger: Ledger
  const attempts: Attempt[] = []
  const failures: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'alpine-several-'))
    url = await freshPostgresUrl()
    shop = await openTestShop({ database: openPostgres(url, 5, createLog({ logLevel: 'silent' })) })
    await stock(shop, [product({ name: 'Amber', stock: 10_000 })])
    buyers = []
    for (let each = 0; each < 4; each++) buyers.push(await shopper(shop, `Several Buyer ${each}`))
    ledger = await openLedger(asker(shop))
    // From here on the jobs are left to the processes under test.
    await shop.jobs.stop()
    const settings = { DATABASE_URL: url, DATA_DIR: folder, WEB_CONCURRENCY: '2', DRAIN_SECONDS: '1', TRUST_PROXY: '1' }
    // Ten times the limits: few enough to reach one, and enough for everybody who buys below.
    house = await startShopProcess({ ...settings, RATE_LIMIT_FACTOR: '10', LOG_LEVEL: 'fatal' })
    await vi.waitFor(async () => expect(await processes(house.url)).toHaveLength(2), patience)
  }, 240_000)
  afterAll(async () => {
    await house?.kill()
    await shop?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Connections that are open stay; a process that starts finds the database away. */
  const admitNew = async (isOpen: boolean) => {
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} allow_connections ${isOpen}`)
    await admin.end()
  }

  test('a change is told to all of them', async () => {
    const versions = async () => (await everyPage(house.url)).map(({ version }) => version)
    const [before = 0] = await versions()
    const changedAt = Date.now()
    await shop.db.transaction((tx) => setPrices(tx, 'amber', { priceUsd: 250, priceNpr: 333_00 }))
    await expect.poll(versions, { interval: 20, ...patience }).toEqual([before + 1, before + 1])
    for (const { heardAt } of await everyPage(house.url)) expect(heardAt).toBeGreaterThanOrEqual(changedAt)
  }, 240_000)

  test('attempts are counted together', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 104; n++) statuses.push(await enquire(house.url))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(100)
  }, 240_000)

  test('one of them works on the jobs, and the metrics are those of all', async () => {
    const waiting = async () => {
      const rows = await readRows<{ count: number }>(
        shop.db,
        sql`select count(*)::int as count from mails where state = 'queued'`,
      )
      return rows[0]?.count
    }
    await expect.poll(waiting, patience).toBe(0)
    const metrics = await (await fetch(`${house.url}/metrics`)).text()
    expect(metrics).toMatch(/alpine_jobs_total\{queue="mail",outcome="done"\} 100\b/)
    expect(Number(/alpine_pages_total\{from="rendered"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(4)
  }, 240_000)

  test('each is replaced under load without one failed request, and no order is lost', async () => {
    const before = await processes(house.url)
    const productId = (await idsOf(shop)).product('amber')
    let over = false
    const buying = buyers.map((who) => buyUntil(() => over, house.url, who, { productId, attempts, failures }))
    house.signal('SIGHUP')
    const strangers = async () => (await processes(house.url)).filter((each) => !before.includes(each))
    try {
      await expect.poll(strangers, patience).toHaveLength(2)
      await sleep(1_500)
    } finally {
      over = true
      await Promise.all(buying)
    }
    expect(failures, house.said()).toEqual([])
    expect(attempts.length).toBeGreaterThan(20)
    expect(await consultOracle(asker(shop), ledger, attempts)).toEqual([])
  }, 240_000)

  test('one that dies is replaced, and when its successor cannot start, by the next one that can', async () => {
    const [victim = 0, other = 0] = await processes(house.url)
    expect(house.said()).toBe('')
    await admitNew(false)
    process.kill(victim, 'SIGKILL')
    await expect.poll(house.said, patience).toContain('not currently accepting connections')
    await admitNew(true)
    const strangers = async () => (await processes(house.url)).filter((each) => each !== other && each !== victim)
    await expect.poll(strangers, patience).toHaveLength(1)
    expect(await processes(house.url)).toContain(other)
  }, 240_000)

  test('all of them stop with the one that leads', async () => {
    const saidBefore = house.said()
    house.signal('SIGTERM')
    expect(await house.ended).toBe(0)
    expect(house.said()).toBe(saidBefore)
  })
})

/**
 * Each call on a connection of its own, so that another process may answer. One that is handed to a process just as it
 * is killed is never answered: the caller has to give up.
 */
async function call(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const asked = request(url, { agent: false, timeout: 2_000 }, (response) => void text(response).then(resolve, reject))
  asked.on('timeout', () => asked.destroy())
  asked.on('error', reject).end()
  return promise
}

const pageSchema = z.object({ process: z.number(), version: z.number(), heardAt: z.number() })
type Page = z.output<typeof pageSchema>

async function everyPage(url: string): Promise<Page[]> {
  const pages = new Map<number, Page>()
  for (let n = 0; n < 6; n++) {
    const told = /<title>(.*)<\/title>/.exec(await call(`${url}/shop`).catch(() => ''))?.[1]
    if (!told) continue
    const page = pageSchema.parse(JSON.parse(told))
    pages.set(page.process, page)
  }
  return [...pages.values()].sort((a, b) => a.process - b.process)
}

const processes = async (url: string) => (await everyPage(url)).map((page) => page.process)

async function enquire(url: string): Promise<number> {
  const body = JSON.stringify({ firstName: 'Asha', lastName: 'Gurung', queries: 'How heavy is the bowl, please?' })
  const headers = { 'Content-Type': 'application/json', Connection: 'close' }
  return (await fetch(`${url}/api/GetInTouch`, { method: 'POST', headers, body })).status
}

const saidSchema = z.object({ orderId: z.string(), message: z.string() }).partial()
const agents = new Map<string, Agent>()

let calls = 0
/** So many calls from one address would be refused as too fast. */
const elsewhere = () => `10.0.${(calls++ >> 8) & 255}.${calls & 255}`

/** As a browser does: on one connection that is kept, and on a new one when the shop says that it closes this one. */
async function send(url: string, who: Shopper, method: string, target: string, body: object, headers = {}) {
  const agent = agents.get(who.userId) ?? new Agent({ keepAlive: true, maxSockets: 1 })
  agents.set(who.userId, agent)
  const json = { 'Content-Type': 'application/json', 'X-Forwarded-For': elsewhere() }
  const all = { Authorization: `Bearer ${who.token}`, ...json, ...headers }
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: z.output<typeof saidSchema> }>()
  const asked = request(url + target, { method, agent, headers: all }, async (response) => {
    const answer = await text(response)
    resolve({ status: response.statusCode ?? 0, body: saidSchema.parse(answer ? JSON.parse(answer) : {}) })
  })
  asked.on('error', reject).end(JSON.stringify(body))
  return promise
}

type Buying = { productId: number; attempts: Attempt[]; failures: string[] }

async function buyUntil(isOver: () => boolean, url: string, who: Shopper, { productId, attempts, failures }: Buying) {
  const bag = await fetch(`${url}/api/ShoppingCart/userId/${who.userId}`, as(who))
  const { shoppingCartId } = cartSchema.parse(await bag.json())
  while (!isOver()) {
    const key = crypto.randomUUID()
    try {
      const filled = await send(url, who, 'PUT', '/api/ShoppingCart/Upsert', {
        cartItems: [{ productId, quantity: 1 }],
      })
      if (filled.status !== 200) failures.push(`${filled.status} for a bag: ${filled.body.message}`)
      const order = { shoppingCartId, addressId: who.addressId, method: 0 }
      const { status, body } = await send(url, who, 'POST', '/api/order', order, { 'Idempotency-Key': key })
      if (status !== 201) failures.push(`${status} for an order: ${body.message}`)
      attempts.push({ key, status, orderId: body.orderId ?? null })
      // Without a pause the new processes would get no turn on a small machine.
      await sleep(25)
    } catch (error) {
      failures.push(String(error))
      attempts.push({ key, status: 'lost', orderId: null })
    }
  }
}
