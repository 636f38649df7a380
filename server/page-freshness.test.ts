import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addApprovedReviews, createProduct, setPrices, setStock } from '#modules/catalog/service.server.ts'
import { publishBlog, publishFaqs, publishTestimonials } from '#modules/content/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { type CountedPages, countedPages, htmlPage } from '#tests/support/pages.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, freshPostgresUrl, type TestShop, testShop } from '#tests/support/shop.ts'

/** A page that shows what the API would tell of the one product. */
const priceTag = (shop: () => TestShop) =>
  countedPages(async () => {
    const { priceUsd, stock: pieces } = await shop().catalog.product(shop().db, 'moon-stone')
    return htmlPage(`${priceUsd} cents, ${pieces > 0 ? 'in stock' : 'sold out'}`)
  })

const page = async (shop: TestShop) => (await shop.fetch('/shop')).text()
const change = (shop: TestShop, work: (tx: Db) => Promise<unknown>) => shop.db.transaction(work)

/** The change is heard of an instant after it is committed. */
const untilShown = (shop: TestShop, words: string) =>
  vi.waitFor(async () => expect(await page(shop)).toContain(words), { timeout: 5_000, interval: 10 })

describe('a kept page', () => {
  let shop: TestShop
  let pages: CountedPages
  beforeEach(async () => {
    pages = priceTag(() => shop)
    shop = await testShop({ render: pages.render })
    await stock(shop, [product({ name: 'Moon Stone', stock: 5 })])
    await untilKept()
  })

  async function untilKept(): Promise<void> {
    await vi.waitFor(async () => {
      const before = pages.asked.length
      await page(shop)
      expect(pages.asked).toHaveLength(before)
    })
  }

  /** Announcements come in order: once a later one was heard, an earlier one would have been. */
  async function untilAnnounced(): Promise<void> {
    const { version } = shop
    const before = version.generation()
    await shop.db.execute(sql`select pg_notify('shop_version', '')`)
    await vi.waitFor(() => expect(version.generation()).toBeGreaterThan(before), { interval: 5 })
  }

  const announcements = async (work: (tx: Db) => Promise<unknown>) => {
    await untilAnnounced()
    const before = shop.version.generation()
    await change(shop, work)
    await untilAnnounced()
    return shop.version.generation() - before - 1
  }

  test('shows a new price at once', async () => {
    expect(await page(shop)).toContain('100 cents, in stock')
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
    expect(await announcements((tx) => setStock(tx, 'moon-stone', 4))).toBe(0)
    const unmoved = await announcements((tx) => setStock(tx, 'moon-stone', 4))
    expect(unmoved).toBe(0)
    await untilKept()
    const rendered = pages.asked.length
    await change(shop, (tx) => setStock(tx, 'moon-stone', 3))
    expect(await page(shop)).toContain('in stock')
    expect(pages.asked).toHaveLength(rendered)
  })

  test('does not outlive a new blog post, testimonial, answer, review or product', async () => {
    const { rows } = (await shop.db.execute(sql`select id from products`)) as unknown as { rows: { id: number }[] }
    const post = { slug: 'a', title: 'A', author: 'B', datePosted: '2026-01-01', tags: [], excerpt: 'C', body: 'D' }
    const review = { name: 'Jon', rating: 5, description: 'Good.', createdAt: new Date() }
    const changes: ((tx: Db) => Promise<unknown>)[] = [
      (tx) => publishBlog(tx, post),
      (tx) => publishTestimonials(tx, [{ name: 'A', title: 'B', description: 'C' }]),
      (tx) => publishFaqs(tx, [{ question: 'A?', answer: 'B.' }]),
      (tx) => addApprovedReviews(tx, rows[0]?.id ?? 0, [review]),
      (tx) => createProduct(tx, product({ name: 'Sun Stone' })),
    ]
    for (const work of changes) expect(await announcements(work)).toBeGreaterThan(0)
  })

  test('stays when a change is taken back', async () => {
    const rendered = pages.asked.length
    const undone = change(shop, async (tx) => {
      await setPrices(tx, 'moon-stone', { priceUsd: 1, priceNpr: 1 })
      throw new Error('a second thought')
    })
    await expect(undone).rejects.toThrow('a second thought')
    expect(await page(shop)).toContain('100 cents')
    expect(pages.asked).toHaveLength(rendered)
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
  await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before))
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
