import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { books, told } from '#modules/invariants.server.ts'
import { moveOrder } from '#modules/orders/transitions.server.ts'
import { readRows } from '#platform/db.server.ts'
import { type AnswerOf, first } from '#tests/support/answers.ts'
import { asker, idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let asha: Shopper
let tsering: Person
let ids: Awaited<ReturnType<typeof idsOf>>
let enquiry: { enquiryId: string }

beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  ids = await idsOf(shop)
  asha = await shopper(shop, 'Asha Gurung')
  tsering = await person(shop, 'Tsering Staff', { role: 'Staff' })
  const message = 'Two hundred bowls <img src=x onerror=alert(1)>'
  await shop.json(
    '/api/BulkBuying',
    as(undefined, 'POST', { name: 'Hotel Yak', email: 'yak@hotel.example', phoneNumber: '9800000000', message }),
  )
  await shop.json(
    '/api/GetInTouch',
    as(undefined, 'POST', { firstName: 'Jon', lastName: 'Bell', queries: 'When are you open?' }),
  )
  enquiry = first((await call('/enquiries?kind=bulk')).body.rows)
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown, who: Person = tsering) =>
  shop.json(`/api/admin${path}`, as(who, method, body))
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('the inbox', () => {
  test('lists, filters and finds', async () => {
    expect((await call('/enquiries')).body.rows.map(({ name }) => name)).toEqual(['Jon Bell', 'Hotel Yak'])
    expect((await call('/enquiries?q=BOWLS')).body.rows).toMatchObject([{ name: 'Hotel Yak', kind: 'bulk' }])
    expect((await call('/enquiries?q=100%25')).body.rows).toEqual([])
    expect((await call('/enquiries?state=closed')).body.rows).toEqual([])
    expect(await shop.countStatements(() => call('/enquiries?q=bowls&kind=bulk'))).toBeLessThanOrEqual(3)
  })

  test('answers by mail, with script inert', async () => {
    const { status, body } = await call(`/enquiries/${enquiry.enquiryId}/answers`, 'POST', {
      to: 'yak@hotel.example',
      message: 'Yes.\n<script>alert(1)</script>',
    })
    expect([status, body.state, body.answers[0]?.by]).toEqual([201, 'answered', 'Tsering Staff'])
    const sentTo = sql`select html from mails where to_address = 'yak@hotel.example'`
    const [mail] = await readRows<{ html: string }>(shop.db, sentTo)
    expect(mail?.html).not.toMatch(/<script|<img src=x/)
    expect(mail?.html).toContain('&lt;script&gt;')
  })

  test('refuses a bad address and an empty answer', async () => {
    for (const body of [
      { to: 'a@b.example\nBcc: c@d.example', message: 'x' },
      { to: 'a@b.example', message: ' ' },
    ])
      expect((await call(`/enquiries/${enquiry.enquiryId}/answers`, 'POST', body)).status).toBe(400)
  })

  test('moves between states, and tells who was quicker', async () => {
    const { version } = (await call(`/enquiries/${enquiry.enquiryId}`)).body
    const path = `/enquiries/${enquiry.enquiryId}` as const
    expect((await call(path, 'PUT', { version, state: 'closed' })).body.state).toBe('closed')
    expect(await call(path, 'PUT', { version, state: 'new' })).toMatchObject({
      status: 409,
      body: { current: { state: 'closed' } },
    })
  })
})

const line = (change: object = {}) => ({
  productId: ids.product('singing-bowl'),
  unit: 'piece',
  quantity: 200,
  tiers: [
    { from: 50, price: 20_000, priceInUSD: 150 },
    { from: 100, price: 18_000, priceInUSD: 135 },
    { from: 500, price: 15_000, priceInUSD: 110 },
  ],
  ...change,
})
const draft = (change: object = {}) => ({
  name: 'Hotel Yak',
  email: 'yak@hotel.example',
  validUntil: inDays(14),
  note: 'Made in Patan.',
  shippingFee: 5000,
  shippingFeeInUSD: 60,
  lines: [line()],
  ...change,
})

type Quote = AnswerOf<'GET', `/api/admin/quotes/${string}`>

async function sent(change: object = {}): Promise<Quote> {
  const { body } = await call('/quotes', 'POST', draft({ enquiryId: enquiry.enquiryId, ...change }))
  return (await call(`/quotes/${body.quoteId}/send`, 'POST', { version: body.version })).body
}
const accept = (quote: Quote, who: Shopper = asha, change: object = {}) =>
  shop.json(
    `/api/quotes/${quote.token}/accept`,
    as(who, 'POST', { version: quote.version, addressId: who.addressId, currency: 'USD', ...change }),
  )

