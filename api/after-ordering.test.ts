import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readLatestMail } from '#modules/email/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let pemba: Person
let asha: Shopper
let bowl: { productId: number }
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  await shop.db.execute(sql`update products set stock = 50 where slug = 'singing-bowl'`)
  bowl = { productId: (await idsOf(shop)).product('singing-bowl') }
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Admin' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
  await asha.add(bowl)
})

const mailsTo = (who: Person) =>
  readRows<{ subject: string }>(shop.db, sql`select subject from mails where to_address = ${who.email} order by id`)
const cancel = (who: Shopper, orderId: string) => shop.json(`/api/order/${orderId}/cancel`, as(who, 'POST'))

describe('a gift', () => {
  test('is stored, and told to the buyer and to the shop', async () => {
    const { status, body } = await asha.order({ body: { isGift: true, note: 'Happy birthday, Maya.' } })
    expect([status, body.isGift, body.note]).toEqual([201, true, 'Happy birthday, Maya.'])
    const own = await shop.json(`/api/order/${asha.userId}/${body.orderId}`, as(asha))
    expect(own.body).toEqual(body)
    const desk = await shop.json(`/api/admin/orders/${body.orderId}`, as(pemba))
    expect(desk.body.order).toMatchObject({ isGift: true, note: 'Happy birthday, Maya.' })
    const { text } = await readLatestMail(shop.db, asha.email)
    expect(text).toContain('This is a gift: no prices in the parcel.')
    expect(text).toContain('Your gift note: Happy birthday, Maya.')
  })

  test('is not what an order is by default, and is true or false', async () => {
    const refused = await asha.order({ body: { isGift: 'yes' } })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'isGift' }] } })
    expect((await asha.order()).body.isGift).toBe(false)
    expect((await readLatestMail(shop.db, asha.email)).text).not.toContain('gift')
  })

  test('belongs to what a key stands for', async () => {
    const key = crypto.randomUUID()
    const { body } = await asha.order({ key, body: { isGift: true } })
    expect((await asha.order({ key, body: { isGift: true } })).body.orderId).toBe(body.orderId)
    expect((await asha.order({ key })).status).toBe(409)
  })
})

describe('the confirmation', () => {
  test('says what happens next, from the settings of the owner', async () => {
    const { body: settings } = await shop.json('/api/admin/settings', as(pemba))
    expect(settings).toMatchObject({ nepalDaysFrom: 2, nepalDaysTo: 5, returnDays: 14 })
    await shop.json('/api/admin/settings', as(pemba, 'PUT', { ...settings, nepalDaysTo: 9, returnDays: 30 }))
    await asha.order({ body: { currency: 'NPR' } })
    const { text, html } = await readLatestMail(shop.db, asha.email)
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
  test('is told to its buyer by one email, whoever canceled it', async () => {
    const { body: first } = await asha.order()
    expect((await cancel(asha, first.orderId)).status).toBe(200)
    await asha.add(bowl)
    const { body: second } = await asha.order()
    const move = { from: 'Pending', to: 'Canceled' }
    expect((await shop.fetch(`/api/admin/orders/${second.orderId}/moves`, as(pemba, 'POST', move))).status).toBe(200)
    expect((await mailsTo(asha)).map(({ subject }) => subject)).toEqual([
      `Your order ${first.orderNumber}`,
      `Order ${first.orderNumber} was cancelled`,
      `Your order ${second.orderNumber}`,
      `Order ${second.orderNumber} was cancelled`,
    ])
    const { text } = await readLatestMail(shop.db, asha.email)
    expect(text).toContain('Your order will not be sent, and there is nothing to pay.')
  })

  test('sends nothing where it cannot be canceled, also when it is tried ten times at once', async () => {
    const { body } = await asha.order()
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(asha, body.orderId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await mailsTo(asha)).toHaveLength(2)
  })
})

test('a country is stored by its name, whatever it is called', async () => {
  const address = { id: asha.userId, state: 'Bagmati', city: 'Lalitpur', streetAddress: 'Patan Dhoka 12' }
  const save = (country: string) => shop.json('/api/addresses', as(asha, 'POST', { ...address, country }))
  const stored = []
  for (const country of ['UK', 'usa', 'Deutschland', 'नेपाल', ' Holland '])
    stored.push((await save(country)).body.country)
  expect(stored).toEqual(['United Kingdom', 'United States', 'Germany', 'Nepal', 'Netherlands'])
  expect(await save('Atlantis')).toMatchObject({ status: 400, body: { errors: [{ field: 'country' }] } })
})
