import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { header, parseEmail, startMailServer } from '#tests/support/mail-server.ts'
import { addProducts } from '#tests/support/products.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'
import type { EnquiryReceived, OrderPlaced } from './events.ts'
import { announce } from './service.server.ts'

const shopEmail = 'context@shop.test'
let shop: TestShop
let owner: Person
let asha: Shopper
let bowl: number
beforeAll(async () => {
  shop = await openTestShop({ environment: { SHOP_EMAIL: shopEmail } })
  await addProducts(shop)
  await shop.db.execute(sql`update products set stock = 500 where slug = 'singing-bowl'`)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  owner = await person(shop, 'Dolma Owner', { role: 'Owner' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
})

async function place(on = shop, buyer = asha, productId = bowl) {
  await buyer.add({ productId })
  const { body } = await buyer.order()
  await allJobsDone(on)
  return body
}

const contact = { firstName: 'Maya', lastName: 'Rai', queries: 'Are you open on Saturdays?' }
const subjectsTo = async (address: string, on = shop) => {
  await allJobsDone(on)
  const rows = await readRows<{ subject: string }>(
    on.db,
    sql`select subject from emails where to_address = ${address} order by id`,
  )
  return rows.map(({ subject }) => subject)
}

async function saveSettings(changes: object): Promise<void> {
  const { body } = await shop.json('/api/admin/settings', as(owner))
  const saved = await shop.json('/api/admin/settings', as(owner, 'PUT', { ...body, ...changes }))
  expect(saved.status).toBe(200)
}

const placedEvent = ({ orderId, orderNumber }: { orderId: string; orderNumber: string }): OrderPlaced => ({
  event: 'order.placed',
  id: orderId,
  number: orderNumber,
  name: 'Asha',
  phone: '',
  total: 100,
  currency: 'NPR',
  items: 1,
})

describe('a new order', () => {
  test('is sent to the shop by SMTP, with buyer, phone, total and a link to the order', async () => {
    const mailServer = await startMailServer()
    onTestFinished(() => mailServer.close())
    const own = await testShop({ environment: { SHOP_EMAIL: shopEmail, SMTP_URL: mailServer.url } })
    await addProducts(own)
    const buyer = await shopper(own, 'Asha Gurung')
    const { orderId, orderNumber } = await place(own, buyer, (await findProductIds(own)).product('singing-bowl'))
    const toShop = mailServer.delivered.filter(({ recipients }) => recipients.includes(shopEmail))
    expect(toShop).toHaveLength(1)
    const message = parseEmail(toShop[0]?.raw ?? '')
    const [text] = message.parts
    expect(header(message, 'subject')).toMatch(new RegExp(`^New order ${orderNumber} from \\S`))
    expect(text?.body).toMatch(/1 item, \$ \d+ in cash on delivery\./)
    expect(text?.body).toContain('Phone: 98')
    expect(text?.body).toContain(`/admin/orders/${orderId}`)
  })

  test('is announced once, whatever job is repeated', async () => {
    const order = await place()
    const before = await subjectsTo(shopEmail)
    expect(before.filter((subject) => subject.includes(order.orderNumber))).toHaveLength(1)
    const event = placedEvent(order)
    await Promise.all([1, 2, 3].map(() => announce(shop, event)))
    expect(await subjectsTo(shopEmail)).toEqual(before)
  })

  test('is announced by the next try of the job when the first one dies before its commit', async () => {
    const order = await place()
    await shop.db.execute(sql`delete from notifications where subject_id = ${order.orderId}`)
    const before = await subjectsTo(shopEmail)
    const failing = { ...shop, limits: { ...shop.limits, countEmail: () => Promise.reject(new Error('killed')) } }
    await expect(announce(failing, placedEvent(order))).rejects.toThrow('killed')
    expect(await subjectsTo(shopEmail)).toEqual(before)
    await announce(shop, placedEvent(order))
    expect(await subjectsTo(shopEmail)).toHaveLength(before.length + 1)
  })

  test('is announced although the mail server rejects the customer', async () => {
    const mailServer = await startMailServer()
    onTestFinished(() => mailServer.close())
    const own = await testShop({ environment: { SHOP_EMAIL: shopEmail, SMTP_URL: mailServer.url } })
    await addProducts(own)
    const buyer = await shopper(own, 'Asha Gone')
    mailServer.refused.add(buyer.email)
    const { orderNumber } = await place(own, buyer, (await findProductIds(own)).product('singing-bowl'))
    expect(await subjectsTo(shopEmail, own)).toEqual([expect.stringContaining(orderNumber)])
    expect(mailServer.delivered.map(({ recipients }) => recipients)).toEqual([[shopEmail]])
  })

  test('costs the buyer’s request no statement: an order takes five', async () => {
    await asha.add({ productId: bowl })
    expect(await shop.countStatements(() => asha.order())).toBe(5)
    await allJobsDone(shop)
  })

  test('is not sent by email when the owner has switched it off, and enquiries still are', async () => {
    await saveSettings({ emailNewOrders: false })
    const before = await subjectsTo(shopEmail)
    await place()
    expect(await subjectsTo(shopEmail)).toEqual(before)
    await shop.json('/api/GetInTouch', as(undefined, 'POST', contact))
    expect(await subjectsTo(shopEmail)).toHaveLength(before.length + 1)
    await saveSettings({ emailNewOrders: true })
  })

  test('that staff have entered is not announced', async () => {
    const before = await subjectsTo(shopEmail)
    const address = {
      firstName: 'Asha',
      lastName: 'Gurung',
      phone: '9800000000',
      country: 'Nepal',
      state: 'Bagmati',
      city: 'Lalitpur',
      streetAddress: 'Mangal Bazaar 4',
      zipCode: '44700',
    }
    const entered = {
      source: 'phone',
      customerId: asha.userId,
      currency: 'NPR',
      lines: [{ productId: bowl, attributeId: null, quantity: 1 }],
      shipping: { npr: 100, usd: 40 },
      address,
    }
    const request = as(owner, 'POST', entered)
    const headers = { ...request.headers, 'Idempotency-Key': crypto.randomUUID() }
    const { status, body } = await shop.json('/api/admin/orders', { ...request, headers })
    expect([status, body]).toMatchObject([201, expect.any(Object)])
    expect((await latestEmail(shop, asha.email)).subject).toMatch(/^Your order ALP-/)
    expect(await subjectsTo(shopEmail)).toEqual(before)
  })

  test('is deleted from the shop’s emails with the account of the buyer', async () => {
    const { orderNumber } = await place()
    expect((await latestEmail(shop, shopEmail)).subject).toContain(orderNumber)
    const deleted = await shop.fetch(`/api/userdetails/${asha.userId}`, as(asha, 'DELETE', { email: asha.email }))
    expect(deleted.status).toBe(204)
    expect((await subjectsTo(shopEmail)).filter((subject) => subject.includes(orderNumber))).toEqual([])
  })
})

describe('a new enquiry', () => {
  test('is sent to the shop with a link to it, once', async () => {
    await shop.json('/api/GetInTouch', as(undefined, 'POST', contact))
    const { text } = await latestEmail(shop, shopEmail)
    const { body } = await shop.json('/api/admin/enquiries', as(owner))
    const { enquiryId } = body.rows[0] ?? { enquiryId: '' }
    expect(text).toContain(`/admin/enquiries/${enquiryId}`)
    const before = await subjectsTo(shopEmail)
    const event: EnquiryReceived = { event: 'enquiry.received', id: enquiryId, ...enquiry }
    await announce(shop, event)
    expect(await subjectsTo(shopEmail)).toEqual(before)
  })

  test('is not sent by email when the owner has switched it off', async () => {
    await saveSettings({ emailNewEnquiries: false })
    const before = await subjectsTo(shopEmail)
    await shop.json('/api/GetInTouch', as(undefined, 'POST', contact))
    expect(await subjectsTo(shopEmail)).toEqual(before)
    await saveSettings({ emailNewEnquiries: true })
  })

  test('that was deleted meanwhile is not announced', async () => {
    const before = await subjectsTo(shopEmail)
    await announce(shop, { event: 'enquiry.received', id: crypto.randomUUID(), ...enquiry })
    expect(await subjectsTo(shopEmail)).toEqual(before)
  })
})

const enquiry = { kind: 'contact', name: 'Maya Rai', email: null, phoneNumber: null, message: 'Hello' } as const
