import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let pemba: Person
let asha: Shopper
let bowl: { productId: number }
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  await writeStock(shop.db, sql`update products set stock = 50 where slug = 'singing-bowl'`)
  bowl = { productId: (await findProductIds(shop)).product('singing-bowl') }
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
  await asha.add(bowl)
})

const emailsTo = ({ email }: Person) =>
  readRows<{ subject: string }>(shop.db, sql`select subject from emails where to_address = ${email} order by id`)
const cancel = (buyer: Shopper, orderId: string) => shop.json(`/api/order/${orderId}/cancel`, as(buyer, 'POST'))

describe('a gift order', () => {
  test('is stored, and marked in the email and in the admin order', async () => {
    const { status, body } = await asha.order({ body: { isGift: true, note: 'Happy birthday, Maya.' } })
    expect([status, body.isGift, body.note]).toEqual([201, true, 'Happy birthday, Maya.'])
    const own = await shop.json(`/api/order/${asha.userId}/${body.orderId}`, as(asha))
    expect(own.body).toEqual(body)
    const adminOrder = await shop.json(`/api/admin/orders/${body.orderId}`, as(pemba))
    expect(adminOrder.body.order).toMatchObject({ isGift: true, note: 'Happy birthday, Maya.' })
    const { text } = await latestEmail(shop, asha.email)
    expect(text).toContain('This is a gift: no prices in the parcel.')
    expect(text).toContain('Your gift note: Happy birthday, Maya.')
  })

  test('is not the default, and rejects a value that is not boolean', async () => {
    const rejected = await asha.order({ body: { isGift: 'yes' } })
    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ field: 'isGift' }] } })
    expect((await asha.order()).body.isGift).toBe(false)
    expect((await latestEmail(shop, asha.email)).text).not.toContain('gift')
  })

  test('conflicts with an order that is no gift under the same idempotency key', async () => {
    const key = crypto.randomUUID()
    const { body } = await asha.order({ key, body: { isGift: true } })
    expect((await asha.order({ key, body: { isGift: true } })).body.orderId).toBe(body.orderId)
    expect((await asha.order({ key })).status).toBe(409)
  })
})

describe('the order confirmation email', () => {
  test('lists the next steps with the values of the settings', async () => {
    const { body: settings } = await shop.json('/api/admin/settings', as(pemba))
    expect(settings).toMatchObject({ nepalDaysFrom: 2, nepalDaysTo: 5, returnDays: 14 })
    await shop.json('/api/admin/settings', as(pemba, 'PUT', { ...settings, nepalDaysTo: 9, returnDays: 30 }))
    await asha.order({ body: { currency: 'NPR' } })
    const { text, html } = await latestEmail(shop, asha.email)
    for (const sentence of [
      'We call you to confirm the order before we send it.',
      'It takes 5-7 days to prepare. Delivery then usually takes 2–9 days inside Nepal.',
      'You pay Rs 22,444 in cash when it arrives.',
      'You can return it within 30 days.',
    ]) {
      expect(text).toContain(sentence)
      expect(html).toContain(sentence)
    }
    expect(text).not.toContain('duty')
  })
})

describe('a canceled order', () => {
  test('sends one email to the buyer, whether the buyer or the shop cancels', async () => {
    const { body: first } = await asha.order()
    expect((await cancel(asha, first.orderId)).status).toBe(200)
    await asha.add(bowl)
    const { body: second } = await asha.order()
    const transition = { from: 'Pending', to: 'Canceled' }
    expect((await shop.fetch(`/api/admin/orders/${second.orderId}/moves`, as(pemba, 'POST', transition))).status).toBe(
      200,
    )
    expect((await emailsTo(asha)).map(({ subject }) => subject)).toEqual([
      `Your order ${first.orderNumber}`,
      `Order ${first.orderNumber} was canceled`,
      `Your order ${second.orderNumber}`,
      `Order ${second.orderNumber} was canceled`,
    ])
    const { text } = await latestEmail(shop, asha.email)
    expect(text).toContain('We will not ship it, and there is nothing to pay.')
  })

  test('sends no email for the failed ones of ten concurrent cancellations', async () => {
    const { body } = await asha.order()
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancel(asha, body.orderId)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await emailsTo(asha)).toHaveLength(2)
  })
})

test('a country is stored by its name, also when entered by alias or code', async () => {
  const address = { id: asha.userId, state: 'Bagmati', city: 'Lalitpur', streetAddress: 'Patan Dhoka 12' }
  const save = (country: string) => shop.json('/api/addresses', as(asha, 'POST', { ...address, country }))
  const stored = []
  for (const country of ['UK', 'usa', 'Deutschland', 'नेपाल', ' Holland '])
    stored.push((await save(country)).body.country)
  expect(stored).toEqual(['United Kingdom', 'United States', 'Germany', 'Nepal', 'Netherlands'])
  expect(await save('Atlantis')).toMatchObject({ status: 400, body: { errors: [{ field: 'country' }] } })
})
