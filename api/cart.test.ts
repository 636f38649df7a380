import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProduct, setPrices, setStock } from '#modules/catalog/service.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { archiveProduct, findProductIds } from '#tests/support/shopper.ts'

let shop: TestShop
let ids: Awaited<ReturnType<typeof findProductIds>>
let asha: Person
let personCount = 0
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  ids = await findProductIds(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await person(shop, `Asha ${++personCount}`)
})

const id = (slug: string) => ids.product(slug)
const readCart = (user = asha) => shop.json(`/api/ShoppingCart/userId/${user.userId}`, as(user))
const add = (body: object, user = asha) =>
  shop.json('/api/ShoppingCart/CartItem', as(user, 'POST', { userId: user.userId, ...body }))
const upsert = (body: object, user = asha) => shop.json('/api/ShoppingCart/Upsert', as(user, 'PUT', body))
const remove = (cartItemId: string, user = asha) =>
  shop.json(`/api/ShoppingCart/CartItem/${cartItemId}`, as(user, 'DELETE'))
const summaryOf = ({ cartItems }: { cartItems: { name: string; quantity: number }[] }) =>
  cartItems.map(({ name, quantity }) => [name, quantity])

const overStock = { status: 409, body: { message: 'Cannot add more. Product is out of stock.' } }

describe('a cart', () => {
  test('is empty at first and keeps its id', async () => {
    const { status, body } = await readCart()
    expect({ status, body }).toEqual({
      status: 200,
      body: { discount: null, shoppingCartId: expect.stringMatching(/^[0-9a-f-]{36}$/), note: '', cartItems: [] },
    })
    expect((await readCart()).body).toEqual(body)
  })

  test('contains added products with both prices from the catalog', async () => {
    const { status, body } = await add({ productId: id('singing-bowl'), quantity: 2, unitPrice: 0.01, totalPrice: 0 })
    expect(status).toBe(201)
    expect(body.cartItems).toEqual([
      {
        cartItemId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        productId: id('singing-bowl'),
        quantity: 2,
        selectedAttributeId: null,
        name: 'Singing Bowl',
        slugs: 'singing-bowl',
        categoryId: 2,
        attributeValue: null,
        measure: null,
        unitPrice: 22_344,
        unitPriceInUSD: 168,
        totalPrice: 44_688,
        totalPriceInUSD: 336,
        imgURL: null,
        productQuantity: 5,
        notice: null,
        previousUnitPrice: null,
        previousUnitPriceInUSD: null,
      },
    ])
    expect((await readCart()).body).toEqual(body)
  })

  test('has one line per product and variant; adding again raises its quantity', async () => {
    const small = ids.variant('ruby-halo-ring', 'Small')
    await add({ productId: id('ruby-halo-ring'), selectedAttributeId: small })
    await add({ productId: id('singing-bowl') })
    const { body } = await add({ productId: id('ruby-halo-ring'), selectedAttributeId: small })
    expect(summaryOf(body)).toEqual([
      ['Ruby Halo Ring', 2],
      ['Singing Bowl', 1],
    ])
    expect(body.cartItems[0]).toMatchObject({ attributeValue: 'Small', productQuantity: 2, selectedAttributeId: small })
  })

  test('rejects a quantity above stock with 409', async () => {
    expect(await add({ productId: id('singing-bowl'), quantity: 6 })).toEqual(overStock)
    await add({ productId: id('singing-bowl'), quantity: 4 })
    expect(await add({ productId: id('singing-bowl'), quantity: 2 })).toEqual(overStock)
    expect(await add({ productId: id('aquamarine-drop-earrings') })).toEqual(overStock)
    expect(summaryOf((await readCart()).body)).toEqual([['Singing Bowl', 4]])
  })

  test('accepts ten concurrent additions only up to the stock', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => add({ productId: id('singing-bowl') })))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(5)
    expect(summaryOf((await readCart()).body)).toEqual([['Singing Bowl', 5]])
  })

  test('requires a variant of the same product', async () => {
    const productId = id('ruby-halo-ring')
    const other = { productId: id('singing-bowl'), selectedAttributeId: ids.variant('ruby-halo-ring', 'Small') }
    for (const body of [{ productId }, { productId, selectedAttributeId: 999_999 }, other]) {
      const response = await add(body)
      expect(response.status).toBe(400)
      expect(response.body.errors?.[0]?.field).toBe('selectedAttributeId')
    }
  })

  test.each([0, -1, 1.5, '1e9', '2', 2 ** 31, 1000, null, {}, [], true, Number.MAX_SAFE_INTEGER])(
    'rejects %j as a quantity',
    async (quantity) => {
      const item = { productId: id('singing-bowl'), quantity }
      for (const response of [await add(item), await upsert({ cartItems: [item] })]) {
        expect(response.status).toBe(400)
        expect(response.body.errors?.[0]?.field).toMatch(/quantity$/)
      }
      expect((await readCart()).body.cartItems).toEqual([])
    },
  )

  test.each([0, -1, 1.5, '1', 2 ** 31, null])('rejects %j as a product', async (productId) => {
    expect((await add({ productId })).status).toBe(400)
  })

  test('returns 404 for an unknown or archived product', async () => {
    await shop.db.transaction((tx) => createProduct(tx, product({ name: `Old Stone ${personCount}` })))
    const old = `old-stone-${personCount}`
    await archiveProduct(shop, old)
    const productId = (await findProductIds(shop)).product(old)
    for (const body of [{ productId }, { productId: 2_000_000_000 }]) {
      expect(await add(body)).toEqual({ status: 404, body: { message: 'Product not found' } })
    }
  })

  test('returns 404 when a line is removed again', async () => {
    const { body } = await add({ productId: id('singing-bowl') })
    const line = first(body.cartItems).cartItemId
    expect((await remove(line.toUpperCase())).body).toEqual({ ...body, cartItems: [] })
    expect((await remove(line)).status).toBe(404)
    expect((await remove('nonsense')).status).toBe(404)
  })

  test('is not accessible to another user', async () => {
    const { body } = await add({ productId: id('singing-bowl') })
    const thief = await person(shop, `Thief ${personCount}`)
    const line = first(body.cartItems).cartItemId
    expect((await remove(line, thief)).status).toBe(404)
    expect((await shop.json(`/api/ShoppingCart/userId/${asha.userId}`, as(thief))).status).toBe(403)
    const item = { productId: id('singing-bowl') }
    expect((await add({ ...item, userId: asha.userId }, thief)).status).toBe(403)
    expect((await upsert({ id: asha.userId, cartItems: [] }, thief)).status).toBe(403)
    expect((await shop.json(`/api/ShoppingCart/userId/${asha.userId}`)).status).toBe(401)
    expect(summaryOf((await readCart()).body)).toEqual([['Singing Bowl', 1]])
  })
})

