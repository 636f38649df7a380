import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProduct, setPrices, setStock } from '#modules/catalog/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { archive, idsOf, shopper } from '#tests/support/buying.ts'
import { parseAnswer } from '#tests/support/documented.ts'
import { addresses, fromMemory, moonShop, moonStone, moonStones } from '#tests/support/moon-shop.ts'
import { as, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, freshPostgresUrl, type TestShop, testShop } from '#tests/support/shop.ts'
import { answerKey } from './response-cache.ts'

describe('an answer for everyone', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await moonShop()
  })
  afterAll(() => shop.close())

  test.each(addresses)('%s is made once, and then costs one small question', async (address) => {
    const first = await shop.fetch(address)
    const made = await first.text()
    const before = await fromMemory(shop)
    let again: Response | undefined
    expect(
      await shop.countStatements(async () => {
        again = await shop.fetch(address)
      }),
    ).toBe(1)
    expect(await again?.text()).toBe(made)
    expect(await fromMemory(shop)).toBe(before + 1)
    const lasting = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'))
    expect(again && lasting(again)).toEqual(lasting(first))
    expect(first.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
    const known = await shop.fetch(address, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })
    expect([known.status, await known.text(), known.headers.get('vary')]).toEqual([304, '', 'Authorization'])
  })

  const changes: [string, () => Promise<unknown>, object][] = [
    [
      'a new price',
      () => shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 })),
      { priceInUSD: 2.5, price: 333 },
    ],
    ['fewer pieces', () => shop.db.transaction((tx) => setStock(tx, 'moon-stone', 4)), { stockQuantity: 4 }],
    ['none left', () => shop.db.transaction((tx) => setStock(tx, 'moon-stone', 0)), { stockQuantity: 0 }],
    ['more pieces', () => shop.db.transaction((tx) => setStock(tx, 'moon-stone', 7)), { stockQuantity: 7 }],
  ]
  test.each(changes)('shows %s with the very next answer', async (_, change, expected) => {
    for (const address of addresses) await shop.fetch(address)
    await change()
    for (const address of addresses) expect(moonStone((await shop.json(address)).body)).toMatchObject(expected)
  })

  test('shows a sale with the very next answer, and only where the piece is seen', async () => {
    const asha = await shopper(shop, 'Asha Gurung')
    const ids = await idsOf(shop)
    for (const address of addresses) await shop.fetch(address)
    const pieces = (await shop.json('/api/product/moon-stone')).body.stockQuantity
    await asha.add({ productId: ids.product('moon-stone'), quantity: 2 })
    expect((await asha.order()).status).toBe(201)
    for (const address of addresses) {
      expect(moonStone((await shop.json(address)).body)?.stockQuantity, address).toBe(pieces - 2)
    }
    await shop.fetch('/api/product/category/jewellery')
    const before = await fromMemory(shop)
    await asha.add({ productId: ids.product('moon-stone') })
    expect((await asha.order()).status).toBe(201)
    await shop.fetch('/api/product/category/jewellery')
    expect(await fromMemory(shop)).toBe(before + 1)
  })

  test('shows the sale of a choice in its own number too, also where the sum of all stays as it was', async () => {
    const maya = await shopper(shop, 'Maya Rai')
    const ids = await idsOf(shop)
    const buy = async (size: 'S' | 'L', quantity: number) => {
      const [productId, selectedAttributeId] = [ids.product('moon-ring'), ids.attribute('moon-ring', size)]
      await maya.add({ productId, selectedAttributeId, quantity })
      const { status, body } = await maya.order()
      expect(status).toBe(201)
      return body.orderId
    }
    const choices = async () =>
      (await shop.json('/api/product/moon-ring')).body.attributes.map((each) => each.productQuantity)
    expect(await choices()).toEqual([9, 3])
    const large = await buy('L', 2)
    expect(await choices()).toEqual([9, 1])
    const before = await fromMemory(shop)
    expect(await choices()).toEqual([9, 1])
    expect(await fromMemory(shop)).toBe(before + 1)
    await buy('S', 2)
    await shop.fetch(`/api/order/${large}/cancel`, as(maya, 'POST'))
    expect(await choices()).toEqual([7, 3])
  })

  test('is never the answer for somebody signed in, nor theirs for everyone', async () => {
    const jon = await person(shop, 'Jon Saver')
    const { body: anybody } = await shop.json('/api/product/moon-stone')
    await shop.fetch(`/api/wishlist/${jon.userId}`, as(jon, 'POST', { productIds: [anybody.id] }))
    for (const address of addresses) {
      await shop.fetch(address)
      const [theirs, everyones] = [await shop.fetch(address, as(jon)), await shop.fetch(address)]
      expect([theirs.headers.get('cache-control'), theirs.headers.has('etag')]).toEqual(['no-store', false])
      expect(moonStone(parseAnswer(address, await theirs.text()))?.isSaved, address).toBe(true)
      expect(moonStone(parseAnswer(address, await everyones.text()))?.isSaved, address).toBe(false)
    }
  })

  test('forgets what is no longer sold', async () => {
    const own = await moonShop()
    for (const address of addresses) await own.fetch(address)
    await archive(own, 'moon-stone')
    expect((await own.fetch('/api/product/moon-stone')).status).toBe(404)
    for (const address of addresses.slice(0, -1)) expect(moonStone((await own.json(address)).body)).toBeUndefined()
    await own.close()
  })
})

