import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { addDiscount, enterCode, newCode, removeCode } from '#tests/support/discounts.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { transitionAsStaff } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

const notValid = 'This code is not valid, or no longer valid. Please check it.'
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString()
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

let shop: TestShop
let ids: Awaited<ReturnType<typeof findProductIds>>
let owner: Person
let before: Snapshot
let asha: Shopper
let shoppers: Shopper[] = []
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Amber', priceNpr: 1_000_00, priceUsd: 10_00, stock: 500 }),
    product({ name: 'Ring', categoryId: 3, priceNpr: 3_000_00, priceUsd: 33_33, stock: 500 }),
  ])
  ids = await findProductIds(shop)
  owner = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await takeSnapshot(queryRunner(shop))
  asha = await newShopper()
})

async function newShopper() {
  const created = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
  shoppers = [...shoppers, created]
  return created
}

const add = (slug: 'amber' | 'ring', quantity = 1, who = asha) => who.add({ productId: ids.product(slug), quantity })
const expectInvariants = async () => expect(await findOrderViolations(shop, before, shoppers)).toEqual([])
const discountOf = async (who = asha) => (await who.cart()).discount
const usesOf = async (discountId: number) =>
  (await shop.json(`/api/admin/discounts/${discountId}`, as(owner))).body.uses
const cancel = (orderId: string, who = asha) => shop.json(`/api/order/${orderId}/cancel`, as(who, 'POST'))

const takeBack = async (orderId: string) => {
  const { version } = (await shop.json(`/api/admin/orders/${orderId}`, as(owner))).body
  const body = { version, reason: 'By mistake' }
  return shop.json(`/api/admin/orders/${orderId}/corrections`, as(owner, 'POST', body))
}

describe('a discount code in the cart', () => {
  test('takes a percentage off, rounded down, in any letter case, and follows the cart', async () => {
    const { code } = await addDiscount(shop, owner, { percent: 15 })
    await add('ring')
    const { status, body } = await enterCode(shop, asha, ` ${code.toLowerCase()} `)
    expect(status).toBe(200)
    expect(body.discount).toEqual({ code, amount: 450, amountInUSD: 4.99, problem: null, problemInUSD: null })
    await add('amber', 2)
    expect(await discountOf()).toMatchObject({ amount: 750, amountInUSD: 7.99 })
    const lines = { cartItems: [{ productId: ids.product('amber'), quantity: 1 }] }
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
      productIds: [ids.product('amber')],
    })
    const forBoth = await addDiscount(shop, owner, { categoryIds: [3], productIds: [ids.product('amber')] })
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
    await expectInvariants()
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
    await expectInvariants()
  })

  test('costs no statement more where there is none', async () => {
    await add('amber')
    expect(await shop.countStatements(() => asha.cart())).toBe(2)
    const { code } = await addDiscount(shop, owner)
    await enterCode(shop, asha, code)
    expect(await shop.countStatements(() => asha.cart())).toBe(2)
  })
})

