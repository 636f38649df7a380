import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { findBookViolations, type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { expectRefused, orderPage } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let before: Snapshot
let dolma: Person
let asha: Shopper
let page: ReturnType<typeof orderPage>
let amber: number
let ring: number
let small: number
beforeAll(async () => {
  shop = await openTestShop()
  const variants = [{ kind: 'size' as const, value: 'Small', stock: 50 }]
  await addProducts(shop, [
    product({ name: 'Amber', stock: 100, priceNpr: 1_000_00, priceUsd: 10_00 }),
    product({ name: 'Ring', priceNpr: 5_000_00, priceUsd: 50_00, variants }),
  ])
  const ids = await findProductIds(shop)
  amber = ids.product('amber')
  ring = ids.product('ring')
  small = ids.variant('ring', 'Small')
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  page = orderPage(shop, dolma)
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await takeSnapshot(queryRunner(shop))
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
})

const expectInvariants = async () => expect(await findOrderViolations(shop, before, [asha])).toEqual([])
const stock = async () => {
  const [row] = await readRows<{ stock: number }>(shop.db, sql`select stock from products where id = ${amber}`)
  return row?.stock ?? 0
}
const amberLine = (quantity: number) => ({ position: 1, productId: amber, attributeId: null, quantity })
const newRing = (quantity = 1) => ({ productId: ring, attributeId: small, quantity })

async function place(quantity = 2) {
  await asha.add({ productId: amber, quantity })
  return (await asha.order({ body: { currency: 'NPR' } })).body.orderId
}

test('quantities change and lines are added and removed: prices stay, stock moves, the customer gets the total', async () => {
  const orderId = await place()
  const left = await stock()
  await shop.db.execute(sql`update products set price_npr = 900000 where id = ${amber}`)
  const { status, body } = await page.edit(orderId, { lines: [amberLine(3), newRing()], reason: 'By phone' })
  await shop.db.execute(sql`update products set price_npr = 100000 where id = ${amber}`)
  expect([status, body.order.totalAmount]).toEqual([200, 8_100])
  expect(body.order.orderItems.map(({ position, quantity, unitPrice }) => [position, quantity, unitPrice])).toEqual([
    [1, 3, 1_000],
    [2, 1, 5_000],
  ])
  expect(await stock()).toBe(left - 1)
  expect(body.activity.at(-1)).toMatchObject({
    kind: 'edited',
    actor: 'Dolma Lama',
    reason: 'By phone',
    before: { totalNpr: 2_100_00, lines: [{ quantity: 2 }] },
    after: { totalNpr: 8_100_00, lines: [{ quantity: 3 }, { quantity: 1 }] },
  })
  const email = await latestEmail(shop, asha.email)
  expect(email.subject).toMatch(/^Order ALP-\d+ was changed$/)
  expect(email.text).toContain('You pay Rs 8,100 in cash')

  const removed = await page.edit(orderId, { lines: [{ position: 2, ...newRing() }] })
  expect(removed.body.order.orderItems.map(({ position }) => position)).toEqual([2])
  expect(await stock()).toBe(left + 2)
  const again = await page.edit(orderId, {
    lines: [
      { position: 2, ...newRing() },
      { ...amberLine(1), position: undefined },
    ],
  })
  expect(again.body.order.orderItems.map(({ position }) => position)).toEqual([2, 3])
  for (const _ of [1, 2, 3]) expect((await page.takeBack(orderId)).status).toBe(201)
  expect((await page.read(orderId)).order).toMatchObject({ totalAmount: 2_100, orderItems: [{ quantity: 2 }] })
  expect(await stock()).toBe(left)
  await expectInvariants()
})

test('address and note change; the customer gets an email only for what they see', async () => {
  const orderId = await place()
  const { order } = await page.read(orderId)
  await page.edit(orderId, { note: 'Leave it with the neighbor.' })
  expect((await latestEmail(shop, asha.email)).subject).not.toContain('was changed')
  const address = { ...order.address, streetAddress: 'Boudha Road 12', phone: '9811112222' }
  const { body } = await page.edit(orderId, { address, note: 'Leave it with the neighbor.' })
  expect(body.order).toMatchObject({ address, note: 'Leave it with the neighbor.' })
  expect((await latestEmail(shop, asha.email)).text).toContain('Boudha Road 12')
  const [logged] = await readRows<{ text: string }>(
    shop.db,
    sql`select coalesce(string_agg(before::text || after::text, ''), '') as text from audit_log
        where subject_id = ${order.orderNumber}`,
  )
  expect(logged?.text).not.toContain('Boudha')
  await expectInvariants()
})

test('bad input is refused with a sentence, and nothing changes', async () => {
  const orderId = await place()
  const edit = (fields: object) => () => page.edit(orderId, fields)
  const { order, version } = await page.read(orderId)
  const refusals: [fields: object, status: 400 | 409, message?: RegExp][] = [
    [{ lines: [] }, 400],
    [{ lines: [amberLine(0)] }, 400],
    [{ lines: [amberLine(1.5)] }, 400],
    [{ lines: [amberLine(1), amberLine(2)] }, 400],
    [{ address: { ...order.address, city: '' } }, 400],
    [{ note: 'x'.repeat(5000) }, 400],
    [{ lines: [amberLine(100_000)] }, 409, /Amber is not in stock in this quantity/],
    [{ lines: [{ ...amberLine(1), position: 9 }] }, 409, /no longer part of the order/],
    [{ lines: [amberLine(1), { productId: 999_999, attributeId: null, quantity: 1 }] }, 409, /no longer sold/],
    [{ lines: [amberLine(1), { ...newRing(), attributeId: null }] }, 409, /no longer sold/],
    [{ version: version - 1, note: 'Late' }, 409, /Somebody else changed this order/],
  ]
  for (const [fields, status, message] of refusals)
    await expectRefused(page, orderId, edit(fields), message ? { status, message } : { status })
  await expectInvariants()
})

test('a stale edit gets the current order to merge', async () => {
  const orderId = await place()
  const { version } = await page.read(orderId)
  await page.edit(orderId, { note: 'Ring twice.' })
  const { status, body } = await page.edit(orderId, { version, note: 'Ring once.' })
  expect(status).toBe(409)
  expect(body).toMatchObject({ current: { version: version + 1, order: { note: 'Ring twice.' } } })
})

test('an order that is shipped, delivered or canceled is not changed', async () => {
  const orderId = await place()
  await page.move(orderId, 'Confirmed')
  expect((await page.edit(orderId, { lines: [amberLine(1)] })).status).toBe(200)
  for (const to of ['Shipped', 'Delivered']) {
    await page.move(orderId, to)
    await expectRefused(page, orderId, () => page.edit(orderId, { note: 'Later' }), {
      status: 409,
      message: `This order is ${to} and can no longer be changed. Nothing was changed.`,
    })
  }
  await expectInvariants()
})

test('an edit and a cancellation by the customer at the same moment never mix', async () => {
  for (let round = 0; round < 5; round++) {
    const orderId = await place(1)
    const { version } = await page.read(orderId)
    const [edited, canceled] = await Promise.all([
      page.edit(orderId, { version, lines: [amberLine(2)] }),
      shop.json(`/api/order/${orderId}/cancel`, as(asha, 'POST')),
    ])
    expect([200, 409]).toContain(edited.status)
    expect(canceled.status).toBe(200)
    const { order } = await page.read(orderId)
    expect([order.payment.status, order.orderItems[0]?.quantity]).toEqual([4, edited.status === 200 ? 2 : 1])
  }
  await expectInvariants()
})

test('two edits at once: one is stored, the other is refused', async () => {
  const orderId = await place()
  const { version } = await page.read(orderId)
  const both = await Promise.all(
    [3, 4].map((quantity) => page.edit(orderId, { version, lines: [amberLine(quantity)] })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await expectInvariants()
})

test('a discount that would be more than the products cost is refused', async () => {
  const sent = as(dolma, 'POST', {
    source: 'phone',
    currency: 'NPR',
    lines: [newRing(), { productId: amber, attributeId: null, quantity: 1 }],
    discount: 2_000,
    shipping: { npr: 100, usd: 1 },
    address: {
      ...{ country: 'Nepal', state: 'Bagmati', city: 'Patan', streetAddress: 'Mangal Bazaar 9' },
      ...{ lastName: 'Thapa', phone: '9811111111' },
    },
  })
  const headers = { ...sent.headers, 'Idempotency-Key': crypto.randomUUID() }
  const { orderId } = (await shop.json('/api/admin/orders', { ...sent, headers })).body.order
  const onlyAmber = { lines: [{ ...amberLine(1), position: 2 }] }
  await expectRefused(page, orderId, () => page.edit(orderId, onlyAmber), {
    status: 409,
    message: 'The discount would be more than the products cost. Nothing was changed.',
  })
  expect(await findBookViolations(queryRunner(shop))).toEqual([])
})

test('adding a line is one transaction of a fixed number of statements', async () => {
  const orderId = await place()
  const { version, order } = await page.read(orderId)
  const body = { version, lines: [amberLine(2), newRing()], address: order.address, note: '' }
  const add = () => shop.json(`/api/admin/orders/${orderId}`, as(dolma, 'PUT', body))
  expect(await shop.countStatements(async () => expect((await add()).status).toBe(200))).toBe(17)
  await expectInvariants()
})
