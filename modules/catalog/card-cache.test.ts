import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { Catalog, setPrices, setStock } from './service.server.ts'
import { products, productVariants } from './tables.server.ts'

const paging = { pageNumber: 1, pageSize: 12 }

let shop: TestShop
let catalog: Catalog
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Moon Stone', tags: ['moon'], stock: 9, priceUsd: 100 }),
    product({ name: 'Moon Ring', tags: ['moon'], variants: [{ kind: 'size', value: 'S', stock: 9 }] }),
  ])
})
afterAll(() => shop.close())
beforeEach(async () => {
  catalog = new Catalog()
  await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 9))
  await Promise.all([readCard(), readProduct(), catalog.product(shop.db, 'moon-ring')])
})

const cardsOf = async () => (await catalog.withTag(shop.db, 'moon', paging)).items
const readCard = async () => (await cardsOf()).find(({ slug }) => slug === 'moon-stone')
const readProduct = () => catalog.product(shop.db, 'moon-stone')

test('a cached list and a cached product cost one statement, also when read at the same time', async () => {
  expect(await shop.countStatements(readCard)).toBe(1)
  expect(await shop.countStatements(readProduct)).toBe(1)
  expect(await shop.countStatements(() => Promise.all([readCard(), readProduct(), readCard()]))).toBe(1)
})

test('stock is never old', async () => {
  await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 4))
  await shop.db.update(productVariants).set({ stock: 7 })
  expect(await readCard()).toMatchObject({ stock: 4 })
  expect(await readProduct()).toMatchObject({ stock: 4 })
  const ring = await catalog.product(shop.db, 'moon-ring')
  expect(ring.allVariants).toMatchObject([{ stock: 7 }])
  expect(ring.related).toMatchObject([{ slug: 'moon-stone', stock: 4 }])
})

test('a new list of known cards costs one statement and shows the stock of now', async () => {
  await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 3))
  const search = (Name: string) => catalog.search(shop.db, { Name, ...paging })
  expect(await shop.countStatements(() => search('moon st'))).toBe(1)
  await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 2))
  expect((await search('moon sto')).items).toMatchObject([{ slug: 'moon-stone', stock: 2 }, {}])
})

test('of a new list only the unknown cards are read', async () => {
  const newCatalog = new Catalog()
  await newCatalog.search(shop.db, { Name: 'moon stone', ...paging })
  await shop.db.transaction((tx) => setStock(tx, 'moon-stone', 5))
  const { items } = await newCatalog.withTag(shop.db, 'moon', paging)
  expect(items).toMatchObject([
    { slug: 'moon-ring', stock: 9 },
    { slug: 'moon-stone', stock: 5 },
  ])
})

test('a change of the shop drops cards and products', async () => {
  const priceUsd = Math.round(Math.random() * 1e6) + 1
  await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd, priceNpr: 1 }))
  expect(await readCard()).toMatchObject({ priceUsd })
  expect(await readProduct()).toMatchObject({ priceUsd })
  expect(await shop.countStatements(readCard)).toBe(1)
})

test('an archived product is gone', async () => {
  const archive = (archivedAt: Date | null) =>
    shop.db.update(products).set({ archivedAt }).where(eq(products.slug, 'moon-stone'))
  await archive(new Date())
  expect(await readCard()).toBeUndefined()
  await expect(readProduct()).rejects.toMatchObject({ code: 'notFound' })
  await archive(null)
  expect(await readCard()).toMatchObject({ stock: 9 })
})

test('what a transaction changed is not kept when it is rolled back', async () => {
  const rollback = shop.db.transaction(async (tx) => {
    await setPrices(tx, 'moon-stone', { priceUsd: 1, priceNpr: 1 })
    expect(await catalog.product(tx, 'moon-stone')).toMatchObject({ priceUsd: 1 })
    throw new Error('rolled back')
  })
  await expect(rollback).rejects.toThrow('rolled back')
  await shop.db.transaction((tx) => setPrices(tx, 'moon-ring', { priceUsd: 5, priceNpr: 5 }))
  expect((await readProduct()).priceUsd).not.toBe(1)
})
