import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { first } from '#tests/support/answers.ts'
import { archive, asker, idsOf, type Shopper, shopper, wrongs } from '#tests/support/buying.ts'
import { type Ledger, openLedger } from '#tests/support/invariants.ts'
import { as, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let ids: Awaited<ReturnType<typeof idsOf>>
let before: Ledger
let asha: Shopper
let everybody: Shopper[] = []
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  await shop.db.execute(sql`update products set stock = 50 where slug in ('singing-bowl', 'ruby-halo-ring')`)
  await shop.db.execute(sql`update product_attributes set stock = 50 where value = 'Small'`)
  ids = await idsOf(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await openLedger(asker(shop))
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
  everybody = [asha]
})

const courier = 'Valley Riders'
const nothingWrong = async () => expect(await wrongs(shop, before, everybody)).toEqual([])
const bowl = () => ({ productId: ids.product('singing-bowl') })
const ring = () => ({
  productId: ids.product('ruby-halo-ring'),
  selectedAttributeId: ids.attribute('ruby-halo-ring', 'Small'),
})
const list = (who: Shopper, query = '') => shop.json(`/api/order/${who.userId}?${query}`, as(who))
const post = <What extends 'cancel' | 'again'>(who: Shopper, orderId: string, what: What) =>
  shop.json(`/api/order/${orderId}/${what}`, as(who, 'POST'))

const place = async (who = asha) => {
  await who.add(bowl())
  return (await who.order()).body
}

describe('orders that were placed', () => {
  test('are listed newest first in one statement beside the session, and continue before the last', async () => {
    const placed = [await place(), await place(), await place()].reverse()
    const read = async () => expect((await list(asha)).body).toEqual(placed)
    expect(await shop.countStatements(read)).toBe(2)
    expect((await list(asha, `before=${first(placed).orderId}`)).body).toEqual(placed.slice(1))
    expect((await list(asha, 'before=x')).status).toBe(400)
    const own = await shop.json(`/api/order/${asha.userId}/${placed[1]?.orderId}`, as(asha))
    expect(own).toEqual({ status: 200, body: placed[1] })
  })

  test('are nobody else’s', async () => {
    const { orderId } = await place()
    const thief = await shopper(shop, `Thief ${crypto.randomUUID().slice(0, 8)}`)
    expect((await shop.json(`/api/order/${asha.userId}`, as(thief))).status).toBe(403)
    expect((await shop.json(`/api/order/${asha.userId}/${orderId}`, as(thief))).status).toBe(403)
    const missing = { status: 404, body: { message: 'There is no such order.' } }
    for (const id of [orderId, crypto.randomUUID(), 'nonsense']) {
      expect(await shop.json(`/api/order/${thief.userId}/${id}`, as(thief))).toEqual(missing)
      for (const what of ['cancel', 'again'] as const) expect(await post(thief, id, what)).toEqual(missing)
    }
    expect((await shop.json(`/api/order/${asha.userId}`)).status).toBe(401)
    everybody.push(thief)
    await nothingWrong()
  })

  test('may be cancelled while pending, which puts the stock back once and is written down', async () => {
    await asha.add({ ...ring(), quantity: 2 })
    const { body: order } = await asha.order()
    const { status, body } = await post(asha, order.orderId, 'cancel')
    expect(status).toBe(200)
    expect(body).toMatchObject({ payment: { status: 4 }, canCancel: false })
    expect(body.history.slice(1)).toEqual([{ from: 0, to: 4, by: 'customer', at: expect.any(String) }])
    expect(await post(asha, order.orderId, 'cancel')).toEqual({
      status: 409,
      body: { message: 'This order is Canceled and cannot become Canceled.' },
    })
    await nothingWrong()
  })

  test('move only along the table, and only the shop moves them on', async () => {
    const { orderId } = await place()
    const pemba = await person(shop, `Pemba ${crypto.randomUUID().slice(0, 8)}`, { role: 'Admin' })
    const move = async (from: string, to: string, who: { token: string } = pemba) =>
      (await shop.fetch(`/api/admin/orders/${orderId}/moves`, as(who, 'POST', { from, to, courier }))).status
    expect(await move('Pending', 'Confirmed', asha)).toBe(403)
    expect(await move('Pending', 'Delivered')).toBe(409)
    expect(await move('Pending', 'Gone')).toBe(400)
    expect(await move('Pending', 'Confirmed')).toBe(200)
    expect((await post(asha, orderId, 'cancel')).body.message).toBe(
      'This order is Confirmed and cannot become Canceled.',
    )
    expect(await move('Confirmed', 'Shipped')).toBe(200)
    expect(await move('Shipped', 'Canceled')).toBe(409)
    expect(await move('Shipped', 'Delivered')).toBe(200)
    expect(await move('Delivered', 'Returned')).toBe(200)
    expect(await move('Returned', 'Confirmed')).toBe(409)
    const { body } = await shop.json(`/api/order/${asha.userId}/${orderId}`, as(asha))
    expect(body.history.map(({ from, to, by }) => [from, to, by])).toEqual([
      [null, 0, 'customer'],
      [0, 1, 'shop'],
      [1, 2, 'shop'],
      [2, 3, 'shop'],
      [3, 5, 'shop'],
    ])
    await nothingWrong()
  })

  test('can be ordered again, as far as the pieces are there', async () => {
    for (const wish of [{ ...bowl(), quantity: 2 }, ring(), { productId: ids.product('clear-quartz-point') }]) {
      await asha.add(wish)
    }
    const { body: order } = await asha.order()
    await archive(shop, 'clear-quartz-point')
    await shop.db.execute(sql`update product_attributes set stock = 0`)
    await asha.add(bowl())
    const { status, body } = await post(asha, order.orderId, 'again')
    expect(status).toBe(200)
    expect(body.cart.cartItems.map(({ name, quantity }) => [name, quantity])).toEqual([['Singing Bowl', 3]])
    expect(body.cart).toEqual(await asha.bag())
    expect(body.leftOut).toEqual([
      { productName: 'Ruby Halo Ring', attributeValue: 'Small', wanted: 1, added: 0, reason: 'soldOut' },
      { productName: 'Clear Quartz Point', attributeValue: null, wanted: 1, added: 0, reason: 'gone' },
    ])
  })
})

