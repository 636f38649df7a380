import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { cartSchema } from '#modules/cart/schema.ts'
import type { Database } from '#platform/db.server.ts'
import { openPglite, pgliteExtensions, wrapPglite } from '#platform/db-pglite.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { asker, idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { inFull } from '#tests/support/full.ts'
import { type Attempt, consultOracle, type Ledger, openLedger } from '#tests/support/invariants.ts'
import { as } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, freshPostgresUrl, openTestShop } from '#tests/support/shop.ts'
import { startShopProcess } from '#tests/support/shop-process.ts'

/** A start on PGlite repairs the folder first, which takes longer; `npm run chaos` kills more often. */
const kills = Number(process.env.KILLS ?? inFull(databaseKind === 'postgres' ? 20 : 6, 1))
const workers = 6
const answersBeforeKill = 5

const log = createLog({ logLevel: 'silent' })
let folder: string
let settings: Record<string, string>
let reopen: () => Promise<Database>
let buyers: Shopper[]
let productIds: number[]
let before: Ledger
const attempts: Attempt[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alpine-killed-'))
  const database = databaseKind === 'postgres' ? await onPostgres() : await onPglite()
  const shop = await openTestShop({ database })
  await stock(shop, [product({ name: 'Amber', stock: 10_000 }), product({ name: 'Beryl', stock: 10_000 })])
  const ids = await idsOf(shop)
  productIds = [ids.product('amber'), ids.product('beryl')]
  buyers = []
  for (let each = 0; each < workers; each++) buyers.push(await shopper(shop, `Buyer ${each}`))
  before = await openLedger(asker(shop))
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

/** Buys without pause until nobody answers any more. */
async function buyUntilKilled(url: string, who: Shopper, onAnswer: () => void): Promise<void> {
  let isServed = true
  while (isServed) {
    const attempt = await fillBag(url, who).then(() => send(url, who, `${who.userId}-${crypto.randomUUID()}`), notAsked)
    isServed = attempt !== undefined && attempt.status !== 'lost'
    if (attempt) attempts.push(attempt)
    if (isServed) onAnswer()
  }
}

const notAsked = () => undefined

async function fillBag(url: string, who: Shopper): Promise<void> {
  const cartItems = productIds.map((productId) => ({ productId, quantity: 1 }))
  await fetch(`${url}/api/ShoppingCart/Upsert`, as(who, 'PUT', { cartItems }))
}

/** As people do: whoever is told that nothing was ordered tries again, with the same key. */
async function send(url: string, who: Shopper, key: string, tries = 5): Promise<Attempt> {
  try {
    const again = async () => {
      await sleep(500)
      return send(url, who, key, tries - 1)
    }
    const bag = await fetch(`${url}/api/ShoppingCart/userId/${who.userId}`, as(who))
    if (bag.status === 503 && tries > 1) return again()
    const { shoppingCartId } = cartSchema.parse(await bag.json())
    const sent = as(who, 'POST', { shoppingCartId, addressId: who.addressId, method: 0 })
    const headers = { ...sent.headers, 'Idempotency-Key': key }
    const response = await fetch(`${url}/api/order`, { ...sent, headers })
    if (response.status === 503 && tries > 1) return again()
    const { orderId } = z.object({ orderId: z.string().nullable().default(null) }).parse(await response.json())
    return { key, status: response.status, orderId }
  } catch {
    return { key, status: 'lost', orderId: null }
  }
}

test(
  `killed ${kills} times in the middle of orders, the shop loses none and makes none up`,
  async () => {
    const canOverlap = databaseKind === 'postgres'
    let next = startShopProcess(settings)
    for (let round = 0; round < kills; round++) {
      const shop = await next
      if (canOverlap) next = startShopProcess(settings)
      const served = Promise.withResolvers<void>()
      let answers = 0
      const onAnswer = () => (++answers === answersBeforeKill ? served.resolve() : undefined)
      const buying = buyers.map((who) => buyUntilKilled(shop.url, who, onAnswer))
      await served.promise
      await sleep((round * 7) % 50)
      await shop.kill()
      await Promise.all(buying)
      expect(shop.said()).toBe('')
      if (!canOverlap) next = startShopProcess(settings)
    }
    const lost = attempts.filter(({ status }) => status === 'lost')
    const shop = await next
    const again = lost.flatMap(({ key }) => {
      const who = buyers.find(({ userId }) => key?.startsWith(userId))
      return who && key ? [send(shop.url, who, key)] : []
    })
    attempts.push(...(await Promise.all(again)))
    await shop.kill()

    const database = await reopen()
    const wrong = await consultOracle(asker(database), before, attempts)
    const [orders] = await asker(database)('select count(*)::int as count from orders')
    await database.close()
    expect(wrong).toEqual([])
    expect(lost.length).toBeGreaterThan(0)
    expect(attempts.filter(({ status }) => status !== 'lost' && status !== 201 && status !== 409)).toEqual([])
    expect(Number(orders?.count)).toBeGreaterThan(kills)
  },
  60_000 + kills * 30_000,
)
