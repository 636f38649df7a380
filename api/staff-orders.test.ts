import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { findBookViolations, type Snapshot, takeSnapshot, wrongStock } from '#tests/support/invariants.ts'
import { orderPage } from '#tests/support/order-changes.ts'
import { addProducts } from '#tests/support/products.ts'
import { allJobsDone, databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

/** On PostgreSQL, its begin and commit are counted. */
const oneTransaction = databaseKind === 'postgres' ? 2 : 0

/** Prices of a singing bowl. */
const price = { npr: 22_344, usd: 168 }

let shop: TestShop
let bowl: number
let dolma: Person
let before: Snapshot
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  await writeStock(shop.db, sql`update products set stock = 100 where slug = 'singing-bowl'`)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  before = await takeSnapshot(queryRunner(shop))
})
afterAll(async () => {
  expect(await findBookViolations(queryRunner(shop))).toEqual([])
  expect(await wrongStock(queryRunner(shop), before)).toEqual([])
  await shop.close()
})

const address = {
  firstName: 'Om',
  lastName: 'Thapa',
  country: 'Nepal',
  state: 'Bagmati',
  city: 'Patan',
  streetAddress: 'Mangal Bazaar 9',
  phone: '9811111111',
}
const counterSale = { source: 'counter', shipping: { npr: 0, usd: 0 }, handedOver: true, address: undefined }
const line = (quantity = 1) => ({ productId: bowl, attributeId: null, quantity })
const order = (fields: object = {}) => ({
  source: 'phone',
  currency: 'NPR',
  lines: [line()],
  shipping: { npr: 100, usd: 40 },
  address,
  ...fields,
})

function enter(fields: object = {}, key: string = crypto.randomUUID(), who = dolma) {
  const { headers, ...sent } = as(who, 'POST', order(fields))
  return shop.json('/api/admin/orders', { ...sent, headers: { ...headers, 'Idempotency-Key': key } })
}

const count = async (table: 'orders' | 'users' | 'emails') => {
  const [row] = await readRows<{ count: number }>(shop.db, sql`select count(*)::int from ${sql.raw(table)}`)
  return row?.count ?? 0
}
const counts = () => Promise.all([count('orders'), count('users'), count('emails')])
const stock = async () => (await shop.json(`/api/admin/products/${bowl}`, as(dolma))).body.stock
const subjectsTo = async (email: string) => {
  await allJobsDone(shop)
  const rows = await readRows<{ subject: string }>(
    shop.db,
    sql`select subject from emails where lower(to_address) = lower(${email}) order by subject`,
  )
  return rows.map(({ subject }) => subject)
}

const nameMissing = /"field":"address\.firstName","description":"Please enter the name of the customer\./
const phoneMissing = /"field":"address\.phone","description":"Please enter a phone number\./

