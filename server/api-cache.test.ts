import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProduct, setPrices, setStock } from '#modules/catalog/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { as, person } from '#tests/support/accounts.ts'
import {
  cachedProducts,
  catalogPaths,
  countCacheHits,
  findMoonStone,
  openShopWithCachedProducts,
  soon,
} from '#tests/support/cached-shop.ts'
import { parseResponse } from '#tests/support/openapi-check.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, freshPostgresUrl, type TestShop, testShop } from '#tests/support/shop.ts'
import { archiveProduct, findProductIds, shopper } from '#tests/support/shopper.ts'
import { responseKey } from './api-cache.ts'

describe('a cached public response', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShopWithCachedProducts()
  })
  afterAll(() => shop.close())

  test.each(catalogPaths)('%s is created once and then costs no query', async (address) => {
    const first = await shop.fetch(address)
    const body = await first.text()
    const before = countCacheHits(shop)
    let again: Response | undefined
    expect(
      await shop.countStatements(async () => {
        again = await shop.fetch(address)
      }),
    ).toBe(0)
    expect(await again?.text()).toBe(body)
    expect(countCacheHits(shop)).toBe(before + 1)
    const stableHeaders = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'))
    expect(again && stableHeaders(again)).toEqual(stableHeaders(first))
    expect(first.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
    const revalidated = await shop.fetch(address, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })
    expect([revalidated.status, await revalidated.text(), revalidated.headers.get('vary')]).toEqual([
      304,
      '',
      'Authorization',
    ])
  })

  const changes: [string, () => Promise<unknown>, object][] = [
    [
      'a new price',
      () => shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 })),
      { priceInUSD: 2.5, price: 333 },
    ],
    ['less stock', () => shop.db.transaction((tx) => setStock(tx, 'moon-stone', 4)), { stockQuantity: 4 }],
    ['no stock', () => shop.db.transaction((tx) => setStock(tx, 'moon-stone', 0)), { stockQuantity: 0 }],
    ['more stock', () => shop.db.transaction((tx) => setStock(tx, 'moon-stone', 7)), { stockQuantity: 7 }],
  ]
  test.each(changes)('shows %s after at most a second', async (_, change, expected) => {
    for (const address of catalogPaths) await shop.fetch(address)
    await change()
    const changedAt = performance.now()
    for (const address of catalogPaths) {
      const read = async () => findMoonStone((await shop.json(address)).body)
      await vi.waitFor(async () => expect(await read()).toMatchObject(expected), soon)
    }
    expect(performance.now() - changedAt).toBeLessThan(2_000)
  })

  test('shows a sale after at most a second', async () => {
    const asha = await shopper(shop, 'Asha Gurung')
    const ids = await findProductIds(shop)
    const stockOf = async (address: (typeof catalogPaths)[number]) =>
      findMoonStone((await shop.json(address)).body)?.stockQuantity
    for (const address of catalogPaths) await shop.fetch(address)
    const stockBefore = (await stockOf('/api/product/moon-stone')) ?? 0
    await asha.add({ productId: ids.product('moon-stone'), quantity: 2 })
    expect((await asha.order()).status).toBe(201)
    for (const address of catalogPaths)
      await vi.waitFor(async () => expect(await stockOf(address), address).toBe(stockBefore - 2), soon)
  })

  test('shows the stock of each variant after a sale', async () => {
    const maya = await shopper(shop, 'Maya Rai')
    const ids = await findProductIds(shop)
    const variantStock = async () =>
      (await shop.json('/api/product/moon-ring')).body.attributes.map((each) => each.productQuantity)
    expect(await variantStock()).toEqual([9, 3])
    const [productId, selectedAttributeId] = [ids.product('moon-ring'), ids.variant('moon-ring', 'L')]
    await maya.add({ productId, selectedAttributeId, quantity: 2 })
    expect((await maya.order()).status).toBe(201)
    await vi.waitFor(async () => expect(await variantStock()).toEqual([9, 1]), soon)
  })

  test('concurrent requests share one creation', async () => {
    const own = await openShopWithCachedProducts()
    const statements = await own.countStatements(() =>
      Promise.all(Array.from({ length: 20 }, () => own.fetch('/api/product/moon-stone'))),
    )
    expect(statements).toBe(2)
    await own.close()
  })

  test('with stock costs all responses together one query a second while nothing is sold', async () => {
    const own = await openShopWithCachedProducts()
    const readAll = () => Promise.all(catalogPaths.map((address) => own.fetch(address)))
    await readAll()
    await sleep(1_100)
    // The first one cannot know what was sold before it.
    await readAll()
    await sleep(1_100)
    expect(await own.countStatements(readAll)).toBe(1)
    expect(await own.countStatements(readAll)).toBe(0)
    await own.close()
  })

  test('without stock needs no query until the shop changes', async () => {
    const own = await openShopWithCachedProducts()
    await own.fetch('/api/testimonials')
    await sleep(1_100)
    expect(await own.countStatements(() => own.fetch('/api/testimonials'))).toBe(0)
    await own.close()
  })

  test('is never sent to a signed-in customer, and their response is not cached', async () => {
    const jon = await person(shop, 'Jon Saver')
    const { body: productBody } = await shop.json('/api/product/moon-stone')
    await shop.fetch(`/api/wishlist/${jon.userId}`, as(jon, 'POST', { productIds: [productBody.id] }))
    for (const address of catalogPaths) {
      await shop.fetch(address)
      const [personal, anonymous] = [await shop.fetch(address, as(jon)), await shop.fetch(address)]
      expect([personal.headers.get('cache-control'), personal.headers.has('etag')]).toEqual(['no-store', false])
      expect(findMoonStone(parseResponse(address, await personal.text()))?.isSaved, address).toBe(true)
      expect(findMoonStone(parseResponse(address, await anonymous.text()))?.isSaved, address).toBe(false)
    }
  })

  test('is dropped when a product is archived', async () => {
    const own = await openShopWithCachedProducts()
    for (const address of catalogPaths) await own.fetch(address)
    await archiveProduct(own, 'moon-stone')
    await vi.waitFor(async () => expect((await own.fetch('/api/product/moon-stone')).status).toBe(404), soon)
    for (const address of catalogPaths.slice(0, -1))
      expect(findMoonStone((await own.json(address)).body)).toBeUndefined()
    await own.close()
  })
})

