import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readLatestMail } from '#modules/email/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { first } from '#tests/support/answers.ts'
import { asker, idsOf, type Shopper, shopper, wrongs } from '#tests/support/buying.ts'
import { inFull } from '#tests/support/full.ts'
import { type Ledger, openLedger } from '#tests/support/invariants.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let bowl: number
let before: Ledger
let dolma: Person
let asha: Shopper
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  await shop.db.execute(sql`update products set stock = 500 where slug = 'singing-bowl'`)
  bowl = (await idsOf(shop)).product('singing-bowl')
  dolma = await person(shop, 'Dolma Lama', { role: 'Staff' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await openLedger(asker(shop))
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
})

const nothingWrong = async (...others: Shopper[]) => expect(await wrongs(shop, before, [asha, ...others])).toEqual([])
const get = <P extends string>(path: P) => shop.json(`/api/admin${path}`, as(dolma))
const list = async (query: string) => (await get(`/orders?${query}`)).body
const numbers = async (query: string) => (await list(query)).rows.map(({ orderNumber }) => orderNumber)
const send = <P extends string>(path: P, body: object) => shop.json(`/api/admin${path}`, as(dolma, 'POST', body))
const move = (orderId: string, from: string, to: string, said: object = {}) =>
  send(`/orders/${orderId}/moves`, { from, to, ...said })

async function place(buyer: { firstName?: string; lastName?: string; phone?: string } = {}) {
  const { firstName = 'Asha', lastName = 'Gurung', phone = '9800000000' } = buyer
  await shop.db.execute(sql`
    update addresses set first_name = ${firstName}, last_name = ${lastName}, phone = ${phone}
    where id = ${asha.addressId}`)
  await asha.add({ productId: bowl })
  return (await asha.order()).body
}

