import { expect } from 'vitest'
import { as, type Person, person } from './accounts.ts'
import { takeSnapshot } from './invariants.ts'
import { addProducts, product } from './products.ts'
import { openTestShop, type TestShop } from './shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from './shopper.ts'

export type DiscountShop = Awaited<ReturnType<typeof openDiscountShop>>

/** A shop with an owner and two products, amber for Rs 1,000 or $10 and a ring for Rs 3,000 or $33.33. */
export async function openDiscountShop() {
  const shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Amber', priceNpr: 1_000_00, priceUsd: 10_00, stock: 500 }),
    product({ name: 'Ring', categoryId: 3, priceNpr: 3_000_00, priceUsd: 33_33, stock: 500 }),
  ])
  const ids = await findProductIds(shop)
  const owner = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
  let before = await takeSnapshot(queryRunner(shop))
  const shoppers: Shopper[] = []
  return {
    shop,
    ids,
    owner,
    newShopper: async () => {
      const created = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
      shoppers.push(created)
      return created
    },
    add: (who: Shopper, slug: 'amber' | 'ring', quantity: number) =>
      who.add({ productId: ids.product(slug), quantity }),
    takeSnapshot: async () => {
      before = await takeSnapshot(queryRunner(shop))
    },
    /** Since the snapshot. */
    expectInvariants: async () => expect(await findOrderViolations(shop, before, shoppers)).toEqual([]),
  }
}

let codes = 0
/** A code that no other test uses. */
export const newCode = (name = 'CODE') => `${name}-${++codes}`

/** Creates a discount through the API: 10 percent unless the test says otherwise. */
export async function addDiscount(shop: TestShop, staff: Person, overrides: object = {}) {
  const discount = { code: newCode(), percent: 10, ...overrides }
  const { status, body } = await shop.json('/api/admin/discounts', as(staff, 'POST', discount))
  if (status !== 201) throw new Error(`The discount was refused: ${JSON.stringify(body)}`)
  return body
}

export const enterCode = (shop: TestShop, who: Pick<Person, 'token'>, code: string) =>
  shop.json('/api/ShoppingCart/DiscountCode', as(who, 'PUT', { code }))

export const removeCode = (shop: TestShop, who: Pick<Person, 'token'>) =>
  shop.json('/api/ShoppingCart/DiscountCode', as(who, 'DELETE'))
