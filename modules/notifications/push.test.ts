import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addProducts } from '#tests/support/products.ts'
import { startPushService, verifyVapid } from '#tests/support/push-service.ts'
import { first } from '#tests/support/response-types.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { findProductIds, shopper } from '#tests/support/shopper.ts'
import { openPushKeys } from './push.server.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

let shop: TestShop
let service: PushService
let owner: Person
let bowl: number
let dolma: Person
let browser: ReturnType<PushService['browser']>
beforeAll(async () => {
  service = await startPushService()
  shop = await openTestShop({ environment: { ALLOW_PRIVATE_TARGETS: 'true', SHOP_EMAIL: 'desk@shop.test' } })
  await addProducts(shop)
  await shop.db.execute(sql`update products set stock = 500 where slug = 'singing-bowl'`)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  owner = await person(shop, 'Pema Owner', { role: 'Owner' })
})
afterAll(async () => {
  await shop.close()
  await service.close()
})
beforeEach(async () => {
  service.answer((response) => response.writeHead(201).end())
  dolma = await person(shop, `Dolma ${crypto.randomUUID().slice(0, 8)}`, { role: 'Manager' })
  browser = service.browser()
  expect((await turnOn()).status).toBe(204)
})

const path = '/api/admin/notifications/device'
const turnOn = (who: Person = dolma, subscription: object = browser.subscription) =>
  shop.fetch(path, as(who, 'PUT', subscription))
const device = async (who: Person = dolma) => (await shop.json(path, as(who))).body

async function place() {
  const asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
  await asha.add({ productId: bowl })
  const { body } = await asha.order()
  await allJobsDone(shop)
  return body
}

describe('a staff device', () => {
  test('gets each new order, encrypted, from a shop that proves itself with VAPID', async () => {
    const { publicKey, isOn } = await device()
    expect(isOn).toBe(true)
    const { orderId, orderNumber } = await place()
    expect(browser.received()).toHaveLength(1)
    const request = first(browser.received())
    expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '43200' })
    expect(request.body.toString('latin1')).not.toContain(orderNumber)
    expect(browser.read(request)).toEqual({
      title: `New order ${orderNumber} from Asha Gurung`,
      body: expect.stringMatching(/^1 item, \$ \d+$/),
      url: `/admin/orders/${orderId}`,
      tag: orderId,
    })
    const claims = await verifyVapid(request, service.url, publicKey)
    expect(claims.sub).toBe('mailto:desk@shop.test')
    expect(Number(claims.exp)).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600)
  })

  test('gets each new enquiry', async () => {
    const contact = { firstName: 'Maya', lastName: 'Rai', queries: 'Are you open on Saturdays?' }
    await shop.json('/api/GetInTouch', as(undefined, 'POST', contact))
    await allJobsDone(shop)
    expect(browser.read(first(browser.received()))).toMatchObject({
      title: 'New message from Maya Rai',
      body: 'Are you open on Saturdays?',
      url: expect.stringMatching(/^\/admin\/enquiries\//),
    })
  })

  test('gets a test message on request, and 409 while it is off', async () => {
    expect((await shop.fetch(`${path}/test`, as(dolma, 'POST'))).status).toBe(204)
    await allJobsDone(shop)
    expect(browser.read(first(browser.received()))).toMatchObject({ title: 'Notifications work', url: '/admin' })
    await shop.fetch(path, as(dolma, 'DELETE'))
    expect((await shop.fetch(`${path}/test`, as(dolma, 'POST'))).status).toBe(409)
  })

  test('gets a message again later when the push service fails at first', async () => {
    service.answer((response) => response.writeHead(503).end())
    await place()
    const retry = sql`update jobs.job set start_after = now() where name = 'push' and state = 'retry' returning id`
    service.answer((response) => response.writeHead(201).end())
    await vi.waitFor(async () => expect((await readRows(shop.db, retry)).length).toBeGreaterThan(0))
    await allJobsDone(shop)
    await vi.waitFor(() => expect(browser.received().length).toBeGreaterThan(1))
    expect((await device()).isOn).toBe(true)
  })
})

