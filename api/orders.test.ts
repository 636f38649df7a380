import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPrices, setStock } from '#modules/catalog/service.server.ts'
import { as, latestEmail, person } from '#tests/support/accounts.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { addProducts } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import {
  addAddress,
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

const expectInvariants = async () => expect(await findOrderViolations(shop, before, shoppers)).toEqual([])
const bowl = () => ({ productId: ids.product('singing-bowl') })
const ring = () => ({
  productId: ids.product('ruby-halo-ring'),
  selectedAttributeId: ids.variant('ruby-halo-ring', 'Small'),
})
const list = (buyer: Shopper, query = '') => shop.json(`/api/order/${buyer.userId}?${query}`, as(buyer))
const post = <P extends string>(buyer: Shopper, path: P) => shop.json(`/api/order/${path}`, as(buyer, 'POST'))
const cartOf = async (buyer: Shopper) => (await buyer.cart()).cartItems.map(({ name, quantity }) => [name, quantity])

describe('an order', () => {
  test('stores lines, prices, address and currency, and empties the cart', async () => {
    await asha.add({ ...bowl(), quantity: 2 })
    await asha.add(ring())
    const { status, body } = await asha.order({
      body: { currency: 'NPR', total: 1, totalAmount: 0.01, discount: 99, status: 3, userId: undefined },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      orderId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      orderNumber: expect.stringMatching(/^ALP-1\d{4}$/),
      orderDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      totalAmount: 2 * 22_344 + 164_920 + 100,
      totalPriceInUSD: 2 * 168 + 1240 + 40,
      shippingFee: 100,
      shippingFeeInUSD: 40,
      currency: 'NPR',
      discount: 0,
      discountInUSD: 0,
      discountCode: null,
      payment: { method: 0, status: 0, paid: 0, refunded: 0, owed: expect.any(Number) },
      address: {
        firstName: 'Asha',
        lastName: 'Gurung',
        company: '',
        phone: '9800000000',
        email: '',
        country: 'Nepal',
        state: 'Bagmati',
        city: 'Lalitpur',
        streetAddress: 'Mangal Bazaar 4',
        zipCode: '44700',
      },
      note: '',
      isGift: false,
      shipment: null,
      canCancel: true,
      orderItems: [
        expect.objectContaining({
          productName: 'Singing Bowl',
          quantity: 2,
          unitPriceInUSD: 168,
          totalPriceInUSD: 336,
        }),
        expect.objectContaining({ productName: 'Ruby Halo Ring', attributeValue: 'Small', slugs: 'ruby-halo-ring' }),
      ],
      certificates: [1, 1, 2].map((position) => expect.objectContaining({ position, state: 'valid' })),
      history: [{ from: null, to: 0, by: 'customer', at: body.orderDate }],
    })
    expect(await cartOf(asha)).toEqual([])
    await shop.db.transaction((tx) => setPrices(tx, 'singing-bowl', { priceUsd: 200_00, priceNpr: 26_600_00 }))
    await shop.db.execute(sql`delete from addresses where id = ${asha.addressId}`)
    expect((await list(asha)).body).toEqual([body])
    await shop.db.transaction((tx) => setPrices(tx, 'singing-bowl', { priceUsd: 168_00, priceNpr: 22_344_00 }))
    await expectInvariants()
  })

  test('of three lines takes five statements, including session and transaction', async () => {
    for (const item of [bowl(), ring(), { productId: ids.product('peak-leather-key-ring') }]) await asha.add(item)
    const place = async () => expect((await asha.order({ key: 'first' })).status).toBe(201)
    expect(await shop.countStatements(place)).toBe(databaseKind === 'postgres' ? 5 : 3)
    await asha.order({ key: 'first' })
    await expectInvariants()
  })

  test('is confirmed by an email with its lines and a link to My Orders', async () => {
    await asha.add({ ...bowl(), quantity: 2 })
    const note = 'Leave it <img src=x onerror=alert(1)> with the neighbour'
    const { body } = await asha.order({ body: { note } })
    const email = await latestEmail(shop, asha.email)
    expect(email.subject).toBe(`Your order ${body.orderNumber}`)
    for (const part of [email.html, email.text]) {
      expect(part).toContain('2 × Singing Bowl')
      expect(part).toContain('$ 336')
      expect(part).toContain('$ 376')
      expect(part).toContain('Mangal Bazaar 4')
      expect(part).toContain(`${shop.settings.siteUrl}/profile?tab=MyOrders`)
    }
    expect(email.html).toMatch(/^<!doctype html>/)
    expect(email.html).not.toContain('<img')
    expect(email.text).toContain(note)
    expect(email.text).not.toContain('<div')
    await expectInvariants()
  })

  test('takes over the note of the cart and clears it', async () => {
    await shop.json(
      '/api/ShoppingCart/Upsert',
      as(asha, 'PUT', { note: 'Ring twice', cartItems: [{ ...bowl(), quantity: 1 }] }),
    )
    expect((await asha.order()).body.note).toBe('Ring twice')
    expect((await asha.cart()).note).toBe('')
  })

  test.each([
    ['method', { method: 1 }],
    ['method', { method: '0' }],
    ['method', { method: null }],
    ['currency', { currency: 'EUR' }],
    ['addressId', { addressId: 'here' }],
    ['addressId', { addressId: null }],
    ['shoppingCartId', { shoppingCartId: 7 }],
    ['note', { note: 'x'.repeat(1001) }],
  ])('with a bad %s is 400', async (field, body) => {
    await asha.add(bowl())
    const response = await asha.order({ body })
    expect(response.status).toBe(400)
    expect(response.body.errors?.map((each) => each.field)).toEqual([field])
    expect(await cartOf(asha)).toEqual([['Singing Bowl', 1]])
  })

  test.each(['', 'a b', 'ü', 'x'.repeat(201)])('with the key %j is 400', async (key) => {
    await asha.add(bowl())
    const sent = as(asha, 'POST', { ...(await asha.cart()), addressId: asha.addressId, method: 0 })
    const headers = { ...sent.headers, 'Idempotency-Key': key }
    expect((await shop.json('/api/order', { ...sent, headers })).status).toBe(400)
  })

  test('to an address or from a cart of another user is 404', async () => {
    await asha.add(bowl())
    const maya = await person(shop, `Maya ${crypto.randomUUID().slice(0, 8)}`)
    const otherAddressId = await addAddress(shop, maya.userId)
    const { body: otherCart } = await shop.json(`/api/ShoppingCart/userId/${maya.userId}`, as(maya))
    const unknown = crypto.randomUUID()
    for (const addressId of [otherAddressId, unknown]) {
      const response = await asha.order({ body: { addressId } })
      expect(response).toEqual({ status: 404, body: { message: 'There is no such address.' } })
    }
    for (const shoppingCartId of [otherCart.shoppingCartId, unknown]) {
      const response = await asha.order({ body: { shoppingCartId } })
      expect(response).toEqual({ status: 404, body: { message: 'Shopping bag not found.' } })
    }
    expect(await cartOf(asha)).toEqual([['Singing Bowl', 1]])
    await expectInvariants()
  })

  test('of an empty cart is 409', async () => {
    expect(await asha.order()).toEqual({ status: 409, body: { message: 'Cart is empty' } })
  })
})

