import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProduct, setPrices, setStock } from '#modules/catalog/service.server.ts'
import { first } from '#tests/support/answers.ts'
import { archive, idsOf } from '#tests/support/buying.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let ids: Awaited<ReturnType<typeof idsOf>>
let asha: Person
let people = 0
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  ids = await idsOf(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await person(shop, `Asha ${++people}`)
})

const id = (slug: string) => ids.product(slug)
const bag = (who = asha) => shop.json(`/api/ShoppingCart/userId/${who.userId}`, as(who))
const add = (body: object, who = asha) =>
  shop.json('/api/ShoppingCart/CartItem', as(who, 'POST', { userId: who.userId, ...body }))
const upsert = (body: object, who = asha) => shop.json('/api/ShoppingCart/Upsert', as(who, 'PUT', body))
const remove = (cartItemId: string, who = asha) =>
  shop.json(`/api/ShoppingCart/CartItem/${cartItemId}`, as(who, 'DELETE'))
const told = ({ cartItems }: { cartItems: { name: string; quantity: number }[] }) =>
  cartItems.map(({ name, quantity }) => [name, quantity])

const overStock = { status: 409, body: { message: 'Cannot add more. Product is out of stock.' } }

describe('a bag', () => {
  test('that nobody has filled is empty, and keeps its id', async () => {
    const { status, body } = await bag()
    expect({ status, body }).toEqual({
      status: 200,
      body: { shoppingCartId: expect.stringMatching(/^[0-9a-f-]{36}$/), note: '', cartItems: [] },
    })
    expect((await bag()).body).toEqual(body)
  })

  test('holds what was put in, with both prices from the catalogue', async () => {
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
    expect((await bag()).body).toEqual(body)
  })

  test('has one line for each piece and choice: adding again raises it', async () => {
    const small = ids.attribute('ruby-halo-ring', 'Small')
    await add({ productId: id('ruby-halo-ring'), selectedAttributeId: small })
    await add({ productId: id('singing-bowl') })
    const { body } = await add({ productId: id('ruby-halo-ring'), selectedAttributeId: small })
    expect(told(body)).toEqual([
      ['Ruby Halo Ring', 2],
      ['Singing Bowl', 1],
    ])
    expect(body.cartItems[0]).toMatchObject({ attributeValue: 'Small', productQuantity: 2, selectedAttributeId: small })
  })

  test('never holds more than there is in stock', async () => {
    expect(await add({ productId: id('singing-bowl'), quantity: 6 })).toEqual(overStock)
    await add({ productId: id('singing-bowl'), quantity: 4 })
    expect(await add({ productId: id('singing-bowl'), quantity: 2 })).toEqual(overStock)
    expect(await add({ productId: id('aquamarine-drop-earrings') })).toEqual(overStock)
    expect(told((await bag()).body)).toEqual([['Singing Bowl', 4]])
  })

  test('grows by what ten clicks at once add, and not beyond the stock', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ productId: id('singing-bowl') })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    expect(told((await bag()).body)).toEqual([['Singing Bowl', 5]])
  })

  test('asks for a choice of the product itself', async () => {
    const productId = id('ruby-halo-ring')
    const other = { productId: id('singing-bowl'), selectedAttributeId: ids.attribute('ruby-halo-ring', 'Small') }
    for (const body of [{ productId }, { productId, selectedAttributeId: 999_999 }, other]) {
      const answer = await add(body)
      expect(answer.status).toBe(400)
      expect(answer.body.errors?.[0]?.field).toBe('selectedAttributeId')
    }
  })

  test.each([0, -1, 1.5, '1e9', '2', 2 ** 31, 1000, null, {}, [], true, Number.MAX_SAFE_INTEGER])(
    'refuses %j as a quantity',
    async (quantity) => {
      const item = { productId: id('singing-bowl'), quantity }
      for (const answer of [await add(item), await upsert({ cartItems: [item] })]) {
        expect(answer.status).toBe(400)
        expect(answer.body.errors?.[0]?.field).toMatch(/quantity$/)
      }
      expect((await bag()).body.cartItems).toEqual([])
    },
  )

  test.each([0, -1, 1.5, '1', 2 ** 31, null])('refuses %j as a product', async (productId) => {
    expect((await add({ productId })).status).toBe(400)
  })

  test('knows nothing of a product that is not there, or no longer sold', async () => {
    await shop.db.transaction((tx) => createProduct(tx, product({ name: `Old Stone ${people}` })))
    const old = `old-stone-${people}`
    await archive(shop, old)
    const productId = (await idsOf(shop)).product(old)
    for (const body of [{ productId }, { productId: 2_000_000_000 }]) {
      expect(await add(body)).toEqual({ status: 404, body: { message: 'Product not found' } })
    }
  })

  test('loses a line that is taken out, once', async () => {
    const { body } = await add({ productId: id('singing-bowl') })
    const line = first(body.cartItems).cartItemId
    expect((await remove(line.toUpperCase())).body).toEqual({ ...body, cartItems: [] })
    expect((await remove(line)).status).toBe(404)
    expect((await remove('nonsense')).status).toBe(404)
  })

  test('is nobody else’s', async () => {
    const { body } = await add({ productId: id('singing-bowl') })
    const thief = await person(shop, `Thief ${people}`)
    const line = first(body.cartItems).cartItemId
    expect((await remove(line, thief)).status).toBe(404)
    expect((await shop.json(`/api/ShoppingCart/userId/${asha.userId}`, as(thief))).status).toBe(403)
    const item = { productId: id('singing-bowl') }
    expect((await add({ ...item, userId: asha.userId }, thief)).status).toBe(403)
    expect((await upsert({ id: asha.userId, cartItems: [] }, thief)).status).toBe(403)
    expect((await shop.json(`/api/ShoppingCart/userId/${asha.userId}`)).status).toBe(401)
    expect(told((await bag()).body)).toEqual([['Singing Bowl', 1]])
  })
})