test('a packer’s device gets new orders, but no enquiries', async () => {
  const nima = await person(shop, `Nima ${crypto.randomUUID().slice(0, 8)}`, { role: 'Packer' })
  const packing = service.browser()
  expect((await turnOn(nima, packing.subscription)).status).toBe(204)
  const contact = { firstName: 'Maya', lastName: 'Rai', queries: 'Are you open on Sundays?' }
  await shop.json('/api/GetInTouch', as(undefined, 'POST', contact))
  await allJobsDone(shop)
  expect(browser.received()).toHaveLength(1)
  expect(packing.received()).toEqual([])
  const { orderNumber } = await place()
  expect(packing.read(first(packing.received()))).toMatchObject({ title: expect.stringContaining(orderNumber) })
})

describe('a staff device gets nothing', () => {
  const expectSilence = async () => {
    const { orderNumber } = await place()
    expect(orderNumber).toMatch(/^ALP-/)
    expect(browser.received()).toEqual([])
  }

  test('after it was turned off', async () => {
    expect((await shop.fetch(path, as(dolma, 'DELETE'))).status).toBe(204)
    expect((await device()).isOn).toBe(false)
    await expectSilence()
  })

  test('after its sign-out', async () => {
    expect((await shop.fetch('/api/authentication/logout', as(dolma, 'POST'))).status).toBe(204)
    await expectSilence()
    expect(await readRows(shop.db, sql`select from push_subscriptions where user_id = ${dolma.userId}`)).toEqual([])
  })

  test('after its user was removed from staff', async () => {
    expect((await shop.fetch(`/api/admin/staff/${dolma.userId}`, as(owner, 'DELETE'))).status).toBe(200)
    await expectSilence()
  })

  test.each([
    ['role', sql`update users set role = 'Customer' where id = `],
    ['session', sql`update sessions set used_at = now() - interval '8 days' where user_id = `],
    ['age of the session', sql`update sessions set created_at = now() - interval '31 days' where user_id = `],
  ])('after its %s has expired, although the subscription is stored', async (_, statement) => {
    await shop.db.execute(sql`${statement}${dolma.userId}`)
    await expectSilence()
  })

  test.each([404, 410])('after the push service has answered %i', async (status) => {
    service.answer((response) => response.writeHead(status).end())
    await place()
    expect((await device()).isOn).toBe(false)
    expect(browser.received()).toHaveLength(1)
    service.answer((response) => response.writeHead(201).end())
    await place()
    expect(browser.received()).toHaveLength(1)
  })
})

describe('a subscription', () => {
  test('belongs to whoever sent it last, and a session has one', async () => {
    const maya = await person(shop, 'Maya Staff', { role: 'Manager' })
    await turnOn(maya)
    expect([(await device()).isOn, (await device(maya)).isOn]).toEqual([false, true])
    const newer = service.browser()
    await turnOn(maya, newer.subscription)
    await place()
    expect([browser.received().length, newer.received().length]).toEqual([0, 1])
    await shop.fetch(path, as(maya, 'DELETE'))
  })

  test('of a customer is 403', async () => {
    const asha = await person(shop, 'Asha Customer')
    expect((await turnOn(asha)).status).toBe(403)
  })

  test.each([
    ['endpoint', 'nothing'],
    ['p256dh', 'A'.repeat(87)],
    ['p256dh', 'short'],
    ['auth', 'short'],
    ['auth', '!'.repeat(22)],
  ])('with a wrong %s (%s) is rejected', async (field, value) => {
    const { status, body } = await shop.json(path, as(dolma, 'PUT', { ...browser.subscription, [field]: value }))
    expect([status, body]).toMatchObject([400, { errors: [{ field }] }])
  })

  test.each(['http://push.example/x', 'https://127.0.0.1/x', 'https://10.0.0.8/x', 'https://localhost/x'])(
    'with the endpoint %s is rejected',
    async (endpoint) => {
      const own = await testShop()
      const staff = await person(own, 'Own Staff', { role: 'Manager' })
      const request = as(staff, 'PUT', { ...browser.subscription, endpoint })
      expect(await own.json(path, request)).toMatchObject({ status: 400, body: { errors: [{ field: 'endpoint' }] } })
    },
  )
})

test('the keys are made once and are in no response or log', async () => {
  const again = await Promise.all([openPushKeys(shop.db), openPushKeys(shop.db)])
  expect(again).toEqual([shop.pushKeys, shop.pushKeys])
  const { privateKey } = shop.pushKeys
  const texts = await Promise.all(
    ['settings', 'webhook'].map(async (name) => (await shop.fetch(`/api/admin/${name}`, as(owner))).text()),
  )
  for (const text of [...texts, JSON.stringify(await device()), shop.logged()]) expect(text).not.toContain(privateKey)
})
