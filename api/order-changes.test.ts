import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { courierId, expectRefused, orderPage } from '#tests/support/order-changes.ts'
import { addProducts } from '#tests/support/products.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let bowl: number
let before: Snapshot
let dolma: Person
let asha: Shopper
let page: ReturnType<typeof orderPage>
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  await writeStock(shop.db, sql`update products set stock = 500 where slug = 'singing-bowl'`)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  page = orderPage(shop, dolma)
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await takeSnapshot(queryRunner(shop))
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
})

const total = 22_444
const expectInvariants = async () => expect(await findOrderViolations(shop, before, [asha])).toEqual([])

async function place(...statuses: string[]): Promise<string> {
  await asha.add({ productId: bowl })
  const { orderId } = (await asha.order({ body: { currency: 'NPR' } })).body
  for (const to of statuses) expect((await page.move(orderId, to)).status).toBe(200)
  return orderId
}
const subjects = async () => {
  await allJobsDone(shop)
  const rows = await readRows<{ subject: string }>(
    shop.db,
    sql`select subject from emails where to_address = ${asha.email} order by id`,
  )
  return rows.map(({ subject }) => subject.replace(/ALP-\d+/, 'ALP'))
}
const stock = async () => {
  const [row] = await readRows<{ stock: number }>(shop.db, sql`select stock from products where id = ${bowl}`)
  return row?.stock
}
const statusCode = async (orderId: string) => (await page.read(orderId)).order.payment.status

