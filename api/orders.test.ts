import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPrices, setStock } from '#modules/catalog/service.server.ts'
import { readLatestMail } from '#modules/email/service.server.ts'
import { archive, asker, giveAddress, idsOf, type Shopper, shopper, wrongs } from '#tests/support/buying.ts'
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

const nothingWrong = async () => expect(await wrongs(shop, before, everybody)).toEqual([])
const bowl = () => ({ productId: ids.product('singing-bowl') })
const ring = () => ({
  productId: ids.product('ruby-halo-ring'),
  selectedAttributeId: ids.attribute('ruby-halo-ring', 'Small'),
})
const list = (who: Shopper, query = '') => shop.json(`/api/order/${who.userId}?${query}`, as(who))
const post = <P extends string>(who: Shopper, path: P) => shop.json(`/api/order/${path}`, as(who, 'POST'))
const bagOf = async (who: Shopper) => (await who.bag()).cartItems.map(({ name, quantity }) => [name, quantity])

describe('an order', () => {
  test('freezes lines, prices, address and currency, and empties the bag', async () => {
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
      payment: { method: 0, status: 0 },
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
      history: [{ from: null, to: 0, by: 'customer', at: body.orderDate }],
    })
    expect(await bagOf(asha)).toEqual([])
    await shop.db.transaction((tx) => setPrices(tx, 'singing-bowl', { priceUsd: 200_00, priceNpr: 26_600_00 }))
    await shop.db.execute(sql`delete from addresses where id = ${asha.addressId}`)
    expect((await list(asha)).body).toEqual([body])
    await shop.db.transaction((tx) => setPrices(tx, 'singing-bowl', { priceUsd: 168_00, priceNpr: 22_344_00 }))
    await nothingWrong()
  })

  test('of three lines takes nine statements at most, the session and the transaction counted', async () => {
    for (const wish of [bowl(), ring(), { productId: ids.product('peak-leather-key-ring') }]) await asha.add(wish)
    const place = async () => expect((await asha.order({ key: 'first' })).status).toBe(201)
    expect(await shop.countStatements(place)).toBeLessThanOrEqual(9)
    await asha.order({ key: 'first' })
    await nothingWrong()
  })

  test('is confirmed by a mail with its lines and a link to My Orders', async () => {
    await asha.add({ ...bowl(), quantity: 2 })
    const note = 'Leave it <img src=x onerror=alert(1)> with the neighbour'
    const { body } = await asha.order({ body: { note } })
    const mail = await readLatestMail(shop.db, asha.email)
    expect(mail.subject).toBe(`Your order ${body.orderNumber}`)
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('2 × Singing Bowl')
      expect(part).toContain('$ 336')
      expect(part).toContain('$ 376')
      expect(part).toContain('Mangal Bazaar 4')
      expect(part).toContain(`${shop.settings.siteUrl}/profile?tab=MyOrders`)
    }
    expect(mail.html).toMatch(/^<!doctype html>/)
    expect(mail.html).not.toContain('<img')
    expect(mail.text).toContain(note)
    expect(mail.text).not.toContain('<div')
    await nothingWrong()
  })

  test('takes the note of the bag, which then is empty', async () => {
    await shop.json(
      '/api/ShoppingCart/Upsert',
      as(asha, 'PUT', { note: 'Ring twice', cartItems: [{ ...bowl(), quantity: 1 }] }),
    )
    expect((await asha.order()).body.note).toBe('Ring twice')
    expect((await asha.bag()).note).toBe('')
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
    const answer = await asha.order({ body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.map((each) => each.field)).toEqual([field])
    expect(await bagOf(asha)).toEqual([['Singing Bowl', 1]])
  })

  test.each(['', 'a b', 'ü', 'x'.repeat(201)])('with the key %j is 400', async (key) => {
    await asha.add(bowl())
    const sent = as(asha, 'POST', { ...(await asha.bag()), addressId: asha.addressId, method: 0 })
    const headers = { ...sent.headers, 'Idempotency-Key': key }
    expect((await shop.json('/api/order', { ...sent, headers })).status).toBe(400)
  })

  test('to somebody else’s address or from somebody else’s bag is 404', async () => {
    await asha.add(bowl())
    const maya = await person(shop, `Maya ${crypto.randomUUID().slice(0, 8)}`)
    const hers = await giveAddress(shop, maya.userId)
    const { body: her } = await shop.json(`/api/ShoppingCart/userId/${maya.userId}`, as(maya))
    const unknown = crypto.randomUUID()
    for (const addressId of [hers, unknown]) {
      const answer = await asha.order({ body: { addressId } })
      expect(answer).toEqual({ status: 404, body: { message: 'There is no such address.' } })
    }
    for (const shoppingCartId of [her.shoppingCartId, unknown]) {
      const answer = await asha.order({ body: { shoppingCartId } })
      expect(answer).toEqual({ status: 404, body: { message: 'There is no such bag.' } })
    }
    expect(await bagOf(asha)).toEqual([['Singing Bowl', 1]])
    await nothingWrong()
  })

  test('of nothing is 409', async () => {
    expect(await asha.order()).toEqual({ status: 409, body: { message: 'Cart is empty' } })
  })
})