describe('replacing the cart', () => {
  test('replaces the lines; existing lines keep their ids, and the note is stored', async () => {
    const { body: before } = await add({ productId: id('singing-bowl') })
    const sent = {
      id: asha.userId,
      note: 'Please ring twice',
      shippingFee: 0,
      cartItems: [
        { productId: id('peak-leather-key-ring'), quantity: 3, selectedAttributeId: null },
        { ...before.cartItems[0], quantity: 2, unitPrice: 1 },
      ],
    }
    const { status, body } = await upsert(sent)
    expect(status).toBe(200)
    expect(summaryOf(body)).toEqual([
      ['Singing Bowl', 2],
      ['Peak Leather Key Ring', 3],
    ])
    expect(body.note).toBe('Please ring twice')
    expect(first(body.cartItems).cartItemId).toBe(first(before.cartItems).cartItemId)
    expect((await readCart()).body).toEqual(body)
    expect((await upsert({ cartItems: [] })).body).toEqual({ ...body, cartItems: [] })
  })

  test('merges lines of the same product', async () => {
    const productId = id('singing-bowl')
    const { body } = await upsert({ cartItems: [1, 2].map((quantity) => ({ productId, quantity })) })
    expect(summaryOf(body)).toEqual([['Singing Bowl', 3]])
  })

  test('is rejected as a whole if one line is invalid', async () => {
    await add({ productId: id('singing-bowl') })
    const good = { productId: id('peak-leather-key-ring'), quantity: 1 }
    expect(await upsert({ cartItems: [good, { productId: id('clear-quartz-point'), quantity: 6 }] })).toEqual(overStock)
    expect((await upsert({ cartItems: [good, { productId: 999_999, quantity: 1 }] })).status).toBe(404)
    const lines = Array.from({ length: 101 }, () => good)
    expect((await upsert({ cartItems: lines })).status).toBe(400)
    expect(summaryOf((await readCart()).body)).toEqual([['Singing Bowl', 1]])
  })
})

