import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { cartSchema } from '#modules/cart/contract.ts'
import type { Database } from '#platform/db.server.ts'
import { openPglite, pgliteExtensions, wrapPglite } from '#platform/db-pglite.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { as } from '#tests/support/accounts.ts'
import { inFull } from '#tests/support/full-run.ts'
import { type Attempt, findViolations, type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, freshPostgresUrl, openTestShop } from '#tests/support/shop.ts'
import { startShopProcess } from '#tests/support/shop-process.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

/** PGlite recovers the folder at each start, which takes longer. `npm run chaos` kills more often. */
const kills = Number(process.env.KILLS ?? inFull(databaseKind === 'postgres' ? 20 : 6, 1))
const workers = 6
const responsesBeforeKill = 5

const log = createLog({ logLevel: 'silent' })
let folder: string
let settings: Record<string, string>
let reopen: () => Promise<Database>
let buyers: Shopper[]
let productIds: number[]
let before: Snapshot
const attempts: Attempt[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alpine-killed-'))
  const database = databaseKind === 'postgres' ? await onPostgres() : await onPglite()
  const shop = await openTestShop({ database })
  await addProducts(shop, [product({ name: 'Amber', stock: 10_000 }), product({ name: 'Beryl', stock: 10_000 })])
  const ids = await findProductIds(shop)
  productIds = [ids.product('amber'), ids.product('beryl')]
  buyers = []
  for (let each = 0; each < workers; each++) buyers.push(await shopper(shop, `Buyer ${each}`))
  before = await takeSnapshot(queryRunner(shop))
  await shop.close()
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function onPostgres(): Promise<Database> {
  const url = await freshPostgresUrl()
  settings = { DATABASE_URL: url, DATA_DIR: folder }
  reopen = async () => openPostgres(url, 2, log)
  return reopen()
}

async function onPglite(): Promise<Database> {
  const loadDataDir = new Blob([readFileSync(inject('pgliteSnapshot'))])
  const client = await PGlite.create(path.join(folder, 'pglite'), { extensions: pgliteExtensions, loadDataDir })
  settings = { DATA_DIR: folder }
  reopen = () => openPglite(folder, 'http://localhost')
  return wrapPglite(client)
}

/** Places orders without pause until the server stops responding. */
async function buyUntilKilled(url: string, customer: Shopper, onResponse: () => void): Promise<void> {
  let isServed = true
  while (isServed) {
    const attempt = await fillCart(url, customer).then(
      () => send(url, customer, `${customer.userId}-${crypto.randomUUID()}`),
      notSent,
    )
    isServed = attempt !== undefined && attempt.status !== 'lost'
    if (attempt) attempts.push(attempt)
    if (isServed) onResponse()
  }
}

const notSent = () => undefined

async function fillCart(url: string, customer: Shopper): Promise<void> {
  const cartItems = productIds.map((productId) => ({ productId, quantity: 1 }))
  await fetch(`${url}/api/ShoppingCart/Upsert`, as(customer, 'PUT', { cartItems }))
}

/** Retries a 503 with the same key, as customers do. */
async function send(url: string, customer: Shopper, key: string, tries = 5): Promise<Attempt> {
  try {
    const retry = async () => {
      await sleep(500)
      return send(url, customer, key, tries - 1)
    }
    const cart = await fetch(`${url}/api/ShoppingCart/userId/${customer.userId}`, as(customer))
    if (cart.status === 503 && tries > 1) return retry()
    const { shoppingCartId } = cartSchema.parse(await cart.json())
    const request = as(customer, 'POST', { shoppingCartId, addressId: customer.addressId, method: 0 })
    const headers = { ...request.headers, 'Idempotency-Key': key }
    const response = await fetch(`${url}/api/order`, { ...request, headers })
    if (response.status === 503 && tries > 1) return retry()
    const { orderId } = z.object({ orderId: z.string().nullable().default(null) }).parse(await response.json())
    return { key, status: response.status, orderId }
  } catch {
    return { key, status: 'lost', orderId: null }
  }
}

test(
  `loses and duplicates no order when killed ${kills} times in the middle of orders`,
  async () => {
    const canOverlap = databaseKind === 'postgres'
    let next = startShopProcess(settings)
    for (let round = 0; round < kills; round++) {
      const shop = await next
      if (canOverlap) next = startShopProcess(settings)
      const served = Promise.withResolvers<void>()
      let responses = 0
      const onResponse = () => (++responses === responsesBeforeKill ? served.resolve() : undefined)
      const buying = buyers.map((customer) => buyUntilKilled(shop.url, customer, onResponse))
      await served.promise
      await sleep((round * 7) % 50)
      await shop.kill()
      await Promise.all(buying)
      expect(shop.output()).toBe('')
      if (!canOverlap) next = startShopProcess(settings)
    }
    const lost = attempts.filter(({ status }) => status === 'lost')
    const shop = await next
    const retries = lost.flatMap(({ key }) => {
      const customer = buyers.find(({ userId }) => key?.startsWith(userId))
      return customer && key ? [send(shop.url, customer, key)] : []
    })
    attempts.push(...(await Promise.all(retries)))
    await shop.kill()

    const database = await reopen()
    const violations = await findViolations(queryRunner(database), before, attempts)
    const [orders] = await queryRunner(database)('select count(*)::int as count from orders')
    await database.close()
    expect(violations).toEqual([])
    expect(lost.length).toBeGreaterThan(0)
    expect(attempts.filter(({ status }) => status !== 'lost' && status !== 201 && status !== 409)).toEqual([])
    expect(Number(orders?.count)).toBeGreaterThan(kills)
  },
  60_000 + kills * 30_000,
)
