import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariant, invariants } from '#modules/invariants.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'
import { takeStock } from './stock.server.ts'
import { deductStock, lockStock, readStockItems, restoreStock } from './stock-repo.server.ts'

let shop: TestShop
let amber: number
let ring: number
let small: number
let large: number
beforeAll(async () => {
  shop = await openTestShop()
  const sizes = ['Small', 'Large'].map((value) => ({ kind: 'size' as const, value, stock: 3 }))
  await addProducts(shop, [product({ name: 'Amber' }), product({ name: 'Ring', categoryId: 3, variants: sizes })])
  const ids = await findProductIds(shop)
  amber = ids.product('amber')
  ring = ids.product('ring')
  small = ids.variant('ring', 'Small')
  large = ids.variant('ring', 'Large')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await writeStock(shop.db, sql`update product_variants set stock = 3`)
  await writeStock(shop.db, sql`update products set stock = case slug when 'amber' then 5 else 6 end`)
})

const sale = { kind: 'order' as const, at: new Date('2026-05-01T06:00:00Z'), orderId: newId() }
const correction = {
  kind: 'correction' as const,
  at: new Date(),
  reason: 'Counted',
  actor: { userId: newId(), name: 'Mina' },
}
const inOne = <T>(work: (tx: Db) => Promise<T>) => shop.db.transaction(work)
const line = (productId: number, variantId: number | null = null, quantity = 1) => ({
  productId,
  variantId,
  quantity,
})
const stockLeft = async () => {
  const items = await readStockItems(shop.db, [line(amber), line(ring, small), line(ring, large)])
  const [ringRow] = await readRows<{ stock: number }>(shop.db, sql`select stock from products where id = ${ring}`)
  return [...items.map((item) => item?.stock), ringRow?.stock]
}

test('readStockItems returns items in the order of the keys and undefined for unknown products', async () => {
  const found = await readStockItems(shop.db, [line(ring, large), line(999_999), line(amber), line(ring)])
  expect(found.map((item) => item && [item.name, item.variantValue, item.isVariantValid])).toEqual([
    ['Ring', 'Large', true],
    undefined,
    ['Amber', null, true],
    ['Ring', null, false],
  ])
})

describe('deducting stock', () => {
  test('lowers the stock of products and their variants', async () => {
    const sold = await inOne((tx) => deductStock(tx, [line(amber, null, 2), line(ring, small, 3)], sale))
    expect(sold.map(({ item, quantity, isDeducted }) => [item.name, quantity, isDeducted])).toEqual([
      ['Amber', 2, true],
      ['Ring', 3, true],
    ])
    expect(await stockLeft()).toEqual([3, 0, 3, 3])
  })

  test('rejects a line above stock and deducts nothing', async () => {
    await expect(inOne((tx) => takeStock(tx, [line(amber), line(ring, small, 4)], sale))).rejects.toMatchObject({
      details: [{ code: 'OutOfStock' }],
    })
    expect(await stockLeft()).toEqual([5, 3, 3, 6])
    await inOne((tx) => takeStock(tx, [line(amber)], sale))
    expect(await stockLeft()).toEqual([4, 3, 3, 6])
  })
})

test('restoreStock adds the quantities and skips variants that no longer exist', async () => {
  await inOne((tx) =>
    restoreStock(tx, [line(amber, null, 2), line(ring, small, 4), line(ring, 999_999, 7)], correction),
  )
  expect(await stockLeft()).toEqual([7, 7, 3, 10])
})

