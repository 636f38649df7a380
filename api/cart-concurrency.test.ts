import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let allIds: number[]
beforeAll(async () => {
  shop = await openTestShop()
  const names = Array.from({ length: 12 }, (_, n) => `Crystal ${n}`)
  await addProducts(
    shop,
    names.map((name) => product({ name })),
  )
  const ids = await findProductIds(shop)
  allIds = names.map((_, n) => ids.product(`crystal-${n}`))
})
afterAll(() => shop.close())

const productIdsIn = ({ cartItems }: { cartItems: { productId: number }[] }) =>
  cartItems.map(({ productId }) => productId)

async function addConcurrently(user: Shopper, productIds: number[]) {
  const responses = await Promise.all(productIds.map((productId) => user.add({ productId })))
  expect(responses.map(({ status }) => status)).toEqual(productIds.map(() => 201))
  return responses.map(({ body }) => productIdsIn(body))
}

test('products added concurrently are all in the cart, and one response contains every one', async () => {
  const user = await shopper(shop, 'Asha')
  const idsByResponse = await addConcurrently(user, allIds)
  for (const [n, productId] of allIds.entries()) expect(idsByResponse[n]).toContain(productId)
  expect(Math.max(...idsByResponse.map((ids) => ids.length))).toBe(allIds.length)
  expect(productIdsIn(await user.cart()).sort()).toEqual(allIds.toSorted())
})