describe('when the account goes', () => {
  const leave = (who: Shopper) => shop.fetch(`/api/userdetails/${who.userId}`, as(who, 'DELETE', { email: who.email }))
  const kept = async (orderId: string) => {
    const [row] = await asker(shop)(`select user_id, note, address from orders where id = '${orderId}'`)
    return row as { user_id: string | null; note: string; address: object }
  }
  const nobody = { firstName: '', lastName: '', phone: '', email: '', company: '', streetAddress: '', zipCode: '' }

  test('what the shop holds can be had first: orders, bag and saved products', async () => {
    const { orderId } = await place()
    await asha.add(bowl())
    await shop.json(`/api/wishlist/${asha.userId}`, as(asha, 'POST', { productIds: [bowl().productId] }))
    const { body } = await shop.json(`/api/userdetails/${asha.userId}/data`, as(asha))
    expect(body.orders).toMatchObject([{ orderId }])
    expect(body.bag).toMatchObject({ cartItems: [{}] })
    expect(body.savedProducts).toEqual([bowl().productId])
  })

  test('its orders stay, without the person; one on its way keeps its address until it has arrived', async () => {
    const pemba = await person(shop, `Pemba ${crypto.randomUUID().slice(0, 8)}`, { role: 'Admin' })
    const move = (orderId: string, from: string, to: string) =>
      shop.fetch(`/api/admin/orders/${orderId}/moves`, as(pemba, 'POST', { from, to, courier }))
    const [open, done] = [await place(), await place()]
    for (const { orderId } of [open, done]) {
      await move(orderId, 'Pending', 'Confirmed')
      await move(orderId, 'Confirmed', 'Shipped')
    }
    await move(done.orderId, 'Shipped', 'Delivered')
    expect((await leave(asha)).status).toBe(204)
    expect(await kept(done.orderId)).toMatchObject({
      user_id: null,
      note: '',
      address: { ...nobody, country: 'Nepal', state: 'Bagmati', city: 'Lalitpur' },
    })
    expect((await kept(open.orderId)).address).toMatchObject({ firstName: 'Asha', streetAddress: 'Mangal Bazaar 4' })
    await move(open.orderId, 'Shipped', 'Delivered')
    expect((await kept(open.orderId)).address).toMatchObject({ ...nobody, country: 'Nepal' })
    const [bags] = await asker(shop)(`select count(*)::int as count from carts where user_id = '${asha.userId}'`)
    expect(bags?.count).toBe(0)
  })
})