describe('the desk', () => {
  test('finds an order by number, name and phone, however they are typed', async () => {
    const order = await place({ firstName: 'Zhangmu', lastName: 'O’Hara_%', phone: '+977 984-555-1234' })
    const { orderNumber } = order
    const bare = orderNumber.replace('ALP-', '')
    for (const typed of [
      orderNumber,
      orderNumber.toLowerCase(),
      bare,
      'zhangmu',
      'hangm',
      'O’Hara_%',
      'zhangmu o’hara',
    ])
      expect([typed, await numbers(`q=${encodeURIComponent(typed)}`)]).toEqual([typed, [orderNumber]])
    for (const typed of ['9845551234', '+977 9845551234', '0984 555', '984-555', '98455'])
      expect([typed, await numbers(`q=${encodeURIComponent(typed)}`)]).toEqual([typed, [orderNumber]])
    for (const typed of ['%%%', '___', 'zz', 'nobody of that name', 'ALP-99999999', "'; drop table orders; --"])
      expect([typed, await numbers(`q=${encodeURIComponent(typed)}`)]).toEqual([typed, []])
    expect((await list(`q=${bare}&state=Delivered`)).rows).toEqual([])
  })

  test('looks inside of names only where nobody’s begins so, on every page alike', async () => {
    const { orderNumber: beginning } = await place({ firstName: 'Mantara' })
    await place({ firstName: 'Samantara' })
    const within = [await place({ firstName: 'Kiyomantha' }), await place({ firstName: 'Kiyomantha' })]
    expect([await numbers('q=mantar&size=1'), await numbers('q=mantar&size=1&page=2')]).toEqual([[beginning], []])
    const paged = [...(await numbers('q=omanth&size=1')), ...(await numbers('q=omanth&size=1&page=2'))]
    expect(paged).toEqual(within.map((order) => order.orderNumber).toReversed())
  })

  test('shows queues by state, pages and sorts, in three statements', async () => {
    const placed = [await place(), await place(), await place()].map(({ orderNumber }) => orderNumber)
    expect((await numbers('state=Pending&size=2')).length).toBe(2)
    const newest = await numbers('state=Pending&size=100')
    expect(newest.slice(0, 3)).toEqual(placed.toReversed())
    expect(await numbers('state=Pending&size=100&sort=placed')).toEqual(newest.toReversed())
    expect(await numbers('state=Pending&size=1&page=2')).toEqual([newest[1]])
    const page = await list('state=Pending&size=1')
    expect(page.hasMore).toBe(true)
    expect(page.waiting).toMatchObject({ Pending: newest.length, Confirmed: expect.any(Number) })
    for (const query of ['', 'state=Pending&q=asha', 'q=nobody'])
      expect(await shop.countStatements(() => list(query))).toBeLessThanOrEqual(3)
    for (const bad of ['state=Lost', 'sort=total', 'page=101', `q=${'x'.repeat(101)}`])
      expect((await get(`/orders?${bad}`)).status).toBe(400)
  })

  test('carries an order from the call to the door, each step told to its buyer and written down', async () => {
    const { orderId, orderNumber } = await place({ phone: '9801112223' })
    await send(`/orders/${orderId}/notes`, { kind: 'no-answer' })
    await send(`/orders/${orderId}/notes`, { kind: 'note', words: 'Call after five.' })
    expect((await send(`/orders/${orderId}/notes`, { kind: 'note', words: ' ' })).status).toBe(400)
    const confirmed = await move(orderId, 'Pending', 'Confirmed')
    expect(confirmed).toMatchObject({ status: 200, body: { next: [2, 4], order: { payment: { status: 1 } } } })
    expect(confirmed.body.notes.map(({ kind, words, author }) => [kind, words, author])).toEqual([
      ['no-answer', '', 'Dolma Lama'],
      ['note', 'Call after five.', 'Dolma Lama'],
    ])
    expect(await readLatestMail(shop.db, asha.email)).toMatchObject({ subject: `Order ${orderNumber} is confirmed` })

    expect(await move(orderId, 'Confirmed', 'Shipped')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'courier' }] },
    })
    const shipment = { courier: 'Valley Riders', trackingNumber: 'VR-1' }
    await move(orderId, 'Confirmed', 'Shipped', shipment)
    const { text } = await readLatestMail(shop.db, asha.email)
    expect(text).toMatch(/is on its way.*Valley Riders.*VR-1.*cash/s)
    const own = await shop.json(`/api/order/${asha.userId}/${orderId}`, as(asha))
    expect(own.body.shipment).toEqual(shipment)
    expect(JSON.stringify(own.body)).not.toContain('Call after five')

    const { body } = await move(orderId, 'Shipped', 'Delivered')
    expect(body.order.history.map(({ to }) => to)).toEqual([0, 1, 2, 3])
    expect(body.movers).toEqual([expect.stringContaining('Asha'), 'Dolma Lama', 'Dolma Lama', 'Dolma Lama'])
    const log = await readRows<{ after: object }>(
      shop.db,
      sql`select after from audit_log where subject_id = ${orderNumber} order by id`,
    )
    expect(log.map(({ after }) => after)).toEqual([
      { state: 'Confirmed' },
      { state: 'Shipped', ...shipment },
      { state: 'Delivered' },
    ])
    await nothingWrong()
  })

  test('moves only along the table, and nothing that is not there', async () => {
    const { orderId } = await place()
    expect(await move(orderId, 'Pending', 'Delivered')).toMatchObject({
      status: 409,
      body: { message: 'This order is Pending and cannot become Delivered.' },
    })
    expect((await move(crypto.randomUUID(), 'Pending', 'Confirmed')).status).toBe(404)
    expect((await move('nonsense', 'Pending', 'Confirmed')).status).toBe(404)
    expect((await get('/orders/nonsense')).status).toBe(404)
    expect((await send(`/orders/${crypto.randomUUID()}/notes`, { kind: 'no-answer' })).status).toBe(404)
    await nothingWrong()
  })

  test('counts the earlier refusals of a phone number, however it was typed', async () => {
    const refuse = async (phone: string, ends: string) => {
      const { orderId } = await place({ phone })
      await move(orderId, 'Pending', 'Confirmed')
      await move(orderId, 'Confirmed', 'Shipped', { courier: 'Himal Post' })
      await move(orderId, 'Shipped', ends)
    }
    await refuse('9861234567', 'Returned')
    await refuse('+977 986 123 4567', 'Returned')
    await refuse('00977 986-123-4567', 'Delivered')
    const { orderId } = await place({ phone: '(986) 1234567' })
    expect((await get(`/orders/${orderId}`)).body.earlier).toEqual({ orders: 3, delivered: 1, refused: 2 })
    expect(await shop.countStatements(() => get(`/orders/${orderId}`))).toBeLessThanOrEqual(3)
  })
})

