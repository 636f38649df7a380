import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ProductInput } from '#modules/catalog/product-input.ts'
import { createProduct } from '#modules/catalog/service.server.ts'
import { maxStockAlerts } from '#modules/stock-alerts/contract.ts'
import { sendStockAlerts } from '#modules/stock-alerts/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { header, parseEmail, startMailServer } from '#tests/support/mail-server.ts'
import { addPicture, product } from '#tests/support/products.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { shopper } from '#tests/support/shopper.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await openTestShop({ environment: { SITE_URL: 'https://alpine.test' } })
  owner = await person(shop, 'Maya Owner', { role: 'Owner' })
})
afterAll(() => shop.close())

let productCount = 0

async function soldOut(change: Partial<ProductInput> = {}, on = shop): Promise<number> {
  const input = product({ name: `Stone ${++productCount}`, stock: 0, ...change })
  return on.db.transaction((tx) => createProduct(tx, input))
}

type Ask = { productId: number; productAttributeId?: number | null; email?: string }

const ask = (body: Ask, caller?: Person, on = shop) => on.json('/api/stock-alerts', as(caller, 'POST', body))

const alertsOf = async (who: Person) => (await shop.json(`/api/stock-alerts/${who.userId}`, as(who))).body.alerts

async function correct(productId: number, from: number, to: number, variantId: number | null = null) {
  const body = { variantId, stock: to, stockRead: from, reason: 'Counted' }
  expect((await shop.json(`/api/admin/products/${productId}/stock`, as(owner, 'POST', body))).status).toBe(200)
}

type Email = { subject: string; text: string; html: string; unsubscribeUrl: string | null }

const storedEmailsTo = (email: string, on = shop) =>
  readRows<Email>(
    on.db,
    sql`select subject, text, html, unsubscribe_url as "unsubscribeUrl" from emails
        where to_address = ${email} and html <> '' order by id`,
  )

/** Waits until so many emails to the address are written. */
const emailsTo = (email: string, count = 1) =>
  vi.waitFor(
    async () => {
      const found = await storedEmailsTo(email)
      expect(found).toHaveLength(count)
      return found
    },
    { timeout: 30_000, interval: 50 },
  )

/** After everything that is under way. */
async function settledEmailsTo(email: string, on = shop): Promise<string[]> {
  await sendStockAlerts(on)
  await allJobsDone(on)
  return (await storedEmailsTo(email, on)).map(({ subject }) => subject)
}

const tokenIn = (text: string) => /https:\/\/alpine\.test\/stock-alerts\/([0-9a-f]{64})/.exec(text)?.[1] ?? ''

const link = <P extends string>(token: string, action: P, method = 'POST') =>
  shop.fetch(`/api/stock-alert-links/${token}${action}`, { method })

async function confirmedVisitor(email: string, productId: number, productAttributeId: number | null = null) {
  const before = (await storedEmailsTo(email)).length
  expect((await ask({ productId, productAttributeId, email })).status).toBe(201)
  const token = tokenIn((await emailsTo(email, before + 1)).at(-1)?.text ?? '')
  expect((await link(token, '/confirm')).status).toBe(204)
  return token
}

async function variantsOf(productId: number) {
  const rows = await readRows<{ id: number; value: string }>(
    shop.db,
    sql`select id, value from product_variants where product_id = ${productId}`,
  )
  return Object.fromEntries(rows.map(({ id, value }) => [value, id])) as Record<string, number>
}

const twoSizes = {
  variants: [
    { kind: 'size' as const, value: 'Small', stock: 2 },
    { kind: 'size' as const, value: 'Large', stock: 0 },
  ],
}

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

const rowsOf = (email: string) =>
  readRows<{ id: string }>(shop.db, sql`select id from stock_alerts where lower(email) = ${email}`)

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

