import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, readRows } from '#platform/db.server.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { Shelves } from './list-cache.server.ts'
import { stretchLength } from './repo.server.ts'
import { setPrices } from './service.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop, [
    product({ name: 'Moon Stone', priceUsd: 100 }),
    product({ name: 'Sun Stone', priceUsd: 200 }),
    product({ name: 'Sky Stone', categoryId: 2, priceUsd: 300 }),
  ])
})
afterAll(() => shop.close())

const cheapestFirst = [{ question: { sort: 'priceAsc' as const }, start: 0, end: 12 }]

test('those who ask the same at once share one statement', async () => {
  const shelves = new Shelves()
  const statements = await shop.countStatements(async () => {
    const lists = await Promise.all(Array.from({ length: 20 }, () => shelves.read(shop.db, cheapestFirst)))
    for (const [list] of lists)
      expect(list).toMatchObject({ total: 3, ids: [expect.anything(), expect.anything(), expect.anything()] })
  })
  expect(statements).toBe(1)
})

test('those who ask something else are answered on their own', async () => {
  const shelves = new Shelves()
  const statements = await shop.countStatements(async () => {
    const [[all], [second]] = await Promise.all([
      shelves.read(shop.db, cheapestFirst),
      shelves.read(shop.db, [{ question: { categoryIds: [2] }, start: 0, end: 12 }]),
    ])
    expect([all, second].map((list) => list?.ids.length)).toEqual([3, 1])
  })
  expect(statements).toBe(2)
})

test('those who ask after a change do not share what was read before it', async () => {
  const shelves = new Shelves()
  const { db, readOnce, letGo } = heldBack(shop.db)
  const early = shelves.read(db, cheapestFirst)
  await readOnce
  await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 900, priceNpr: 120_000 }))
  const late = Promise.all([shelves.read(db, cheapestFirst), shelves.read(db, cheapestFirst)])
  letGo()
  const [before] = await early
  for (const [after] of await late) {
    expect(after?.ids).toHaveLength(3)
    expect(after?.ids.at(-1)).toBe(before?.ids.at(0))
  }
})

test('one failure is not the next one’s', async () => {
  const shelves = new Shelves()
  let failing = true
  const db = instead(shop.db, async (execute, query) => {
    if (failing) throw new Error('the kettle broke')
    return execute(query)
  })
  const both = await Promise.allSettled([shelves.read(db, cheapestFirst), shelves.read(db, cheapestFirst)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  failing = false
  expect((await shelves.read(db, cheapestFirst))[0]?.ids).toHaveLength(3)
})

test.each([
  ['entries', { entries: 5, bytes: 1024 * 1024 }],
  ['bytes', { entries: 1000, bytes: 2_000 }],
])('the list cache stays within its bound of %s', async (_, bounds) => {
  const lists = new Shelves(bounds)
  for (let index = 0; index < 40; index++) {
    const question = { tagKey: `tag-${index}` }
    expect(await lists.read(shop.db, [{ question, start: 0, end: 12 }])).toEqual([{ total: 0, ids: [] }])
    expect(lists.entries).toBeLessThanOrEqual(bounds.entries)
    expect(lists.bytes).toBeLessThanOrEqual(bounds.bytes)
  }
  expect(lists.entries).toBeGreaterThan(3)
  expect(lists.entries).toBeLessThan(10)
})

test('a transaction sees its own changes, whoever else asks', async () => {
  const shelves = new Shelves()
  await shop.db.transaction(async (tx) => {
    const [before] = await shelves.read(tx, cheapestFirst)
    await setPrices(tx, 'sky-stone', { priceUsd: 1, priceNpr: 1 })
    const [after] = await shelves.read(tx, cheapestFirst)
    expect(after?.ids.at(0)).not.toBe(before?.ids.at(0))
  })
})

describe('a list that is longer than a stretch', () => {
  const length = stretchLength + 5
  const accessories = (start: number, end: number) => [{ question: { categoryIds: [3] }, start, end }]
  let ids: number[]
  beforeAll(async () => {
    // Nobody searches here, and the words of so many would take their time.
    await shop.db.execute(sql`alter table products disable trigger user`)
    const rows = await readRows<{ id: number }>(
      shop.db,
      sql`insert into products (slug, name, description, category_id, price_npr, price_usd, stock, created_at)
          select 'piece-' || n, 'Piece', '', 3, n, n, 1, timestamptz '2024-01-01' - n * interval '1 minute'
          from generate_series(1, ${length}) as n returning id`,
    )
    ids = rows.map(({ id }) => id)
  })

  test('is read where it is looked at, and its length is known everywhere', async () => {
    const shelves = new Shelves()
    for (const start of [0, stretchLength - 12, stretchLength - 6, stretchLength, length - 3]) {
      const found = await shelves.read(shop.db, accessories(start, start + 12))
      expect(found).toEqual([{ total: length, ids: ids.slice(start, start + 12) }])
    }
  })

  test('has nothing behind its end', async () => {
    const shelves = new Shelves()
    for (const start of [length, 12_000_000_000])
      expect(await shelves.read(shop.db, accessories(start, start + 12))).toEqual([{ total: length, ids: [] }])
    await shelves.read(shop.db, accessories(0, 12))
    expect(await shelves.read(shop.db, accessories(90_000, 90_012))).toEqual([{ total: length, ids: [] }])
  })
})

type Execute = (values: never) => Promise<unknown>

/** The same database, with something of ours around each statement. */
function instead(db: Db, around: (execute: Execute, values: never) => Promise<unknown>): Db {
  const { session } = db._
  const prepareQuery = (...statement: Parameters<typeof session.prepareQuery>) => {
    const prepared = session.prepareQuery(...statement)
    return { execute: (values: never) => around((given) => prepared.execute(given), values) }
  }
  return { _: { session: { prepareQuery } } } as unknown as Db
}

/** Reads at once, but hands out the first answer only when it is let go. */
function heldBack(db: Db) {
  const { promise: readOnce, resolve: hasRead } = Promise.withResolvers<void>()
  const { promise: allowed, resolve: letGo } = Promise.withResolvers<void>()
  const held = instead(db, async (execute, query) => {
    const answer = await execute(query)
    hasRead()
    await allowed
    return answer
  })
  return { db: held, readOnce, letGo }
}