describe('a bag that is sent whole', () => {
  test('replaces what was there; known lines keep their ids, and the note is kept', async () => {
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
    expect(told(body)).toEqual([
      ['Singing Bowl', 2],
      ['Peak Leather Key Ring', 3],
    ])
    expect(body.note).toBe('Please ring twice')
    expect(first(body.cartItems).cartItemId).toBe(first(before.cartItems).cartItemId)
    expect((await bag()).body).toEqual(body)
    expect((await upsert({ cartItems: [] })).body).toEqual({ ...body, cartItems: [] })
  })

  test('counts the same piece once', async () => {
    const productId = id('singing-bowl')
    const { body } = await upsert({ cartItems: [1, 2].map((quantity) => ({ productId, quantity })) })
    expect(told(body)).toEqual([['Singing Bowl', 3]])
  })

  test('is refused whole when one line is', async () => {
    await add({ productId: id('singing-bowl') })
    const good = { productId: id('peak-leather-key-ring'), quantity: 1 }
    expect(await upsert({ cartItems: [good, { productId: id('clear-quartz-point'), quantity: 6 }] })).toEqual(overStock)
    expect((await upsert({ cartItems: [good, { productId: 999_999, quantity: 1 }] })).status).toBe(404)
    const lines = Array.from({ length: 101 }, () => good)
    expect((await upsert({ cartItems: lines })).status).toBe(400)
    expect(told((await bag()).body)).toEqual([['Singing Bowl', 1]])
  })
})

