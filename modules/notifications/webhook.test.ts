import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addProducts } from '#tests/support/products.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from '#tests/support/receiver.ts'
import { first } from '#tests/support/response-types.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { findProductIds, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let owner: Person
let receiver: Receiver
let secret: string
let bowl: number
const timing = { timeout: 15_000, interval: 50 }

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openTestShop({ environment: { ALLOW_PRIVATE_TARGETS: 'true' } })
  await addProducts(shop)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  owner = await person(shop, 'Dolma Owner', { role: 'Owner' })
  await saveUrl(`${receiver.url}/shop?token=abc`)
  const created = await shop.json('/api/admin/webhook/secret', as(owner, 'POST'))
  expect(created.status).toBe(201)
  ;({ secret } = created.body)
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer((response) => response.writeHead(200).end('ok'))
})

async function saveUrl(webhookUrl: string, on = shop, by = owner) {
  const { body } = await on.json('/api/admin/settings', as(by))
  return on.json('/api/admin/settings', as(by, 'PUT', { ...body, webhookUrl }))
}

async function place() {
  const buyer = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
  await buyer.add({ productId: bowl })
  return (await buyer.order({ body: { currency: 'NPR' } })).body
}

const deliveries = async () => (await shop.json('/api/admin/webhook', as(owner))).body.deliveries
const deliveryOf = async ({ orderNumber }: { orderNumber: string }) =>
  (await deliveries()).find(({ subject }) => subject === orderNumber)

/** As the receiver of the documentation does it. */
function isSigned({ headers, body }: ReceivedRequest, key: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`
  const expected = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'))
    .update(content)
    .digest('base64')
  return headers['webhook-signature'] === `v1,${expected}`
}

/** Makes the pending retry due now, and optionally the last one. */
async function retryNow({ last = false } = {}): Promise<void> {
  await vi.waitFor(async () => {
    const rows = await readRows(
      shop.db,
      sql`update jobs.job set start_after = now(), retry_count = case when ${last} then retry_limit - 1 else retry_count end
          where name = 'webhook' and state = 'retry' returning id`,
    )
    expect(rows).toHaveLength(1)
  }, timing)
  await allJobsDone(shop)
}

describe('a new order', () => {
  test('is posted with what a chat service needs, and signed', async () => {
    const { orderId, orderNumber, totalAmount } = await place()
    await allJobsDone(shop)
    const request = first(receiver.received)
    expect(receiver.received).toHaveLength(1)
    expect(request.path).toBe('/shop?token=abc')
    expect(request.headers['content-type']).toBe('application/json')
    expect(isSigned(request, secret)).toBe(true)
    expect(isSigned(request, `whsec_${Buffer.from('another').toString('base64')}`)).toBe(false)
    expect(isSigned({ ...request, body: Buffer.from('{}') }, secret)).toBe(false)
    expect(Number(request.headers['webhook-timestamp'])).toBeCloseTo(Date.now() / 1000, -2)
    const url = `http://localhost:3000/admin/orders/${orderId}`
    expect(JSON.parse(request.body.toString())).toEqual({
      event: 'order.placed',
      id: orderId,
      number: orderNumber,
      total: totalAmount,
      currency: 'NPR',
      name: 'Asha Gurung',
      url,
      text: expect.stringMatching(new RegExp(`^New order ${orderNumber} from Asha Gurung: 1 item, Rs [\\d,]+ ${url}$`)),
    })
    expect(first(await deliveries())).toMatchObject({
      deliveryId: request.headers['webhook-id'],
      event: 'order.placed',
      subject: orderNumber,
      status: 'delivered',
      attempts: 1,
      responseStatus: 200,
      error: null,
    })
  })

  test('is posted again after an error, with the same id and body, until it arrives', async () => {
    receiver.answer((response) => response.writeHead(500).end('no'))
    const order = await place()
    await vi.waitFor(async () => expect(await deliveryOf(order)).toMatchObject({ attempts: 1 }), timing)
    expect(await deliveryOf(order)).toMatchObject({
      status: 'queued',
      responseStatus: 500,
      error: 'The receiver answered 500.',
    })
    receiver.answer((response) => response.writeHead(202).end())
    await retryNow()
    expect(await deliveryOf(order)).toMatchObject({ status: 'delivered', attempts: 2, responseStatus: 202 })
    const [one, two] = receiver.received
    expect(two?.body).toEqual(one?.body)
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
    expect(two && isSigned(two, secret)).toBe(true)
    expect(receiver.received).toHaveLength(2)
  })

  test('has failed after the last attempt', async () => {
    receiver.answer((response) => response.writeHead(301, { Location: 'https://elsewhere.example' }).end())
    const order = await place()
    await vi.waitFor(async () => expect(await deliveryOf(order)).toMatchObject({ attempts: 1 }), timing)
    await retryNow({ last: true })
    expect(await deliveryOf(order)).toMatchObject({
      status: 'failed',
      attempts: 2,
      responseStatus: 301,
      error: 'The receiver redirects (301). Please enter the final URL.',
    })
    expect(receiver.received).toHaveLength(2)
    const jobs = await readRows(shop.db, sql`select from jobs.job where name = 'webhook' and state <> 'completed'`)
    expect(jobs, 'the job held the name of the buyer').toEqual([])
  })
})

