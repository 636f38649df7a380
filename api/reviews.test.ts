import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveOrder } from '#modules/orders/transitions.server.ts'
import { readRows } from '#platform/db.server.ts'
import { idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { formAs, pictureFile } from '#tests/support/uploads.ts'

let shop: TestShop
let asha: Shopper
let tsering: Person
let ids: Awaited<ReturnType<typeof idsOf>>

beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  ids = await idsOf(shop)
  asha = await shopper(shop, 'Asha Gurung')
  tsering = await person(shop, 'Tsering Staff', { role: 'Staff' })
})
afterAll(() => shop.close())

const quartz = () => ids.product('clear-quartz-point')

async function receive(who: Shopper, productId: number, last: 'Shipped' | 'Delivered' = 'Delivered'): Promise<void> {
  await who.add({ productId })
  const { body } = await who.order()
  const way =
    last === 'Delivered' ? (['Confirmed', 'Shipped', 'Delivered'] as const) : (['Confirmed', 'Shipped'] as const)
  for (const to of way) {
    await shop.db.transaction((tx) => moveOrder(tx, { orderId: body.orderId, to, by: 'shop', userId: tsering.userId }))
  }
}

const fields = (change: Record<string, string> = {}): [string, string | File][] =>
  Object.entries({ productId: String(quartz()), rating: '5', description: 'Clear to the tip.', ...change })
const write = (who: Person | undefined, said = fields()) => shop.json('/api/reviews', formAs(who, said))
const waiting = async () => (await shop.json('/api/admin/reviews', as(tsering))).body.rows
const shown = async () => (await shop.json('/api/product/clear-quartz-point')).body.reviews

describe('a review', () => {
  test('is not for those who never had the piece', async () => {
    expect((await write(asha)).status).toBe(403)
    await receive(asha, quartz(), 'Shipped')
    expect((await write(asha)).status).toBe(403)
    expect((await write(undefined)).status).toBe(401)
  })

  test('waits for the shop, with its pictures', async () => {
    await receive(asha, quartz())
    const pictures: [string, File][] = [
      ['pictures', await pictureFile()],
      ['pictures', await pictureFile('b.png', '#224488')],
    ]
    const { status, body } = await write(asha, [...fields(), ...pictures])
    expect([status, body.state]).toEqual([201, 'waiting'])
    expect(await shown()).toEqual([])
    expect(await waiting()).toMatchObject([
      { name: 'Asha', rating: 5, pictures: [{}, {}], product: { name: 'Clear Quartz Point' } },
    ])
    expect((await shop.json(`/api/reviews/${asha.userId}`, as(asha))).body).toMatchObject([
      { productId: quartz(), state: 'waiting' },
    ])
    expect((await shop.json(`/api/reviews/${asha.userId}`, as(tsering))).status).toBe(403)
  })

  test('is written once', async () => {
    expect((await write(asha)).status).toBe(409)
  })

  test('shows when it is approved, with the answer, and goes when it is refused', async () => {
    const [review] = await waiting()
    const judge = (said: object) =>
      shop.json(`/api/admin/reviews/${review?.id}`, as(tsering, 'PUT', { version: review?.version, ...said }))
    expect((await judge({ state: 'approved', answer: 'Thank you.' })).body).toMatchObject({
      state: 'approved',
      version: 2,
    })
    expect(await shown()).toMatchObject([
      { name: 'Asha', answer: 'Thank you.', imageURL: expect.stringMatching(/^\/media\//), imageUrlList: [{}, {}] },
    ])
    expect((await judge({ state: 'refused', answer: '' })).status).toBe(409)
    expect((await judge({ state: 'refused', answer: '', version: 2 })).body.state).toBe('refused')
    expect(await shown()).toEqual([])
    const log = await readRows<{ action: string }>(
      shop.db,
      sql`select action from audit_log where subject = 'review' order by id`,
    )
    expect(log.map(({ action }) => action)).toEqual(['approved', 'refused'])
  })

  test.each<[string, Record<string, string>, number]>([
    ['six stars', { rating: '6' }, 0],
    ['no words', { description: ' ' }, 0],
    ['four pictures', {}, 4],
  ])('with %s is refused', async (_, change, count) => {
    const pictures = await Promise.all(
      Array.from({ length: count }, async () => ['pictures', await pictureFile()] as [string, File]),
    )
    expect((await write(asha, [...fields(change), ...pictures])).status).toBe(400)
  })

  test('with a file that is no picture is refused, and nothing is kept', async () => {
    const bimal = await shopper(shop, 'Bimal Rai')
    await receive(bimal, quartz())
    const svg = new File(['<svg onload="alert(1)"/>'], 'x.png', { type: 'image/png' })
    expect((await write(bimal, [...fields(), ['pictures', svg]])).status).toBe(400)
    expect((await shop.json(`/api/reviews/${bimal.userId}`, as(bimal))).body).toEqual([])
    const words = '<img src=x onerror=alert(1)>'
    expect((await write(bimal, fields({ description: words }))).body.description).toBe(words)
  })
})

test('a list takes at most three statements', async () => {
  expect(await shop.countStatements(waiting)).toBeLessThanOrEqual(3)
})
