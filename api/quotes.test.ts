import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkInvariant, invariants } from '#modules/invariants.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { transitionAsStaff } from '#tests/support/order-changes.ts'
import { addProducts } from '#tests/support/products.ts'
import { first, type ResponseBodyOf } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let asha: Shopper
let tsering: Person
let ids: Awaited<ReturnType<typeof findProductIds>>
let enquiry: { enquiryId: string }

beforeAll(async () => {
  shop = await openTestShop({ environment: { PAGE_CACHE_MB: '0' } })
  await addProducts(shop)
  ids = await findProductIds(shop)
  asha = await shopper(shop, 'Asha Gurung')
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
  const bulk = {
    name: 'Hotel Yak',
    email: 'yak@hotel.example',
    phoneNumber: '9800000000',
    message: 'Two hundred bowls',
  }
  await shop.json('/api/BulkBuying', as(undefined, 'POST', bulk))
  enquiry = first((await call('/enquiries?kind=bulk')).body.rows)
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(
  path: P,
  method?: M,
  body?: unknown,
  caller: Person = tsering,
) => shop.json(`/api/admin${path}`, as(caller, method, body))
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

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

type Quote = ResponseBodyOf<'GET', `/api/admin/quotes/${string}`>

async function sendQuote(change: object = {}): Promise<Quote> {
  const { body } = await call('/quotes', 'POST', draft({ enquiryId: enquiry.enquiryId, ...change }))
  return (await call(`/quotes/${body.quoteId}/send`, 'POST', { version: body.version })).body
}
const accept = (quote: Quote, buyer: Shopper = asha, change: object = {}) =>
  shop.json(
    `/api/quotes/${quote.token}/accept`,
    as(buyer, 'POST', { version: quote.version, addressId: buyer.addressId, currency: 'USD', ...change }),
  )

describe('a quote', () => {
  test('is priced by the tier of the quantity, per item and per kilogram', async () => {
    const kiloLine = line({
      productId: ids.product('clear-quartz-point'),
      unit: 'kilo',
      quantity: 12.5,
      tiers: [{ from: 1, price: 999.99, priceInUSD: 7.77 }],
    })
    const { status, body } = await call('/quotes', 'POST', draft({ lines: [line(), kiloLine] }))
    expect(status).toBe(201)
    expect(body.lines.map(({ total, totalInUSD }) => [total, totalInUSD])).toEqual([
      [3_600_000, 27_000],
      [12_499.88, 97.13],
    ])
    expect([body.total, body.totalInUSD]).toEqual([3_617_499.88, 27_157.13])
  })

  test('has a deposit in both currencies, or none, of at most the total', async () => {
    const create = (change: object) => call('/quotes', 'POST', draft(change))
    expect((await create({})).body).toMatchObject({ deposit: 0, depositInUSD: 0 })
    const refused: [object, string, string][] = [
      [{ deposit: 1_000 }, 'depositInUSD', 'Please enter the deposit in both currencies.'],
      [{ depositInUSD: 10 }, 'deposit', 'Please enter the deposit in both currencies.'],
      [{ deposit: 3_605_000.01, depositInUSD: 10 }, 'deposit', 'The deposit is more than the total.'],
      [{ deposit: 1_000, depositInUSD: 27_060.01 }, 'depositInUSD', 'The deposit is more than the total.'],
    ]
    for (const [change, field, description] of refused)
      expect(await create(change)).toMatchObject({ status: 400, body: { errors: [{ field, description }] } })
    expect((await create({ deposit: -1, depositInUSD: 1 })).status).toBe(400)
    const whole = await create({ deposit: 3_605_000, depositInUSD: 27_060 })
    expect(whole.status).toBe(201)
    const { quoteId, version } = whole.body
    const fewer = { ...draft({ lines: [line({ quantity: 100 })] }), deposit: 3_605_000, depositInUSD: 27_060, version }
    expect((await call(`/quotes/${quoteId}`, 'PUT', fewer)).status).toBe(400)
    expect((await call(`/quotes/${quoteId}`)).body).toMatchObject({ version, deposit: 3_605_000 })
  })

  test('is private until it is sent, and is then readable by its link only', async () => {
    const { body } = await call('/quotes', 'POST', draft())
    expect(body.token).toMatch(/^[0-9a-f]{64}$/)
    expect((await shop.json(`/api/quotes/${body.token}`)).status).toBe(404)
    await call(`/quotes/${body.quoteId}/send`, 'POST', { version: body.version })
    const response = await shop.fetch(`/api/quotes/${body.token}`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).not.toHaveProperty('email')
    for (const guess of ['x', '0'.repeat(64), body.quoteId])
      expect((await shop.json(`/api/quotes/${guess}`)).status).toBe(404)
    await shop.fetch(`/quotes/${body.token}`)
    expect(shop.logged()).toContain('/quotes/[token]')
    expect(shop.logged()).not.toContain(body.token)
  })

  test('is emailed with its link, and marks the enquiry as answered', async () => {
    const path = `/enquiries/${enquiry.enquiryId}` as const
    const { version } = (await call(path)).body
    await call(path, 'PUT', { version, status: 'new' })
    const { token } = await sendQuote()
    expect((await call(path)).body.status).toBe('answered')
    expect((await latestEmail(shop, 'yak@hotel.example')).text).toContain(`/quotes/${token}`)
  })

  test.each<[string, () => object]>([
    ['half an item', () => ({ lines: [line({ quantity: 1.5, tiers: [{ from: 1, price: 1, priceInUSD: 1 }] })] })],
    [
      'price tiers that do not increase',
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
    ['a first price tier above the quantity', () => ({ lines: [line({ quantity: 10 })] })],
    ['kilograms from stock', () => ({ lines: [line({ unit: 'kilo', fromStock: true })] })],
    ['no lines', () => ({ lines: [] })],
    ['no price', () => ({ lines: [line({ tiers: [] })] })],
    ['an unknown product', () => ({ lines: [line({ productId: 999_999 })] })],
    [
      'no variant of a product from stock',
      () => ({ lines: [line({ productId: ids.product('ruby-halo-ring'), fromStock: true })] }),
    ],
  ])('with %s is rejected', async (_, change) => {
    expect((await call('/quotes', 'POST', draft(change()))).status).toBe(400)
  })
})

describe('accepting a quote', () => {
  let quote: Quote
  beforeEach(async () => {
    quote = await sendQuote()
  })
  const ordersOf = async (buyer: Person) => (await shop.json(`/api/order/${buyer.userId}`, as(buyer))).body

  test('repeatedly gives one order', async () => {
    const before = (await ordersOf(asha)).length
    const responses = await Promise.all([accept(quote), accept(quote), accept(quote)])
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(responses.map(({ body }) => body.orderId)).size).toBe(1)
    const orders = await ordersOf(asha)
    expect(orders).toHaveLength(before + 1)
    expect(orders[0]).toMatchObject({
      totalAmount: 3_605_000,
      totalPriceInUSD: 27_060,
      shippingFeeInUSD: 60,
      note: '',
      orderItems: [{ productName: 'Singing Bowl', quantity: 200, unitPrice: 18_000, unitPriceInUSD: 135 }],
    })
    const [other] = [await shopper(shop, 'Bimal Rai')]
    expect((await accept(quote, other)).status).toBe(409)
    expect((await call(`/quotes/${quote.quoteId}`, 'PUT', { ...draft(), version: quote.version + 1 })).status).toBe(409)
  })

  test('carries the deposit to the order in its currency, where it is recorded as paid', async () => {
    const deposits = { deposit: 1_000_000, depositInUSD: 7_500.5 }
    const [inDollars, inRupees] = [await sendQuote(deposits), await sendQuote(deposits)]
    expect(inDollars).toMatchObject(deposits)
    expect((await shop.json(`/api/quotes/${inDollars.token}`)).body).toMatchObject(deposits)
    const { text } = await latestEmail(shop, 'yak@hotel.example')
    expect(text.replace(/\s+/g, ' ')).toContain('A deposit of $ 7,500.50 / Rs 10,00,000 is due before we begin')
    const accepted = [(await accept(inDollars)).body, (await accept(inRupees, asha, { currency: 'NPR' })).body]
    const orders = await Promise.all(accepted.map(({ orderId }) => call(`/orders/${orderId}`)))
    expect(orders.map(({ body }) => body.balance.depositDue)).toEqual([7_500.5, 1_000_000])
    expect((await latestEmail(shop, asha.email)).text).toContain('Deposit, due before we begin: Rs 10,00,000')
    const [first] = orders
    const payment = { version: first?.body.version, kind: 'deposit', amount: 7_500.5, method: 'transfer' }
    const { body } = await call(`/orders/${accepted[0]?.orderId}/payments`, 'POST', payment)
    expect(body.balance).toMatchObject({ depositDue: 7_500.5, paid: 7_500.5, owed: 27_060 - 7_500.5 })
    expect(body.cash).toMatchObject([{ kind: 'deposit', method: 'transfer', amount: 7_500.5, currency: 'USD' }])
  })

  test('does not change the stock for lines made to order, also when the order is canceled', async () => {
    const stock = async () => (await shop.json('/api/product/singing-bowl')).body.stockQuantity
    const before = await stock()
    const { body } = await accept(quote)
    expect(await stock()).toBe(before)
    await transitionAsStaff(shop, tsering.userId, { orderId: body.orderId, to: 'Canceled' })
    expect(await stock()).toBe(before)
  })

  test('takes the stock of lines from stock, or orders nothing', async () => {
    const stockLine = {
      productId: ids.product('smoky-quartz-cluster'),
      fromStock: true,
      tiers: [{ from: 1, price: 10, priceInUSD: 1 }],
    }
    const inStock = await sendQuote({ lines: [line({ ...stockLine, quantity: 2 })] })
    expect((await accept(inStock)).status).toBe(201)
    expect((await shop.json('/api/product/smoky-quartz-cluster')).body.stockQuantity).toBe(3)
    const tooMany = await sendQuote({ lines: [line({ ...stockLine, quantity: 4 })] })
    expect((await accept(tooMany)).status).toBe(409)
    expect((await call(`/quotes/${tooMany.quoteId}`)).body.status).toBe('sent')
  })

  test('adds up two lines of one variant, when stock is taken and restored', async () => {
    const ringStock = async () => {
      const { stockQuantity, attributes } = (await shop.json('/api/product/ruby-halo-ring', as(asha))).body
      return [stockQuantity, attributes[0]?.productQuantity]
    }
    const small = (quantity: number) => ({
      ...line({
        productId: ids.product('ruby-halo-ring'),
        productAttributeId: ids.variant('ruby-halo-ring', 'Small'),
        quantity,
      }),
      fromStock: true,
      tiers: [{ from: 1, price: 10, priceInUSD: 1 }],
    })
    await writeStock(
      shop.db,
      sql`update product_variants set stock = 3 where id = ${ids.variant('ruby-halo-ring', 'Medium')}`,
    )
    await writeStock(shop.db, sql`update products set stock = 5 where slug = 'ruby-halo-ring'`)
    const before = await ringStock()
    expect(before).toEqual([5, 2])
    expect((await accept(await sendQuote({ lines: [small(2), small(1)] }))).status).toBe(409)
    expect(await ringStock()).toEqual(before)
    const { body } = await accept(await sendQuote({ lines: [small(1), line(), small(1)] }))
    expect(await ringStock()).toEqual([3, 0])
    expect(await checkInvariant(queryRunner(shop), invariants.variants)).toEqual([])
    await shop.json(`/api/order/${body.orderId}/cancel`, as(asha, 'POST'))
    expect(await ringStock()).toEqual(before)
  })

  test('orders nothing for an old version, an address of another user, and a withdrawn or expired quote', async () => {
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

test('quotes are listed with at most three statements', async () => {
  expect(await shop.countStatements(() => call('/quotes?status=sent'))).toBeLessThanOrEqual(3)
})

test('deleting an account deletes its quotes, and anonymizes accepted ones', async () => {
  const bimal = await shopper(shop, 'Bimal Rai')
  const [open, accepted] = [
    await sendQuote({ email: bimal.email, enquiryId: null }),
    await sendQuote({ email: bimal.email }),
  ]
  expect((await accept(accepted, bimal)).status).toBe(201)
  const { body } = await shop.json(`/api/userdetails/${bimal.userId}/data`, as(bimal))
  expect(body.quotes).toHaveLength(2)
  const subjects = z.array(z.object({ subject: z.string() })).parse(body.emails)
  expect(subjects.filter(({ subject }) => subject.startsWith('Your quote'))).toHaveLength(2)
  const deleted = await shop.fetch(`/api/userdetails/${bimal.userId}`, as(bimal, 'DELETE', { email: bimal.email }))
  expect(deleted.status).toBe(204)
  expect(await readRows(shop.db, sql`select from emails where to_address = ${bimal.email}`)).toEqual([])
  expect((await call(`/quotes/${open.quoteId}`)).status).toBe(404)
  expect((await call(`/quotes/${accepted.quoteId}`)).body).toMatchObject({ name: '', email: '', status: 'accepted' })
})
