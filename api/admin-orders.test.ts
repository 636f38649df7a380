import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { inFull } from '#tests/support/full-run.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let bowl: number
let before: Snapshot
let dolma: Person
let asha: Shopper
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  await writeStock(shop.db, sql`update products set stock = 500 where slug = 'singing-bowl'`)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await takeSnapshot(queryRunner(shop))
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
})

const expectInvariants = async (...others: Shopper[]) =>
  expect(await findOrderViolations(shop, before, [asha, ...others])).toEqual([])
const get = <P extends string>(path: P) => shop.json(`/api/admin${path}`, as(dolma))
const list = async (query: string) => (await get(`/orders?${query}`)).body
const numbers = async (query: string) => (await list(query)).rows.map(({ orderNumber }) => orderNumber)
const send = <P extends string>(path: P, body: object) => shop.json(`/api/admin${path}`, as(dolma, 'POST', body))
const transition = (orderId: string, from: string, to: string, fields: object = {}) =>
  send(`/orders/${orderId}/moves`, { from, to, ...fields })

async function place(buyer: { firstName?: string; lastName?: string; phone?: string } = {}) {
  const { firstName = 'Asha', lastName = 'Gurung', phone = '9800000000' } = buyer
  await shop.db.execute(sql`
    update addresses set first_name = ${firstName}, last_name = ${lastName}, phone = ${phone}
    where id = ${asha.addressId}`)
  await asha.add({ productId: bowl })
  return (await asha.order()).body
}