test('does not cache errors', async () => {
  const shop = await testShop()
  for (const _ of [1, 2]) expect((await shop.fetch('/api/product/sun-stone')).status).toBe(404)
  for (const _ of [1, 2]) expect((await shop.fetch('/api/product?pageSize=0')).status).toBe(400)
  await addProducts(shop, [product({ name: 'Sun Stone' })])
  expect((await shop.fetch('/api/product/sun-stone')).status).toBe(200)
  expect(countCacheHits(shop)).toBe(0)
})

test('records every search without results', async () => {
  const shop = await testShop()
  for (const _ of [1, 2, 3]) await shop.fetch('/api/product/search?Name=yeti')
  const [row] = await readRows<{ count: number }>(shop.db, sql`select sum(count)::int as count from search_misses`)
  expect(row?.count).toBe(3)
})

test('does not cache a response that was created while the catalog changed', async () => {
  const shop = await testShop()
  await addProducts(shop, cachedProducts)
  const { product: read } = shop.catalog
  const reading = vi.spyOn(shop.catalog, 'product').mockImplementationOnce(async (db, slug) => {
    const result = await read.call(shop.catalog, db, slug)
    await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 999, priceNpr: 1_000_00 }))
    return result
  })
  const before = shop.version.generation()
  const price = async () => (await shop.json('/api/product/moon-stone')).body.priceInUSD
  expect(await price()).toBe(1)
  await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), soon)
  expect(await price()).toBe(9.99)
  reading.mockRestore()
})

test('stays within the memory limit with many different searches', async () => {
  const shop = await openShopWithCachedProducts({ PAGE_CACHE_MB: '1' })
  onTestFinished(() => shop.close())
  const bytes = async () => (await shop.metrics.pageCacheBytes.get()).values[0]?.value ?? 0
  let maxBytes = 0
  for (let page = 1; page <= 300; page++) {
    await shop.fetch(`/api/product/search?Name=moon&pageNumber=${page}`)
    maxBytes = Math.max(maxBytes, await bytes())
  }
  expect(maxBytes).toBeGreaterThan(900_000)
  expect(maxBytes).toBeLessThanOrEqual(1024 * 1024)
})

