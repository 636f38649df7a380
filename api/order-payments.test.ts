import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { courierId, expectRefused, orderPage } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let before: Snapshot
let dolma: Person
let asha: Shopper
let page: ReturnType<typeof orderPage>
let amber: number
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [product({ name: 'Amber', stock: 500, priceNpr: 1_000_00, priceUsd: 10_00 })])
  amber = (await findProductIds(shop)).product('amber')
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  page = orderPage(shop, dolma)
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await takeSnapshot(queryRunner(shop))
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
})

const expectInvariants = async () => expect(await findOrderViolations(shop, before, [asha])).toEqual([])

/** Rs 1,100 with shipping. */
async function place(...statuses: string[]): Promise<string> {
  await asha.add({ productId: amber })
  const { orderId } = (await asha.order({ body: { currency: 'NPR' } })).body
  for (const to of statuses) expect((await page.move(orderId, to)).status).toBe(200)
  return orderId
}

test('a deposit lowers what the courier collects; a payment in the shop settles the rest', async () => {
  const orderId = await place()
  const deposit = await page.pay(orderId, 'deposit', 300, { method: 'transfer', note: 'Bank slip 7' })
  expect([deposit.status, deposit.body.balance]).toEqual([201, expect.objectContaining({ paid: 300, owed: 800 })])
  await page.move(orderId, 'Confirmed')
  await page.move(orderId, 'Shipped')
  const less = await page.move(orderId, 'Delivered', { collected: 500 })
  expect(less.body.balance).toMatchObject({ paid: 800, owed: 300, withCourier: 500 })
  const { body } = await page.pay(orderId, 'collected', 300)
  expect(body.balance).toMatchObject({ paid: 1_100, owed: 0, withCourier: 500 })
  expect(body.cash.map(({ kind, amount, method, courier }) => [kind, amount, method, courier])).toEqual([
    ['deposit', 300, 'transfer', null],
    ['collected', 500, 'cash', 'Valley Riders'],
    ['collected', 300, 'cash', null],
  ])
  await expectInvariants()
})

test.each([-1, 0, 0.001])('a payment of %s is refused with one sentence', async (amount) => {
  const { status, body } = await page.pay(await place(), 'deposit', amount)
  expect([status, body]).toMatchObject([400, { message: 'Please enter an amount above 0.' }])
  await expectInvariants()
})

test('taking a payment back reverses this payment, also after the courier changed', async () => {
  const orderId = await place('Confirmed', 'Shipped')
  await page.move(orderId, 'Delivered', { collected: 700 })
  await page.pay(orderId, 'collected', 400)
  await page.changeShipment(orderId, { courierId: await courierId(shop, 'Yak Express') })
  await page.takeBack(orderId)
  const { body } = await page.takeBack(orderId)
  expect(body.balance).toMatchObject({ paid: 700, owed: 400, withCourier: 700 })
  expect(body.cash.at(-1)).toMatchObject({ kind: 'collected', amount: -400, courier: null, note: 'Wrong order' })
  await expectInvariants()
})

test('an amount is written off for the buyer or for the courier, and that is taken back', async () => {
  const orderId = await place('Confirmed', 'Shipped')
  await page.move(orderId, 'Delivered', { collected: 1_000 })
  expect((await page.pay(orderId, 'written off', 100)).body.balance).toMatchObject({ owed: 0, writtenOff: 100 })
  expect((await page.pay(orderId, 'courier written off', 1_000)).body.balance).toMatchObject({ withCourier: 0 })
  expect((await page.takeBack(orderId)).body.balance).toMatchObject({ withCourier: 1_000, writtenOff: 100 })
  expect((await page.takeBack(orderId)).body.balance).toMatchObject({ owed: 100, writtenOff: 0 })
  await expectInvariants()
})

test('a canceled order with a deposit is refunded in whole', async () => {
  const orderId = await place()
  await page.pay(orderId, 'deposit', 500)
  expect((await page.move(orderId, 'Canceled')).body.balance).toMatchObject({ owed: 0, toRefund: 500 })
  expect((await page.pay(orderId, 'refunded', 500)).body.balance).toMatchObject({ netPaid: 0, toRefund: 0 })
  await expectInvariants()
})

test('what is not allowed is refused with a sentence, and nothing changes', async () => {
  const pending = await place()
  const delivered = await place('Confirmed', 'Shipped', 'Delivered')
  const canceled = await place('Canceled')
  const refusals: [orderId: string, kind: string, amount: number, status: 400 | 409, message?: RegExp][] = [
    [pending, 'deposit', 1_100.01, 409, /more than the customer owes/],
    [pending, 'collected', 10, 409, /not delivered yet/],
    [pending, 'refunded', 1, 409, /cannot refund more than was paid/],
    [pending, 'courier written off', 1, 409, /does not hold so much cash/],
    [pending, 'deposit', 0, 400],
    [pending, 'deposit', -5, 400],
    [pending, 'deposit', 0.001, 400],
    [pending, 'deposit', 1e12, 400],
    [pending, 'stolen', 5, 400],
    [delivered, 'deposit', 10, 409, /record a payment instead/],
    [delivered, 'refunded', 1_100.01, 409, /cannot refund more than was paid/],
    [delivered, 'written off', 1, 409, /more than the customer owes/],
    [canceled, 'deposit', 10, 409, /nothing is owed/],
  ]
  for (const [orderId, kind, amount, status, message] of refusals)
    await expectRefused(
      page,
      orderId,
      () => page.pay(orderId, kind, amount),
      message ? { status, message } : { status },
    )
  await expectRefused(page, pending, () => page.pay(pending, 'deposit', 5, { method: 'gold' }), { status: 400 })
  await expectRefused(page, pending, () => page.pay(pending, 'deposit', 5, { version: 99 }), { status: 409 })
  const shipped = await place('Confirmed', 'Shipped')
  await expectRefused(page, shipped, () => page.move(shipped, 'Delivered', { collected: 1_100.01 }), {
    status: 400,
    message: /cannot collect more than is owed/,
  })
  await expectInvariants()
})

test('of two refunds at once one is recorded, the other is refused', async () => {
  const orderId = await place('Confirmed', 'Shipped', 'Delivered')
  const { version } = await page.read(orderId)
  const both = await Promise.all([1, 2].map(() => page.pay(orderId, 'refunded', 700, { version })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await page.read(orderId)).balance).toMatchObject({ refunded: 700, netPaid: 400 })
  await expectInvariants()
})

test('a refund is one transaction of a fixed number of statements', async () => {
  const orderId = await place('Confirmed', 'Shipped', 'Delivered')
  const { version } = await page.read(orderId)
  const body = { version, kind: 'refunded', amount: 100, method: 'cash' }
  const send = () => shop.json(`/api/admin/orders/${orderId}/payments`, as(dolma, 'POST', body))
  expect(await shop.countStatements(async () => expect((await send()).status).toBe(201))).toBe(11)
})
