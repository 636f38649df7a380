import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { header, type MailServer, parseEmail, startMailServer } from '#tests/support/mail-server.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'

const siteUrl = 'https://alpine.test'
/** Everything that the stranger entered or chose. */
const strangerInput = /spam|evil\.example|Mangal Bazaar|Lalitpur|9800000000|Singing Bowl/i

let mailServer: MailServer
let shop: TestShop
let admin: Person
let bowl: number

beforeAll(async () => {
  mailServer = await startMailServer()
  shop = await openTestShop({ environment: { SMTP_URL: mailServer.url, SITE_URL: siteUrl } })
  await addProducts(shop)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  admin = await person(shop, 'Dolma Staff', { role: 'Owner' })
})
afterAll(async () => {
  await shop.close()
  await mailServer.close()
})

/** Waits until `count` emails to the address have arrived over SMTP. */
async function emailsTo(email: string, count: number) {
  const delivered = () => mailServer.delivered.filter(({ recipients }) => recipients.includes(email))
  await vi.waitFor(() => expect(delivered()).toHaveLength(count), { timeout: 60_000, interval: 100 })
  return delivered().map(({ raw }) => {
    const email = parseEmail(raw)
    return { subject: header(email, 'subject'), content: email.parts.map(({ body }) => body).join('\n') }
  })
}

const postAsAdmin = <P extends string>(path: P, body: unknown) =>
  shop.json(`/api/admin${path}`, as(admin, 'POST', body))

async function createBuyer(on: TestShop, confirmed: boolean): Promise<Shopper> {
  const account = await shopper(on, 'Spam Evil.example')
  if (!confirmed) await on.db.execute(sql`update users set email_confirmed_at = null where id = ${account.userId}`)
  return account
}

async function placeOrder(buyer: Shopper): Promise<{ orderId: string; orderNumber: string }> {
  await buyer.add({ productId: bowl, quantity: 2 })
  const { status, body } = await buyer.order({ body: { note: 'Spam: visit https://evil.example' } })
  expect(status).toBe(201)
  return body
}

async function deliverOrder(orderId: string) {
  const courier = { courierId: await courierId(shop), trackingNumber: 'VR-1' }
  for (const [from, to] of [
    ['Pending', 'Confirmed'],
    ['Confirmed', 'Shipped'],
    ['Shipped', 'Delivered'],
  ]) {
    const transition = { from, to, ...(to === 'Shipped' ? courier : {}) }
    expect((await postAsAdmin(`/orders/${orderId}/moves`, transition)).status).toBe(200)
  }
}

describe('an unconfirmed email address', () => {
  test('gets order emails with number, amounts and a link to the shop, without buyer input', async () => {
    const stranger = await createBuyer(shop, false)
    const { orderId, orderNumber } = await placeOrder(stranger)
    await deliverOrder(orderId)
    const emails = await emailsTo(stranger.email, 4)
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      `Order ${orderNumber} is confirmed`,
      `Order ${orderNumber} is on its way`,
      `Order ${orderNumber} was delivered`,
      `Your order ${orderNumber}`,
    ])
    for (const { content } of emails) {
      expect(content).not.toMatch(strangerInput)
      expect(content).not.toContain('Dear')
      expect(content).toContain(`${siteUrl}/profile?tab=MyOrders`)
      for (const [link] of content.matchAll(/https?:\/\/[^\s"<]+/g)) expect(link.startsWith(siteUrl)).toBe(true)
    }
    const receipt = emails.find(({ subject }) => subject === `Your order ${orderNumber}`)
    expect(receipt?.content).toContain('$ 376')
  })

  test('gets a confirmation, a quote and an answer without a name or quoted text', async () => {
    const email = 'victim@people.example'
    const name = 'Spam evil.example'
    const password = 'Namaste-1234'
    const registration = { username: name, firstName: 'Spam', lastName: 'evil.example', email, password }
    expect((await shop.fetch('/api/authentication/register', as(undefined, 'POST', registration))).status).toBe(201)
    const bulk = { name, email, phoneNumber: '9800000000', message: 'Spam: https://evil.example' }
    expect((await shop.fetch('/api/BulkBuying', as(undefined, 'POST', bulk))).status).toBe(201)
    const enquiry = first((await shop.json('/api/admin/enquiries?kind=bulk', as(admin))).body.rows)
    const answered = await postAsAdmin(`/enquiries/${enquiry.enquiryId}/answers`, {
      to: email,
      message: 'Yes, gladly.',
    })
    expect(answered.status).toBe(201)
    const validUntil = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const tiers = [{ from: 1, price: 100, priceInUSD: 1 }]
    const line = { productId: bowl, productAttributeId: null, unit: 'piece', quantity: 5, fromStock: true, tiers }
    const heading = { enquiryId: enquiry.enquiryId, name, email, company: '', note: '', validUntil }
    const quote = await postAsAdmin('/quotes', { ...heading, shippingFee: 0, shippingFeeInUSD: 0, lines: [line] })
    expect(quote.status).toBe(201)
    const sent = await postAsAdmin(`/quotes/${quote.body.quoteId}/send`, { version: quote.body.version })
    expect(sent.status).toBe(200)
    const invited = await postAsAdmin('/staff', { email, name: 'New Colleague', role: 'Manager' })
    expect(invited.status).toBe(201)
    const emails = await emailsTo(email, 4)
    for (const { subject, content } of emails) expect(`${subject} ${content}`).not.toMatch(/spam|evil\.example/i)
    expect(emails.map(({ content }) => content).join()).toContain('Dear <!-- -->New Colleague')
  })

  test('can place five orders per hour, then must be confirmed; other accounts are not affected', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    await addProducts(own, [product({ name: 'Amber', stock: 100 })])
    const productId = (await findProductIds(own)).product('amber')
    const place = async (buyer: Shopper) => {
      await buyer.add({ productId })
      return buyer.order()
    }
    const [stranger, customer] = [await createBuyer(own, false), await createBuyer(own, true)]
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await place(stranger)).status)
    const rejected = await place(stranger)
    expect([...statuses, rejected.status]).toEqual([201, 201, 201, 201, 201, 429])
    expect(rejected.body.message).toBe(
      'Please confirm your email address before you order again, or try again in an hour.',
    )
    for (let n = 0; n < 7; n++) expect((await place(customer)).status).toBe(201)
    const [emails] = await readRows<{ count: number }>(
      own.db,
      sql`select count(*)::int as count from emails where to_address = ${stranger.email}`,
    )
    expect(emails?.count).toBe(5)
  })
})