describe('sending', () => {
  const crowd = async (productId: number, count: number, prefix: string) => {
    const emails = Array.from({ length: count }, (_, index) => `${prefix}.${index}@people.example`)
    await shop.db.execute(
      sql`insert into stock_alerts (id, product_id, email, confirmed_at)
          select ('01890000-0000-7000-8000-' || lpad(place::text, 12, '0'))::uuid, ${productId}::int, email, now()
          from unnest(array[${sql.join(emails, sql`, `)}]) with ordinality as each (email, place)`,
    )
    onTestFinished(
      async () => void (await shop.db.execute(sql`delete from stock_alerts where product_id = ${productId}`)),
    )
    return emails
  }
  const queued = async (prefix: string) => {
    const rows = await readRows<{ email: string }>(
      shop.db,
      sql`select to_address as email from emails where to_address like ${`${prefix}.%`} order by created_at`,
    )
    return rows.map(({ email }) => email)
  }

  const setStock = (productId: number, stock: number) =>
    shop.db.execute(sql`update products set stock = ${stock} where id = ${productId}`)

  test('is in the order of the requests, a limited number at a time', async () => {
    const productId = await soldOut()
    const emails = await crowd(productId, 120, 'crowd')
    await correct(productId, 0, 1)
    await vi.waitFor(async () => expect(await queued('crowd')).toEqual(emails.slice(0, 100)), { timeout: 45_000 })
    const [later] = await readRows(
      shop.db,
      sql`select from jobs.job where name = 'stock-alert' and start_after > now()`,
    )
    expect(later).toBeDefined()
    await sendStockAlerts(shop)
    expect(await queued('crowd')).toEqual(emails)
  })

  test('happens once for two rises and several jobs at the same time', async () => {
    const productId = await soldOut()
    const emails = await crowd(productId, 12, 'twice')
    await correct(productId, 0, 1)
    await Promise.all([
      sendStockAlerts(shop),
      sendStockAlerts(shop),
      setStock(productId, 0).then(() => setStock(productId, 5)),
      sendStockAlerts(shop),
    ])
    await sendStockAlerts(shop)
    await allJobsDone(shop)
    expect((await queued('twice')).toSorted()).toEqual(emails.toSorted())
  })

  test('that fails in the middle loses nothing and repeats nothing', async () => {
    const productId = await soldOut()
    const emails = await crowd(productId, 6, 'killed')
    await shop.db.execute(sql`update products set archived_at = now(), stock = 3 where id = ${productId}`)
    await shop.db.execute(sql`update products set archived_at = null where id = ${productId}`)
    let sent = 0
    const dying = {
      ...shop,
      jobs: {
        ...shop.jobs,
        enqueue: (...job: Parameters<TestShop['jobs']['enqueue']>) => {
          if (++sent > 3) throw new Error('killed')
          return shop.jobs.enqueue(...job)
        },
      },
    }
    await Promise.allSettled([sendStockAlerts(dying)])
    await sendStockAlerts(shop)
    await allJobsDone(shop)
    expect((await queued('killed')).toSorted()).toEqual(emails.toSorted())
  })

  test('waits while it is sold out again, and while the product is archived', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const productId = await soldOut()
    await ask({ productId }, asha)
    await shop.db.execute(sql`update products set archived_at = now() where id = ${productId}`)
    await correct(productId, 0, 4)
    expect(await settledEmailsTo(asha.email)).toEqual([])
    await correct(productId, 4, 0)
    await shop.db.execute(sql`update products set archived_at = null where id = ${productId}`)
    expect(await settledEmailsTo(asha.email)).toEqual([])
    expect(await alertsOf(asha)).toHaveLength(1)
    await shop.db.execute(sql`update products set archived_at = now() where id = ${productId}`)
    await correct(productId, 0, 4)
    await shop.db.execute(sql`update products set archived_at = null where id = ${productId}`)
    await emailsTo(asha.email)
  })

  test('follows a quick edit, a CSV file and a canceled order', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const buyer = await shopper(shop, 'Bimal Rai')
    const quickEdit = await soldOut()
    await ask({ productId: quickEdit }, asha)
    await shop.fetch(`/api/admin/products/${quickEdit}/quick`, as(owner, 'PUT', { version: 1, stock: 4, stockRead: 0 }))
    await emailsTo(asha.email, 1)

    const imported = await soldOut({ slug: 'imported-stone' })
    await ask({ productId: imported }, asha)
    const file = csvAs(owner, 'slug,stock\r\nimported-stone,7\r\n')
    expect((await shop.json('/api/admin/products/import?dryRun=false', file)).body).toMatchObject({ applied: true })
    await emailsTo(asha.email, 2)

    const ordered = await soldOut({ stock: 1 })
    await buyer.add({ productId: ordered, quantity: 1 })
    const { body: order } = await buyer.order()
    expect((await ask({ productId: ordered }, asha)).status).toBe(201)
    expect((await shop.fetch(`/api/order/${order.orderId}/cancel`, as(buyer, 'POST'))).status).toBe(200)
    await emailsTo(asha.email, 3)
  })

  test('to a variant that was deleted does not happen; its request ends', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const productId = await soldOut(twoSizes)
    const { Large = 0 } = await variantsOf(productId)
    await ask({ productId, productAttributeId: Large }, asha)
    await shop.db.execute(sql`delete from product_variants where id = ${Large}`)
    expect(await alertsOf(asha)).toEqual([])
  })
})

test('requests end after 180 days, and so do links after their email', async () => {
  const asha = await person(shop, 'Asha Gurung')
  const ids = [await soldOut(), await soldOut()]
  for (const productId of ids) await ask({ productId }, asha)
  await shop.db.execute(
    sql`update stock_alerts set created_at = now() - interval '181 days' where product_id = ${ids[0]}`,
  )
  await sendStockAlerts(shop)
  expect((await alertsOf(asha)).map(({ productId }) => productId)).toEqual([ids[1]])
})

