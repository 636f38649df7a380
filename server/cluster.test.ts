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
import { as } from '#tests/support/accounts.ts'
import { isFull } from '#tests/support/full-run.ts'
import { type Attempt, findViolations, type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, freshPostgresUrl, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

/** Workers start one after the other, which is slow on a small machine. */
const patience = { timeout: 150_000 }

describe.runIf(isFull && databaseKind === 'postgres')('a cluster of two workers', () => {
  let folder: string
  let url: string
  let shop: TestShop
  let cluster: ShopProcess
  let buyers: Shopper[]
  let ledger: Snapshot
  const attempts: Attempt[] = []
  const failures: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'alpine-several-'))
    url = await freshPostgresUrl()
    shop = await openTestShop({ database: openPostgres(url, 5, createLog({ logLevel: 'silent' })) })
    await addProducts(shop, [product({ name: 'Amber', stock: 10_000 })])
    buyers = []
    for (let each = 0; each < 4; each++) buyers.push(await shopper(shop, `Several Buyer ${each}`))
    ledger = await takeSnapshot(queryRunner(shop))
    // From here on only the workers under test run jobs.
    await shop.jobs.stop()
    const settings = { DATABASE_URL: url, DATA_DIR: folder, WEB_CONCURRENCY: '2', DRAIN_SECONDS: '1', TRUST_PROXY: '1' }
    // Ten times the limits: low enough to reach one, high enough for the buyers below.
    cluster = await startShopProcess({ ...settings, RATE_LIMIT_FACTOR: '10', LOG_LEVEL: 'fatal' })
    await vi.waitFor(async () => expect(await workerPids(cluster.url)).toHaveLength(2), patience)
  }, 240_000)
  afterAll(async () => {
    await cluster?.kill()
    await shop?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Open connections stay; a worker that starts cannot connect. */
  const allowConnections = async (isOpen: boolean) => {
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} allow_connections ${isOpen}`)
    await admin.end()
  }

  test('notifies all workers of a change', async () => {
    const versions = async () => (await pagesByWorker(cluster.url)).map(({ version }) => version)
    const [before = 0] = await versions()
    const changedAt = Date.now()
    await shop.db.transaction((tx) => setPrices(tx, 'amber', { priceUsd: 250, priceNpr: 333_00 }))
    await expect.poll(versions, { interval: 20, ...patience }).toEqual([before + 1, before + 1])
    for (const { notifiedAt } of await pagesByWorker(cluster.url)) expect(notifiedAt).toBeGreaterThanOrEqual(changedAt)
  }, 240_000)

  test('counts rate limits across workers', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 104; n++) statuses.push(await sendEnquiry(cluster.url))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(100)
  }, 240_000)

  test('runs jobs in one worker and reports the metrics of all', async () => {
    const queuedEmails = async () => {
      const rows = await readRows<{ count: number }>(
        shop.db,
        sql`select count(*)::int as count from emails where status = 'queued'`,
      )
      return rows[0]?.count
    }
    await expect.poll(queuedEmails, patience).toBe(0)
    const metrics = await (await fetch(`${cluster.url}/metrics`)).text()
    expect(metrics).toMatch(/alpine_jobs_total\{queue="mail",outcome="done"\} 100\b/)
    expect(Number(/alpine_pages_total\{from="rendered"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(4)
  }, 240_000)

  test('replaces each worker under load without a failed request or a lost order', async () => {
    const before = await workerPids(cluster.url)
    const productId = (await findProductIds(shop)).product('amber')
    let isOver = false
    const buying = buyers.map((customer) =>
      buyUntil(() => isOver, cluster.url, customer, { productId, attempts, failures }),
    )
    cluster.signal('SIGHUP')
    const newWorkers = async () => (await workerPids(cluster.url)).filter((pid) => !before.includes(pid))
    try {
      await expect.poll(newWorkers, patience).toHaveLength(2)
      await sleep(1_500)
    } finally {
      isOver = true
      await Promise.all(buying)
    }
    expect(failures, cluster.output()).toEqual([])
    expect(attempts.length).toBeGreaterThan(20)
    expect(await findViolations(queryRunner(shop), ledger, attempts)).toEqual([])
  }, 240_000)

  test('replaces a dead worker and retries while a new one cannot start', async () => {
    const [victim = 0, other = 0] = await workerPids(cluster.url)
    expect(cluster.output()).toBe('')
    await allowConnections(false)
    process.kill(victim, 'SIGKILL')
    await expect.poll(cluster.output, patience).toContain('not currently accepting connections')
    await allowConnections(true)
    const newWorkers = async () => (await workerPids(cluster.url)).filter((pid) => pid !== other && pid !== victim)
    await expect.poll(newWorkers, patience).toHaveLength(1)
    expect(await workerPids(cluster.url)).toContain(other)
  }, 240_000)

  test('stops all workers with the primary process', async () => {
    const outputBefore = cluster.output()
    cluster.signal('SIGTERM')
    expect(await cluster.exitCode).toBe(0)
    expect(cluster.output()).toBe(outputBefore)
  })
})

/**
 * Uses a new connection for each call, so any worker may answer. The timeout is for calls that reach a worker just as it
 * is killed.
 */
async function call(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const outgoing = request(
    url,
    { agent: false, timeout: 2_000 },
    (response) => void text(response).then(resolve, reject),
  )
  outgoing.on('timeout', () => outgoing.destroy())
  outgoing.on('error', reject).end()
  return promise
}

const pageSchema = z.object({ process: z.number(), version: z.number(), notifiedAt: z.number() })
type Page = z.output<typeof pageSchema>

async function pagesByWorker(url: string): Promise<Page[]> {
  const pages = new Map<number, Page>()
  for (let n = 0; n < 6; n++) {
    const title = /<title>(.*)<\/title>/.exec(await call(`${url}/shop`).catch(() => ''))?.[1]
    if (!title) continue
    const page = pageSchema.parse(JSON.parse(title))
    pages.set(page.process, page)
  }
  return [...pages.values()].sort((a, b) => a.process - b.process)
}

const workerPids = async (url: string) => (await pagesByWorker(url)).map((page) => page.process)

async function sendEnquiry(url: string): Promise<number> {
  const body = JSON.stringify({ firstName: 'Asha', lastName: 'Gurung', queries: 'How heavy is the bowl, please?' })
  const headers = { 'Content-Type': 'application/json', Connection: 'close' }
  return (await fetch(`${url}/api/GetInTouch`, { method: 'POST', headers, body })).status
}

const responseSchema = z.object({ orderId: z.string(), message: z.string() }).partial()
const agents = new Map<string, Agent>()

let calls = 0
/** A new address for each call, because one address would reach its rate limit. */
const nextAddress = () => `10.0.${(calls++ >> 8) & 255}.${calls & 255}`

/** Like a browser: keeps one connection open and opens a new one when the server closes it. */
async function send(url: string, customer: Shopper, method: string, target: string, body: object, headers = {}) {
  const agent = agents.get(customer.userId) ?? new Agent({ keepAlive: true, maxSockets: 1 })
  agents.set(customer.userId, agent)
  const json = { 'Content-Type': 'application/json', 'X-Forwarded-For': nextAddress() }
  const allHeaders = { Authorization: `Bearer ${customer.token}`, ...json, ...headers }
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    body: z.output<typeof responseSchema>
  }>()
  const outgoing = request(url + target, { method, agent, headers: allHeaders }, async (response) => {
    const responseText = await text(response)
    resolve({
      status: response.statusCode ?? 0,
      body: responseSchema.parse(responseText ? JSON.parse(responseText) : {}),
    })
  })
  outgoing.on('error', reject).end(JSON.stringify(body))
  return promise
}

type Buying = { productId: number; attempts: Attempt[]; failures: string[] }

async function buyUntil(
  isOver: () => boolean,
  url: string,
  customer: Shopper,
  { productId, attempts, failures }: Buying,
) {
  const cart = await fetch(`${url}/api/ShoppingCart/userId/${customer.userId}`, as(customer))
  const { shoppingCartId } = cartSchema.parse(await cart.json())
  while (!isOver()) {
    const key = crypto.randomUUID()
    try {
      const updated = await send(url, customer, 'PUT', '/api/ShoppingCart/Upsert', {
        cartItems: [{ productId, quantity: 1 }],
      })
      if (updated.status !== 200) failures.push(`${updated.status} for a cart: ${updated.body.message}`)
      const order = { shoppingCartId, addressId: customer.addressId, method: 0 }
      const { status, body } = await send(url, customer, 'POST', '/api/order', order, { 'Idempotency-Key': key })
      if (status !== 201) failures.push(`${status} for an order: ${body.message}`)
      attempts.push({ key, status, orderId: body.orderId ?? null })
      // Without a pause the new workers would get no processor time on a small machine.
      await sleep(25)
    } catch (error) {
      failures.push(String(error))
      attempts.push({ key, status: 'lost', orderId: null })
    }
  }
}
