import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setPrices, setStock } from '#modules/catalog/service.server.ts'
import { as } from '#tests/support/accounts.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'
import { type Database, readRows } from './db.server.ts'
import { openPostgres } from './db-postgres.server.ts'
import { createLog } from './log.server.ts'

const log = createLog({ logLevel: 'silent' })
const soon = { timeout: 15_000, interval: 20 }

describe.runIf(databaseKind === 'postgres')('with a replica', () => {
  let primary: PostgresServer
  let copy: PostgresServer
  let shop: TestShop
  let replica: Database
  let asha: Shopper
  beforeAll(async () => {
    primary = await startPostgres()
    copy = await startPostgres({ replicaOf: primary })
    shop = await openTestShop({
      database: openPostgres(primary.url, 5, log),
      environment: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: copy.url },
    })
    replica = openPostgres(copy.url, 2, log)
    await addProducts(shop, [product({ name: 'Moon Stone', stock: 5, priceUsd: 100 })])
    asha = await shopper(shop, 'Asha Gurung')
    await vi.waitFor(() => expect(shop.reads.fromReplica()).toBe(true), soon)
  }, 90_000)
  afterAll(async () => {
    await replica?.close()
    await shop?.close()
    await copy?.stop()
    await primary?.stop()
  })

  const pauseReplay = () => replica.db.execute(sql`select pg_wal_replay_pause()`)
  const resumeReplay = () => replica.db.execute(sql`select pg_wal_replay_resume()`)
  const price = async (init?: RequestInit) => {
    const { body } = await shop.json('/api/product/moon-stone', init)
    return Math.round(body.priceInUSD * 100)
  }
  const servedBy = async () => {
    const [row] = await shop.reads.run((db) =>
      readRows<{ replica: boolean }>(db, sql`select pg_is_in_recovery() as replica`),
    )
    return row?.replica ? 'replica' : 'primary'
  }

  test('the catalog is read from the replica, without a statement on the primary', async () => {
    expect(await servedBy()).toBe('replica')
    const statements = await shop.countStatements(async () => void (await shop.fetch('/api/product/moon-stone')))
    // The regular check of the replica can add one.
    expect(statements).toBeLessThanOrEqual(1)
  })

  test('signed-in users read from the primary', async () => {
    const statements = await shop.countStatements(
      async () => void (await shop.fetch('/api/product/moon-stone', as(asha))),
    )
    expect(statements).toBeGreaterThanOrEqual(3)
  })

  test('a change is read from the primary until the replica has it', async () => {
    await pauseReplay()
    const before = await price()
    await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 777, priceNpr: 1000_00 }))
    await expect.poll(() => shop.reads.fromReplica(), soon).toBe(false)
    expect(await price()).toBe(777)
    expect(before).not.toBe(777)
    await resumeReplay()
    await expect.poll(servedBy, soon).toBe('replica')
    expect(await price()).toBe(777)
  })

  test('a search without results reads from the replica and is counted on the primary', async () => {
    expect((await shop.json('/api/product/search?Name=zeppelin')).body.totalRecords).toBe(0)
    expect(await servedBy()).toBe('replica')
    expect(await readRows(shop.db, sql`select query, count from search_misses`)).toEqual([
      { query: 'zeppelin', count: 1 },
    ])
  })

  test('the cart reads stock from the primary', async () => {
    await pauseReplay()
    await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 1))
    const productId = (await findProductIds(shop)).product('moon-stone')
    expect((await asha.add({ productId, quantity: 2 })).status).toBe(409)
    expect((await asha.add({ productId, quantity: 1 })).status).toBe(201)
    expect((await asha.cart()).cartItems).toHaveLength(1)
    await resumeReplay()
  })

  test('a lagging replica is not used', async () => {
    await expect.poll(servedBy, soon).toBe('replica')
    await pauseReplay()
    // Does not raise the version, only writes to the WAL.
    const productId = (await findProductIds(shop)).product('moon-stone')
    await shop.db.execute(sql`update products set updated_at = now() where id = ${productId}`)
    await expect.poll(servedBy, { timeout: 12_000, interval: 100 }).toBe('primary')
    await resumeReplay()
    await expect.poll(servedBy, soon).toBe('replica')
  }, 30_000)

  test('reads go to the primary without an error while the replica is down', async () => {
    const statuses = new Set<number>()
    let isDone = false
    const reading = (async () => {
      while (!isDone) statuses.add((await shop.fetch('/api/product/moon-stone')).status)
    })()
    await copy.halt()
    await expect.poll(servedBy, soon).toBe('primary')
    await copy.restart()
    await expect.poll(servedBy, soon).toBe('replica')
    isDone = true
    await reading
    expect([...statuses]).toEqual([200])
  }, 60_000)
})
