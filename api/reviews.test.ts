import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { transitionAsStaff } from '#tests/support/order-changes.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'
import { formAs, pictureFile } from '#tests/support/uploads.ts'

let shop: TestShop
let asha: Shopper
let tsering: Person
let ids: Awaited<ReturnType<typeof findProductIds>>

beforeAll(async () => {
  shop = await openTestShop({ environment: { PAGE_CACHE_MB: '0' } })
  await addProducts(shop)
  ids = await findProductIds(shop)
  asha = await shopper(shop, 'Asha Gurung')
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
})
afterAll(() => shop.close())

const quartz = () => ids.product('clear-quartz-point')

async function receive(user: Shopper, productId: number, last: 'Shipped' | 'Delivered' = 'Delivered'): Promise<void> {
  await user.add({ productId })
  const { body } = await user.order()
  const statuses =
    last === 'Delivered' ? (['Confirmed', 'Shipped', 'Delivered'] as const) : (['Confirmed', 'Shipped'] as const)
  for (const to of statuses) {
    await transitionAsStaff(shop, tsering.userId, { orderId: body.orderId, to })
  }
}

const fields = (change: Record<string, string> = {}): [string, string | File][] =>
  Object.entries({ productId: String(quartz()), rating: '5', description: 'Clear to the tip.', ...change })
const write = (user: Person | undefined, parts = fields()) => shop.json('/api/reviews', formAs(user, parts))
const pendingReviews = async () => (await shop.json('/api/admin/reviews', as(tsering))).body.rows
const publishedReviews = async () => (await shop.json('/api/product/clear-quartz-point')).body.reviews

describe('a review', () => {
  test('is rejected from customers who have not received the product', async () => {
    expect((await write(asha)).status).toBe(403)
    await receive(asha, quartz(), 'Shipped')
    expect((await write(asha)).status).toBe(403)
    expect((await write(undefined)).status).toBe(401)
  })

  test('needs approval, with its pictures', async () => {
    await receive(asha, quartz())
    const pictures: [string, File][] = [
      ['pictures', await pictureFile()],
      ['pictures', await pictureFile('b.png', '#224488')],
    ]
    const { status, body } = await write(asha, [...fields(), ...pictures])
    expect([status, body.status]).toEqual([201, 'waiting'])
    expect(await publishedReviews()).toEqual([])
    expect(await pendingReviews()).toMatchObject([
      { name: 'Asha', rating: 5, pictures: [{}, {}], product: { name: 'Clear Quartz Point' } },
    ])
    expect((await shop.json(`/api/reviews/${asha.userId}`, as(asha))).body).toMatchObject([
      { productId: quartz(), status: 'waiting' },
    ])
    expect((await shop.json(`/api/reviews/${asha.userId}`, as(tsering))).status).toBe(403)
  })

  test('is accepted once per customer and product', async () => {
    expect((await write(asha)).status).toBe(409)
  })

  test('is published with the reply when approved and hidden when refused', async () => {
    const [review] = await pendingReviews()
    const moderate = (decision: object) =>
      shop.json(`/api/admin/reviews/${review?.id}`, as(tsering, 'PUT', { version: review?.version, ...decision }))
    expect((await moderate({ status: 'approved', answer: 'Thank you.' })).body).toMatchObject({
      status: 'approved',
      version: 2,
    })
    expect(await publishedReviews()).toMatchObject([
      { name: 'Asha', answer: 'Thank you.', imageURL: expect.stringMatching(/^\/media\//), imageUrlList: [{}, {}] },
    ])
    expect((await moderate({ status: 'refused', answer: '' })).status).toBe(409)
    expect((await moderate({ status: 'refused', answer: '', version: 2 })).body.status).toBe('refused')
    expect(await publishedReviews()).toEqual([])
    const log = await readRows<{ action: string }>(
      shop.db,
      sql`select action from audit_log where subject = 'review' order by id`,
    )
    expect(log.map(({ action }) => action)).toEqual(['approved', 'refused'])
  })

  test.each<[string, Record<string, string>, number]>([
    ['six stars', { rating: '6' }, 0],
    ['no text', { description: ' ' }, 0],
    ['four pictures', {}, 4],
  ])('with %s is rejected', async (_, change, count) => {
    const pictures = await Promise.all(
      Array.from({ length: count }, async () => ['pictures', await pictureFile()] as [string, File]),
    )
    expect((await write(asha, [...fields(change), ...pictures])).status).toBe(400)
  })

  test('with a file that is not a picture is rejected and not stored', async () => {
    const bimal = await shopper(shop, 'Bimal Rai')
    await receive(bimal, quartz())
    const svg = new File(['<svg onload="alert(1)"/>'], 'x.png', { type: 'image/png' })
    expect((await write(bimal, [...fields(), ['pictures', svg]])).status).toBe(400)
    expect((await shop.json(`/api/reviews/${bimal.userId}`, as(bimal))).body).toEqual([])
    const description = '<img src=x onerror=alert(1)>'
    expect((await write(bimal, fields({ description }))).body.description).toBe(description)
  })
})

test('the review list needs at most three statements', async () => {
  expect(await shop.countStatements(pendingReviews)).toBeLessThanOrEqual(3)
})