describe('a line whose product has changed', () => {
  const change = (slug: string, work: (slug: string) => Promise<unknown>) => work(slug)
  const fresh = async (name: string, said: object = {}) => {
    const slug = `${name}-${people}`.toLowerCase().replaceAll(' ', '-')
    await shop.db.transaction((tx) => createProduct(tx, product({ name, slug, ...said })))
    ids = await idsOf(shop)
    return slug
  }

  test('says what it cost before, until its quantity changes', async () => {
    const slug = await fresh('Price Stone')
    await add({ productId: id(slug) })
    await shop.db.transaction((tx) => setPrices(tx, slug, { priceUsd: 2_50, priceNpr: 300_00 }))
    const [line] = (await bag()).body.cartItems
    const priceNotice = { notice: 'price', unitPriceInUSD: 2.5, previousUnitPrice: 100, previousUnitPriceInUSD: 1 }
    expect(line).toMatchObject(priceNotice)
    expect((await upsert({ cartItems: [line] })).body.cartItems[0]).toMatchObject(priceNotice)
    const { body } = await upsert({ cartItems: [{ ...line, quantity: 2 }] })
    expect(body.cartItems[0]).toMatchObject({ notice: null, previousUnitPrice: null, totalPriceInUSD: 5 })
  })

  test('says that there is not enough, that it is sold out, that it is gone', async () => {
    const slug = await fresh('Rare Stone')
    await add({ productId: id(slug), quantity: 3 })
    const notice = async () => (await bag()).body.cartItems.map((line) => [line.notice, line.productQuantity])
    await change(slug, (it) => shop.db.transaction((tx) => setStock(tx, it, 2)))
    expect(await notice()).toEqual([['short', 2]])
    await change(slug, (it) => shop.db.transaction((tx) => setStock(tx, it, 0)))
    expect(await notice()).toEqual([['soldOut', 0]])
    await change(slug, (it) => archive(shop, it))
    expect(await notice()).toEqual([['gone', 0]])
  })

  test('hinders no change of another line, and may itself only shrink', async () => {
    const slug = await fresh('Short Stone')
    const { body } = await add({ productId: id(slug), quantity: 4 })
    await shop.db.transaction((tx) => setStock(tx, slug, 2))
    const [short] = body.cartItems
    const bowl = { productId: id('singing-bowl'), quantity: 1 }
    expect(told((await upsert({ cartItems: [short, bowl] })).body)).toContainEqual(['Short Stone', 4])
    expect(await upsert({ cartItems: [{ ...short, quantity: 5 }] })).toEqual(overStock)
    const { body: mended } = await upsert({ cartItems: [{ ...short, quantity: 2 }] })
    expect(mended.cartItems).toMatchObject([{ quantity: 2, notice: null }])
  })
})

describe('a full bag', () => {
  let big: TestShop
  let maya: Person
  let firstStone: number
  beforeAll(async () => {
    big = await openTestShop()
    await stock(
      big,
      Array.from({ length: 101 }, (_, n) => product({ name: `Stone ${n}` })),
    )
    maya = await person(big, 'Maya')
    firstStone = (await idsOf(big)).product('stone-0')
    const lines = Array.from({ length: 100 }, (_, n) => ({ productId: firstStone + n, quantity: 1 }))
    await big.json('/api/ShoppingCart/Upsert', as(maya, 'PUT', { cartItems: lines }))
  })
  afterAll(() => big.close())

  test('of a hundred lines is read with one statement beside the one for the session', async () => {
    const read = async () => {
      const { body } = await big.json(`/api/ShoppingCart/userId/${maya.userId}`, as(maya))
      expect(body.cartItems).toHaveLength(100)
    }
    expect(await big.countStatements(read)).toBe(2)
  })

  test('takes no other piece, but more of one that is there, with two statements in all', async () => {
    const put = (productId: number) => big.json('/api/ShoppingCart/CartItem', as(maya, 'POST', { productId }))
    expect(await put(firstStone + 100)).toEqual({
      status: 409,
      body: { message: 'A bag holds up to 100 different pieces.' },
    })
    const more = async () => expect((await put(firstStone)).status).toBe(201)
    expect(await big.countStatements(more)).toBe(2)
  })
})