describe('when something changed since the bag was filled', () => {
  test('the order takes today’s price, or is refused where another total was shown', async () => {
    await asha.add(bowl())
    await shop.db.transaction((tx) => setPrices(tx, 'singing-bowl', { priceUsd: 170_50, priceNpr: 23_000_00 }))
    const refused = await asha.order({ key: 'k', body: { shownTotal: 208 } })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'Prices have changed: the total is now $ 210.50. Nothing was ordered.',
        errors: [{ code: 'PriceChanged' }],
      },
    })
    expect(await bagOf(asha)).toEqual([['Singing Bowl', 1]])
    const { status, body } = await asha.order({ key: 'k', body: { shownTotal: 210.5 } })
    expect({ status, total: body.totalPriceInUSD }).toEqual({ status: 201, total: 210.5 })
    await shop.db.transaction((tx) => setPrices(tx, 'singing-bowl', { priceUsd: 168_00, priceNpr: 22_344_00 }))
    await nothingWrong()
  })

  test('what is short or gone is named, and nothing is ordered', async () => {
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
    await archive(shop, 'pink-tourmaline')
    const gone = await asha.order()
    expect(gone.body.message).toBe('Pink Tourmaline is no longer sold. Nothing was ordered.')
    expect(await bagOf(asha)).toHaveLength(2)
    before = { ...before, products: before.products.set(ids.product('pink-tourmaline'), 2) }
    await nothingWrong()
  })

  test('the last piece sold raises the version of the catalogue, an ordinary sale does not', async () => {
    const version = async () => (await asker(shop)('select version::text from shop_version'))[0]?.version
    const [first, single] = [await version(), { productId: ids.product('aquamarine-on-feldspar') }]
    await asha.add(bowl())
    await asha.order()
    expect(await version()).toBe(first)
    await asha.add(single)
    const { body } = await asha.order()
    expect(await version()).not.toBe(first)
    const { body: card } = await shop.json('/api/product/aquamarine-on-feldspar')
    expect(card.stockQuantity).toBe(0)
    expect((await post(asha, `${body.orderId}/cancel`)).status).toBe(200)
    await nothingWrong()
  })
})

describe('a key', () => {
  test('gives the same answer again, also after the bag is filled anew', async () => {
    await asha.add(bowl())
    const first = await asha.order({ key: 'once' })
    await asha.add(ring())
    expect(await asha.order({ key: 'once' })).toEqual(first)
    expect(await bagOf(asha)).toEqual([['Ruby Halo Ring', 1]])
    await nothingWrong()
  })

  test('with another body is 409, and belongs to one person alone', async () => {
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

  test('that led to nothing may be used again, and one of two days ago is forgotten', async () => {
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
    const keys = await asker(shop)(`select key from order_keys where user_id = '${asha.userId}'`)
    expect(keys).toEqual([{ key: 'new' }])
  })
})