describe('a quote', () => {
  test('counts by the step that holds for the quantity, per piece and per kilo', async () => {
    const rough = line({
      productId: ids.product('clear-quartz-point'),
      unit: 'kilo',
      quantity: 12.5,
      tiers: [{ from: 1, price: 999.99, priceInUSD: 7.77 }],
    })
    const { status, body } = await call('/quotes', 'POST', draft({ lines: [line(), rough] }))
    expect(status).toBe(201)
    expect(body.lines.map(({ total, totalInUSD }) => [total, totalInUSD])).toEqual([
      [3_600_000, 27_000],
      [12_499.88, 97.13],
    ])
    expect([body.total, body.totalInUSD]).toEqual([3_617_499.88, 27_157.13])
  })

  test('is nobody else’s until it is sent, and then opens by its link alone', async () => {
    const { body } = await call('/quotes', 'POST', draft())
    expect(body.token).toMatch(/^[0-9a-f]{64}$/)
    expect((await shop.json(`/api/quotes/${body.token}`)).status).toBe(404)
    await call(`/quotes/${body.quoteId}/send`, 'POST', { version: body.version })
    const answer = await shop.fetch(`/api/quotes/${body.token}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await answer.json()).not.toHaveProperty('email')
    for (const guess of ['x', '0'.repeat(64), body.quoteId])
      expect((await shop.json(`/api/quotes/${guess}`)).status).toBe(404)
    await shop.fetch(`/quotes/${body.token}`)
    expect(shop.logged()).toContain('/quotes/[token]')
    expect(shop.logged()).not.toContain(body.token)
  })

  test('goes out with its link, and answers the enquiry', async () => {
    const path = `/enquiries/${enquiry.enquiryId}` as const
    const { version } = (await call(path)).body
    await call(path, 'PUT', { version, state: 'new' })
    const { token } = await sent()
    expect((await call(path)).body.state).toBe('answered')
    const latest = sql`select text from mails where to_address = 'yak@hotel.example' order by id desc limit 1`
    const [mail] = await readRows<{ text: string }>(shop.db, latest)
    expect(mail?.text).toContain(`/quotes/${token}`)
  })

  test.each<[string, () => object]>([
    ['half a piece', () => ({ lines: [line({ quantity: 1.5, tiers: [{ from: 1, price: 1, priceInUSD: 1 }] })] })],
    [
      'steps that go down',
      () => ({
        lines: [
          line({
            tiers: [
              { from: 5, price: 1, priceInUSD: 1 },
              { from: 5, price: 1, priceInUSD: 1 },
            ],
          }),
        ],
      }),
    ],
    ['a first step above the quantity', () => ({ lines: [line({ quantity: 10 })] })],
    ['kilos from the shelf', () => ({ lines: [line({ unit: 'kilo', fromStock: true })] })],
    ['no lines', () => ({ lines: [] })],
    ['no price', () => ({ lines: [line({ tiers: [] })] })],
    ['an unknown piece', () => ({ lines: [line({ productId: 999_999 })] })],
    [
      'no choice of a piece from the shelf',
      () => ({ lines: [line({ productId: ids.product('ruby-halo-ring'), fromStock: true })] }),
    ],
  ])('with %s is refused', async (_, change) => {
    expect((await call('/quotes', 'POST', draft(change()))).status).toBe(400)
  })
})

describe('accepted', () => {
  let quote: Quote
  beforeEach(async () => {
    quote = await sent()
  })
  const ordersOf = async (who: Person) => (await shop.json(`/api/order/${who.userId}`, as(who))).body

  test('it becomes one order, whatever is clicked', async () => {
    const before = (await ordersOf(asha)).length
    const answers = await Promise.all([accept(quote), accept(quote), accept(quote)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1)
    const orders = await ordersOf(asha)
    expect(orders).toHaveLength(before + 1)
    expect(orders[0]).toMatchObject({
      totalAmount: 3_605_000,
      totalPriceInUSD: 27_060,
      shippingFeeInUSD: 60,
      orderItems: [{ productName: 'Singing Bowl', quantity: 200, unitPrice: 18_000, unitPriceInUSD: 135 }],
    })
    const [other] = [await shopper(shop, 'Bimal Rai')]
    expect((await accept(quote, other)).status).toBe(409)
    expect((await call(`/quotes/${quote.quoteId}`, 'PUT', { ...draft(), version: quote.version + 1 })).status).toBe(409)
  })

  test('what is made for it neither leaves the shelf nor comes back to it', async () => {
    const pieces = async () => (await shop.json('/api/product/singing-bowl')).body.stockQuantity
    const before = await pieces()
    const { body } = await accept(quote)
    expect(await pieces()).toBe(before)
    await shop.db.transaction((tx) =>
      moveOrder(tx, { orderId: body.orderId, to: 'Canceled', by: 'shop', userId: tsering.userId }),
    )
    expect(await pieces()).toBe(before)
  })

  test('what comes from the shelf is taken, or nothing is ordered', async () => {
    const few = {
      productId: ids.product('smoky-quartz-cluster'),
      fromStock: true,
      tiers: [{ from: 1, price: 10, priceInUSD: 1 }],
    }
    const fits = await sent({ lines: [line({ ...few, quantity: 2 })] })
    expect((await accept(fits)).status).toBe(201)
    expect((await shop.json('/api/product/smoky-quartz-cluster')).body.stockQuantity).toBe(3)
    const tooMany = await sent({ lines: [line({ ...few, quantity: 4 })] })
    expect((await accept(tooMany)).status).toBe(409)
    expect((await call(`/quotes/${tooMany.quoteId}`)).body.state).toBe('sent')
  })

  test('one size in two lines is one size on the shelf, taken and put back', async () => {
    const size = async () => {
      const { stockQuantity, attributes } = (await shop.json('/api/product/ruby-halo-ring')).body
      return [stockQuantity, attributes[0]?.productQuantity]
    }
    const small = (quantity: number) => ({
      ...line({
        productId: ids.product('ruby-halo-ring'),
        productAttributeId: ids.attribute('ruby-halo-ring', 'Small'),
        quantity,
      }),
      fromStock: true,
      tiers: [{ from: 1, price: 10, priceInUSD: 1 }],
    })
    await shop.db.execute(
      sql`update product_attributes set stock = 3 where id = ${ids.attribute('ruby-halo-ring', 'Medium')}`,
    )
    await shop.db.execute(sql`update products set stock = 5 where slug = 'ruby-halo-ring'`)
    const before = await size()
    expect(before).toEqual([5, 2])
    expect((await accept(await sent({ lines: [small(2), small(1)] }))).status).toBe(409)
    expect(await size()).toEqual(before)
    const { body } = await accept(await sent({ lines: [small(1), line(), small(1)] }))
    expect(await size()).toEqual([3, 0])
    expect(await told(asker(shop), books.choices)).toEqual([])
    await shop.json(`/api/order/${body.orderId}/cancel`, as(asha, 'POST'))
    expect(await size()).toEqual(before)
  })

  test('an old version, somebody else’s address, a withdrawn or outdated quote: nothing is ordered', async () => {
    const before = (await ordersOf(asha)).length
    const edit = { ...draft({ note: 'New.' }), version: quote.version }
    const { body: changed } = await call(`/quotes/${quote.quoteId}`, 'PUT', edit)
    expect(await accept(quote)).toMatchObject({ status: 409, body: { current: { note: 'New.' } } })
    const bimal = await shopper(shop, 'Bimal Rai')
    expect((await accept(changed, asha, { addressId: bimal.addressId })).status).toBe(404)
    await shop.db.execute(sql`update quotes set valid_until = current_date - 2 where id = ${quote.quoteId}`)
    expect((await accept(changed)).status).toBe(409)
    await call(`/quotes/${quote.quoteId}/withdraw`, 'POST', { version: changed.version })
    expect((await accept(changed)).status).toBe(404)
    expect(await ordersOf(asha)).toHaveLength(before)
  })
})

test('a list takes at most three statements', async () => {
  expect(await shop.countStatements(() => call('/quotes?state=sent'))).toBeLessThanOrEqual(3)
})

test('whoever leaves takes their quotes along, and what was agreed stays with its order', async () => {
  const bimal = await shopper(shop, 'Bimal Rai')
  const [open, settled] = [await sent({ email: bimal.email, enquiryId: null }), await sent({ email: bimal.email })]
  expect((await accept(settled, bimal)).status).toBe(201)
  const { body } = await shop.json(`/api/userdetails/${bimal.userId}/data`, as(bimal))
  expect(body.quotes).toHaveLength(2)
  const subjects = z.array(z.object({ subject: z.string() })).parse(body.mails)
  expect(subjects.filter(({ subject }) => subject.startsWith('Your quote'))).toHaveLength(2)
  const gone = await shop.fetch(`/api/userdetails/${bimal.userId}`, as(bimal, 'DELETE', { email: bimal.email }))
  expect(gone.status).toBe(204)
  expect(await readRows(shop.db, sql`select from mails where to_address = ${bimal.email}`)).toEqual([])
  expect((await call(`/quotes/${open.quoteId}`)).status).toBe(404)
  expect((await call(`/quotes/${settled.quoteId}`)).body).toMatchObject({ name: '', email: '', state: 'accepted' })
})