describe('a staff order', () => {
  test('is confirmed, with its source, and takes stock; without an email it has no account', async () => {
    const available = await stock()
    const [, users, emails] = await counts()
    const { status, body } = await enter({ source: 'instagram', lines: [line(2)], note: 'After six', isGift: true })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      source: 'instagram',
      buyer: { userId: null, name: 'Om Thapa', email: '' },
      balance: { total: 2 * price.npr + 100, paid: 0, owed: 2 * price.npr + 100 },
      order: { payment: { status: 1 }, note: 'After six', isGift: true, address: { phone: '9811111111' } },
      activity: [{ kind: 'status', actor: 'Dolma Lama' }],
    })
    expect(await stock()).toBe(available - 2)
    expect((await counts()).slice(1)).toEqual([users, emails])
    const { rows } = (await shop.json(`/api/admin/orders?q=${body.order.orderNumber}`, as(dolma))).body
    expect(rows).toMatchObject([{ source: 'instagram', customerId: null, name: 'Om Thapa' }])
    const found = (await shop.json('/api/admin/orders?q=%2B977+981-1111111', as(dolma))).body
    expect(found.rows.map(({ orderId }) => orderId)).toContain(body.order.orderId)
  })

  test('belongs to the account with this email in any letter case, and sends one confirmation', async () => {
    const asha = await person(shop, 'Asha Gurung')
    const newCustomer = { email: ` ${asha.email.toUpperCase()} `, name: 'Somebody Else', phone: '' }
    const users = await count('users')
    const { body } = await enter({ newCustomer })
    expect(body.buyer).toMatchObject({ userId: asha.userId, name: 'Asha Gurung', email: asha.email })
    expect(await count('users')).toBe(users)
    const { orderNumber, orderId } = body.order
    expect(await subjectsTo(asha.email)).toEqual([`Your order ${orderNumber}`])
    expect((await shop.json(`/api/order/${asha.userId}/${orderId}`, as(asha))).status).toBe(200)
    const again = await enter({ customerId: asha.userId })
    expect(again.body.buyer.userId).toBe(asha.userId)
    expect((await subjectsTo(asha.email)).length).toBe(2)
  })

  test('makes an account without a password, and the emailed link lets the person in', async () => {
    const email = 'om.thapa@mail.example'
    const { body } = await enter({ newCustomer: { email, name: 'Om Thapa', phone: '9811111111' } })
    const subjects = await subjectsTo(email)
    expect(subjects).toContain(`Your order ${body.order.orderNumber}`)
    expect(subjects).toHaveLength(2)
    const [user] = await readRows(
      shop.db,
      sql`select password_hash as hash, phone_number as phone, role from users where email = ${email}`,
    )
    expect(user).toEqual({ hash: null, phone: '9811111111', role: 'Customer' })
    const login = (password: string) =>
      shop.json('/api/authentication/login', as(undefined, 'POST', { username: email, password }))
    expect((await login('Himalaya-2026')).status).toBe(401)
    const [invitation] = await readRows<{ text: string }>(
      shop.db,
      sql`select text from emails where to_address = ${email} and subject not like 'Your order%'`,
    )
    const link = new URL(/http\S+reset-password\?\S+/.exec(invitation?.text ?? '')?.[0] ?? '')
    const { token, welcome } = Object.fromEntries(link.searchParams)
    expect(welcome).toBe('1')
    const password = 'Himalaya-2026'
    const reset = { email, token, password, confirmPassword: password }
    expect((await shop.json('/api/authentication/reset-password', as(undefined, 'POST', reset))).status).toBeLessThan(
      300,
    )
    const session = await login('Himalaya-2026')
    expect(session.status).toBe(200)
    const own = await shop.json(`/api/order/${session.body.userId}`, as(session.body))
    expect(own.body).toMatchObject([{ orderId: body.order.orderId }])
  })

  test('shares the discount over both currencies', async () => {
    const inRupees = (await enter({ lines: [line(3)], discount: 1_000 })).body.order
    expect(inRupees).toMatchObject({
      discount: 1_000,
      totalAmount: 3 * price.npr - 1_000 + 100,
      discountInUSD: Math.floor((1_000 * 100 * price.usd) / price.npr) / 100,
    })
    const inDollars = (await enter({ currency: 'USD', lines: [line(3)], discount: 10.5 })).body.order
    expect(inDollars).toMatchObject({
      discountInUSD: 10.5,
      totalPriceInUSD: 3 * price.usd - 10.5 + 40,
      discount: Math.floor((1_050 * price.npr) / price.usd) / 100,
    })
    const whole = await enter({ discount: price.npr })
    expect(whole.body.order).toMatchObject({ totalAmount: 100, totalPriceInUSD: 40 })
  })

  test('is refused as a whole if something is wrong, and leaves nothing behind', async () => {
    const unchanged = [await counts(), await stock()]
    const newCustomer = { email: 'nobody@mail.example', name: 'Nobody', phone: '' }
    const missing = '01890000-0000-7000-8000-000000000000'
    const refused: [object, number, RegExp][] = [
      [{ newCustomer, lines: [line(101)] }, 409, /bowl/i],
      [{ newCustomer, lines: [line(60), line(60)] }, 409, /bowl/i],
      [{ newCustomer, lines: [{ ...line(), productId: 987_654 }] }, 409, /no longer sold/],
      [
        { newCustomer, discount: price.npr + 1 },
        400,
        /"field":"discount","description":"At most Rs 22,344, which the products cost\./,
      ],
      [{ newCustomer, shownTotal: 1 }, 409, /Prices have changed: the total is now Rs 22,444/],
      [{ customerId: missing }, 409, /does not exist any more/],
      [{ customerId: dolma.userId, newCustomer }, 400, /choose a customer or enter a new one/],
      [{ newCustomer: { ...newCustomer, email: 'not an email' } }, 400, /email/i],
      [{ newCustomer, lines: [] }, 400, /add a product/],
      [{ newCustomer, discount: -1 }, 400, /./],
      [{ newCustomer, handedOver: true }, 400, /Only an order over the counter/],
      [{ newCustomer, source: 'web' }, 400, /where the order comes from/],
      ...(['phone', 'instagram', 'counter'] as const).flatMap((source): [object, number, RegExp][] => [
        [{ source, address: undefined }, 400, /Please enter the address of the customer/],
        [{ source, address: { ...address, firstName: ' ', lastName: '' } }, 400, nameMissing],
        [{ source, address: { ...address, phone: '' } }, 400, phoneMissing],
        [{ source, address: { ...address, phone: '+977 ' } }, 400, /"field":"address\.phone".*enter a phone number/],
        [
          { source, address: { ...address, phone: '+1 (684) ' } },
          400,
          /"field":"address\.phone".*enter a phone number/,
        ],
      ]),
    ]
    for (const [fields, status, message] of refused) {
      const response = await enter(fields)
      expect([fields, response.status]).toEqual([fields, status])
      expect(JSON.stringify(response.body)).toMatch(message)
    }
    const withoutKey = await shop.json('/api/admin/orders', as(dolma, 'POST', order({ newCustomer })))
    expect(withoutKey.status).toBe(400)
    expect([await counts(), await stock()]).toEqual(unchanged)
  })

  test('is stored once per key, also if both requests come at the same time', async () => {
    const key = crypto.randomUUID()
    const newCustomer = { email: 'once@mail.example', name: 'Once Only', phone: '' }
    const [orders, users] = await counts()
    const responses = await Promise.all([enter({ newCustomer }, key), enter({ newCustomer }, key)])
    responses.push(await enter({ newCustomer }, key))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(responses.map(({ body }) => body.order.orderId)).size).toBe(1)
    expect((await counts()).slice(0, 2)).toEqual([orders + 1, users + 1])
    const other = await enter({ newCustomer, lines: [line(2)] }, key)
    expect(other).toMatchObject({ status: 409, body: { message: 'This order was sent before with other details.' } })
    expect(await count('orders')).toBe(orders + 1)
  })

  test('over the counter is delivered and paid at once, in the shop', async () => {
    const { status, body } = await enter(counterSale)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      source: 'counter',
      courierId: null,
      balance: { total: price.npr, paid: price.npr, owed: 0, withCourier: 0 },
      cash: [{ kind: 'collected', courier: null, amount: price.npr, method: 'cash', actor: 'Dolma Lama' }],
      order: { payment: { status: 3 } },
      invoices: [{ kind: 'invoice' }],
      buyer: { userId: null, name: 'Cash customer', email: '' },
    })
    const { rows } = (await shop.json(`/api/admin/orders?q=${body.order.orderNumber}`, as(dolma))).body
    expect(rows).toMatchObject([{ name: 'Cash customer', phone: '', place: '' }])
    const { body: ledger } = await shop.json(`/api/admin/cash/ledger?day=${body.cash[0]?.day}`, as(dolma))
    expect(ledger.cashIn.npr).toBe(price.npr)
    expect((await shop.json('/api/admin/cash/couriers', as(dolma))).body).toEqual([])
  })

  test('over the counter has a buyer without an address on the invoice', async () => {
    const buyerOf = async (fields: object) => {
      const { order, invoices } = (await enter({ ...counterSale, ...fields })).body
      const path = `/api/admin/orders/${order.orderId}/invoices/${invoices[0]?.id}`
      const { document } = (await (await shop.fetch(path, as(dolma))).json()) as { document: string }
      return (JSON.parse(document) as { buyer: string[] }).buyer
    }
    expect(await buyerOf({})).toEqual(['Cash customer'])
    expect(await buyerOf({ buyer: { phone: '9811111111' } })).toEqual(['Cash customer', '9811111111'])
    expect(await buyerOf({ buyer: { firstName: 'Om', lastName: 'Thapa' } })).toEqual(['Om Thapa'])
    expect(await buyerOf({ buyer: { company: 'Hotel Yak' } })).toEqual(['Hotel Yak'])
    expect((await buyerOf({ address })).slice(0, 2)).toEqual(['Om Thapa', 'Mangal Bazaar 9'])
  })

  test('over the counter that is taken back is changed without an address, and shipped only with one', async () => {
    const page = orderPage(shop, dolma)
    const { orderId } = (await enter(counterSale)).body.order
    expect((await page.takeBack(orderId)).status).toBe(201)
    const lines = [{ position: 1, productId: bowl, attributeId: null, quantity: 2 }]
    const buyer = { firstName: 'Om', lastName: '', phone: '' }
    const edited = await page.edit(orderId, { lines, address: undefined, buyer })
    expect(edited).toMatchObject({
      status: 200,
      body: { buyer: { name: 'Om' }, balance: { owed: 2 * price.npr }, order: { address: { country: '' } } },
    })
    const refused = await page.move(orderId, 'Shipped')
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/has no address/) } })
    expect((await page.edit(orderId, { address })).status).toBe(200)
    expect((await page.edit(orderId, { address: undefined, buyer: { firstName: '' } })).body.buyer.name).toBe(
      'Om Thapa',
    )
    expect((await page.move(orderId, 'Shipped')).status).toBe(200)
  })

  test('over the counter emails a customer neither an address nor when it arrives', async () => {
    const asha = await person(shop, 'Asha Lama')
    const { body } = await enter({ ...counterSale, customerId: asha.userId })
    await allJobsDone(shop)
    const { subject, text } = await latestEmail(shop, asha.email)
    expect(subject).toBe(`Your order ${body.order.orderNumber}`)
    expect(text).toContain('Total (cash in the shop)')
    expect(text).not.toMatch(/Shipping address|Delivery then/)
  })

  test('is entered by staff only', async () => {
    const customer = await person(shop, 'Bimal Rai')
    expect((await enter({}, crypto.randomUUID(), customer)).status).toBe(403)
  })

  test('is one transaction with a fixed number of statements', async () => {
    const asha = await person(shop, 'Asha Rai')
    const entering = (fields: object) => shop.countStatements(() => enter(fields))
    const withoutAccount = await entering({})
    expect(withoutAccount).toBe(await entering({ lines: [line(3)], discount: 5 }))
    const withAccount = await entering({ customerId: asha.userId })
    const counter = await entering({ source: 'counter', handedOver: true })
    expect({ withoutAccount, withAccount, counter }).toEqual({
      withoutAccount: 16 + oneTransaction,
      withAccount: 17 + oneTransaction,
      counter: 27 + oneTransaction,
    })
    expect((await latestEmail(shop, asha.email)).subject).toMatch(/^Your order ALP-/)
  })
})