test('a new enquiry is posted without markup that chat services would obey', async () => {
  const message = 'Hello <!channel> and <https://evil.example|click>'
  const contact = { firstName: 'Maya', lastName: 'Rai', queries: message }
  await shop.json('/api/GetInTouch', as(undefined, 'POST', contact))
  await allJobsDone(shop)
  const body = JSON.parse(first(receiver.received).body.toString()) as { text: string }
  expect(body).toMatchObject({ event: 'enquiry.received', name: 'Maya Rai', number: null, total: null, currency: null })
  expect(body.text).toMatch(
    /^New message from Maya Rai: Hello ‹!channel› and .* http:\/\/localhost:3000\/admin\/enquiries\//,
  )
})

describe('a test event', () => {
  test('is sent at once, and its outcome is returned', async () => {
    const sent = await shop.json('/api/admin/webhook/test', as(owner, 'POST'))
    expect([sent.status, sent.body]).toMatchObject([200, { event: 'test', status: 'delivered', responseStatus: 200 }])
    expect(JSON.parse(first(receiver.received).body.toString())).toMatchObject({ event: 'test', name: 'ALPINE' })
    receiver.answer((response) => response.writeHead(403).end())
    const refused = await shop.json('/api/admin/webhook/test', as(owner, 'POST'))
    expect(refused.body).toMatchObject({ status: 'failed', responseStatus: 403, error: 'The receiver answered 403.' })
  })

  test('without a URL is 409', async () => {
    const own = await testShop()
    const pema = await person(own, 'Pema Owner', { role: 'Owner' })
    expect((await own.json('/api/admin/webhook/test', as(pema, 'POST'))).status).toBe(409)
  })
})

describe('the URL', () => {
  test.each(['http://hooks.example.com', 'https://127.0.0.1/hook', 'https://192.168.0.7/hook', 'https://[::1]/hook'])(
    'is rejected: %s',
    async (url) => {
      const own = await testShop()
      const pema = await person(own, 'Pema Owner', { role: 'Owner' })
      const answer = await saveUrl(url, own, pema)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'webhookUrl' }] } })
      expect((await own.json('/api/admin/settings', as(pema))).body.webhookUrl).toBe('')
    },
  )

  test('is written to the audit log without its path, which may be a password', async () => {
    const { body } = await shop.json('/api/admin/audit?subject=settings', as(owner))
    expect(JSON.stringify(body)).toContain(receiver.url)
    expect(JSON.stringify(body)).not.toContain('token=abc')
  })
})

describe('the secret', () => {
  test('is in no other response, nor in the log', async () => {
    const texts = await Promise.all(
      ['settings', 'webhook', 'audit'].map(async (path) => (await shop.fetch(`/api/admin/${path}`, as(owner))).text()),
    )
    for (const text of [...texts, shop.logged()]) expect(text).not.toContain(secret.slice(6))
  })

  test('is replaced at once by a new one', async () => {
    const { body } = await shop.json('/api/admin/webhook/secret', as(owner, 'POST'))
    await shop.json('/api/admin/webhook/test', as(owner, 'POST'))
    const request = first(receiver.received)
    expect([isSigned(request, secret), isSigned(request, body.secret)]).toEqual([false, true])
    const { body: log } = await shop.json('/api/admin/audit?subject=webhook%20secret', as(owner))
    expect(first(log.rows)).toMatchObject({ action: 'replaced', before: null, after: null })
  })
})

test('only the newest fifty deliveries are stored', async () => {
  await shop.db.execute(sql`insert into webhook_deliveries (id, event)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'test' from generate_series(1, 60) n`)
  await shop.json('/api/admin/webhook/test', as(owner, 'POST'))
  expect(await deliveries()).toHaveLength(50)
})
