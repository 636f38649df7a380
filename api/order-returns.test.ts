import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { findBookViolations, type Snapshot, takeSnapshot, wrongStock } from '#tests/support/invariants.ts'
import { expectRefused, orderPage } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let before: Snapshot
let dolma: Person
let page: ReturnType<typeof orderPage>
let amber: number
let beryl: number
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Amber', stock: 500, priceNpr: 1_000_00, priceUsd: 10_00 }),
    product({ name: 'Beryl', stock: 500, priceNpr: 3_000_00, priceUsd: 30_00 }),
  ])
  const ids = await findProductIds(shop)
  amber = ids.product('amber')
  beryl = ids.product('beryl')
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  page = orderPage(shop, dolma)
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await takeSnapshot(queryRunner(shop))
})

const expectInvariants = async () => {
  expect(await findBookViolations(queryRunner(shop))).toEqual([])
  expect(await wrongStock(queryRunner(shop), before)).toEqual([])
}
const stock = async () => {
  const [row] = await readRows<{ stock: number }>(shop.db, sql`select stock from products where id = ${amber}`)
  return row?.stock ?? 0
}

/** Two Amber and one Beryl: Rs 5,000, less Rs 500 of discount, with Rs 100 of shipping. */
async function place(...statuses: string[]): Promise<string> {
  const sent = as(dolma, 'POST', {
    source: 'phone',
    currency: 'NPR',
    lines: [
      { productId: amber, attributeId: null, quantity: 2 },
      { productId: beryl, attributeId: null, quantity: 1 },
    ],
    discount: 500,
    shipping: { npr: 100, usd: 1 },
    address: {
      ...{ country: 'Nepal', state: 'Bagmati', city: 'Patan', streetAddress: 'Mangal Bazaar 9' },
      ...{ lastName: 'Thapa', phone: '9811111111' },
    },
  })
  const headers = { ...sent.headers, 'Idempotency-Key': crypto.randomUUID() }
  const { orderId } = (await shop.json('/api/admin/orders', { ...sent, headers })).body.order
  for (const to of statuses) expect((await page.move(orderId, to)).status).toBe(200)
  return orderId
}
const delivered = () => place('Shipped', 'Delivered')