describe('a confirmed email address', () => {
  test('gets order emails with name, lines, address and note', async () => {
    const asha = await createBuyer(shop, true)
    const { orderId } = await placeOrder(asha)
    await deliverOrder(orderId)
    const emails = await emailsTo(asha.email, 4)
    for (const { content } of emails) expect(content).toMatch(/Dear .*Spam Evil\.example/)
    const receipt = emails.find(({ subject }) => subject.startsWith('Your order'))
    for (const text of ['2 × Singing Bowl', 'Mangal Bazaar 4', 'Spam: visit']) expect(receipt?.content).toContain(text)
  })

  test('gets an answer that quotes the enquiry', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const message = { firstName: 'Asha', lastName: 'Gurung', queries: 'How heavy is it?' }
    expect((await shop.fetch('/api/GetInTouch', as(asha, 'POST', message))).status).toBe(201)
    const enquiry = first((await shop.json('/api/admin/enquiries?kind=contact', as(admin))).body.rows)
    await postAsAdmin(`/enquiries/${enquiry.enquiryId}/answers`, { to: asha.email, message: 'One kilo.' })
    const [email] = await emailsTo(asha.email, 1)
    expect(email?.content).toContain('How heavy is it?')
  })
})

test('an enquiry with the email of another customer sends none of its text there', async () => {
  const maya = await person(shop, 'Maya Rai')
  const bulk = { name: 'Spam', email: maya.email, phoneNumber: '9800000000', message: 'Visit evil.example' }
  expect((await shop.fetch('/api/BulkBuying', as(undefined, 'POST', bulk))).status).toBe(201)
  const enquiry = first((await shop.json('/api/admin/enquiries?kind=bulk', as(admin))).body.rows)
  await postAsAdmin(`/enquiries/${enquiry.enquiryId}/answers`, { to: maya.email, message: 'Gladly.' })
  const [email] = await emailsTo(maya.email, 1)
  expect(email?.content).toContain('Maya Rai')
  expect(email?.content).not.toMatch(strangerInput)
})

test('enquiries over the email limit of the shop are stored without an email', async () => {
  const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.02', TRUST_PROXY: '1' } })
  const message = { firstName: 'Asha', lastName: 'Gurung', queries: 'How heavy is it?' }
  for (let n = 0; n < 6; n++) {
    const request = as(undefined, 'POST', message)
    const headers = { ...request.headers, 'X-Forwarded-For': `10.${n}.0.1` }
    expect((await own.fetch('/api/GetInTouch', { ...request, headers })).status).toBe(201)
  }
  await allJobsDone(own)
  const [counts] = await readRows<object>(
    own.db,
    sql`select (select count(*)::int from enquiries) as stored, (select count(*)::int from emails) as emailed`,
  )
  expect(counts).toEqual({ stored: 6, emailed: 4 })
})