describe('admin orders', () => {
  test('are found by number, name and phone in any notation', async () => {
    const order = await place({ firstName: 'Zhangmu', lastName: 'O’Hara_%', phone: '+977 984-555-1234' })
    const { orderNumber } = order
    const bare = orderNumber.replace('ALP-', '')
    for (const text of [orderNumber, orderNumber.toLowerCase(), bare, 'zhangmu', 'hangm', 'O’Hara_%', 'zhangmu o’hara'])
      expect([text, await numbers(`q=${encodeURIComponent(text)}`)]).toEqual([text, [orderNumber]])
    for (const text of ['9845551234', '+977 9845551234', '0984 555', '984-555', '98455'])
      expect([text, await numbers(`q=${encodeURIComponent(text)}`)]).toEqual([text, [orderNumber]])
    for (const text of ['%%%', '___', 'zz', 'nobody of that name', 'ALP-99999999', "'; drop table orders; --"])
      expect([text, await numbers(`q=${encodeURIComponent(text)}`)]).toEqual([text, []])
    expect((await list(`q=${bare}&status=Delivered`)).rows).toEqual([])
  })

  test('are searched inside names only if no name starts with the text, on every page', async () => {
    const { orderNumber: beginning } = await place({ firstName: 'Mantara' })
    await place({ firstName: 'Samantara' })
    const within = [await place({ firstName: 'Kiyomantha' }), await place({ firstName: 'Kiyomantha' })]
    expect([await numbers('q=mantar&size=1'), await numbers('q=mantar&size=1&page=2')]).toEqual([[beginning], []])
    const paged = [...(await numbers('q=omanth&size=1')), ...(await numbers('q=omanth&size=1&page=2'))]
    expect(paged).toEqual(within.map((order) => order.orderNumber).toReversed())
  })

  test('are filtered by status, paged and sorted with three statements', async () => {
    const placed = [await place(), await place(), await place()].map(({ orderNumber }) => orderNumber)
    expect((await numbers('status=Pending&size=2')).length).toBe(2)
    const newest = await numbers('status=Pending&size=100')
    expect(newest.slice(0, 3)).toEqual(placed.toReversed())
    expect(await numbers('status=Pending&size=100&sort=placed')).toEqual(newest.toReversed())
    expect(await numbers('status=Pending&size=1&page=2')).toEqual([newest[1]])
    const page = await list('status=Pending&size=1')
    expect(page.hasMore).toBe(true)
    expect(page.waiting).toMatchObject({ Pending: newest.length, Confirmed: expect.any(Number) })
    for (const query of ['', 'status=Pending&q=asha', 'q=nobody'])
      expect(await shop.countStatements(() => list(query))).toBeLessThanOrEqual(3)
    for (const bad of ['status=Lost', 'sort=total', 'page=101', `q=${'x'.repeat(101)}`])
      expect((await get(`/orders?${bad}`)).status).toBe(400)
  })

  test('go from confirmation to delivery, with an email and an audit entry for each transition', async () => {
    const { orderId, orderNumber } = await place({ phone: '9801112223' })
    await send(`/orders/${orderId}/notes`, { kind: 'no-answer' })
    await send(`/orders/${orderId}/notes`, { kind: 'note', text: 'Call after five.' })
    expect((await send(`/orders/${orderId}/notes`, { kind: 'note', text: ' ' })).status).toBe(400)
    const confirmed = await transition(orderId, 'Pending', 'Confirmed')
    expect(confirmed).toMatchObject({ status: 200, body: { next: [2, 3, 4], order: { payment: { status: 1 } } } })
    expect(confirmed.body.notes.map(({ kind, text, author }) => [kind, text, author])).toEqual([
      ['no-answer', '', 'Dolma Lama'],
      ['note', 'Call after five.', 'Dolma Lama'],
    ])
    expect(await latestEmail(shop, asha.email)).toMatchObject({ subject: `Order ${orderNumber} is confirmed` })

    expect(await transition(orderId, 'Confirmed', 'Shipped')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'courierId' }] },
    })
    const shipment = { courierId: await courierId(shop), trackingNumber: 'VR-1' }
    await transition(orderId, 'Confirmed', 'Shipped', shipment)
    const { text } = await latestEmail(shop, asha.email)
    expect(text).toMatch(/is on its way.*Valley Riders.*VR-1.*cash/s)
    const own = await shop.json(`/api/order/${asha.userId}/${orderId}`, as(asha))
    expect(own.body.shipment).toEqual({ courier: 'Valley Riders', trackingNumber: 'VR-1' })
    expect(JSON.stringify(own.body)).not.toContain('Call after five')

    const { body } = await transition(orderId, 'Shipped', 'Delivered')
    expect(body.order.history.map(({ to }) => to)).toEqual([0, 1, 2, 3])
    expect(body.activity.map(({ kind, actor }) => [kind, actor])).toEqual(Array(3).fill(['status', 'Dolma Lama']))
    const log = await readRows<{ after: object }>(
      shop.db,
      sql`select after from audit_log where subject_id = ${orderNumber} order by id`,
    )
    expect(log.map(({ after }) => after)).toEqual([
      { status: 'Confirmed' },
      { status: 'Shipped', courier: 'Valley Riders', trackingNumber: 'VR-1' },
      { status: 'Delivered' },
    ])
    await expectInvariants()
  })

  test('reject transitions outside the table with 409 and unknown orders with 404', async () => {
    const { orderId } = await place()
    expect(await transition(orderId, 'Pending', 'Delivered')).toMatchObject({
      status: 409,
      body: { message: 'This order is Pending and cannot become Delivered.' },
    })
    expect((await transition(crypto.randomUUID(), 'Pending', 'Confirmed')).status).toBe(404)
    expect((await transition('nonsense', 'Pending', 'Confirmed')).status).toBe(404)
    expect((await get('/orders/nonsense')).status).toBe(404)
    expect((await send(`/orders/${crypto.randomUUID()}/notes`, { kind: 'no-answer' })).status).toBe(404)
    await expectInvariants()
  })

  test('count earlier refusals of a phone number in any notation', async () => {
    const placeAndFinish = async (phone: string, lastStatus: string) => {
      const { orderId } = await place({ phone })
      await transition(orderId, 'Pending', 'Confirmed')
      await transition(orderId, 'Confirmed', 'Shipped', { courierId: await courierId(shop) })
      await transition(orderId, 'Shipped', lastStatus)
    }
    await placeAndFinish('9861234567', 'Returned')
    await placeAndFinish('+977 986 123 4567', 'Returned')
    await placeAndFinish('00977 986-123-4567', 'Delivered')
    const { orderId } = await place({ phone: '(986) 1234567' })
    expect((await get(`/orders/${orderId}`)).body.earlier).toEqual({ orders: 3, delivered: 1, refused: 2 })
    expect(await shop.countStatements(() => get(`/orders/${orderId}`))).toBeLessThanOrEqual(3)
  })
})

