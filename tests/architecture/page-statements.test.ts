import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApprovedReviews } from '#modules/catalog/service.server.ts'
import { publishBlog, publishFaqs, publishTestimonials } from '#modules/content/service.server.ts'
import { commonPages, openPages } from '#tests/support/page-loaders.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, shopper } from '#tests/support/shopper.ts'

const maxStatements = 3

const pages = [
  ...commonPages,
  '/shop/product/unknown',
  '/shop/crystal/clear-quartz-point',
  '/blogs?page=2',
  '/blogs/second-post',
  '/sitemap.xml',
]

const post = { author: 'Asha', body: 'A story.', excerpt: 'A story.', tags: [], datePosted: '2026-01-01' }
const review = { name: 'Bimal', rating: 5, description: 'Clear.', createdAt: new Date() }

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ render: openPages(() => shop), environment: { PAGE_CACHE_MB: '0' } })
  await addProducts(shop)
  const { id } = await shop.catalog.product(shop.db, 'clear-quartz-point')
  await shop.db.transaction(async (tx) => {
    for (const slug of ['first-post', 'second-post', 'third-post'])
      await publishBlog(tx, { ...post, slug, title: slug })
    await publishTestimonials(tx, [{ name: 'Asha', title: 'Patan', description: 'As described.' }])
    await publishFaqs(tx, [{ question: 'Where from?', answer: 'From Nepal.' }])
    await addApprovedReviews(tx, id, [review])
  })
})
afterAll(() => shop.close())

const statementsOf = (page: string) =>
  shop.countStatements(async () => expect((await shop.fetch(page)).status, page).toBe(200))

test.each(pages)(`%s is loaded with at most ${maxStatements} statements`, async (page) => {
  expect(await statementsOf(page)).toBeLessThanOrEqual(maxStatements)
})

test('a certificate is loaded with at most two statements, a mistyped code without any', async () => {
  const asha = await shopper(shop, 'Asha Gurung')
  await asha.add({ productId: (await findProductIds(shop)).product('clear-quartz-point'), quantity: 1 })
  const { certificates } = (await asha.order()).body
  const statements = await statementsOf(`/certificate/${certificates[0]?.code}`)
  expect(statements).toBeGreaterThan(0)
  expect(statements).toBeLessThanOrEqual(2)
  const mistyped = '/certificate/0000-0000-0000-1'
  expect(await shop.countStatements(async () => expect((await shop.fetch(mistyped)).status).toBe(404))).toBe(0)
})

test.each(['/', '/shop', '/shop/crystal/clear-quartz-point', '/blogs/second-post', '/sitemap.xml'])(
  '%s is loaded from the database',
  async (page) => {
    expect(await statementsOf(page)).toBeGreaterThan(0)
  },
)
