import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setPrices, setStock } from '#modules/catalog/service.server.ts'
import { idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { as } from '#tests/support/people.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
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
    await stock(shop, [product({ name: 'Moon Stone', stock: 5, priceUsd: 100 })])
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
  const where = async () => {
    const [row] = await shop.reads.run((db) =>
      readRows<{ replica: boolean }>(db, sql`select pg_is_in_recovery() as replica`),
    )
    return row?.replica ? 'replica' : 'primary'
  }

  test('the catalogue is read there, and costs the primary no statement', async () => {
    expect(await where()).toBe('replica')
    const looked = await shop.countStatements(async () => void (await shop.fetch('/api/product/moon-stone')))
    // The regular look at how far the replica has come may fall into it.
    expect(looked).toBeLessThanOrEqual(1)
  })

  test('whoever is signed in is answered by the primary', async () => {
    const asked = await shop.countStatements(async () => void (await shop.fetch('/api/product/moon-stone', as(asha))))
    expect(asked).toBeGreaterThanOrEqual(3)
  })

  test('a change that has not arrived there is read from the primary, until it has', async () => {
    await pauseReplay()
    const before = await price()
    await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 777, priceNpr: 1000_00 }))
    await expect.poll(() => shop.reads.fromReplica(), soon).toBe(false)
    expect(await price()).toBe(777)
    expect(before).not.toBe(777)
    await resumeReplay()
    await expect.poll(where, soon).toBe('replica')
    expect(await price()).toBe(777)
  })

  test('a search in vain is answered there, and counted on the primary', async () => {
    expect((await shop.json('/api/product/search?Name=zeppelin')).body.totalRecords).toBe(0)
    expect(await where()).toBe('replica')
    expect(await readRows(shop.db, sql`select words, count from search_misses`)).toEqual([
      { words: 'zeppelin', count: 1 },
    ])
  })

  test('stock is never read there: what is sold out cannot be put into a bag', async () => {
    await pauseReplay()
    await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 1))
    const productId = (await idsOf(shop)).product('moon-stone')
    expect((await asha.add({ productId, quantity: 2 })).status).toBe(409)
    expect((await asha.add({ productId, quantity: 1 })).status).toBe(201)
    expect((await asha.bag()).cartItems).toHaveLength(1)
    await resumeReplay()
  })

  test('one that stays behind is left alone', async () => {
    await expect.poll(where, soon).toBe('replica')
    await pauseReplay()
    // No version rises with this, only the log grows.
    const productId = (await idsOf(shop)).product('moon-stone')
    await shop.db.execute(sql`update products set updated_at = now() where id = ${productId}`)
    await expect.poll(where, { timeout: 12_000, interval: 100 }).toBe('primary')
    await resumeReplay()
    await expect.poll(where, soon).toBe('replica')
  }, 30_000)

  test('while it is away the primary answers, without one error', async () => {
    const statuses = new Set<number>()
    let over = false
    const reading = (async () => {
      while (!over) statuses.add((await shop.fetch('/api/product/moon-stone')).status)
    })()
    await copy.halt()
    await expect.poll(where, soon).toBe('primary')
    await copy.restart()
    await expect.poll(where, soon).toBe('replica')
    over = true
    await reading
    expect([...statuses]).toEqual([200])
  }, 60_000)
})
