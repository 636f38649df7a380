import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { first } from '#tests/support/answers.ts'
import { idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { header, openLetter, openPostOffice, type PostOffice } from '#tests/support/mail-server.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const siteUrl = 'https://alpine.test'
/** What a stranger typed, and the product that they chose. */
const typed = /spam|evil\.example|Mangal Bazaar|Lalitpur|9800000000|Singing Bowl/i

let office: PostOffice
let shop: TestShop
let clerk: Person
let bowl: number

beforeAll(async () => {
  office = await openPostOffice()
  shop = await openTestShop({ environment: { SMTP_URL: office.url, SITE_URL: siteUrl } })
  await stock(shop)
  bowl = (await idsOf(shop)).product('singing-bowl')
  clerk = await person(shop, 'Dolma Staff', { role: 'Admin' })
})
afterAll(async () => {
  await shop.close()
  await office.close()
})

/** The letters to somebody, once so many have arrived over SMTP. */
async function lettersTo(email: string, count: number) {
  const found = () => office.delivered.filter(({ recipients }) => recipients.includes(email))
  await vi.waitFor(() => expect(found()).toHaveLength(count), { timeout: 60_000, interval: 100 })
  return found().map(({ raw }) => {
    const letter = openLetter(raw)
    return { subject: header(letter, 'subject'), words: letter.parts.map(({ body }) => body).join('\n') }
  })
}

const asClerk = <P extends string>(path: P, body: unknown) => shop.json(`/api/admin${path}`, as(clerk, 'POST', body))

async function buyer(on: TestShop, confirmed: boolean): Promise<Shopper> {
  const who = await shopper(on, 'Spam Evil.example')
  if (!confirmed) await on.db.execute(sql`update users set email_confirmed_at = null where id = ${who.userId}`)
  return who
}

async function order(who: Shopper): Promise<{ orderId: string; orderNumber: string }> {
  await who.add({ productId: bowl, quantity: 2 })
  const { status, body } = await who.order({ body: { note: 'Spam: visit https://evil.example' } })
  expect(status).toBe(201)
  return body
}

async function moveOn(orderId: string) {
  const courier = { courier: 'Valley Riders', trackingNumber: 'VR-1' }
  for (const [from, to] of [
    ['Pending', 'Confirmed'],
    ['Confirmed', 'Shipped'],
    ['Shipped', 'Delivered'],
  ]) {
    const said = { from, to, ...(to === 'Shipped' ? courier : {}) }
    expect((await asClerk(`/orders/${orderId}/moves`, said)).status).toBe(200)
  }
}

describe('before an email address is confirmed', () => {
  test('the emails of an order hold its number, sums and our own link, and nothing that the buyer typed', async () => {
    const stranger = await buyer(shop, false)
    const { orderId, orderNumber } = await order(stranger)
    await moveOn(orderId)
    const letters = await lettersTo(stranger.email, 4)
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      `Order ${orderNumber} has arrived`,
      `Order ${orderNumber} is confirmed`,
      `Order ${orderNumber} is on its way`,
      `Your order ${orderNumber}`,
    ])
    for (const { words } of letters) {
      expect(words).not.toMatch(typed)
      expect(words).not.toContain('Dear')
      expect(words).toContain(`${siteUrl}/profile?tab=MyOrders`)
      for (const [link] of words.matchAll(/https?:\/\/[^\s"<]+/g)) expect(link.startsWith(siteUrl)).toBe(true)
    }
    const receipt = letters.find(({ subject }) => subject === `Your order ${orderNumber}`)
    expect(receipt?.words).toContain('$ 376')
  })

  test('a registration gets a plain confirmation, a quote and an answer no name and no quoted words', async () => {
    const email = 'victim@people.example'
    const name = 'Spam evil.example'
    const password = 'Namaste-1234'
    const said = { username: name, firstName: 'Spam', lastName: 'evil.example', email, password }
    expect((await shop.fetch('/api/authentication/register', as(undefined, 'POST', said))).status).toBe(201)
    const bulk = { name, email, phoneNumber: '9800000000', message: 'Spam: https://evil.example' }
    expect((await shop.fetch('/api/BulkBuying', as(undefined, 'POST', bulk))).status).toBe(201)
    const enquiry = first((await shop.json('/api/admin/enquiries?kind=bulk', as(clerk))).body.rows)
    const answered = await asClerk(`/enquiries/${enquiry.enquiryId}/answers`, { to: email, message: 'Yes, gladly.' })
    expect(answered.status).toBe(201)
    const validUntil = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const tiers = [{ from: 1, price: 100, priceInUSD: 1 }]
    const line = { productId: bowl, productAttributeId: null, unit: 'piece', quantity: 5, fromStock: true, tiers }
    const about = { enquiryId: enquiry.enquiryId, name, email, company: '', note: '', validUntil }
    const quote = await asClerk('/quotes', { ...about, shippingFee: 0, shippingFeeInUSD: 0, lines: [line] })
    expect(quote.status).toBe(201)
    const sent = await asClerk(`/quotes/${quote.body.quoteId}/send`, { version: quote.body.version })
    expect(sent.status).toBe(200)
    const invited = await asClerk('/staff', { email, name: 'New Colleague', role: 'Staff' })
    expect(invited.status).toBe(201)
    const letters = await lettersTo(email, 4)
    for (const { subject, words } of letters) expect(`${subject} ${words}`).not.toMatch(/spam|evil\.example/i)
    expect(letters.map(({ words }) => words).join()).toContain('Dear <!-- -->New Colleague')
  })

  test('five orders an hour are taken, then a confirmation is asked for; others go on', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    await stock(own, [product({ name: 'Amber', stock: 100 })])
    const productId = (await idsOf(own)).product('amber')
    const place = async (who: Shopper) => {
      await who.add({ productId })
      return who.order()
    }
    const [stranger, customer] = [await buyer(own, false), await buyer(own, true)]
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await place(stranger)).status)
    const refused = await place(stranger)
    expect([...statuses, refused.status]).toEqual([201, 201, 201, 201, 201, 429])
    expect(refused.body.message).toBe(
      'Please confirm your email address before you order again, or try again in an hour.',
    )
    for (let n = 0; n < 7; n++) expect((await place(customer)).status).toBe(201)
    const [mails] = await readRows<{ count: number }>(
      own.db,
      sql`select count(*)::int as count from mails where to_address = ${stranger.email}`,
    )
    expect(mails?.count).toBe(5)
  })
})