test('creates every response again with PAGE_CACHE_MB=0', async () => {
  const shop = await testShop({ environment: { PAGE_CACHE_MB: '0' } })
  await addProducts(shop, cachedProducts)
  for (const statements of [2, 1, 1]) {
    expect(await shop.countStatements(() => shop.fetch('/api/product/moon-stone'))).toBe(statements)
  }
})

describe.runIf(databaseKind === 'postgres')('two processes on one database', () => {
  test('a change by one soon shows in the responses of the other', async () => {
    const url = await freshPostgresUrl()
    const open = () => testShop({ database: openPostgres(url, 3, createLog({ logLevel: 'silent' })) })
    const [first, second] = [await open(), await open()]
    await addProducts(first, cachedProducts)
    const read = async (shop: TestShop) => (await shop.json('/api/product/moon-stone')).body
    for (const quantity of [8, 7]) {
      for (const shop of [first, second]) await shop.fetch('/api/product/moon-stone')
      await first.db.transaction((tx) => setStock(tx, 'moon-stone', quantity))
      await vi.waitFor(async () => expect((await read(second)).stockQuantity).toBe(quantity), soon)
      await first.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: quantity * 100, priceNpr: 100 }))
      await vi.waitFor(async () => expect((await read(second)).priceInUSD).toBe(quantity), soon)
    }
    await second.db.transaction((tx) => createProduct(tx, product({ name: 'Sun Stone' })))
    await vi.waitFor(async () => expect((await first.json('/api/product')).body.totalItems).toBe(3), soon)
  })
})

test.each([
  ['/api/product', 'api/product'],
  ['/API/Product/?utm_source=letter', 'api/product'],
  ['/api/product?pageSize=12&PAGENUMBER=3', 'api/product?pageNumber=3&pageSize=12'],
  [
    '/api/product/search?CategoryIds=1&name=Moon+Stone&categoryids=3',
    'api/product/search?Name=Moon+Stone&CategoryIds=1&CategoryIds=3',
  ],
  ['/api/product/Category/Jewellery?sortBy=priceAsc', 'api/product/category/jewellery?sortBy=priceAsc'],
  ['/api/product/moon-stone?slugs=moon-stone', 'api/product/moon-stone'],
  ['/api/blogs', 'api/blogs'],
  ['/api/testimonials', 'api/testimonials'],
])('%s has the key %s', (address, key) => expect(responseKey(address)).toBe(key))

test('answers an encoded or fragmented target correctly with any cache content', async () => {
  const shop = await openShopWithCachedProducts()
  onTestFinished(() => shop.close())
  const names = async (target: string) => {
    const results = parseResponse('/api/product/search', await (await shop.fetch(target)).text())
    return results.products.map(({ slugs }) => slugs).sort()
  }
  const targets = [
    ['/api/product/search?Name=ring', ['moon-ring']],
    ['/api/product/search?Name=moon', ['moon-ring', 'moon-stone']],
    ['/api/product/%73earch?Name=moon', ['moon-ring', 'moon-stone']],
    ['/api/product/%73earch?Name=ring', ['moon-ring']],
    ['/api/product/searc%68?Name=moon', ['moon-ring', 'moon-stone']],
    ['/api/%70roduct/search?Name=ring', ['moon-ring']],
  ] as const
  for (const _ of [1, 2])
    for (const [target, expected] of targets) expect(await names(target), target).toEqual(expected)
})

test.each([
  '/api/product/%73earch?Name=ring',
  '/api/product/search?Name=ring#stone',
  '/api/product/moon-stone#',
  '/api/product/../product',
  '/api//product',
  '/api/product/a%2fb',
  '/api/product/a%2Fb',
  '/api/product/%zz',
  '/api/location',
  '/api/order',
  '/api/admin/products',
  '/api/product/a/b',
  '/shop',
  `/api/product/${'a'.repeat(700)}`,
])('%s is not cacheable', (address) => expect(responseKey(address)).toBeUndefined())
