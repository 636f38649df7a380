import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { as, person } from '#tests/support/accounts.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import {
  archiveProduct,
  findOrderViolations,
  findProductIds,
  queryRunner,
  type Shopper,
  shopper,
} from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let ids: Awaited<ReturnType<typeof findProductIds>>
let before: Snapshot
let asha: Shopper
let shoppers: Shopper[] = []
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  valleyRiders = await courierId(shop)
  await writeStock(shop.db, sql`update products set stock = 50 where slug in ('singing-bowl', 'ruby-halo-ring')`)
  await writeStock(shop.db, sql`update product_variants set stock = 50 where value = 'Small'`)
  ids = await findProductIds(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await takeSnapshot(queryRunner(shop))
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
  shoppers = [asha]
})

let valleyRiders = 0
const expectInvariants = async () => expect(await findOrderViolations(shop, before, shoppers)).toEqual([])
const bowl = () => ({ productId: ids.product('singing-bowl') })
const ring = () => ({
  productId: ids.product('ruby-halo-ring'),
  selectedAttributeId: ids.variant('ruby-halo-ring', 'Small'),
})
const list = (buyer: Shopper, query = '') => shop.json(`/api/order/${buyer.userId}?${query}`, as(buyer))
const post = <Action extends 'cancel' | 'again'>(buyer: Shopper, orderId: string, action: Action) =>
  shop.json(`/api/order/${orderId}/${action}`, as(buyer, 'POST'))

const place = async (buyer = asha) => {
  await buyer.add(bowl())
  return (await buyer.order()).body
}

describe('placed orders', () => {
  test('are listed newest first with one statement besides the session, and paged by order id', async () => {
    const placed = [await place(), await place(), await place()].reverse()
    const read = async () => expect((await list(asha)).body).toEqual(placed)
    expect(await shop.countStatements(read)).toBe(2)
    expect((await list(asha, `before=${first(placed).orderId}`)).body).toEqual(placed.slice(1))
    expect((await list(asha, 'before=x')).status).toBe(400)
    const own = await shop.json(`/api/order/${asha.userId}/${placed[1]?.orderId}`, as(asha))
    expect(own).toEqual({ status: 200, body: placed[1] })
  })

  test('of another user are 403 or 404', async () => {
    const { orderId } = await place()
    const thief = await shopper(shop, `Thief ${crypto.randomUUID().slice(0, 8)}`)
    expect((await shop.json(`/api/order/${asha.userId}`, as(thief))).status).toBe(403)
    expect((await shop.json(`/api/order/${asha.userId}/${orderId}`, as(thief))).status).toBe(403)
    const missing = { status: 404, body: { message: 'There is no such order.' } }
    for (const id of [orderId, crypto.randomUUID(), 'nonsense']) {
      expect(await shop.json(`/api/order/${thief.userId}/${id}`, as(thief))).toEqual(missing)
      for (const action of ['cancel', 'again'] as const) expect(await post(thief, id, action)).toEqual(missing)
    }
    expect((await shop.json(`/api/order/${asha.userId}`)).status).toBe(401)
    shoppers.push(thief)
    await expectInvariants()
  })

  test('can be canceled while pending, which restores the stock once and is recorded', async () => {
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
    await expectInvariants()
  })

  test('follow the transition table, and only the shop can change the status', async () => {
    const { orderId } = await place()
    const pemba = await person(shop, `Pemba ${crypto.randomUUID().slice(0, 8)}`, { role: 'Owner' })
    const transition = async (from: string, to: string, caller: { token: string } = pemba) =>
      (
        await shop.fetch(
          `/api/admin/orders/${orderId}/moves`,
          as(caller, 'POST', { from, to, courierId: valleyRiders }),
        )
      ).status
    expect(await transition('Pending', 'Confirmed', asha)).toBe(403)
    expect(await transition('Pending', 'Delivered')).toBe(409)
    expect(await transition('Pending', 'Gone')).toBe(400)
    expect(await transition('Pending', 'Confirmed')).toBe(200)
    expect((await post(asha, orderId, 'cancel')).body.message).toBe(
      'This order is Confirmed and cannot become Canceled.',
    )
    expect(await transition('Confirmed', 'Shipped')).toBe(200)
    expect(await transition('Shipped', 'Canceled')).toBe(409)
    expect(await transition('Shipped', 'Delivered')).toBe(200)
    expect(await transition('Delivered', 'Returned')).toBe(200)
    expect(await transition('Returned', 'Confirmed')).toBe(409)
    const { body } = await shop.json(`/api/order/${asha.userId}/${orderId}`, as(asha))
    expect(body.history.map(({ from, to, by }) => [from, to, by])).toEqual([
      [null, 0, 'customer'],
      [0, 1, 'shop'],
      [1, 2, 'shop'],
      [2, 3, 'shop'],
      [3, 5, 'shop'],
    ])
    await expectInvariants()
  })

  test('can be ordered again, as far as the products are available', async () => {
    for (const item of [{ ...bowl(), quantity: 2 }, ring(), { productId: ids.product('clear-quartz-point') }]) {
      await asha.add(item)
    }
    const { body: order } = await asha.order()
    await archiveProduct(shop, 'clear-quartz-point')
    await writeStock(shop.db, sql`update product_variants set stock = 0`)
    await asha.add(bowl())
    const { status, body } = await post(asha, order.orderId, 'again')
    expect(status).toBe(200)
    expect(body.cart.cartItems.map(({ name, quantity }) => [name, quantity])).toEqual([['Singing Bowl', 3]])
    expect(body.cart).toEqual(await asha.cart())
    expect(body.leftOut).toEqual([
      { productName: 'Ruby Halo Ring', attributeValue: 'Small', requested: 1, added: 0, reason: 'soldOut' },
      { productName: 'Clear Quartz Point', attributeValue: null, requested: 1, added: 0, reason: 'gone' },
    ])
  })
})