describe('an order with a discount code', () => {
  test('freezes code and amount, counts the use and clears the code', async () => {
    const { code, discountId, version } = await addDiscount(shop, owner, { percent: 20 })
    await add('amber', 2)
    await enterCode(shop, asha, code)
    expect(await asha.order({ body: { shownTotal: 60 } })).toMatchObject({ status: 409 })
    const { status, body } = await asha.order({ body: { shownTotal: 56 } })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ discount: 400, discountInUSD: 4, discountCode: code },
      ...{ shippingFee: 100, totalAmount: 1_700, totalPriceInUSD: 56 },
    })
    expect(await usesOf(discountId)).toBe(1)
    expect((await asha.cart()).discount).toBeNull()
    const change = { code: newCode('RENAMED'), percent: 50, version }
    expect((await shop.json(`/api/admin/discounts/${discountId}`, as(owner, 'PUT', change))).status).toBe(200)
    expect((await shop.json(`/api/order/${asha.userId}/${body.orderId}`, as(asha))).body).toEqual(body)
    await expectInvariants()
  })

  test('shows the code in its email', async () => {
    const { code } = await addDiscount(shop, owner)
    await add('amber')
    await enterCode(shop, asha, code)
    await asha.order({ body: { currency: 'NPR' } })
    const { text, html } = await latestEmail(shop, asha.email)
    expect(text).toContain(`Subtotal: Rs 1,000\nDiscount (${code}): −Rs 100\nShipping: Rs 100`)
    expect(html).toContain(`Discount (${code})`)
  })

  test('pays the fee even if the discount takes off everything', async () => {
    const { code } = await addDiscount(shop, owner, { percent: 100 })
    await add('amber')
    await enterCode(shop, asha, code)
    expect((await asha.order()).body).toMatchObject({ totalAmount: 100, totalPriceInUSD: 40, discount: 1_000 })
    await expectInvariants()
  })

  test('takes two statements more than without', async () => {
    const { code } = await addDiscount(shop, owner)
    await add('amber')
    const without = await shop.countStatements(() => asha.order())
    expect(without).toBeLessThanOrEqual(9)
    await add('amber')
    await enterCode(shop, asha, code)
    expect(await shop.countStatements(() => asha.order())).toBe(without + 2)
  })

  test('sent again with its key takes no second use', async () => {
    const { code, discountId } = await addDiscount(shop, owner, { maxUses: 1 })
    await add('amber')
    await enterCode(shop, asha, code)
    const first = await asha.order({ key: 'once' })
    expect((await asha.order({ key: 'once' })).body).toEqual(first.body)
    expect(await usesOf(discountId)).toBe(1)
  })

  test('that is canceled gives the use back; taking that back takes it again', async () => {
    const { code, discountId } = await addDiscount(shop, owner, { maxUses: 1 })
    const place = async (who: Shopper) => {
      await add('amber', 1, who)
      await enterCode(shop, who, code)
      return who.order()
    }
    const { orderId } = (await place(asha)).body
    expect((await enterCode(shop, await newShopper(), code)).status).toBe(400)
    await transitionAsStaff(shop, owner.userId, { orderId, to: 'Canceled' })
    expect(await usesOf(discountId)).toBe(0)
    expect((await takeBack(orderId)).status).toBe(201)
    expect(await usesOf(discountId)).toBe(1)
    await cancel(orderId)
    const dolma = await newShopper()
    const { orderId: another } = (await place(dolma)).body
    await transitionAsStaff(shop, owner.userId, { orderId: another, to: 'Canceled' })
    await transitionAsStaff(shop, owner.userId, {
      orderId: (await place(await newShopper())).body.orderId,
      to: 'Confirmed',
    })
    expect(await takeBack(another)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`The code ${code} has been used up by other orders.`) },
    })
    expect(await usesOf(discountId)).toBe(1)
    await expectInvariants()
  })

  test('is refused for a customer who has used up their uses, until an order is canceled', async () => {
    const { code } = await addDiscount(shop, owner, { maxUsesPerCustomer: 1 })
    await add('amber')
    await enterCode(shop, asha, code)
    const { orderId } = (await asha.order()).body
    expect(await enterCode(shop, asha, code)).toMatchObject({
      status: 409,
      body: { message: `You have already used the code ${code}.` },
    })
    expect((await enterCode(shop, await newShopper(), code)).status).toBe(200)
    await cancel(orderId)
    expect((await enterCode(shop, asha, code)).status).toBe(200)
  })

  test('for first orders only is refused for a later one', async () => {
    const { code } = await addDiscount(shop, owner, { firstOrderOnly: true })
    await add('amber')
    await enterCode(shop, asha, code)
    const { orderId } = (await asha.order()).body
    const dolma = await newShopper()
    await add('amber', 1, dolma)
    expect((await enterCode(shop, dolma, code)).status).toBe(200)
    const refused = { status: 409, body: { message: `The code ${code} is for first orders only.` } }
    expect(await enterCode(shop, asha, code)).toMatchObject(refused)
    await cancel(orderId)
    expect((await enterCode(shop, asha, code)).status).toBe(200)
  })

  test('keeps its amount when the order is edited, and is never more than the products', async () => {
    const { code } = await addDiscount(shop, owner, { percent: null, amount: 1_500, amountInUSD: 15 })
    await add('amber', 2)
    await enterCode(shop, asha, code)
    const { orderId } = (await asha.order()).body
    const edit = async (quantity: number) => {
      const { version, order } = (await shop.json(`/api/admin/orders/${orderId}`, as(owner))).body
      const lines = order.orderItems.map(({ position, productId }) => ({
        position,
        productId,
        attributeId: null,
        quantity,
      }))
      const body = { version, lines, note: '', reason: 'As agreed' }
      return shop.json(`/api/admin/orders/${orderId}`, as(owner, 'PUT', body))
    }
    expect((await edit(3)).body.order).toMatchObject({ discount: 1_500, discountCode: code, totalAmount: 1_600 })
    expect((await edit(1)).status).toBe(409)
    await expectInvariants()
  })
})