describe('returned products', () => {
  test('are credited with their share of the discount, go back to stock or not, and are refunded', async () => {
    const orderId = await delivered()
    const left = await stock()
    const one = await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    expect([one.status, one.body.balance]).toEqual([
      201,
      expect.objectContaining({ total: 4_600, paid: 4_600, returned: 900, toRefund: 900, owed: 0 }),
    ])
    expect(one.body.order.orderItems.map(({ returnedQuantity }) => returnedQuantity)).toEqual([1, 0])
    expect(await stock()).toBe(left + 1)
    const refund = { refund: { amount: 900, method: 'transfer' } }
    const two = await page.returnProducts(orderId, [{ position: 1, quantity: 1, restock: false }], refund)
    expect(two.body.balance).toMatchObject({ returned: 1_800, refunded: 900, netPaid: 3_700, toRefund: 900 })
    expect(await stock()).toBe(left + 1)
    expect(two.body.order.payment.status).toBe(3)
    expect(two.body.invoices.map(({ kind, total }) => [kind, total])).toEqual([
      ['invoice', 4_600],
      ['credit note', 900],
      ['credit note', 900],
    ])
    expect(two.body.activity.at(-1)).toMatchObject({
      kind: 'returned',
      reason: 'Broken',
      after: { lines: [{ productName: 'Amber', quantity: 1, restock: false }], refund: { amount: 900_00 } },
    })
    await expectInvariants()
  })

  test.each([
    [false, 4_600],
    [true, 4_500],
  ])('that are all of the order make it Returned; keeps the shipping fee: %s', async (keepShipping, returned) => {
    const orderId = await delivered()
    await page.returnProducts(orderId, [{ position: 2, quantity: 1 }])
    const refund = { amount: returned, method: 'cash' }
    const { body } = await page.returnProducts(orderId, [{ position: 1, quantity: 2 }], { keepShipping, refund })
    expect(body.order.payment.status).toBe(5)
    expect(body.balance).toMatchObject({
      returned,
      refunded: returned,
      toRefund: 0,
      owed: 0,
      netPaid: 4_600 - returned,
    })
    const credited = body.invoices.filter(({ kind }) => kind === 'credit note').map(({ total }) => total)
    expect(credited.reduce((sum, amount) => sum + amount)).toBe(returned)
    await expectInvariants()
  })

  test('and their refund are taken back as one change', async () => {
    const orderId = await delivered()
    const { balance, order } = await page.read(orderId)
    const left = await stock()
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }], { refund: { amount: 900, method: 'cash' } })
    const { body } = await page.takeBack(orderId)
    expect([body.balance, body.order.orderItems]).toEqual([balance, order.orderItems])
    expect(await stock()).toBe(left)
    expect(body.cash.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['collected', 4_600],
      ['refunded', 900],
      ['refunded', -900],
    ])
    expect(body.invoices.map(({ kind, total }) => [kind, total])).toEqual([
      ['invoice', 4_600],
      ['credit note', 900],
      ['invoice', 900],
    ])
    await expectInvariants()
  })

  test('cannot be taken back when they were sold to somebody else', async () => {
    const orderId = await delivered()
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    const left = await stock()
    await writeStock(shop.db, sql`update products set stock = 0 where id = ${amber}`)
    await expectRefused(page, orderId, () => page.takeBack(orderId), { status: 409, message: /not in stock/ })
    await writeStock(shop.db, sql`update products set stock = ${left} where id = ${amber}`)
    await expectInvariants()
  })

  test('are refused if they are more than were bought, or nothing was delivered; nothing changes', async () => {
    const orderId = await delivered()
    const give = (lines: object[], fields?: object) => () => page.returnProducts(orderId, lines, fields)
    const one = [{ position: 1, quantity: 1 }]
    const refusals: [request: ReturnType<typeof give>, status: 400 | 409, message?: RegExp][] = [
      [give([{ position: 1, quantity: 3 }]), 400, /Only 2 of Amber can be returned/],
      [give([{ position: 7, quantity: 1 }]), 400, /not part of the order/],
      [give([...one, ...one]), 400],
      [give([]), 400],
      [give([{ position: 1, quantity: -1 }]), 400],
      [give(one, { reason: '' }), 400],
      [give(one, { refund: { amount: 0, method: 'cash' } }), 400],
      [give(one, { refund: { amount: 900, method: 'gold' } }), 400],
      [give(one, { refund: { amount: 4_600.01, method: 'cash' } }), 409, /cannot refund more than was paid/],
      [give(one, { version: 1 }), 409, /Somebody else changed/],
    ]
    for (const [request, status, message] of refusals)
      await expectRefused(page, orderId, request, message ? { status, message } : { status })
    const confirmed = await place()
    await expectRefused(page, confirmed, () => page.returnProducts(confirmed, one), {
      status: 409,
      message: /nothing of it can be returned/,
    })
    await page.move(confirmed, 'Shipped')
    await expectRefused(page, confirmed, () => page.returnProducts(confirmed, one), {
      status: 409,
      message: /comes back as a whole/,
    })
    await expectInvariants()
  })

  test('with a refund are one transaction of a fixed number of statements', async () => {
    const orderId = await delivered()
    const { version } = await page.read(orderId)
    const body = {
      version,
      lines: [{ position: 1, quantity: 1, restock: true }],
      reason: 'Broken',
      refund: { amount: 900, method: 'cash' },
    }
    const send = () => shop.json(`/api/admin/orders/${orderId}/returns`, as(dolma, 'POST', body))
    expect(await shop.countStatements(async () => expect((await send()).status).toBe(201))).toBe(20)
  })
})
