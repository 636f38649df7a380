import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxStockAlerts } from '#modules/stock-alerts/contract.ts'
import { sendStockAlerts } from '#modules/stock-alerts/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addPicture } from '#tests/support/products.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { type Ask, alertTools, tokenIn, twoSizes } from '#tests/support/stock-alerts.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await openTestShop({ environment: { SITE_URL: 'https://alpine.test' } })
  owner = await person(shop, 'Maya Owner', { role: 'Owner' })
})
afterAll(() => shop.close())

const {
  soldOut,
  ask,
  alertsOf,
  correct,
  storedEmailsTo,
  emailsTo,
  settledEmailsTo,
  link,
  confirmedVisitor,
  variantsOf,
  rowsOf,
} = alertTools(
  () => shop,
  () => owner,
)

describe('a customer', () => {
  test('waits with one call, and gets one email when the stock rises', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const pictureId = await addPicture(shop)
    const productId = await soldOut({ priceUsd: 48_00, priceNpr: 6_384_00, images: [{ pictureId, alt: 'Stone' }] })
    const { status, body } = await ask({ productId }, asha)
    expect([status, body.alert]).toMatchObject([201, { productId, isConfirmed: true }])
    expect(await alertsOf(asha)).toEqual([body.alert])
    expect(await settledEmailsTo(asha.email)).toEqual([])

    await correct(productId, 0, 2)
    const [email] = await emailsTo(asha.email)
    expect(email?.subject).toMatch(/^Stone \d+ is back in stock$/)
    expect(email?.text).toContain('$ 48 or Rs 6,384. There are only 2.')
    expect(email?.text).toMatch(/https:\/\/alpine\.test\/shop\/crystal\/stone-\d+\n/)
    expect(email?.html).toMatch(/<img[^>]+src="https:\/\/alpine\.test\/media\/[^"]+\.webp"/)
    expect(await alertsOf(asha)).toEqual([])

    await correct(productId, 2, 0)
    await correct(productId, 0, 9)
    expect(await settledEmailsTo(asha.email)).toHaveLength(1)
  })

  test('asks twice and waits once', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const productId = await soldOut()
    const answers = await Promise.all([ask({ productId }, asha), ask({ productId }, asha), ask({ productId }, asha)])
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.alert?.alertId}`)).size).toBe(1)
    expect(await alertsOf(asha)).toHaveLength(1)
  })

  test('waits for one variant, and hears nothing about the others', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const productId = await soldOut({
      variants: twoSizes.variants.map((variant) => ({ ...variant, stock: 0 })),
    })
    const { Small = 0, Large = 0 } = await variantsOf(productId)
    expect((await ask({ productId }, asha)).status).toBe(400)
    expect((await ask({ productId, productAttributeId: Large }, asha)).body.alert).toMatchObject({
      productAttributeId: Large,
      attributeValue: 'Large',
    })
    await correct(productId, 0, 5, Small)
    expect(await settledEmailsTo(asha.email)).toEqual([])
    await correct(productId, 0, 1, Large)
    const [email] = await emailsTo(asha.email)
    expect([email?.subject, email?.text]).toEqual([
      expect.stringMatching(/^Stone \d+, Large is back in stock$/),
      expect.stringContaining('There is only one.'),
    ])
  })

  test('cannot wait for what is in stock, archived or unknown', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const inStock = await soldOut({ stock: 1 })
    const withVariants = await soldOut(twoSizes)
    const archived = await soldOut()
    await shop.db.execute(sql`update products set archived_at = now() where id = ${archived}`)
    const { Small = 0 } = await variantsOf(withVariants)
    const statusOf = async (body: Ask) => (await ask(body, asha)).status
    expect(await statusOf({ productId: inStock })).toBe(409)
    expect(await statusOf({ productId: withVariants, productAttributeId: Small })).toBe(409)
    expect(await statusOf({ productId: inStock, productAttributeId: Small })).toBe(400)
    expect(await statusOf({ productId: archived })).toBe(404)
    expect(await statusOf({ productId: 999_999 })).toBe(404)
    expect(await alertsOf(asha)).toEqual([])
  })

  test('ends a request, but not that of another customer', async () => {
    const [asha, bimal] = [await person(shop, 'Asha Gurung'), await person(shop, 'Bimal Rai')]
    const productId = await soldOut()
    const { body } = await ask({ productId }, asha)
    const end = (who: Person) => shop.fetch(`/api/stock-alerts/${who.userId}/${body.alert?.alertId}`, as(who, 'DELETE'))
    expect((await end(bimal)).status).toBe(204)
    expect(await alertsOf(asha)).toHaveLength(1)
    expect((await shop.fetch(`/api/stock-alerts/${asha.userId}`, as(bimal))).status).toBe(403)
    expect((await end(asha)).status).toBe(204)
    expect((await end(asha)).status).toBe(204)
    expect(await alertsOf(asha)).toEqual([])
    await correct(productId, 0, 3)
    expect(await settledEmailsTo(asha.email)).toEqual([])
  })

  test(`waits for at most ${maxStockAlerts} products`, async () => {
    const asha = await person(shop, 'Asha Gurung')
    const ids = await Promise.all(Array.from({ length: maxStockAlerts + 3 }, () => soldOut()))
    const answers = await Promise.all(ids.map((productId) => ask({ productId }, asha)))
    const counts = Map.groupBy(answers, ({ status }) => status)
    expect([counts.get(201)?.length, counts.get(409)?.length]).toEqual([maxStockAlerts, 3])
    expect(await alertsOf(asha)).toHaveLength(maxStockAlerts)
  })

  test('with an unconfirmed email confirms first', async () => {
    const asha = await person(shop, 'Asha Gurung', { confirmed: false })
    const productId = await soldOut()
    expect((await ask({ productId }, asha)).body.alert).toBeNull()
    const [email] = await emailsTo(asha.email)
    expect(await alertsOf(asha)).toMatchObject([{ productId, isConfirmed: false }])
    await correct(productId, 0, 1)
    expect(await settledEmailsTo(asha.email)).toHaveLength(1)
    expect((await link(tokenIn(email?.text ?? ''), '/confirm')).status).toBe(204)
    await emailsTo(asha.email, 2)
  })
})

describe('a visitor', () => {
  test('gets nothing but the link before the request is confirmed', async () => {
    const productId = await soldOut()
    const address = 'visitor.one@people.example'
    expect((await ask({ productId })).status).toBe(400)
    expect((await ask({ productId, email: address })).body).toEqual({
      message: 'If this address does not wait already, a link to confirm is on its way.',
      alert: null,
    })
    const [email] = await emailsTo(address)
    expect(email?.subject).toMatch(/^Please confirm: an email when Stone \d+ is back$/)
    await correct(productId, 0, 1)
    expect(await settledEmailsTo(address)).toHaveLength(1)
  })

  test('confirms with the link, which can be opened first without confirming', async () => {
    const productId = await soldOut()
    const address = 'visitor.two@people.example'
    await ask({ productId, email: address })
    const token = tokenIn((await emailsTo(address))[0]?.text ?? '')
    const read = () => shop.json(`/api/stock-alert-links/${token}`)
    expect((await read()).body).toMatchObject({
      email: address,
      alert: { productId, isConfirmed: false, isSent: false },
      alerts: [],
    })
    expect((await link(token, '/confirm')).status).toBe(204)
    expect((await link(token, '/confirm')).status).toBe(204)
    expect((await read()).body).toMatchObject({ alert: { isConfirmed: true }, alerts: [{ productId }] })
    await correct(productId, 0, 1)
    await emailsTo(address, 2)
  })

  test('gets the email if the stock rose before the request was confirmed', async () => {
    const productId = await soldOut()
    const address = 'visitor.three@people.example'
    await ask({ productId, email: address })
    const token = tokenIn((await emailsTo(address))[0]?.text ?? '')
    await correct(productId, 0, 1)
    await allJobsDone(shop)
    await link(token, '/confirm')
    await emailsTo(address, 2)
  })

  test('who asks again before confirming gets a new link; the old one ends', async () => {
    const productId = await soldOut()
    const address = 'visitor.four@people.example'
    await ask({ productId, email: address })
    await emailsTo(address)
    await ask({ productId, email: address.toUpperCase() })
    const [old, recent] = (await emailsTo(address, 2)).map(({ text }) => tokenIn(text))
    expect((await link(old ?? '', '/confirm')).status).toBe(404)
    expect((await link(recent ?? '', '/confirm')).status).toBe(204)
  })

  test('cannot use a link that is older than a week', async () => {
    const productId = await soldOut()
    const address = 'visitor.five@people.example'
    await ask({ productId, email: address })
    const token = tokenIn((await emailsTo(address))[0]?.text ?? '')
    await shop.db.execute(sql`update stock_alerts set created_at = now() - interval '8 days' where email = ${address}`)
    for (const request of [link(token, '/confirm'), link(token, '', 'GET')]) expect((await request).status).toBe(404)
    await sendStockAlerts(shop)
    expect(await rowsOf(address)).toEqual([])
  })
})

test('the response is the same for a waiting, an unsubscribed, a registered and an unknown address', async () => {
  const productId = await soldOut()
  const other = await soldOut()
  const asha = await person(shop, 'Asha Gurung')
  await ask({ productId }, asha)
  const gone = await confirmedVisitor('gone@people.example', other)
  await link(gone, '/unsubscribe')
  const waiting = 'waiting@people.example'
  await confirmedVisitor(waiting, productId)
  const registered = (await person(shop, 'Bimal Rai')).email
  const answers = await Promise.all(
    [asha.email, waiting, 'gone@people.example', registered, 'unknown@people.example'].map(async (email) => {
      const { status, body } = await ask({ productId, email })
      return JSON.stringify([status, body])
    }),
  )
  expect(new Set(answers).size).toBe(1)
  await allJobsDone(shop)
  expect(await storedEmailsTo(asha.email)).toHaveLength(0)
  expect(await storedEmailsTo(waiting)).toHaveLength(1)
})

describe('limits', () => {
  test('one address gets at most five links a day, and one network can cause three of them', async () => {
    const limited = await testShop({ environment: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } })
    const productId = await soldOut({}, limited)
    const from = async (address: string, email = 'asha@people.example') => {
      const request = as(undefined, 'POST', { productId, email })
      const headers = { ...request.headers, 'X-Forwarded-For': address }
      return (await limited.fetch('/api/stock-alerts', { ...request, headers })).status
    }
    const statuses = []
    for (let time = 0; time < 5; time++) statuses.push(await from('203.0.113.1'))
    expect(statuses).toEqual([201, 201, 201, 429, 429])
    for (const network of [1, 2, 3, 4, 5, 6, 7, 8]) await from(`198.51.${network}.1`, 'asha+list@people.example')
    await allJobsDone(limited)
    const sent = await readRows(limited.db, sql`select from emails where lower(to_address) like 'asha%'`)
    expect(sent.length).toBeLessThanOrEqual(7)
    expect(await from('203.0.113.9', 'bimal@people.example')).toBe(201)
  })

  test('one caller can ask for twenty addresses an hour', async () => {
    const limited = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    const productId = await soldOut({}, limited)
    const statuses = []
    for (let time = 0; time < 22; time++)
      statuses.push((await ask({ productId, email: `stranger${time}@people.example` }, undefined, limited)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})