describe('a line whose product has changed', () => {
  const change = (slug: string, work: (slug: string) => Promise<unknown>) => work(slug)
  const createNew = async (name: string, overrides: object = {}) => {
    const slug = `${name}-${personCount}`.toLowerCase().replaceAll(' ', '-')
    await shop.db.transaction((tx) => createProduct(tx, product({ name, slug, ...overrides })))
    ids = await findProductIds(shop)
    return slug
  }

  test('shows the previous price until its quantity changes', async () => {
    const slug = await createNew('Price Stone')
    await add({ productId: id(slug) })
    await shop.db.transaction((tx) => setPrices(tx, slug, { priceUsd: 2_50, priceNpr: 300_00 }))
    const [line] = (await readCart()).body.cartItems
    const priceNotice = { notice: 'price', unitPriceInUSD: 2.5, previousUnitPrice: 100, previousUnitPriceInUSD: 1 }
    expect(line).toMatchObject(priceNotice)
    expect((await upsert({ cartItems: [line] })).body.cartItems[0]).toMatchObject(priceNotice)
    const { body } = await upsert({ cartItems: [{ ...line, quantity: 2 }] })
    expect(body.cartItems[0]).toMatchObject({ notice: null, previousUnitPrice: null, totalPriceInUSD: 5 })
  })

  test('is marked as above stock, sold out or no longer sold', async () => {
    const slug = await createNew('Rare Stone')
    await add({ productId: id(slug), quantity: 3 })
    const notice = async () => (await readCart()).body.cartItems.map((line) => [line.notice, line.productQuantity])
    await change(slug, (changedSlug) => shop.db.transaction((tx) => setStock(tx, changedSlug, 2)))
    expect(await notice()).toEqual([['short', 2]])
    await change(slug, (changedSlug) => shop.db.transaction((tx) => setStock(tx, changedSlug, 0)))
    expect(await notice()).toEqual([['soldOut', 0]])
    await change(slug, (changedSlug) => archiveProduct(shop, changedSlug))
    expect(await notice()).toEqual([['gone', 0]])
  })

  test('does not prevent changes of other lines and can only be reduced', async () => {
    const slug = await createNew('Short Stone')
    const { body } = await add({ productId: id(slug), quantity: 4 })
    await shop.db.transaction((tx) => setStock(tx, slug, 2))
    const [shortLine] = body.cartItems
    const bowl = { productId: id('singing-bowl'), quantity: 1 }
    expect(summaryOf((await upsert({ cartItems: [shortLine, bowl] })).body)).toContainEqual(['Short Stone', 4])
    expect(await upsert({ cartItems: [{ ...shortLine, quantity: 5 }] })).toEqual(overStock)
    const { body: reduced } = await upsert({ cartItems: [{ ...shortLine, quantity: 2 }] })
    expect(reduced.cartItems).toMatchObject([{ quantity: 2, notice: null }])
  })
})

describe('a full cart', () => {
  let fullCartShop: TestShop
  let maya: Person
  let firstId: number
  beforeAll(async () => {
    fullCartShop = await openTestShop()
    await addProducts(
      fullCartShop,
      Array.from({ length: 101 }, (_, n) => product({ name: `Stone ${n}` })),
    )
    maya = await person(fullCartShop, 'Maya')
    firstId = (await findProductIds(fullCartShop)).product('stone-0')
    const lines = Array.from({ length: 100 }, (_, n) => ({ productId: firstId + n, quantity: 1 }))
    await fullCartShop.json('/api/ShoppingCart/Upsert', as(maya, 'PUT', { cartItems: lines }))
  })
  afterAll(() => fullCartShop.close())

  test('of a hundred lines needs one statement besides the session', async () => {
    const read = async () => {
      const { body } = await fullCartShop.json(`/api/ShoppingCart/userId/${maya.userId}`, as(maya))
      expect(body.cartItems).toHaveLength(100)
    }
    expect(await fullCartShop.countStatements(read)).toBe(2)
  })

  test('rejects a new product and accepts more of an existing one, with two statements', async () => {
    const add = (productId: number) => fullCartShop.json('/api/ShoppingCart/CartItem', as(maya, 'POST', { productId }))
    expect(await add(firstId + 100)).toEqual({
      status: 409,
      body: { message: 'A bag can hold up to 100 different products.' },
    })
    const addExisting = async () => expect((await add(firstId)).status).toBe(201)
    expect(await fullCartShop.countStatements(addExisting)).toBe(2)
  })
})