describe.runIf(databaseKind === 'postgres')('concurrent orders', () => {
  test('with the last use of a code: one gets it, the others order nothing', async () => {
    const { code, discountId } = await addDiscount(shop, owner, { maxUses: 3 })
    const group = await Promise.all(Array.from({ length: 8 }, newShopper))
    for (const each of group) {
      await add('amber', 1, each)
      expect((await enterCode(shop, each, code)).status).toBe(200)
    }
    const answers = await Promise.all(group.map((each) => each.order()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body)
    for (const body of refused)
      expect(body).toMatchObject({ message: `The code ${code} has been used up. Nothing was ordered.` })
    expect(await usesOf(discountId)).toBe(3)
    await expectInvariants()
  })

  test('of one customer take the code once', async () => {
    const { code, discountId } = await addDiscount(shop, owner, { maxUsesPerCustomer: 1 })
    await add('amber')
    await enterCode(shop, asha, code)
    const answers = await Promise.all(Array.from({ length: 5 }, () => asha.order()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await usesOf(discountId)).toBe(1)
  })

  test('and cancellations keep the uses', async () => {
    const { code, discountId } = await addDiscount(shop, owner, { maxUses: 4 })
    const group = await Promise.all(Array.from({ length: 6 }, newShopper))
    const placeAndCancel = async (who: Shopper, index: number) => {
      for (let round = 0; round < 3; round++) {
        await add('amber', 1, who)
        if ((await enterCode(shop, who, code)).status !== 200) await removeCode(shop, who)
        const { status, body } = await who.order()
        if (status === 201 && (round + index) % 2 === 0) await cancel(body.orderId, who)
      }
    }
    await Promise.all(group.map(placeAndCancel))
    expect(await usesOf(discountId)).toBeLessThanOrEqual(4)
    await expectInvariants()
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

describe('free shipping above an amount', () => {
  const saveSettings = async (change: object) => {
    const { body } = await shop.json('/api/admin/settings', as(owner))
    return shop.json('/api/admin/settings', as(owner, 'PUT', { ...body, ...change }))
  }

  test('starts at the amount, after the discount, in each currency', async () => {
    const saved = await saveSettings({ freeShippingAbove: 2_000, freeShippingAboveInUSD: 25 })
    expect(saved.status).toBe(200)
    const place = async (quantity: number, code?: string) => {
      await add('amber', quantity)
      if (code) await enterCode(shop, asha, code)
      const { shippingFee, shippingFeeInUSD } = (await asha.order()).body
      return [shippingFee, shippingFeeInUSD]
    }
    const { code } = await addDiscount(shop, owner)
    expect(await place(1)).toEqual([100, 40])
    expect(await place(2)).toEqual([0, 40])
    expect(await place(3)).toEqual([0, 0])
    expect(await place(2, code)).toEqual([100, 40])
    expect((await saveSettings({ freeShippingAbove: -1 })).status).toBe(400)
    await saveSettings({ freeShippingAbove: null, freeShippingAboveInUSD: null })
    expect(await place(3)).toEqual([100, 40])
  })
})
