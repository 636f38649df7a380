import { as, type Person } from './accounts.ts'
import type { TestShop } from './shop.ts'

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