describe('two at once (M9)', () => {
  test('of two who cancel, one does, and the stock comes back once', async () => {
    const { orderId } = await place()
    const answers = await Promise.all([
      move(orderId, 'Pending', 'Canceled', { words: 'Sorry.' }),
      move(orderId, 'Pending', 'Canceled'),
      shop.json(`/api/order/${orderId}/cancel`, as(asha, 'POST')),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await nothingWrong()
  })

  test('of cancelling and shipping, one wins, and the other is told how it stands now', async () => {
    const { orderId } = await place()
    await move(orderId, 'Pending', 'Confirmed')
    const answers = await Promise.all([
      move(orderId, 'Confirmed', 'Canceled'),
      move(orderId, 'Confirmed', 'Shipped', { courier: 'Himal Post' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain('somebody else was quicker')
    await nothingWrong()
  })

  test('what was seen long ago is not acted upon, even where the move would be allowed', async () => {
    const { orderId } = await place()
    await move(orderId, 'Pending', 'Confirmed')
    expect((await move(orderId, 'Pending', 'Canceled')).status).toBe(409)
    expect((await get(`/orders/${orderId}`)).body.order.payment.status).toBe(1)
    await nothingWrong()
  })
})

describe('cash', () => {
  const deliver = async (courier: string, currency: 'USD' | 'NPR') => {
    await asha.add({ productId: bowl })
    const { orderId } = (await asha.order({ body: { currency } })).body
    await move(orderId, 'Pending', 'Confirmed')
    await move(orderId, 'Confirmed', 'Shipped', { courier })
    await move(orderId, 'Shipped', 'Delivered')
    return orderId
  }
  const dayOf = async (courier: string) =>
    first((await get('/cash')).body.rows.filter((row) => row.courier === courier))

  test('is reconciled by courier and day, and ticked off once', async () => {
    const [first, second] = [await deliver('Yak Express', 'NPR'), await deliver('Yak Express', 'USD')]
    const open = { npr: 22_444, usd: 208 }
    const day = await dayOf('Yak Express')
    expect(day).toMatchObject({ orders: 2, received: 0, due: open, open })
    const tick = (orderIds: string[], received = true) =>
      shop.json('/api/admin/cash', as(dolma, 'PUT', { orderIds, received }))
    const ticked = await Promise.all([tick([first]), tick([first])])
    expect(ticked.map(({ body }) => body.changed).sort()).toEqual([0, 1])
    expect(await dayOf('Yak Express')).toMatchObject({ received: 1, due: open, open: { npr: 0, usd: 208 } })
    const { body } = await get(`/cash/day?day=${day.day}&courier=Yak+Express`)
    expect(body.rows.map((row) => [row.orderId, row.cashReceivedAt !== null])).toEqual([
      [first, true],
      [second, false],
    ])
    expect((await tick([second])).body).toEqual({ changed: 1 })
    const onlyOpen = (await get('/cash?open=1')).body.rows.map(({ courier }) => courier)
    expect(onlyOpen).not.toContain('Yak Express')
    expect((await tick([second], false)).body).toEqual({ changed: 1 })
    expect((await get(`/orders/${second}`)).body.cashReceivedAt).toBeNull()
    expect(await shop.countStatements(() => get('/cash'))).toBeLessThanOrEqual(3)
    expect((await tick([])).status).toBe(400)
    const { orderId: undelivered } = await place()
    expect((await tick([undelivered])).body).toEqual({ changed: 0 })
  })

  test('of a day is counted whole, however many orders a page shows, and open ones fill its first pages', async () => {
    const orders: string[] = []
    for (const currency of ['NPR', 'USD', 'NPR'] as const) orders.push(await deliver('Yeti Riders', currency))
    const { day } = await dayOf('Yeti Riders')
    const read = async (page = 1) => {
      const { body } = await get(`/cash/day?day=${day}&courier=Yeti+Riders&size=2&page=${page}`)
      return { ...body, rows: body.rows.map(({ orderId }) => orders.indexOf(orderId)) }
    }
    const tick = (...places: number[]) =>
      shop.json('/api/admin/cash', as(dolma, 'PUT', { orderIds: places.map((place) => orders[place]), received: true }))
    const whole = { orders: 3, due: { npr: 44_888, usd: 208 } }
    expect(await read()).toMatchObject({ ...whole, received: 0, open: whole.due, rows: [0, 1], hasMore: true })
    expect(await read(2)).toMatchObject({ ...whole, received: 0, open: whole.due, rows: [2], hasMore: false })
    await tick(0)
    expect(await read()).toMatchObject({ ...whole, received: 1, open: { npr: 22_444, usd: 208 }, rows: [1, 2] })
    await tick(2)
    expect((await read()).rows).toEqual([0, 1])
    await tick(1)
    expect(await read()).toMatchObject({ ...whole, received: 3, open: { npr: 0, usd: 0 } })
    expect(await shop.countStatements(() => read())).toBe(3)
    expect((await get(`/cash/day?day=${day}&courier=Nobody`)).body).toMatchObject({ orders: 0, rows: [] })
  })
})

test('script in what customers write is handed on as it is, and inert in the mail (I2)', async () => {
  const nasty = '<img src=x onerror=alert(1)>'
  const { orderId } = await place({ firstName: nasty, lastName: '</script>' })
  expect((await list(`q=${encodeURIComponent('onerror')}`)).rows[0]?.name).toBe(`${nasty} </script>`)
  await shop.db.execute(sql`update users set name = ${nasty} where id = ${asha.userId}`)
  await move(orderId, 'Pending', 'Canceled', { words: nasty })
  const { html } = await readLatestMail(shop.db, asha.email)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x')
})

test.runIf(databaseKind === 'postgres')('every question of the desk has its index', async () => {
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
    ['status = 0', 'orders_queue'],
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
