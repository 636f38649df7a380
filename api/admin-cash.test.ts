import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { shopDay } from '#shared/days.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { findBookViolations } from '#tests/support/invariants.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

/** Of one singing bowl, with shipping. */
const total = { NPR: 22_444, USD: 208 }
const dayMs = 24 * 3600 * 1000
const today = shopDay(new Date())
const tomorrow = shopDay(new Date(Date.now() + dayMs))

let shop: TestShop
let bowl: number
let dolma: Person
let asha: Shopper
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  await writeStock(shop.db, sql`update products set stock = 500 where slug = 'singing-bowl'`)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  asha = await shopper(shop, 'Asha Gurung')
})
afterAll(async () => {
  expect(await findBookViolations(queryRunner(shop))).toEqual([])
  await shop.close()
})

const get = <P extends string>(path: P) => shop.json(`/api/admin${path}`, as(dolma))
const post = <P extends string>(path: P, body: object) => shop.json(`/api/admin${path}`, as(dolma, 'POST', body))
const mark = (orderIds: string[], received = true) =>
  shop.json('/api/admin/cash', as(dolma, 'PUT', { orderIds, received }))
const ledger = async (day = today) => (await get(`/cash/ledger?day=${day}`)).body
const close = (day = today) => post('/cash/closings', { day })
const balance = async (orderId: string) => (await get(`/orders/${orderId}`)).body.balance
const withCouriers = async () => (await get('/cash/couriers')).body

async function deliver(courier: string, currency: 'USD' | 'NPR' = 'NPR') {
  await asha.add({ productId: bowl })
  const { orderId } = (await asha.order({ body: { currency } })).body
  const move = (from: string, to: string, fields: object = {}) =>
    post(`/orders/${orderId}/moves`, { from, to, ...fields })
  await move('Pending', 'Confirmed')
  await move('Confirmed', 'Shipped', { courierId: await courierId(shop, courier) })
  expect((await move('Shipped', 'Delivered')).status).toBe(200)
  return orderId
}

async function returnAll(orderId: string, refund: number) {
  const { version } = (await get(`/orders/${orderId}`)).body
  return post(`/orders/${orderId}/returns`, {
    version,
    reason: 'Broken',
    lines: [{ position: 1, quantity: 1, restock: false }],
    refund: { amount: refund, method: 'cash' },
  })
}

describe('cash with couriers', () => {
  test('is totaled per courier in both currencies, across days', async () => {
    const orders = [await deliver('Yak Express'), await deliver('Yak Express', 'USD'), await deliver('Himal Post')]
    const yak = await courierId(shop, 'Yak Express')
    expect(await withCouriers()).toEqual([
      {
        courierId: await courierId(shop, 'Himal Post'),
        courier: 'Himal Post',
        orders: 1,
        open: { npr: total.NPR, usd: 0 },
      },
      { courierId: yak, courier: 'Yak Express', orders: 2, open: { npr: total.NPR, usd: total.USD } },
    ])
    const { body } = await get(`/cash/couriers/${yak}?size=1`)
    expect(body).toMatchObject({
      courier: 'Yak Express',
      orders: 2,
      open: { npr: total.NPR, usd: total.USD },
      rows: [{ orderId: orders[0], day: today, open: total.NPR }],
      hasMore: true,
    })
    expect(await shop.countStatements(() => get(`/cash/couriers/${yak}`))).toBe(4)
    expect(await shop.countStatements(() => get('/cash/couriers'))).toBe(2)
    expect((await mark(orders)).body).toEqual({ changed: 3, orderIds: orders.toSorted() })
    expect(await withCouriers()).toEqual([])
    expect((await get('/cash/couriers/987654')).status).toBe(404)
  })

  test('is handed over once if two people mark the same orders at the same time', async () => {
    const orders = [await deliver('Yak Express'), await deliver('Yak Express')]
    const responses = await Promise.all([mark(orders), mark(orders.toReversed()), mark(orders)])
    expect(responses.flatMap(({ body }) => body.orderIds).sort()).toEqual(orders.toSorted())
    const entries = await readRows(
      shop.db,
      sql`select id from cash_entries where kind = 'handed over' and order_id in ${orders}`,
    )
    expect(entries).toHaveLength(2)
    const undone = await Promise.all([mark(orders, false), mark(orders, false)])
    expect(undone.reduce((sum, { body }) => sum + body.changed, 0)).toBe(2)
    expect((await balance(orders[0] ?? '')).withCourier).toBe(total.NPR)
    await mark(orders)
  })
})