describe('when the catalog changes after products are added to the cart', () => {
  test('the order uses the current price, or is rejected if another total was shown', async () => {
    await asha.add(bowl())
    await shop.db.transaction((tx) => setPrices(tx, 'singing-bowl', { priceUsd: 170_50, priceNpr: 23_000_00 }))
    const rejected = await asha.order({ key: 'k', body: { shownTotal: 208 } })
    expect(rejected).toMatchObject({
      status: 409,
      body: {
        message: 'Prices have changed: the total is now $ 210.50. Nothing was ordered.',
        errors: [{ code: 'PriceChanged' }],
      },
    })
    expect(await cartOf(asha)).toEqual([['Singing Bowl', 1]])
    const { status, body } = await asha.order({ key: 'k', body: { shownTotal: 210.5 } })
    expect({ status, total: body.totalPriceInUSD }).toEqual({ status: 201, total: 210.5 })
    await shop.db.transaction((tx) => setPrices(tx, 'singing-bowl', { priceUsd: 168_00, priceNpr: 22_344_00 }))
    await expectInvariants()
  })

  test('a 409 names a product that is archived or above stock, and nothing is ordered', async () => {
    await asha.add(bowl())
    await asha.add({ productId: ids.product('pink-tourmaline'), quantity: 3 })
    await shop.db.transaction((tx) => setStock(tx, 'pink-tourmaline', 2))
    const short = await asha.order()
    expect(short).toEqual({
      status: 409,
      body: {
        message: 'Pink Tourmaline is not in stock in this quantity. Nothing was ordered.',
        errors: [{ code: 'OutOfStock', description: 'Pink Tourmaline is not in stock in this quantity.' }],
      },
    })
    await archiveProduct(shop, 'pink-tourmaline')
    const gone = await asha.order()
    expect(gone.body.message).toBe('Pink Tourmaline is no longer sold. Nothing was ordered.')
    expect(await cartOf(asha)).toHaveLength(2)
    before = { ...before, products: before.products.set(ids.product('pink-tourmaline'), 2) }
    await expectInvariants()
  })

  test('the sale of the last item increases the shop version, another sale does not', async () => {
    const version = async () => (await queryRunner(shop)('select version::text from shop_version'))[0]?.version
    const [firstVersion, lastItem] = [await version(), { productId: ids.product('aquamarine-on-feldspar') }]
    await asha.add(bowl())
    await asha.order()
    expect(await version()).toBe(firstVersion)
    await asha.add(lastItem)
    const { body } = await asha.order()
    expect(await version()).not.toBe(firstVersion)
    const { body: card } = await shop.json('/api/product/aquamarine-on-feldspar')
    expect(card.stockQuantity).toBe(0)
    expect((await post(asha, `${body.orderId}/cancel`)).status).toBe(200)
    await expectInvariants()
  })
})

