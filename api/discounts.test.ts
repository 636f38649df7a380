import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import {
  addDiscount,
  type DiscountShop,
  enterCode,
  newCode,
  openDiscountShop,
  removeCode,
} from '#tests/support/discounts.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper } from '#tests/support/shopper.ts'

const notValid = 'This code is not valid, or no longer valid. Please check it.'
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString()
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

let discountShop: DiscountShop
let shop: TestShop
let owner: Person
let asha: Shopper
beforeAll(async () => {
  discountShop = await openDiscountShop()
  ;({ shop, owner } = discountShop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await discountShop.takeSnapshot()
  asha = await discountShop.newShopper()
})

const add = (slug: 'amber' | 'ring', quantity = 1, who = asha) => discountShop.add(who, slug, quantity)
const discountOf = async (who = asha) => (await who.cart()).discount

describe('a discount code in the cart', () => {
  test('takes a percentage off, rounded down, in any letter case, and follows the cart', async () => {
    const { code } = await addDiscount(shop, owner, { percent: 15 })
    await add('ring')
    const { status, body } = await enterCode(shop, asha, ` ${code.toLowerCase()} `)
    expect(status).toBe(200)
    expect(body.discount).toEqual({ code, amount: 450, amountInUSD: 4.99, problem: null, problemInUSD: null })
    await add('amber', 2)
    expect(await discountOf()).toMatchObject({ amount: 750, amountInUSD: 7.99 })
    const lines = { cartItems: [{ productId: discountShop.ids.product('amber'), quantity: 1 }] }
    const replaced = await shop.json('/api/ShoppingCart/Upsert', as(asha, 'PUT', lines))
    expect(replaced.body.discount).toMatchObject({ amount: 150, amountInUSD: 1.5 })
  })

  test('takes an amount off, but never more than the products cost', async () => {
    const { code } = await addDiscount(shop, owner, { percent: null, amount: 1_500, amountInUSD: 12.5 })
    await add('amber')
    expect((await enterCode(shop, asha, code)).body.discount).toMatchObject({ amount: 1_000, amountInUSD: 10 })
    await add('amber')
    expect(await discountOf()).toMatchObject({ amount: 1_500, amountInUSD: 12.5 })
  })

  test('applies only to the chosen products and categories', async () => {
    const forRings = await addDiscount(shop, owner, { percent: 50, categoryIds: [3] })
    const forAmber = await addDiscount(shop, owner, {
      ...{ percent: null, amount: 5_000, amountInUSD: 50 },
      productIds: [discountShop.ids.product('amber')],
    })
    const forBoth = await addDiscount(shop, owner, {
      categoryIds: [3],
      productIds: [discountShop.ids.product('amber')],
    })
    await add('amber')
    const problem = `The code ${forRings.code} is not for the products in your bag.`
    expect((await enterCode(shop, asha, forRings.code)).body.discount).toEqual({
      ...{ code: forRings.code, amount: 0, amountInUSD: 0 },
      ...{ problem, problemInUSD: problem },
    })
    await add('ring')
    expect(await discountOf()).toMatchObject({ amount: 1_500, amountInUSD: 16.66, problem: null })
    expect((await enterCode(shop, asha, forAmber.code)).body.discount).toMatchObject({ amount: 1_000, amountInUSD: 10 })
    expect((await enterCode(shop, asha, forBoth.code)).body.discount).toMatchObject({ amount: 400, amountInUSD: 4.33 })
  })

  test('needs its minimum in the currency of the order', async () => {
    const { code } = await addDiscount(shop, owner, { minimum: 1_500, minimumInUSD: 10 })
    await add('amber')
    expect((await enterCode(shop, asha, code)).body.discount).toEqual({
      code,
      amount: 0,
      amountInUSD: 1,
      problem: `Add products for Rs 500 more to use the code ${code}.`,
      problemInUSD: null,
    })
    const refused = await asha.order({ body: { currency: 'NPR' } })
    expect(refused).toMatchObject({
      status: 409,
      body: { message: `Add products for Rs 500 more to use the code ${code}. Nothing was ordered.` },
    })
    expect((await asha.order({ body: { currency: 'USD' } })).body).toMatchObject({ discountInUSD: 1, discount: 0 })
    await discountShop.expectInvariants()
  })

  test('gives lines that cannot be ordered no discount', async () => {
    const { code } = await addDiscount(shop, owner, {})
    await addProducts(shop, [product({ name: 'Jade', priceNpr: 500_00, priceUsd: 5_00, stock: 1 })])
    await asha.add({ productId: (await findProductIds(shop)).product('jade') })
    await add('amber')
    await enterCode(shop, asha, code)
    await shop.db.execute(sql`update products set archived_at = now() where slug = 'jade'`)
    expect(await discountOf()).toMatchObject({ amount: 100, amountInUSD: 1 })
  })

  test('is replaced by the next one, removed, and stays when a code is refused', async () => {
    const [first, second] = [await addDiscount(shop, owner), await addDiscount(shop, owner, { percent: 20 })]
    await add('amber')
    await enterCode(shop, asha, first.code)
    expect((await enterCode(shop, asha, second.code)).body.discount).toMatchObject({ code: second.code, amount: 200 })
    expect((await enterCode(shop, asha, 'NONSENSE')).status).toBe(400)
    expect(await discountOf()).toMatchObject({ code: second.code })
    expect((await removeCode(shop, asha)).body).toMatchObject({ discount: null, cartItems: [{ name: 'Amber' }] })
    expect((await removeCode(shop, asha)).status).toBe(200)
  })

  test('can be entered into a cart that does not exist yet', async () => {
    const { code } = await addDiscount(shop, owner)
    const dolma = await person(shop, 'Dolma')
    expect((await enterCode(shop, dolma, code)).body).toMatchObject({ cartItems: [], discount: { code, amount: 0 } })
  })

  test.each<[string, () => object]>([
    ['not started', () => ({ startsAt: tomorrow() })],
    ['ended', () => ({ endsAt: yesterday() })],
    ['turned off', () => ({ isActive: false })],
  ])('that is %s gets the same answer as an unknown one', async (_, overrides) => {
    const { code } = await addDiscount(shop, owner, overrides())
    await add('amber')
    for (const wrong of [code, newCode('UNKNOWN'), 'ä;--']) {
      const { status, body } = await enterCode(shop, asha, wrong)
      expect([status, body]).toEqual([
        400,
        { message: notValid, errors: [{ code: 'DiscountRefused', field: 'code', description: notValid }] },
      ])
    }
    expect(await discountOf()).toBeNull()
  })

  test('within its dates is accepted', async () => {
    const { code } = await addDiscount(shop, owner, { startsAt: yesterday(), endsAt: tomorrow() })
    expect((await enterCode(shop, asha, code)).status).toBe(200)
  })

  test('that ends while it is in the cart says so and stops the order', async () => {
    const { code, discountId } = await addDiscount(shop, owner)
    await add('amber')
    await enterCode(shop, asha, code)
    await shop.db.execute(sql`update discounts set ends_at = now() where id = ${discountId}`)
    const problem = `The code ${code} is no longer valid.`
    expect(await discountOf()).toMatchObject({ amount: 0, amountInUSD: 0, problem, problemInUSD: problem })
    expect(await asha.order()).toMatchObject({ status: 409, body: { message: `${problem} Nothing was ordered.` } })
    await removeCode(shop, asha)
    expect((await asha.order()).body).toMatchObject({ discount: 0, discountCode: null, totalAmount: 1_100 })
    await discountShop.expectInvariants()
  })

  test('costs no statement more where there is none', async () => {
    await add('amber')
    expect(await shop.countStatements(() => asha.cart())).toBe(2)
    const { code } = await addDiscount(shop, owner)
    await enterCode(shop, asha, code)
    expect(await shop.countStatements(() => asha.cart())).toBe(2)
  })
})

describe('wrong codes', () => {
  const limitedShop = async () => {
    const limited = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    return { limited, seller: await person(limited, 'Seller', { role: 'Owner' }), asha: await person(limited, 'Asha') }
  }
  const tooMany = { message: 'Too many wrong codes. Please wait a few minutes, then try again.' }

  test('are limited for an account; valid codes do not count', async () => {
    const { limited, seller, asha } = await limitedShop()
    const { code } = await addDiscount(limited, seller)
    for (let index = 0; index < 15; index++) expect((await enterCode(limited, asha, code)).status).toBe(200)
    for (let index = 0; index < 10; index++) expect((await enterCode(limited, asha, `GUESS-${index}`)).status).toBe(400)
    expect(await enterCode(limited, asha, 'GUESS-10')).toMatchObject({ status: 429, body: tooMany })
    expect((await enterCode(limited, asha, code)).status).toBe(429)
  })

  test('are limited for an IP address with many accounts', async () => {
    const { limited } = await limitedShop()
    const statuses: number[] = []
    for (let account = 0; account < 7; account++) {
      const someone = await person(limited, `Someone ${account}`)
      for (let index = 0; index < 3; index++)
        statuses.push((await enterCode(limited, someone, `GUESS-${account}-${index}`)).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})
