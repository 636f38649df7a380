import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendStockAlerts } from '#modules/stock-alerts/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { header, parseEmail, startMailServer } from '#tests/support/mail-server.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { shopper } from '#tests/support/shopper.ts'
import { alertTools, twoSizes } from '#tests/support/stock-alerts.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await openTestShop({ environment: { SITE_URL: 'https://alpine.test' } })
  owner = await person(shop, 'Maya Owner', { role: 'Owner' })
})
afterAll(() => shop.close())

const { soldOut, ask, alertsOf, correct, emailsTo, settledEmailsTo, link, confirmedVisitor, variantsOf, rowsOf } =
  alertTools(
    () => shop,
    () => owner,
  )

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
    await vi.waitFor(async () => {
      const laterJobs = await readRows(
        shop.db,
        sql`select from jobs.job where name = 'stock-alert' and start_after > now()`,
      )
      expect(laterJobs).not.toEqual([])
    })
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