describe('movements', () => {
  const movementsOf = async (kind: string) =>
    readRows(
      shop.db,
      sql`select product_id, variant_id, variant_value, quantity, order_id, reason, actor_id, actor_name
          from stock_movements where kind = ${kind} order by id desc limit 2`,
    )

  test('record a sale with its order and without a person', async () => {
    await inOne((tx) => takeStock(tx, [line(amber, null, 2), line(ring, small)], sale))
    const common = { order_id: sale.orderId, reason: '', actor_id: null, actor_name: '' }
    expect(await movementsOf('order')).toEqual([
      { product_id: ring, variant_id: small, variant_value: 'Small', quantity: -1, ...common },
      { product_id: amber, variant_id: null, variant_value: null, quantity: -2, ...common },
    ])
  })

  test('record a correction with its reason and who made it', async () => {
    await inOne((tx) => restoreStock(tx, [line(ring, large, 4), line(ring, 999_999, 7), line(ring)], correction))
    const { userId, name } = correction.actor
    const [newest] = await movementsOf('correction')
    expect(newest).toEqual({
      product_id: ring,
      variant_id: large,
      variant_value: 'Large',
      quantity: 4,
      order_id: null,
      reason: 'Counted',
      actor_id: userId,
      actor_name: name,
    })
    expect(await stockLeft()).toEqual([5, 3, 7, 10])
  })

  test('are never changed or deleted', async () => {
    for (const change of [sql`update stock_movements set quantity = 1`, sql`delete from stock_movements`])
      await expect(shop.db.execute(change)).rejects.toMatchObject({ cause: { message: /never changed/ } })
  })

  test('add up to the stock', async () => {
    const runQuery = (text: string) => readRows<Record<string, unknown>>(shop.db, sql.raw(text))
    expect(await checkInvariant(runQuery, invariants.movements)).toEqual([])
    await shop.db.execute(sql`update products set stock = 4 where id = ${amber}`)
    expect(await checkInvariant(runQuery, invariants.movements)).toEqual([
      `the stock of product ${amber} is not the sum of its movements`,
    ])
  })
})

test('lockStock blocks sales of the same product only', async () => {
  const done: string[] = []
  await inOne(async (tx) => {
    await lockStock(tx, [amber])
    const waiting = inOne((other) => deductStock(other, [line(amber)], sale)).then(() => done.push('amber'))
    if (databaseKind === 'postgres') await inOne((other) => deductStock(other, [line(ring, small)], sale))
    await tx.execute(sql`select pg_sleep(0.2)`)
    done.push('unlocked')
    return { waiting }
  }).then(({ waiting }) => waiting)
  expect(done).toEqual(['unlocked', 'amber'])
})

test.runIf(databaseKind === 'postgres')(
  'a sale or a return that waited sees the variants added meanwhile',
  async () => {
    const outcomes = await inOne(async (tx) => {
      await lockStock(tx, [amber])
      const waiting = Promise.allSettled([
        inOne((other) => takeStock(other, [line(amber)], sale)),
        inOne((other) => restoreStock(other, [line(amber)], correction)),
      ])
      await tx.execute(sql`select pg_sleep(0.3)`)
      await tx.execute(sql`insert into product_variants (product_id, kind, value, stock, position)
      values (${amber}, 'size', 'Small', 5, 0)`)
      return { waiting }
    }).then(({ waiting }) => waiting)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    const [row] = await readRows<{ stock: number }>(shop.db, sql`select stock from products where id = ${amber}`)
    expect(row?.stock).toBe(5)
    await writeStock(shop.db, sql`delete from product_variants where product_id = ${amber}`)
  },
)

test.runIf(databaseKind === 'postgres')('statements are prepared under their names', async () => {
  const names = await inOne(async (tx) => {
    await readStockItems(tx, [line(amber)])
    await lockStock(tx, [amber])
    await deductStock(tx, [line(amber)], sale)
    await restoreStock(tx, [line(amber)], correction)
    const rows = await readRows<{ name: string }>(
      tx,
      sql`select name from pg_prepared_statements where name like 'catalog%'`,
    )
    return rows.map(({ name }) => name)
  })
  expect(names).toEqual(
    expect.arrayContaining([
      'catalog_stock_items',
      'catalog_lock_stock',
      'catalog_deduct_stock',
      'catalog_restore_stock',
    ]),
  )
})