test('a failure is not kept: what was not there may come', async () => {
  const shop = await testShop()
  for (const _ of [1, 2]) expect((await shop.fetch('/api/product/sun-stone')).status).toBe(404)
  for (const _ of [1, 2]) expect((await shop.fetch('/api/product?pageSize=0')).status).toBe(400)
  await stock(shop, [product({ name: 'Sun Stone' })])
  expect((await shop.fetch('/api/product/sun-stone')).status).toBe(200)
  expect(await fromMemory(shop)).toBe(0)
})

test('what is looked for in vain is noted each time', async () => {
  const shop = await testShop()
  for (const _ of [1, 2, 3]) await shop.fetch('/api/product/search?Name=yeti')
  const [row] = await readRows<{ count: number }>(shop.db, sql`select sum(count)::int as count from search_misses`)
  expect(row?.count).toBe(3)
})

test('an answer that was made while the shop changed is not kept', async () => {
  const shop = await testShop()
  await stock(shop, moonStones)
  const { product: read } = shop.catalog
  const reading = vi.spyOn(shop.catalog, 'product').mockImplementationOnce(async (db, slug) => {
    const found = await read.call(shop.catalog, db, slug)
    await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 999, priceNpr: 1_000_00 }))
    return found
  })
  expect((await shop.json('/api/product/moon-stone')).body.priceInUSD).toBe(1)
  expect((await shop.json('/api/product/moon-stone')).body.priceInUSD).toBe(9.99)
  reading.mockRestore()
})

test('however many words are looked for, the memory stays within its bounds, together with the pages', async () => {
  const shop = await moonShop({ PAGE_CACHE_MB: '1' })
  onTestFinished(() => shop.close())
  const bytes = async () => (await shop.metrics.keptBytes.get()).values[0]?.value ?? 0
  let most = 0
  for (let page = 1; page <= 300; page++) {
    await shop.fetch(`/api/product/search?Name=moon&pageNumber=${page}`)
    most = Math.max(most, await bytes())
  }
  expect(most).toBeGreaterThan(900_000)
  expect(most).toBeLessThanOrEqual(1024 * 1024)
})

test('without room for anything each answer is made anew', async () => {
  const shop = await testShop({ environment: { PAGE_CACHE_MB: '0' } })
  await stock(shop, moonStones)
  for (const _ of [1, 2]) {
    expect(await shop.countStatements(() => shop.fetch('/api/product/moon-stone'))).toBe(2)
  }
})

describe.runIf(databaseKind === 'postgres')('two processes on one database', () => {
  test('what one of them changes, the other shows with its next answer', async () => {
    const url = await freshPostgresUrl()
    const open = () => testShop({ database: openPostgres(url, 3, createLog({ logLevel: 'silent' })) })
    const [first, second] = [await open(), await open()]
    await stock(first, moonStones)
    for (let left = 8; left > 0; left--) {
      for (const shop of [first, second]) await shop.fetch('/api/product/moon-stone')
      await first.db.transaction((tx) => setStock(tx, 'moon-stone', left))
      expect((await second.json('/api/product/moon-stone')).body.stockQuantity).toBe(left)
      await first.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: left * 100, priceNpr: 100 }))
      expect((await second.json('/api/product/moon-stone')).body.priceInUSD).toBe(left)
    }
    await second.db.transaction((tx) => createProduct(tx, product({ name: 'Sun Stone' })))
    expect((await first.json('/api/product')).body.totalItems).toBe(3)
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
])('%s is kept as %s', (address, key) => expect(answerKey(address)).toBe(key))

test('an encoded or fragmented target gets its own answer, whatever is cached', async () => {
  const shop = await moonShop()
  onTestFinished(() => shop.close())
  const names = async (target: string) => {
    const found = parseAnswer('/api/product/search', await (await shop.fetch(target)).text())
    return found.products.map(({ slugs }) => slugs).sort()
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
])('%s is not kept', (address) => expect(answerKey(address)).toBeUndefined())
