import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, testShop } from '#tests/support/shop.ts'
import { setStock } from './service.server.ts'
import { StockVersion } from './stock-version.server.ts'

async function openShop() {
  const shop = await testShop()
  await addProducts(shop, [product({ name: 'Moon Stone', stock: 9 }), product({ name: 'Sun Stone', stock: 9 })])
  const version = new StockVersion(shop.db)
  await version.read()
  const latest = async () => {
    await version.read()
    return version.latest
  }
  return { shop, latest, first: version.latest }
}

test('rises with each change of stock, and only then', async () => {
  const { shop, latest, first } = await openShop()
  expect(await latest()).toBe(first)
  await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 8))
  expect(await latest()).toBe(first + 1)
  await shop.db.execute(sql`update products set name = 'Moon' where name = 'Moon Stone'`)
  expect(await latest()).toBe(first + 1)
})

describe.runIf(databaseKind === 'postgres')('with transactions at the same time', () => {
  test('rises when one ends that began before a change already noticed', async () => {
    const { shop, latest, first } = await openShop()
    const changed = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const slow = shop.db.transaction(async (tx) => {
      await setStock(tx, 'moon-stone', 8)
      changed.resolve()
      await end.promise
    })
    await changed.promise
    await shop.db.transaction((tx) => setStock(tx, 'sun-stone', 8))
    expect(await latest()).toBe(first + 1)
    end.resolve()
    await slow
    expect(await latest()).toBe(first + 2)
    expect(await latest()).toBe(first + 2)
  })
})

async function openVersion() {
  const { shop } = await openShop()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  return { shop, version: new StockVersion(shop.db), clock }
}

test('is current for one second', async () => {
  const { version, clock } = await openVersion()
  clock.mockReturnValue(10_000)
  expect(version.current).toBeUndefined()
  await version.read()
  expect(version.current).toBe(version.latest)
  clock.mockReturnValue(11_000)
  expect(version.current).toBeUndefined()
})

test('rises after a long pause, because changes are deleted after an hour', async () => {
  const { shop, version, clock } = await openVersion()
  clock.mockReturnValue(0)
  await version.read()
  const { latest } = version
  await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 8))
  await shop.db.execute(sql`update stock_changes set changed_at = now() - interval '61 minutes'`)
  clock.mockReturnValue(31 * 60_000)
  await version.read()
  expect(version.latest).toBe(latest + 1)
  expect(await readRows(shop.db, sql`select changed_at from stock_changes`)).toEqual([])
})