describe('after an email address is confirmed', () => {
  test('the emails of an order hold name, lines, address and note', async () => {
    const asha = await buyer(shop, true)
    const { orderId } = await order(asha)
    await moveOn(orderId)
    const letters = await lettersTo(asha.email, 4)
    for (const { words } of letters) expect(words).toMatch(/Dear .*Spam Evil\.example/)
    const receipt = letters.find(({ subject }) => subject.startsWith('Your order'))
    for (const words of ['2 × Singing Bowl', 'Mangal Bazaar 4', 'Spam: visit']) expect(receipt?.words).toContain(words)
  })

  test('an answer quotes what was asked', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const question = { firstName: 'Asha', lastName: 'Gurung', queries: 'How heavy is it?' }
    expect((await shop.fetch('/api/GetInTouch', as(asha, 'POST', question))).status).toBe(201)
    const enquiry = first((await shop.json('/api/admin/enquiries?kind=contact', as(clerk))).body.rows)
    await asClerk(`/enquiries/${enquiry.enquiryId}/answers`, { to: asha.email, message: 'One kilo.' })
    const [letter] = await lettersTo(asha.email, 1)
    expect(letter?.words).toContain('How heavy is it?')
  })
})

test('a stranger who types the email of a customer has no words sent to it', async () => {
  const maya = await person(shop, 'Maya Rai')
  const bulk = { name: 'Spam', email: maya.email, phoneNumber: '9800000000', message: 'Visit evil.example' }
  expect((await shop.fetch('/api/BulkBuying', as(undefined, 'POST', bulk))).status).toBe(201)
  const enquiry = first((await shop.json('/api/admin/enquiries?kind=bulk', as(clerk))).body.rows)
  await asClerk(`/enquiries/${enquiry.enquiryId}/answers`, { to: maya.email, message: 'Gladly.' })
  const [letter] = await lettersTo(maya.email, 1)
  expect(letter?.words).toContain('Maya Rai')
  expect(letter?.words).not.toMatch(typed)
})

test('a shop that gets too many messages by email stores the others', async () => {
  const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.02', TRUST_PROXY: '1' } })
  const question = { firstName: 'Asha', lastName: 'Gurung', queries: 'How heavy is it?' }
  for (let n = 0; n < 6; n++) {
    const sent = as(undefined, 'POST', question)
    const headers = { ...sent.headers, 'X-Forwarded-For': `10.${n}.0.1` }
    expect((await own.fetch('/api/GetInTouch', { ...sent, headers })).status).toBe(201)
  }
  const [counted] = await readRows<object>(
    own.db,
    sql`select (select count(*)::int from enquiries) as stored, (select count(*)::int from mails) as mailed`,
  )
  expect(counted).toEqual({ stored: 6, mailed: 4 })
})
