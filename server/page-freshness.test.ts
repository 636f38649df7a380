import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addApprovedReviews, createProduct, setPrices, setStock } from '#modules/catalog/service.server.ts'
import { publishBlog, publishFaqs, publishTestimonials } from '#modules/content/service.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { htmlPage, recordingRenderer } from '#tests/support/pages.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, freshPostgresUrl, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

/** A page that shows the price and stock of one product. */
const pricePage = (shop: () => TestShop) =>
  recordingRenderer(async () => {
    const { priceUsd, stock: quantity } = await shop().catalog.product(shop().db, 'moon-stone')
    return htmlPage(`${priceUsd} cents, ${quantity > 0 ? 'in stock' : 'sold out'}`)
  })

const soon = { timeout: 10_000, interval: 10 }

const page = async (shop: TestShop) => (await shop.fetch('/shop')).text()
const change = (shop: TestShop, work: (tx: Db) => Promise<unknown>) => shop.db.transaction(work)

/** The change notification arrives shortly after the commit. */
const untilShown = (shop: TestShop, text: string) =>
  vi.waitFor(async () => expect(await page(shop)).toContain(text), soon)

describe('a cached page', () => {
  let shop: TestShop
  const pages = pricePage(() => shop)
  beforeAll(async () => {
    shop = await openTestShop({ render: pages.render })
    await addProducts(shop, [product({ name: 'Moon Stone' })])
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    const before = shop.version.generation()
    await change(shop, async (tx) => {
      await setStock(tx, 'moon-stone', 5)
      await setPrices(tx, 'moon-stone', { priceUsd: 99, priceNpr: 132_00 })
      await setPrices(tx, 'moon-stone', { priceUsd: 100, priceNpr: 133_00 })
    })
    await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), soon)
    expect(await page(shop)).toContain('100 cents, in stock')
  })

  const untilRenderedAgain = () => {
    const before = pages.renderedPaths.length
    return vi.waitFor(async () => {
      await page(shop)
      expect(pages.renderedPaths.length).toBeGreaterThan(before)
    }, soon)
  }

  /** Rises with every change notification. */
  async function shopVersion(): Promise<string> {
    const [row] = await readRows<{ version: string }>(shop.db, sql`select version from shop_version`)
    return String(row?.version)
  }

  test('shows a new price at once', async () => {
    await change(shop, (tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 }))
    await untilShown(shop, '250 cents')
  })

  test('shows at once that a product is sold out, and that it is back in stock', async () => {
    await change(shop, (tx) => setStock(tx, 'moon-stone', 0))
    await untilShown(shop, 'sold out')
    await change(shop, (tx) => setStock(tx, 'moon-stone', 3))
    await untilShown(shop, 'in stock')
  })

  test('stays cached after a sale that leaves stock', async () => {
    const [version, rendered] = [await shopVersion(), pages.renderedPaths.length]
    for (const quantity of [4, 3, 1]) await change(shop, (tx) => setStock(tx, 'moon-stone', quantity))
    expect(await shopVersion()).toBe(version)
    expect(await page(shop)).toContain('in stock')
    expect(pages.renderedPaths).toHaveLength(rendered)
  })

  test('stays cached after a change that is rolled back', async () => {
    const [version, rendered] = [await shopVersion(), pages.renderedPaths.length]
    const rolledBack = change(shop, async (tx) => {
      await setPrices(tx, 'moon-stone', { priceUsd: 1, priceNpr: 1 })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await shopVersion()).toBe(version)
    expect(await page(shop)).toContain('100 cents')
    expect(pages.renderedPaths).toHaveLength(rendered)
  })

  const post = { slug: 'a', title: 'A', author: 'B', datePosted: '2026-01-01', tags: [], excerpt: 'C', body: 'D' }
  const review = { name: 'Jon', rating: 5, description: 'Good.', createdAt: new Date() }
  const additions: [string, (tx: Db) => Promise<unknown>][] = [
    ['blog post', (tx) => publishBlog(tx, post)],
    ['testimonial', (tx) => publishTestimonials(tx, [{ name: 'A', title: 'B', description: 'C' }])],
    ['FAQ', (tx) => publishFaqs(tx, [{ question: 'A?', answer: 'B.' }])],
    ['product', (tx) => createProduct(tx, product({ name: 'Sun Stone' }))],
    ['review', async (tx) => addApprovedReviews(tx, (await shop.catalog.product(tx, 'moon-stone')).id, [review])],
  ]
  test.each(additions)('is rendered again after a new %s', async (_, publish) => {
    await change(shop, publish)
    await untilRenderedAgain()
  })
})

test('does not cache a page whose data changed while it was rendered', async () => {
  const renderStarted = Promise.withResolvers<void>()
  const renderMayFinish = Promise.withResolvers<void>()
  const pages = recordingRenderer(async (_, count) => {
    const { priceUsd } = await shop.catalog.product(shop.db, 'moon-stone')
    if (count === 1) {
      renderStarted.resolve()
      await renderMayFinish.promise
    }
    return htmlPage(`${priceUsd} cents`)
  })
  const shop = await testShop({ render: pages.render })
  await addProducts(shop, [product({ name: 'Moon Stone' })])

  const staleResponse = page(shop)
  await renderStarted.promise
  const before = shop.version.generation()
  await change(shop, (tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 }))
  await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), soon)
  expect(await page(shop)).toContain('250 cents')
  renderMayFinish.resolve()
  expect(await staleResponse).toContain('100 cents')
  expect(await page(shop)).toContain('250 cents')
})

describe.runIf(databaseKind === 'postgres')('two processes on one database', () => {
  test('both drop their cached pages after a change in one of them', async () => {
    const url = await freshPostgresUrl()
    const open = () => openPostgres(url, 3, createLog({ logLevel: 'silent' }))
    const shops: TestShop[] = []
    for (const index of [0, 1]) {
      const { render } = pricePage(() => shops[index] as TestShop)
      shops.push(await testShop({ render, database: open() }))
    }
    const [first, second] = shops as [TestShop, TestShop]
    await addProducts(first, [product({ name: 'Moon Stone' })])
    await untilShown(first, '100 cents')
    await untilShown(second, '100 cents')
    await change(first, (tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 }))
    await untilShown(second, '250 cents')
    await change(second, (tx) => setStock(tx, 'moon-stone', 0))
    await untilShown(first, 'sold out')
  })
})
