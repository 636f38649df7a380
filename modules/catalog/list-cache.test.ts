import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, readRows } from '#platform/db.server.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { ListCache } from './list-cache.server.ts'
import { chunkLength } from './list-repo.server.ts'
import { setPrices } from './service.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Moon Stone', priceUsd: 100 }),
    product({ name: 'Sun Stone', priceUsd: 200 }),
    product({ name: 'Sky Stone', categoryId: 2, priceUsd: 300 }),
  ])
})
afterAll(() => shop.close())

const cheapestFirst = [{ query: { sort: 'priceAsc' as const }, start: 0, end: 12 }]

test('concurrent identical reads share one statement', async () => {
  const listCache = new ListCache()
  const statements = await shop.countStatements(async () => {
    const lists = await Promise.all(Array.from({ length: 20 }, () => listCache.read(shop.db, cheapestFirst)))
    for (const [list] of lists)
      expect(list).toMatchObject({ total: 3, ids: [expect.anything(), expect.anything(), expect.anything()] })
  })
  expect(statements).toBe(1)
})

test('reads of different lists run separate statements', async () => {
  const listCache = new ListCache()
  const statements = await shop.countStatements(async () => {
    const [[all], [second]] = await Promise.all([
      listCache.read(shop.db, cheapestFirst),
      listCache.read(shop.db, [{ query: { categoryIds: [2] }, start: 0, end: 12 }]),
    ])
    expect([all, second].map((list) => list?.ids.length)).toEqual([3, 1])
  })
  expect(statements).toBe(2)
})

test('a read after a change does not share the result of an earlier read', async () => {
  const listCache = new ListCache()
  const { db, firstRead, release } = delayResults(shop.db)
  const earlyRead = listCache.read(db, cheapestFirst)
  await firstRead
  await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 900, priceNpr: 120_000 }))
  const delayedReads = Promise.all([listCache.read(db, cheapestFirst), listCache.read(db, cheapestFirst)])
  release()
  const [before] = await earlyRead
  for (const [after] of await delayedReads) {
    expect(after?.ids).toHaveLength(3)
    expect(after?.ids.at(-1)).toBe(before?.ids.at(0))
  }
})

test('a read after a failed one succeeds', async () => {
  const listCache = new ListCache()
  let failing = true
  const db = withStatementHook(shop.db, async (execute, query) => {
    if (failing) throw new Error('the database failed')
    return execute(query)
  })
  const both = await Promise.allSettled([listCache.read(db, cheapestFirst), listCache.read(db, cheapestFirst)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  failing = false
  expect((await listCache.read(db, cheapestFirst))[0]?.ids).toHaveLength(3)
})

test.each([
  ['entries', { entries: 5, bytes: 1024 * 1024 }],
  ['bytes', { entries: 1000, bytes: 2_000 }],
])('the list cache stays within its bound of %s', async (_, bounds) => {
  const listCache = new ListCache(bounds)
  for (let index = 0; index < 40; index++) {
    const query = { tagKey: `tag-${index}` }
    expect(await listCache.read(shop.db, [{ query, start: 0, end: 12 }])).toMatchObject([{ total: 0, ids: [] }])
    expect(listCache.entries).toBeLessThanOrEqual(bounds.entries)
    expect(listCache.bytes).toBeLessThanOrEqual(bounds.bytes)
  }
  expect(listCache.entries).toBeGreaterThan(3)
  expect(listCache.entries).toBeLessThan(10)
})

test('a transaction sees its own changes', async () => {
  const listCache = new ListCache()
  await shop.db.transaction(async (tx) => {
    const [before] = await listCache.read(tx, cheapestFirst)
    await setPrices(tx, 'sky-stone', { priceUsd: 1, priceNpr: 1 })
    const [after] = await listCache.read(tx, cheapestFirst)
    expect(after?.ids.at(0)).not.toBe(before?.ids.at(0))
  })
})

describe('a list longer than a chunk', () => {
  const length = chunkLength + 5
  const accessories = (start: number, end: number) => [{ query: { categoryIds: [3] }, start, end }]
  let ids: number[]
  beforeAll(async () => {
    // The search triggers would slow down this insert, and no test searches.
    await shop.db.execute(sql`alter table products disable trigger user`)
    const rows = await readRows<{ id: number }>(
      shop.db,
      sql`insert into products (slug, name, description, category_id, price_npr, price_usd, stock, created_at)
          select 'product-' || n, 'Product', '', 3, n, n, 1, timestamptz '2024-01-01' - n * interval '1 minute'
          from generate_series(1, ${length}) as n returning id`,
    )
    ids = rows.map(({ id }) => id)
  })

  test('returns the ids and the total at any offset', async () => {
    const listCache = new ListCache()
    for (const start of [0, chunkLength - 12, chunkLength - 6, chunkLength, length - 3]) {
      const found = await listCache.read(shop.db, accessories(start, start + 12))
      expect(found).toMatchObject([{ total: length, ids: ids.slice(start, start + 12) }])
    }
  })

  test('returns no ids past its end', async () => {
    const listCache = new ListCache()
    for (const start of [length, 12_000_000_000])
      expect(await listCache.read(shop.db, accessories(start, start + 12))).toMatchObject([{ total: length, ids: [] }])
    await listCache.read(shop.db, accessories(0, 12))
    expect(await listCache.read(shop.db, accessories(90_000, 90_012))).toMatchObject([{ total: length, ids: [] }])
  })
})

type Execute = (query: SQL) => Promise<unknown>

/** The same database, with `around` wrapped around each statement. */
const withStatementHook = (db: Db, around: (execute: Execute, query: SQL) => Promise<unknown>) =>
  ({ execute: (query: SQL) => around(async (each) => db.execute(each), query) }) as unknown as Db

/** Runs each statement at once, but returns its result only after `release`. */
function delayResults(db: Db) {
  const { promise: firstRead, resolve: resolveFirstRead } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const delayed = withStatementHook(db, async (execute, query) => {
    const result = await execute(query)
    resolveFirstRead()
    await released
    return result
  })
  return { db: delayed, firstRead, release }
}
