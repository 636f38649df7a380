import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, readRows } from '#platform/db.server.ts'
import { idsOf } from '#tests/support/buying.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { takeStock } from './stock.server.ts'
import { lockStock, lowerStock, raiseStock, readChanges, readPieces } from './stock-repo.server.ts'

let shop: TestShop
let amber: number
let ring: number
let small: number
let large: number
beforeAll(async () => {
  shop = await openTestShop()
  const sizes = ['Small', 'Large'].map((value) => ({ kind: 'size' as const, value, stock: 3 }))
  await stock(shop, [product({ name: 'Amber' }), product({ name: 'Ring', categoryId: 3, attributes: sizes })])
  const ids = await idsOf(shop)
  amber = ids.product('amber')
  ring = ids.product('ring')
  small = ids.attribute('ring', 'Small')
  large = ids.attribute('ring', 'Large')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.execute(sql`update product_attributes set stock = 3`)
  await shop.db.execute(sql`update products set stock = case slug when 'amber' then 5 else 6 end`)
})

const inOne = <T>(work: (tx: Db) => Promise<T>) => shop.db.transaction(work)
const of = (productId: number, attributeId: number | null = null, quantity = 1) => ({
  productId,
  attributeId,
  quantity,
})
const left = async () => {
  const pieces = await readPieces(shop.db, [of(amber), of(ring, small), of(ring, large)])
  const [whole] = await readRows<{ stock: number }>(shop.db, sql`select stock from products where id = ${ring}`)
  return [...pieces.map((piece) => piece?.stock), whole?.stock]
}

test('pieces come in the order in which they were asked for, and nothing for what is not there', async () => {
  const found = await readPieces(shop.db, [of(ring, large), of(999_999), of(amber), of(ring)])
  expect(found.map((piece) => piece && [piece.name, piece.attributeValue, piece.choiceFits])).toEqual([
    ['Ring', 'Large', true],
    undefined,
    ['Amber', null, true],
    ['Ring', null, false],
  ])
})

describe('a sale', () => {
  test('lowers the stock of products and of their choices', async () => {
    const sold = await inOne((tx) => lowerStock(tx, [of(amber, null, 2), of(ring, small, 3)]))
    expect(sold.map(({ piece, quantity, isTaken }) => [piece.name, quantity, isTaken])).toEqual([
      ['Amber', 2, true],
      ['Ring', 3, true],
    ])
    expect(await left()).toEqual([3, 0, 3, 3])
  })

  test('that is short of a piece says so and takes nothing', async () => {
    await expect(inOne((tx) => takeStock(tx, [of(amber), of(ring, small, 4)]))).rejects.toMatchObject({
      details: [{ code: 'OutOfStock' }],
    })
    expect(await left()).toEqual([5, 3, 3, 6])
    await inOne((tx) => takeStock(tx, [of(amber)]))
    expect(await left()).toEqual([4, 3, 3, 6])
  })
})

test('what comes back is on the shelf again, but for a choice that has gone', async () => {
  await inOne((tx) => raiseStock(tx, [of(amber, null, 2), of(ring, small, 4), of(ring, 999_999, 7)]))
  expect(await left()).toEqual([7, 7, 3, 10])
})

describe('what was shown', () => {
  const shown = (products: [number, number][], choices: [number, number][]) =>
    readChanges(shop.db, { products: new Map(products), choices: new Map(choices) })

  test('has changed where a product or a choice has another stock now', async () => {
    const { changed } = await shown([[amber, 5]], [[small, 3]])
    expect(changed).toEqual(new Set())
    expect((await shown([[amber, 4]], [])).changed).toEqual(new Set([amber]))
    expect(
      (
        await shown(
          [[ring, 6]],
          [
            [small, 3],
            [large, 2],
          ],
        )
      ).changed,
    ).toEqual(new Set([ring]))
  })

  test('is told with the version of the shop', async () => {
    const [row] = await readRows<{ version: string }>(shop.db, sql`select version::text from shop_version`)
    expect((await shown([], [])).version).toBe(BigInt(row?.version ?? 0))
  })

  test('cannot be told without a version', async () => {
    const none = { _: { session: { prepareQuery: () => ({ execute: async () => ({ rows: [] }) }) } } } as unknown as Db
    await expect(readChanges(none, { products: new Map(), choices: new Map() })).rejects.toThrow(
      'The row of shop_version is missing',
    )
    expect(await lowerStock(none, [])).toEqual([])
  })
})

test('a lock makes a sale of the same product wait, and no other', async () => {
  const done: string[] = []
  await inOne(async (tx) => {
    await lockStock(tx, [amber])
    const waiting = inOne((other) => lowerStock(other, [of(amber)])).then(() => done.push('amber'))
    if (databaseKind === 'postgres') await inOne((other) => lowerStock(other, [of(ring, small)]))
    await tx.execute(sql`select pg_sleep(0.2)`)
    done.push('unlocked')
    return { waiting }
  }).then(({ waiting }) => waiting)
  expect(done).toEqual(['unlocked', 'amber'])
})

test.runIf(databaseKind === 'postgres')('each statement is planned once, under its name', async () => {
  const names = await inOne(async (tx) => {
    await readPieces(tx, [of(amber)])
    await readChanges(tx, { products: new Map(), choices: new Map() })
    await lockStock(tx, [amber])
    await lowerStock(tx, [of(amber)])
    await raiseStock(tx, [of(amber)])
    const rows = await readRows<{ name: string }>(
      tx,
      sql`select name from pg_prepared_statements where name like 'catalog%'`,
    )
    return rows.map(({ name }) => name)
  })
  expect(names).toEqual(
    expect.arrayContaining([
      'catalog_pieces',
      'catalog_changes',
      'catalog_lock_stock',
      'catalog_take_stock',
      'catalog_return_stock',
    ]),
  )
})
