import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addApprovedReviews, createProduct, setPrices, setStock } from '#modules/catalog/service.server.ts'
import { publishBlog, publishFaqs, publishTestimonials } from '#modules/content/service.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { countedPages, htmlPage } from '#tests/support/pages.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, freshPostgresUrl, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

/** A page that shows what the API would tell of the one product. */
const priceTag = (shop: () => TestShop) =>
  countedPages(async () => {
    const { priceUsd, stock: pieces } = await shop().catalog.product(shop().db, 'moon-stone')
    return htmlPage(`${priceUsd} cents, ${pieces > 0 ? 'in stock' : 'sold out'}`)
  })

const soon = { timeout: 10_000, interval: 10 }

const page = async (shop: TestShop) => (await shop.fetch('/shop')).text()
const change = (shop: TestShop, work: (tx: Db) => Promise<unknown>) => shop.db.transaction(work)

/** The change is heard of an instant after it is committed. */
const untilShown = (shop: TestShop, words: string) =>
  vi.waitFor(async () => expect(await page(shop)).toContain(words), soon)

describe('a kept page', () => {
  let shop: TestShop
  const pages = priceTag(() => shop)
  beforeAll(async () => {
    shop = await openTestShop({ render: pages.render })
    await stock(shop, [product({ name: 'Moon Stone' })])
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    const before = shop.version.generation()
    await change(shop, async (tx) => {
      await setStock(tx, 'moon-stone', 5)
      await setPrices(tx, 'moon-stone', { priceUsd: 100, priceNpr: 133_00 })
    })
    await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), soon)
    expect(await page(shop)).toContain('100 cents, in stock')
  })

  const untilRenderedAgain = () => {
    const before = pages.asked.length
    return vi.waitFor(async () => {
      await page(shop)
      expect(pages.asked.length).toBeGreaterThan(before)
    }, soon)
  }

  /** Every announcement raises it, so where it stands still nothing was announced. */
  async function shopVersion(): Promise<string> {
    const [row] = await readRows<{ version: string }>(shop.db, sql`select version from shop_version`)
    return String(row?.version)
  }

  test('shows a new price at once', async () => {
    await change(shop, (tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 }))
    await untilShown(shop, '250 cents')
  })

  test('shows at once that the last piece is gone, and that it is back', async () => {
    await change(shop, (tx) => setStock(tx, 'moon-stone', 0))
    await untilShown(shop, 'sold out')
    await change(shop, (tx) => setStock(tx, 'moon-stone', 3))
    await untilShown(shop, 'in stock')
  })

  test('outlives an ordinary sale', async () => {
    const [version, rendered] = [await shopVersion(), pages.asked.length]
    for (const left of [4, 3, 1]) await change(shop, (tx) => setStock(tx, 'moon-stone', left))
    expect(await shopVersion()).toBe(version)
    expect(await page(shop)).toContain('in stock')
    expect(pages.asked).toHaveLength(rendered)
  })

  test('outlives a change that is taken back', async () => {
    const [version, rendered] = [await shopVersion(), pages.asked.length]
    const undone = change(shop, async (tx) => {
      await setPrices(tx, 'moon-stone', { priceUsd: 1, priceNpr: 1 })
      throw new Error('a second thought')
    })
    await expect(undone).rejects.toThrow('a second thought')
    expect(await shopVersion()).toBe(version)
    expect(await page(shop)).toContain('100 cents')
    expect(pages.asked).toHaveLength(rendered)
  })

  const post = { slug: 'a', title: 'A', author: 'B', datePosted: '2026-01-01', tags: [], excerpt: 'C', body: 'D' }
  const review = { name: 'Jon', rating: 5, description: 'Good.', createdAt: new Date() }
  const news: [string, (tx: Db) => Promise<unknown>][] = [
    ['blog post', (tx) => publishBlog(tx, post)],
    ['testimonial', (tx) => publishTestimonials(tx, [{ name: 'A', title: 'B', description: 'C' }])],
    ['answered question', (tx) => publishFaqs(tx, [{ question: 'A?', answer: 'B.' }])],
    ['product', (tx) => createProduct(tx, product({ name: 'Sun Stone' }))],
    ['review', async (tx) => addApprovedReviews(tx, (await shop.catalog.product(tx, 'moon-stone')).id, [review])],
  ]
  test.each(news)('is made anew for a new %s', async (_, publish) => {
    await change(shop, publish)
    await untilRenderedAgain()
  })
})

test('a page that was rendered from old data while the change came is not kept', async () => {
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const pages = countedPages(async (_, count) => {
    const { priceUsd } = await shop.catalog.product(shop.db, 'moon-stone')
    if (count === 1) {
      begun.resolve()
      await mayEnd.promise
    }
    return htmlPage(`${priceUsd} cents`)
  })
  const shop = await testShop({ render: pages.render })
  await stock(shop, [product({ name: 'Moon Stone' })])

  const early = page(shop)
  await begun.promise
  const before = shop.version.generation()
  await change(shop, (tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 }))
  await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), soon)
  expect(await page(shop)).toContain('250 cents')
  mayEnd.resolve()
  expect(await early).toContain('100 cents')
  expect(await page(shop)).toContain('250 cents')
})

describe.runIf(databaseKind === 'postgres')('two processes on one database', () => {
  test('both forget what a change in one of them made old', async () => {
    const url = await freshPostgresUrl()
    const open = () => openPostgres(url, 3, createLog({ logLevel: 'silent' }))
    const shops: TestShop[] = []
    for (const index of [0, 1]) {
      const { render } = priceTag(() => shops[index] as TestShop)
      shops.push(await testShop({ render, database: open() }))
    }
    const [first, second] = shops as [TestShop, TestShop]
    await stock(first, [product({ name: 'Moon Stone' })])
    await untilShown(first, '100 cents')
    await untilShown(second, '100 cents')
    await change(first, (tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 }))
    await untilShown(second, '250 cents')
    await change(second, (tx) => setStock(tx, 'moon-stone', 0))
    await untilShown(first, 'sold out')
  })
})