describe('unsubscribing', () => {
  test('takes one POST from a mail program, which the headers of the email name (RFC 8058)', async () => {
    const mail = await startMailServer()
    onTestFinished(() => mail.close())
    const sending = await testShop({ environment: { SMTP_URL: mail.url, SITE_URL: 'https://alpine.test' } })
    const asha = await person(sending, 'Asha Gurung')
    const [first, second] = [await soldOut({}, sending), await soldOut({}, sending)]
    for (const productId of [first, second]) await ask({ productId }, asha, sending)
    await sending.db.execute(sql`update products set stock = 3 where id = ${first}`)
    const [delivered] = await vi.waitFor(
      () => {
        expect(mail.delivered).toHaveLength(1)
        return mail.delivered
      },
      { timeout: 30_000 },
    )
    const email = parseEmail(delivered?.raw ?? '')
    const url = /^<(https:\/\/alpine\.test\/api\/stock-alert-links\/[0-9a-f]{64}\/unsubscribe)>$/.exec(
      header(email, 'list-unsubscribe'),
    )?.[1]
    expect(url).toBeDefined()
    expect(header(email, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

    const path = new URL(url ?? '').pathname
    const redirect = await sending.fetch(path)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/stock-alerts\/[0-9a-f]{64}$/),
    ])
    const waiting = async () => (await sending.json(`/api/stock-alerts/${asha.userId}`, as(asha))).body.alerts.length
    expect(await waiting()).toBe(1)
    for (let time = 0; time < 2; time++) {
      const { status } = await sending.fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(status).toBe(204)
    }
    expect(await waiting()).toBe(0)
    expect(sending.logged()).not.toMatch(/stock-alert-links\/[0-9a-f]{64}/)
  })

  test('can end one request of the address, and no other address', async () => {
    const [first, second] = [await soldOut(), await soldOut()]
    const address = 'both@people.example'
    await confirmedVisitor(address, first)
    const token = await confirmedVisitor(address, second)
    const stranger = await confirmedVisitor('stranger@people.example', first)
    const read = async (of: string) => (await shop.json(`/api/stock-alert-links/${of}`)).body.alerts
    const [alert] = await read(token)
    expect((await link(stranger, `/${alert?.alertId}`, 'DELETE')).status).toBe(204)
    expect(await read(token)).toHaveLength(2)
    expect((await link(token, `/${alert?.alertId}`, 'DELETE')).status).toBe(204)
    expect((await read(token)).map(({ productId }) => productId)).toEqual([second])
    expect((await link(token, '/unsubscribe')).status).toBe(204)
    expect(await read(stranger)).toHaveLength(1)
    expect((await link(token, '', 'GET')).status).toBe(404)
  })

  test('with an unknown link changes nothing', async () => {
    for (const token of ['0'.repeat(64), 'x'])
      for (const [action, method, status] of [
        ['', 'GET', 404],
        ['/confirm', 'POST', 404],
        ['/unsubscribe', 'POST', 204],
        ['/01890000-0000-7000-8000-000000000000', 'DELETE', 404],
      ] as const)
        expect([action, (await link(token, action, method)).status]).toEqual([action, status])
  })
})

describe('personal data', () => {
  test('contains the requests of the account and of its confirmed address, and is erased with it', async () => {
    const password = 'Himalaya-2026'
    const asha = await person(shop, 'Asha Gurung', { password })
    const [first, second] = [await soldOut(), await soldOut()]
    await ask({ productId: first }, asha)
    await confirmedVisitor(asha.email, second)
    const { body } = await shop.json(`/api/userdetails/${asha.userId}/data`, as(asha))
    expect(body).toMatchObject({ stockAlerts: [{ productId: first }, { productId: second, email: asha.email }] })
    await shop.fetch(`/api/userdetails/${asha.userId}`, as(asha, 'DELETE', { password }))
    expect(await rowsOf(asha.email)).toEqual([])
  })

  test('of an unconfirmed address is not given to the account that names it', async () => {
    const productId = await soldOut()
    const victim = await person(shop, 'Victim Rai', { confirmed: false })
    await confirmedVisitor(victim.email, productId)
    expect(await alertsOf(victim)).toEqual([])
    const { body } = await shop.json(`/api/userdetails/${victim.userId}/data`, as(victim))
    expect(body).toMatchObject({ stockAlerts: [] })
  })
})

test('the back office counts who waits, the most wanted first', async () => {
  const counted = await testShop()
  const maya = await person(counted, 'Maya Owner', { role: 'Owner' })
  const [few, many] = [await soldOut({ name: 'Few' }, counted), await soldOut({ name: 'Many' }, counted)]
  for (const name of ['One Rai', 'Two Rai', 'Three Rai']) {
    const who = await person(counted, name)
    await ask({ productId: many }, who, counted)
    if (name === 'One Rai') await ask({ productId: few }, who, counted)
  }
  await ask({ productId: few, email: 'unconfirmed@people.example' }, undefined, counted)
  await allJobsDone(counted)
  const list = async (query = 'page=1') => (await counted.json(`/api/admin/stock-alerts?${query}`, as(maya))).body.rows
  expect(await list()).toMatchObject([
    { productId: many, name: 'Many', variant: null, stock: 0, waiting: 3 },
    { productId: few, name: 'Few', waiting: 1 },
  ])
  expect(await list(`productId=${few}`)).toHaveLength(1)
  const { waiting } = (await counted.json('/api/admin/today', as(maya))).body
  expect(waiting.stockAlerts).toBe(3)
  expect(await list('size=1&page=2')).toMatchObject([{ productId: few }])
})