describe('an idempotency key', () => {
  test('gives the same response again, also after the cart is filled again', async () => {
    await asha.add(bowl())
    const first = await asha.order({ key: 'once' })
    await asha.add(ring())
    expect(await asha.order({ key: 'once' })).toEqual(first)
    expect(await cartOf(asha)).toEqual([['Ruby Halo Ring', 1]])
    await expectInvariants()
  })

  test('with another body is 409, and is separate per user', async () => {
    await asha.add(bowl())
    await asha.order({ key: 'mine' })
    const conflict = { status: 409, body: { message: 'This order was sent before with other details.' } }
    expect(await asha.order({ key: 'mine', body: { currency: 'NPR' } })).toEqual(conflict)
    expect(await asha.order({ key: 'mine', body: { addressId: crypto.randomUUID() } })).toEqual(conflict)
    const maya = await shopper(shop, `Maya ${crypto.randomUUID().slice(0, 8)}`)
    await maya.add(bowl())
    expect((await maya.order({ key: 'mine' })).status).toBe(201)
    for (const { attempts } of [asha, maya]) for (const attempt of attempts) attempt.key += ` of ${attempts.length}`
    expect((await list(maya)).body).toHaveLength(1)
  })

  test('can be reused after a failed order, and expires after 48 hours', async () => {
    expect((await asha.order({ key: 'try' })).status).toBe(409)
    await asha.add(bowl())
    const first = await asha.order({ key: 'try' })
    expect(first.status).toBe(201)
    await shop.db.execute(
      sql`update order_keys set made_at = now() - interval '47 hours' where user_id = ${asha.userId}`,
    )
    expect(await asha.order({ key: 'try' })).toEqual(first)
    await shop.db.execute(
      sql`update order_keys set made_at = now() - interval '49 hours' where user_id = ${asha.userId}`,
    )
    expect((await asha.order({ key: 'try' })).status).toBe(409)
    await asha.add(bowl())
    const second = await asha.order({ key: 'try' })
    expect([second.status, second.body.orderId === first.body.orderId]).toEqual([201, false])
    await asha.add(bowl())
    await shop.db.execute(
      sql`update order_keys set made_at = now() - interval '49 hours' where user_id = ${asha.userId}`,
    )
    await asha.order({ key: 'new' })
    const keys = await queryRunner(shop)(`select key from order_keys where user_id = '${asha.userId}'`)
    expect(keys).toEqual([{ key: 'new' }])
  })
})