describe('concurrent transitions (M9)', () => {
  test('cancel an order once and restore its stock once', async () => {
    const { orderId } = await place()
    const responses = await Promise.all([
      transition(orderId, 'Pending', 'Canceled', { message: 'Sorry.' }),
      transition(orderId, 'Pending', 'Canceled'),
      shop.json(`/api/order/${orderId}/cancel`, as(asha, 'POST')),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await expectInvariants()
  })

  test('let either cancel or ship succeed, and give the other the current status', async () => {
    const { orderId } = await place()
    await transition(orderId, 'Pending', 'Confirmed')
    const responses = await Promise.all([
      transition(orderId, 'Confirmed', 'Canceled'),
      transition(orderId, 'Confirmed', 'Shipped', { courierId: await courierId(shop) }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.body.message).toContain('Somebody else changed this order')
    await expectInvariants()
  })

  test('reject a request with an outdated status, even if the transition is allowed', async () => {
    const { orderId } = await place()
    await transition(orderId, 'Pending', 'Confirmed')
    expect((await transition(orderId, 'Pending', 'Canceled')).status).toBe(409)
    expect((await get(`/orders/${orderId}`)).body.order.payment.status).toBe(1)
    await expectInvariants()
  })
})

describe('cash', () => {
  const deliver = async (courier: string, currency: 'USD' | 'NPR') => {
    await asha.add({ productId: bowl })
    const { orderId } = (await asha.order({ body: { currency } })).body
    await transition(orderId, 'Pending', 'Confirmed')
    await transition(orderId, 'Confirmed', 'Shipped', { courierId: await courierId(shop, courier) })
    await transition(orderId, 'Shipped', 'Delivered')
    return orderId
  }
  const dayOf = async (courier: string) =>
    first((await get('/cash')).body.rows.filter((row) => row.courier === courier))

  test('is totaled by courier and day, and marked as received once', async () => {
    const [first, second] = [await deliver('Yak Express', 'NPR'), await deliver('Yak Express', 'USD')]
    const open = { npr: 22_444, usd: 208 }
    const day = await dayOf('Yak Express')
    expect(day).toMatchObject({ orders: 2, received: 0, due: open, open })
    const markReceived = (orderIds: string[], received = true) =>
      shop.json('/api/admin/cash', as(dolma, 'PUT', { orderIds, received }))
    const responses = await Promise.all([markReceived([first]), markReceived([first])])
    expect(responses.map(({ body }) => body.changed).sort()).toEqual([0, 1])
    expect(await dayOf('Yak Express')).toMatchObject({ received: 1, due: open, open: { npr: 0, usd: 208 } })
    const { body } = await get(`/cash/day?day=${day.day}&courierId=${day.courierId}`)
    expect(body.rows.map((row) => [row.orderId, row.isReceived])).toEqual([
      [first, true],
      [second, false],
    ])
    expect((await markReceived([second])).body).toEqual({ changed: 1, orderIds: [second] })
    expect(await dayOf('Yak Express')).toMatchObject({ received: 2, open: { npr: 0, usd: 0 } })
    expect((await markReceived([second], false)).body).toEqual({ changed: 1, orderIds: [second] })
    expect((await get(`/orders/${second}`)).body.balance).toMatchObject({ paid: 208, withCourier: 208, owed: 0 })
    expect(await shop.countStatements(() => get('/cash'))).toBeLessThanOrEqual(4)
    expect((await markReceived([])).status).toBe(400)
    const { orderId: undelivered } = await place()
    expect((await markReceived([undelivered])).body).toEqual({ changed: 0, orderIds: [] })
  })

  test('has day totals independent of the page size, and open orders on the first pages', async () => {
    const orders: string[] = []
    for (const currency of ['NPR', 'USD', 'NPR'] as const) orders.push(await deliver('Yeti Riders', currency))
    const { day, courierId: yeti } = await dayOf('Yeti Riders')
    const read = async (page = 1) => {
      const { body } = await get(`/cash/day?day=${day}&courierId=${yeti}&size=2&page=${page}`)
      return { ...body, rows: body.rows.map(({ orderId }) => orders.indexOf(orderId)) }
    }
    const markReceived = (...indexes: number[]) =>
      shop.json(
        '/api/admin/cash',
        as(dolma, 'PUT', { orderIds: indexes.map((index) => orders[index]), received: true }),
      )
    const dayTotals = { orders: 3, due: { npr: 44_888, usd: 208 } }
    expect(await read()).toMatchObject({ ...dayTotals, received: 0, open: dayTotals.due, rows: [0, 1], hasMore: true })
    expect(await read(2)).toMatchObject({ ...dayTotals, received: 0, open: dayTotals.due, rows: [2], hasMore: false })
    await markReceived(0)
    expect(await read()).toMatchObject({ ...dayTotals, received: 1, open: { npr: 22_444, usd: 208 }, rows: [1, 2] })
    await markReceived(2)
    expect((await read()).rows).toEqual([0, 1])
    await markReceived(1)
    expect(await read()).toMatchObject({ ...dayTotals, received: 3, open: { npr: 0, usd: 0 } })
    expect(await shop.countStatements(() => read())).toBe(4)
    expect((await get(`/cash/day?day=${day}&courierId=9999`)).body).toMatchObject({ orders: 0, rows: [] })
  })
})

test('script in customer input is returned unchanged, and escaped in emails (I2)', async () => {
  const script = '<img src=x onerror=alert(1)>'
  const { orderId } = await place({ firstName: script, lastName: '</script>' })
  expect((await list(`q=${encodeURIComponent('onerror')}`)).rows[0]?.name).toBe(`${script} </script>`)
  await shop.db.execute(sql`update users set name = ${script} where id = ${asha.userId}`)
  await transition(orderId, 'Pending', 'Canceled', { message: script })
  const { html } = await latestEmail(shop, asha.email)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x')
})

test.runIf(databaseKind === 'postgres')('every admin order query uses an index', async () => {
  for (let batch = 0; batch < inFull(10, 3); batch++)
    await shop.db.execute(sql`
    insert into orders (id, user_id, status, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at)
    select gen_random_uuid(), null, case when n % 100 = 0 then 0 else 3 end, 'NPR', 0, 0, 1, 1,
      json_build_object('firstName', md5(n::text), 'lastName', 'Of' || n % 977, 'phone', '98' || lpad(n::text, 8, '0')), now()
    from generate_series(${batch * 2000 + 1}::int, ${batch * 2000 + 2000}::int) as n`)
  await shop.db.execute(sql`vacuum analyze orders`)
  const plan = async (where: string) => {
    const rows = await readRows<{ 'QUERY PLAN': string }>(
      shop.db,
      sql.raw(`explain select id from orders o where ${where} order by id desc limit 26`),
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const indexOf: [where: string, index: string][] = [
    ['status = 0', 'orders_status'],
    ['true', 'orders_pkey'],
    ["(number = 98012 or phone_key like '98012345%')", 'orders_phone'],
    ["buyer_name like 'c4ca4238a0b92%'", 'orders_name'],
    ["last_name_key like 'of976%'", 'orders_last_name'],
    ["buyer_name like '%c4ca4238a0b92%'", 'orders_buyer'],
  ]
  for (const [where, index] of indexOf) {
    expect(await plan(where)).toContain(index)
    expect(await plan(where)).not.toContain('Seq Scan')
  }
  await shop.db.execute(sql`delete from orders where user_id is null`)
})
