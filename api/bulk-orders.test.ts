import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { findBookViolations } from '#tests/support/invariants.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let dolma: Person
let asha: Shopper
let amber: number
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [product({ name: 'Amber', stock: 500 })])
  amber = (await findProductIds(shop)).product('amber')
  dolma = await person(shop, 'Dolma', { role: 'Manager' })
  asha = await shopper(shop, 'Asha Gurung')
})
afterAll(() => shop.close())

async function place(): Promise<{ orderId: string; orderNumber: string }> {
  await asha.add({ productId: amber })
  return (await asha.order()).body
}

const change = (body: object) => shop.json('/api/admin/orders/moves', as(dolma, 'POST', body))
const statusOf = async (orderId: string) =>
  (await shop.json(`/api/admin/orders/${orderId}`, as(dolma))).body.order.payment.status

test('several orders are confirmed and shipped; one that cannot be changed does not stop the others', async () => {
  const [first, second, canceled] = [await place(), await place(), await place()]
  await shop.json(`/api/order/${canceled.orderId}/cancel`, as(asha, 'POST'))
  const missing = '01890000-0000-7000-8000-000000000000'
  const orderIds = [first.orderId, first.orderId, canceled.orderId, missing, second.orderId]
  const { body } = await change({ to: 'Confirmed', orderIds })
  expect(body.changed.map(({ orderId }) => orderId)).toEqual([first.orderId, second.orderId])
  expect(body.refused).toEqual([
    {
      orderId: canceled.orderId,
      orderNumber: canceled.orderNumber,
      message: 'This order is Canceled and cannot become Confirmed.',
    },
    { orderId: missing, orderNumber: '', message: 'There is no such order.' },
  ])
  const shipment = { to: 'Shipped', courierId: await courierId(shop), orderIds: [first.orderId, second.orderId] }
  expect((await change(shipment)).body.refused).toEqual([])
  expect([await statusOf(first.orderId), await statusOf(second.orderId)]).toEqual([2, 2])
  expect(await findBookViolations(queryRunner(shop))).toEqual([])
})

test('shipping needs a courier of the list, and other changes are not for many orders', async () => {
  const { orderId } = await place()
  await change({ to: 'Confirmed', orderIds: [orderId] })
  expect((await change({ to: 'Shipped', orderIds: [orderId] })).status).toBe(400)
  const { body } = await change({ to: 'Shipped', courierId: 999_999, orderIds: [orderId] })
  expect(body.refused[0]?.message).toBe('This courier is not in the list any more. Please choose another one.')
  expect((await change({ to: 'Canceled', orderIds: [orderId] })).status).toBe(400)
  expect((await change({ to: 'Confirmed', orderIds: [] })).status).toBe(400)
  expect((await change({ to: 'Confirmed', orderIds: Array(101).fill(orderId) })).status).toBe(400)
  expect(await statusOf(orderId)).toBe(1)
})

test('several orders are read to be printed, oldest first', async () => {
  const [first, second] = [await place(), await place()]
  const { body } = await shop.json(`/api/admin/printed-orders?id=${second.orderId}&id=${first.orderId}`, as(dolma))
  expect(body.map(({ orderId }) => orderId)).toEqual([first.orderId, second.orderId])
  expect((await shop.json('/api/admin/printed-orders', as(dolma))).status).toBe(400)
  expect((await shop.json('/api/admin/printed-orders?id=nonsense', as(dolma))).status).toBe(400)
})
