import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let stones: number[]
beforeAll(async () => {
  shop = await openTestShop()
  const names = Array.from({ length: 12 }, (_, n) => `Stone ${n}`)
  await stock(
    shop,
    names.map((name) => product({ name })),
  )
  const ids = await idsOf(shop)
  stones = names.map((_, n) => ids.product(`stone-${n}`))
})
afterAll(() => shop.close())

const piecesIn = ({ cartItems }: { cartItems: { productId: number }[] }) => cartItems.map(({ productId }) => productId)

async function putAtOnce(who: Shopper, productIds: number[]) {
  const answers = await Promise.all(productIds.map((productId) => who.add({ productId })))
  expect(answers.map(({ status }) => status)).toEqual(productIds.map(() => 201))
  return answers.map(({ body }) => piecesIn(body))
}

test('pieces put in at once are all there, and the last answer tells of every one', async () => {
  const who = await shopper(shop, 'Asha')
  const told = await putAtOnce(who, stones)
  for (const [n, productId] of stones.entries()) expect(told[n]).toContain(productId)
  expect(Math.max(...told.map((pieces) => pieces.length))).toBe(stones.length)
  expect(piecesIn(await who.bag()).sort()).toEqual(stones.toSorted())
})
