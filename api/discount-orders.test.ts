import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { as, latestEmail, type Person } from '#tests/support/accounts.ts'
import {
  addDiscount,
  type DiscountShop,
  enterCode,
  newCode,
  openDiscountShop,
  removeCode,
} from '#tests/support/discounts.ts'
import { transitionAsStaff } from '#tests/support/order-changes.ts'
import { databaseKind, type TestShop } from '#tests/support/shop.ts'
import type { Shopper } from '#tests/support/shopper.ts'

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
const usesOf = async (discountId: number) =>
  (await shop.json(`/api/admin/discounts/${discountId}`, as(owner))).body.uses
const cancel = (orderId: string, who = asha) => shop.json(`/api/order/${orderId}/cancel`, as(who, 'POST'))

const takeBack = async (orderId: string) => {
  const { version } = (await shop.json(`/api/admin/orders/${orderId}`, as(owner))).body
  const body = { version, reason: 'By mistake' }
  return shop.json(`/api/admin/orders/${orderId}/corrections`, as(owner, 'POST', body))
}

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
    await discountShop.expectInvariants()
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
    await discountShop.expectInvariants()
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
    expect((await enterCode(shop, await discountShop.newShopper(), code)).status).toBe(400)
    await transitionAsStaff(shop, owner.userId, { orderId, to: 'Canceled' })
    expect(await usesOf(discountId)).toBe(0)
    expect((await takeBack(orderId)).status).toBe(201)
    expect(await usesOf(discountId)).toBe(1)
    await cancel(orderId)
    const dolma = await discountShop.newShopper()
    const { orderId: another } = (await place(dolma)).body
    await transitionAsStaff(shop, owner.userId, { orderId: another, to: 'Canceled' })
    await transitionAsStaff(shop, owner.userId, {
      orderId: (await place(await discountShop.newShopper())).body.orderId,
      to: 'Confirmed',
    })
    expect(await takeBack(another)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`The code ${code} has been used up by other orders.`) },
    })
    expect(await usesOf(discountId)).toBe(1)
    await discountShop.expectInvariants()
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
    expect((await enterCode(shop, await discountShop.newShopper(), code)).status).toBe(200)
    await cancel(orderId)
    expect((await enterCode(shop, asha, code)).status).toBe(200)
  })

  test('for first orders only is refused for a later one', async () => {
    const { code } = await addDiscount(shop, owner, { firstOrderOnly: true })
    await add('amber')
    await enterCode(shop, asha, code)
    const { orderId } = (await asha.order()).body
    const dolma = await discountShop.newShopper()
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
    await discountShop.expectInvariants()
  })
})

describe.runIf(databaseKind === 'postgres')('concurrent orders', () => {
  test('with the last use of a code: one gets it, the others order nothing', async () => {
    const { code, discountId } = await addDiscount(shop, owner, { maxUses: 3 })
    const group = await Promise.all(Array.from({ length: 8 }, discountShop.newShopper))
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
    await discountShop.expectInvariants()
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
    const group = await Promise.all(Array.from({ length: 6 }, discountShop.newShopper))
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
    await discountShop.expectInvariants()
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