describe('when an account is deleted', () => {
  const deleteAccount = (buyer: Shopper) =>
    shop.fetch(`/api/userdetails/${buyer.userId}`, as(buyer, 'DELETE', { email: buyer.email }))
  const readStored = async (orderId: string) => {
    const [row] = await queryRunner(shop)(`select user_id, note, address from orders where id = '${orderId}'`)
    return row as { user_id: string | null; note: string; address: object }
  }
  const anonymized = { firstName: '', lastName: '', phone: '', email: '', company: '', streetAddress: '', zipCode: '' }

  test('its data can be exported before: orders, cart and saved products', async () => {
    const { orderId } = await place()
    await asha.add(bowl())
    await shop.json(`/api/wishlist/${asha.userId}`, as(asha, 'POST', { productIds: [bowl().productId] }))
    const { body } = await shop.json(`/api/userdetails/${asha.userId}/data`, as(asha))
    expect(body.orders).toMatchObject([{ orderId }])
    expect(body.cart).toMatchObject({ cartItems: [{}] })
    expect(body.savedProducts).toEqual([bowl().productId])
  })

  test('its orders are anonymized; an open one keeps its address until it is delivered', async () => {
    const pemba = await person(shop, `Pemba ${crypto.randomUUID().slice(0, 8)}`, { role: 'Owner' })
    const transition = (orderId: string, from: string, to: string) =>
      shop.fetch(`/api/admin/orders/${orderId}/moves`, as(pemba, 'POST', { from, to, courierId: valleyRiders }))
    const [open, done] = [await place(), await place()]
    for (const { orderId } of [open, done]) {
      await transition(orderId, 'Pending', 'Confirmed')
      await transition(orderId, 'Confirmed', 'Shipped')
    }
    await transition(done.orderId, 'Shipped', 'Delivered')
    expect((await deleteAccount(asha)).status).toBe(204)
    expect(await readStored(done.orderId)).toMatchObject({
      user_id: null,
      note: '',
      address: { ...anonymized, country: 'Nepal', state: 'Bagmati', city: 'Lalitpur' },
    })
    expect((await readStored(open.orderId)).address).toMatchObject({
      firstName: 'Asha',
      streetAddress: 'Mangal Bazaar 4',
    })
    await transition(open.orderId, 'Shipped', 'Delivered')
    expect((await readStored(open.orderId)).address).toMatchObject({ ...anonymized, country: 'Nepal' })
    const [carts] = await queryRunner(shop)(`select count(*)::int as count from carts where user_id = '${asha.userId}'`)
    expect(carts?.count).toBe(0)
  })
})