describe('the ledger', () => {
  test('shows sums by kind, and what came in and went out', async () => {
    const before = await ledger()
    const [first, second] = [await deliver('Yeti Riders'), await deliver('Yeti Riders', 'USD')]
    await mark([first])
    expect((await returnAll(first, 4_000)).status).toBe(201)
    const { cashIn, cashOut, rows, sums, isClosed, closing } = await ledger()
    expect([isClosed, closing]).toEqual([false, null])
    expect(cashIn).toEqual({ npr: before.cashIn.npr + total.NPR, usd: before.cashIn.usd })
    expect(cashOut).toEqual({ npr: before.cashOut.npr + 4_000, usd: 0 })
    const orderNumber = (await get(`/orders/${first}`)).body.order.orderNumber
    expect(rows.slice(0, 2)).toMatchObject([
      { kind: 'refunded', orderId: first, orderNumber, amount: 4_000, method: 'cash', actor: 'Dolma Lama' },
      { kind: 'handed over', orderId: first, courier: 'Yeti Riders', amount: total.NPR, currency: 'NPR' },
    ])
    expect(sums).toContainEqual({
      kind: 'refunded',
      byCourier: false,
      currency: 'NPR',
      method: 'cash',
      amount: before.cashOut.npr + 4_000,
    })
    expect((await balance(second)).withCourier).toBe(total.USD)
    expect(await shop.countStatements(() => ledger())).toBe(4)
    await mark([second])
  })

  test('is append-only: entries are neither changed nor deleted', async () => {
    const statements = [
      sql`update cash_entries set amount = 1`,
      sql`delete from cash_entries`,
      sql`truncate cash_entries`,
      sql`update cash_entries set day = day + 1 where kind = 'refunded'`,
    ]
    for (const statement of statements)
      await expect(shop.db.execute(statement)).rejects.toMatchObject({
        cause: { message: 'The rows of cash_entries are never changed' },
      })
  })
})

describe('closing a day', () => {
  test('is refused for a day to come and for an unknown day', async () => {
    expect(await close(tomorrow)).toMatchObject({ status: 409, body: { message: 'This day is still to come.' } })
    expect((await close('2026-02-31')).status).toBe(400)
    expect((await ledger()).isClosed).toBe(false)
  })

  test('freezes its sums: a parcel that comes back later is an entry of the next day', async () => {
    const orderId = await deliver('Valley Riders')
    await mark([orderId])
    const before = await ledger()
    const { status, body } = await close()
    expect(status).toBe(201)
    expect(body).toMatchObject({ isClosed: true, closing: { day: today, actor: 'Dolma Lama' } })

    expect((await returnAll(orderId, total.NPR)).status).toBe(201)
    const after = await ledger()
    expect(after).toEqual({ ...before, isClosed: true, closing: body.closing })
    expect(await ledger(tomorrow)).toMatchObject({
      isClosed: false,
      cashIn: { npr: 0, usd: 0 },
      cashOut: { npr: total.NPR, usd: 0 },
      rows: [{ kind: 'refunded', orderId, day: tomorrow, amount: total.NPR }],
    })
    expect(await balance(orderId)).toMatchObject({ paid: total.NPR, refunded: total.NPR, netPaid: 0, owed: 0 })
    const days = (await get('/cash')).body
    expect(days.closedUntil).toBe(today)
    expect(days.rows.every(({ isClosed }) => isClosed)).toBe(true)
  })

  test('is never repeated or taken back, also not for an earlier day', async () => {
    const refused = { status: 409, body: { message: expect.stringMatching(/never opened or closed again/) } }
    for (const day of [today, '2026-01-01']) expect(await close(day)).toMatchObject(refused)
    expect(await ledger('2026-01-01')).toMatchObject({ isClosed: true, closing: { day: today } })
    await expect(shop.db.execute(sql`update cash_book set closed_until = '-infinity'`)).rejects.toMatchObject({
      cause: { message: 'A closed day is never opened again' },
    })
    const closings = await readRows(shop.db, sql`select day from cash_closings`)
    expect(closings).toHaveLength(1)
  })

  test('lets a courier hand over the cash of the closed day on the next day', async () => {
    const before = await ledger()
    const orderId = await deliver('Valley Riders')
    await Promise.all([mark([orderId]), mark([orderId])])
    expect(await ledger()).toEqual(before)
    const kinds = (await ledger(tomorrow)).rows.filter((row) => row.orderId === orderId).map(({ kind }) => kind)
    expect(kinds).toEqual(['handed over', 'collected'])
    await mark([orderId], false)
    const undone = (await ledger(tomorrow)).rows[0]
    expect(undone).toMatchObject({ kind: 'handed over', orderId, amount: -total.NPR })
    expect(await ledger()).toEqual(before)
  })

  test('waits for entries under way, which belong to one of the two days', async () => {
    const shop2 = await openTestShop()
    try {
      await addProducts(shop2)
      const owner = await person(shop2, 'Pemba Sherpa', { role: 'Manager' })
      const buyer = await shopper(shop2, 'Bimal Rai')
      await buyer.add({ productId: (await findProductIds(shop2)).product('singing-bowl') })
      const { orderId } = (await buyer.order()).body
      const move = (from: string, to: string, fields: object = {}) =>
        shop2.json(`/api/admin/orders/${orderId}/moves`, as(owner, 'POST', { from, to, ...fields }))
      await move('Pending', 'Confirmed')
      await move('Confirmed', 'Shipped', { courierId: await courierId(shop2) })
      const closing = () => shop2.json('/api/admin/cash/closings', as(owner, 'POST', { day: today }))
      const [delivered, first, second] = await Promise.all([move('Shipped', 'Delivered'), closing(), closing()])
      expect(delivered.status).toBe(200)
      expect([first.status, second.status].sort()).toEqual([201, 409])
      const frozen = (first.status === 201 ? first : second).body.rows.length
      const { body } = await shop2.json(`/api/admin/cash/ledger?day=${today}`, as(owner))
      expect(body.rows).toHaveLength(frozen)
      const next = await shop2.json(`/api/admin/cash/ledger?day=${tomorrow}`, as(owner))
      expect(frozen + next.body.rows.length).toBe(1)
      expect(await findBookViolations(queryRunner(shop2))).toEqual([])
    } finally {
      await shop2.close()
    }
  })
})