describe('taking a change back', () => {
  test.each([
    ['Confirmed', 0, ['Confirmed']],
    ['Shipped', 1, ['Confirmed', 'Shipped']],
    ['Delivered', 2, ['Confirmed', 'Shipped', 'Delivered']],
    ['Delivered in the shop', 1, ['Confirmed', 'Delivered']],
    ['Canceled', 1, ['Confirmed', 'Canceled']],
    ['Returned', 2, ['Confirmed', 'Shipped', 'Returned']],
  ])('restores the status before %s, with the reason and a correction email', async (_, previous, statuses) => {
    const orderId = await place(...statuses.slice(0, -1))
    const untouched = await page.read(orderId)
    const left = await stock()
    await page.move(orderId, statuses.at(-1) ?? '')
    const { status, body } = await page.takeBack(orderId)
    expect([status, body.order.payment.status]).toEqual([201, previous])
    expect(body.balance).toEqual(untouched.balance)
    expect(body.order.shipment).toEqual(untouched.order.shipment)
    expect(await stock()).toBe(left)
    const [changed, corrected] = body.activity.slice(-2)
    expect(changed).toMatchObject({ isTakenBack: true, corrects: null })
    expect(corrected).toMatchObject({
      kind: 'corrected',
      reason: 'Wrong order',
      actor: 'Dolma Lama',
      corrects: changed?.id,
    })
    expect(body.takesBack).toBe(statuses.length > 1 ? 'status' : null)
    const own = await shop.json(`/api/order/${asha.userId}/${orderId}`, as(asha))
    expect(own.body.history).toEqual(untouched.order.history)
    expect((await subjects()).at(-1)).toBe('Correction for order ALP')
    await expectInvariants()
  })

  test('goes back step by step to the beginning', async () => {
    const orderId = await place('Confirmed', 'Shipped', 'Delivered')
    for (const code of [2, 1, 0]) expect((await page.takeBack(orderId)).body.order.payment.status).toBe(code)
    await expectRefused(page, orderId, () => page.takeBack(orderId), {
      status: 409,
      message: 'There is nothing to take back. Nothing was changed.',
    })
    await expectInvariants()
  })

  test('is refused without a reason and with an old version', async () => {
    const orderId = await place('Confirmed')
    const { version } = await page.read(orderId)
    await expectRefused(page, orderId, () => page.takeBack(orderId, { reason: '  ' }), { status: 400 })
    await expectRefused(page, orderId, () => page.takeBack(orderId, { version: version - 1 }), {
      status: 409,
      message: 'Somebody else changed this order since you opened it. Nothing was changed.',
    })
    const both = await Promise.all([page.takeBack(orderId, { version }), page.takeBack(orderId, { version })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    await expectInvariants()
  })

  test('is refused after the courier handed over the cash, until that is taken back', async () => {
    const orderId = await place('Confirmed', 'Shipped', 'Delivered')
    const receive = (received: boolean) =>
      shop.json('/api/admin/cash', as(dolma, 'PUT', { orderIds: [orderId], received }))
    await receive(true)
    await expectRefused(page, orderId, () => page.takeBack(orderId), { status: 409, message: /handed over the cash/ })
    await receive(false)
    expect((await page.takeBack(orderId)).body).toMatchObject({ balance: { paid: 0, withCourier: 0, owed: total } })
    await expectInvariants()
  })

  test('is refused for a change by the customer', async () => {
    const orderId = await place()
    await shop.json(`/api/order/${orderId}/cancel`, as(asha, 'POST'))
    expect((await page.read(orderId)).takesBack).toBeNull()
    await expectRefused(page, orderId, () => page.takeBack(orderId), {
      status: 409,
      message: 'The customer made the last change. Nothing was changed.',
    })
    await expectInvariants()
  })

  test('of a cancellation is refused if the products were sold since', async () => {
    const orderId = await place('Canceled')
    const left = await stock()
    await writeStock(shop.db, sql`update products set stock = 0 where id = ${bowl}`)
    await expectRefused(page, orderId, () => page.takeBack(orderId), { status: 409, message: /not in stock/ })
    await writeStock(shop.db, sql`update products set stock = ${left} where id = ${bowl}`)
    expect((await page.takeBack(orderId)).status).toBe(201)
    await expectInvariants()
  })
})

describe('emails about a change that is taken back', () => {
  test('are not sent at all within the time to undo, and only for what stays', async () => {
    const patient = await testShop({ environment: { UNDO_SECONDS: '600' } })
    await addProducts(patient)
    const ids = await findProductIds(patient)
    const maya = await shopper(patient, 'Maya Rai')
    const staff = await person(patient, 'Dolma Lama', { role: 'Manager' })
    const patientPage = orderPage(patient, staff)
    await maya.add({ productId: ids.product('singing-bowl') })
    const { orderId } = (await maya.order()).body
    const queued = async () => {
      const rows = await readRows<{ subject: string }>(
        patient.db,
        sql`select subject from emails where to_address = ${maya.email} order by id`,
      )
      return rows.map(({ subject }) => subject.replace(/ALP-\d+/, 'ALP'))
    }
    const [confirmation] = await queued()
    for (const [to, headline] of [
      ['Confirmed', 'is confirmed'],
      ['Canceled', 'was canceled'],
    ] as const) {
      await patientPage.move(orderId, to)
      expect(await queued()).toEqual([confirmation, `Order ALP ${headline}`])
      await patientPage.takeBack(orderId, { reason: 'Undone' })
      expect(await queued()).toEqual([confirmation])
    }
    await patientPage.edit(orderId, { address: { ...(await patientPage.read(orderId)).order.address, city: 'Patan' } })
    await patientPage.takeBack(orderId, { reason: 'Undone' })
    expect(await queued()).toEqual([confirmation])
    expect((await latestEmail(patient, maya.email)).subject).toMatch(/ALP/)
  })
})

describe('courier and tracking number', () => {
  test('can be changed at any time after shipping, and the cash moves to the new courier', async () => {
    const orderId = await place('Confirmed', 'Shipped', 'Delivered')
    const [first, second] = [await courierId(shop), await courierId(shop, 'Yak Express')]
    await page.pay(orderId, 'courier written off', 44)
    const { status, body } = await page.changeShipment(orderId, { courierId: second, trackingNumber: 'Y-1' })
    expect([status, body.order.shipment]).toEqual([200, { courier: 'Yak Express', trackingNumber: 'Y-1' }])
    expect(body.activity.at(-1)).toMatchObject({
      kind: 'shipment',
      before: { courier: 'Valley Riders', trackingNumber: '' },
      after: { courier: 'Yak Express', trackingNumber: 'Y-1' },
    })
    const held = async (courier: number) => {
      const [row] = await readRows<{ held: string }>(
        shop.db,
        sql`select coalesce(sum(case kind when 'collected' then amount else -amount end), 0)::text as held
            from cash_entries where order_id = ${orderId} and courier_id = ${courier}`,
      )
      return Number(row?.held) / 100
    }
    expect([await held(first), await held(second)]).toEqual([0, total - 44])
    expect((await page.takeBack(orderId)).body.courierId).toBe(first)
    expect([await held(first), await held(second)]).toEqual([total - 44, 0])

    await shop.json('/api/admin/cash', as(dolma, 'PUT', { orderIds: [orderId], received: true }))
    expect((await page.changeShipment(orderId, { courierId: second })).status).toBe(200)
    expect([await held(first), await held(second)]).toEqual([0, 0])
    const { cash } = await page.read(orderId)
    expect(cash.slice(-2).map(({ courier, kind, amount }) => [courier, kind, amount])).toEqual([
      ['Valley Riders', 'written off', -44],
      ['Yak Express', 'written off', 44],
    ])
    await expectInvariants()
  })

  test('are emailed to the customer while the order is on its way', async () => {
    const orderId = await place('Confirmed', 'Shipped')
    await page.changeShipment(orderId, { courierId: await courierId(shop), trackingNumber: '' })
    expect((await subjects()).at(-1)).toBe('Order ALP is on its way')
    await page.changeShipment(orderId, { courierId: await courierId(shop), trackingNumber: 'VR-9' })
    const { subject, text } = await latestEmail(shop, asha.email)
    expect(subject).toMatch(/^New shipment details for order ALP-\d+$/)
    expect(text).toMatch(/on its way with Valley Riders.*tracking number is VR-9/s)
    await page.takeBack(orderId)
    expect((await latestEmail(shop, asha.email)).text).toContain('It has no tracking number.')
    await page.move(orderId, 'Delivered')
    const sent = (await subjects()).length
    await page.changeShipment(orderId, { courierId: await courierId(shop), trackingNumber: 'VR-10' })
    expect(await subjects()).toHaveLength(sent)
    await expectInvariants()
  })

  test('are refused for an order that is not shipped, and for a courier that is not in use', async () => {
    const orderId = await place('Confirmed')
    const courier = { courierId: await courierId(shop) }
    await expectRefused(page, orderId, () => page.changeShipment(orderId, courier), {
      status: 409,
      message: /has no courier yet/,
    })
    await page.move(orderId, 'Shipped')
    const retired = await courierId(shop, 'Retired Riders')
    await shop.db.execute(sql`update couriers set is_active = false where id = ${retired}`)
    for (const wrong of [retired, 999_999])
      await expectRefused(page, orderId, () => page.changeShipment(orderId, { courierId: wrong }), {
        status: 409,
        message: /not in the list/,
      })
    expect(await statusCode(orderId)).toBe(2)
  })
})

test('orders placed after an order are listed for the next order', async () => {
  const orders = [await place(), await place('Confirmed'), await place()]
  const next = async (after: string) => {
    const query = `status=Pending&sort=placed&size=1&after=${after}`
    const { body } = await shop.json(`/api/admin/orders?${query}`, as(dolma))
    return body.rows.map(({ orderId }) => orderId)
  }
  expect(await next(orders[0] ?? '')).toEqual([orders[2]])
  expect(await next(orders[2] ?? '')).toEqual([])
  expect((await shop.json('/api/admin/orders?after=nonsense', as(dolma))).status).toBe(400)
})
