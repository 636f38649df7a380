import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, shopper } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let dolma: Person
beforeAll(async () => {
  shop = await openTestShop({ environment: { PAGE_CACHE_MB: '0' } })
  await addProducts(shop)
  await writeStock(shop.db, sql`update products set stock = 50 where slug = 'singing-bowl'`)
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
})
afterAll(() => shop.close())

const today = async (days = 30) => {
  const { sales, ...dashboard } = (await shop.json(`/api/admin/today?days=${days}`, as(dolma))).body
  if (!sales) throw new Error('A manager sees sales')
  return { ...dashboard, ...sales }
}
const search = (name: string) => shop.json(`/api/product/search?Name=${encodeURIComponent(name)}`)

test('today shows open work and sales with three statements', async () => {
  const maya = await shopper(shop, 'Maya Magar')
  const bowl = { productId: (await findProductIds(shop)).product('singing-bowl') }
  const before = await today(7)
  await maya.add({ ...bowl, quantity: 2 })
  const { body: sold } = await maya.order({ body: { currency: 'NPR' } })
  await maya.add(bowl)
  const { body: canceled } = await maya.order()
  await shop.json(`/api/order/${canceled.orderId}/cancel`, as(maya, 'POST'))
  expect((await today(7)).total).toMatchObject({ orders: before.total.orders, canceled: before.total.canceled + 1 })
  const confirmation = as(dolma, 'POST', { from: 'Pending', to: 'Confirmed' })
  await shop.json(`/api/admin/orders/${sold.orderId}/moves`, confirmation)
  const after = await today(7)
  expect(after.days).toHaveLength(7)
  expect(after.total.orders - before.total.orders).toBe(1)
  expect(after.total.canceled - before.total.canceled).toBe(1)
  expect(after.total.revenue.npr - before.total.revenue.npr).toBe(2 * 22_344 + 100)
  expect(after.total.revenue.usd).toBe(before.total.revenue.usd)
  expect(after.days.at(-1)?.orders).toBe(after.total.orders)
  expect(after.waiting.toShip - before.waiting.toShip).toBe(1)
  expect(after.lowStock).toContainEqual(expect.objectContaining({ name: 'Aquamarine Drop Earrings', stock: 0 }))
  expect(after.bestSellers[0]).toMatchObject({ name: 'Singing Bowl' })
  expect(await shop.countStatements(() => today(90))).toBeLessThanOrEqual(3)
  expect((await shop.json('/api/admin/today?days=8', as(dolma))).status).toBe(400)
})

test('today lists searches without results, without personal data', async () => {
  for (const text of ['Moonstone', ' moonstone ', 'Yeti  fur', 'maya@mail.example', '+977 984 123 4567', 'quartz'])
    await search(text)
  expect((await today()).misses).toEqual([
    { query: 'moonstone', count: 2 },
    { query: 'yeti fur', count: 1 },
  ])
})
