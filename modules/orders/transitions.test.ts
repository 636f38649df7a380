import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readLatestEmail } from '#modules/email/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { person } from '#tests/support/accounts.ts'
import { createBuyer, shopWithTwoProducts, stockOf } from '#tests/support/buyer.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { staff } from './changes.server.ts'
import { placeQuotedOrder } from './quote-orders.server.ts'
import { readOrder } from './service.server.ts'
import { cancelOrder, type TransitionRequest, transitionOrder } from './transitions.server.ts'

let shop: TestShop
let asha: Awaited<ReturnType<typeof createBuyer>>
let buyers = 0
beforeAll(async () => {
  shop = await shopWithTwoProducts()
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await createBuyer(shop, `Asha ${++buyers}`)
})

describe('transitionOrder', () => {
  const transition = (orderId: string, to: TransitionRequest['to'], fields: Partial<TransitionRequest> = {}) =>
    shop.db.transaction((tx) => transitionOrder(tx, asha.orderContext(), staff(asha.buyer), { orderId, to, ...fields }))
  const missing = { code: 'notFound', message: 'There is no such order.' }

  test('records the time and who made the transition', async () => {
    await asha.addToCart()
    const { id } = await asha.place()
    const at = new Date('2026-02-03T04:05:06.789Z')
    await transition(id, 'Confirmed', { at, expectedStatus: 'Pending' })
    const { status, history } = await readOrder(shop.db, asha.userId, id)
    expect([status, history[1]]).toEqual([
      'Confirmed',
      { from: 'Pending', to: 'Confirmed', by: 'shop', at: '2026-02-03T04:05:06.789Z' },
    ])
  })

  test('rejects a transition outside the table, and an unexpected current status', async () => {
    await asha.addToCart()
    const { id } = await asha.place()
    await expect(transition(id, 'Delivered')).rejects.toMatchObject({
      code: 'conflict',
      message: 'This order is Pending and cannot become Delivered.',
    })
    await expect(transition(id, 'Confirmed', { expectedStatus: 'Shipped' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Somebody else changed this order: it is now Pending. Nothing was changed.',
    })
    await expect(transition('nonsense', 'Confirmed')).rejects.toMatchObject(missing)
  })

  test('finds only own orders of a customer, and any order for the shop', async () => {
    await asha.addToCart()
    const { id } = await asha.place()
    const maya = await person(shop, `Maya ${buyers}`)
    await expect(cancelOrder(asha.orderContext(), { ...maya, name: 'Maya' }, id)).rejects.toMatchObject(missing)
    expect(await cancelOrder(asha.orderContext(), asha.buyer, id)).toMatchObject({ id, status: 'Canceled' })
    await asha.addToCart()
    const other = await asha.place()
    await transition(other.id, 'Confirmed')
  })

  test('restores the stock for Canceled, but not for Returned', async () => {
    const before = await stockOf(shop, 'beryl')
    await asha.addToCart('beryl', 2)
    const canceled = await asha.place()
    await transition(canceled.id, 'Canceled')
    expect(await stockOf(shop, 'beryl')).toBe(before)
    await asha.addToCart('beryl', 2)
    const { id } = await asha.place()
    for (const to of ['Confirmed', 'Shipped', 'Returned'] as const) await transition(id, to)
    expect(await stockOf(shop, 'beryl')).toBe(before - 2)
  })

  test('anonymizes a settled order of a deleted account, and no other order', async () => {
    const storedNames: string[] = []
    const cases = [
      [true, ['Confirmed', 'Shipped', 'Delivered']],
      [true, ['Confirmed', 'Shipped']],
      [false, ['Confirmed', 'Shipped', 'Delivered']],
    ] as const
    for (const [isDeleted, statuses] of cases) {
      await asha.addToCart()
      const { id } = await asha.place()
      await shop.db.execute(sql`update orders set erase_when_settled = ${isDeleted} where id = ${id}`)
      for (const to of statuses) await transition(id, to)
      const [row] = await readRows<{ name: string }>(
        shop.db,
        sql`select address->>'firstName' as name from orders where id = ${id}`,
      )
      storedNames.push(row?.name ?? 'none')
    }
    expect(storedNames).toEqual(['', 'Asha', 'Asha'])
  })
})

describe('placeQuotedOrder', () => {
  const line = (fields: object = {}) => ({
    productId: asha.product('beryl'),
    variantId: null,
    name: 'Beryl, polished',
    quantity: 3,
    npr: 50_00,
    usd: 5_00,
    fromStock: true,
    ...fields,
  })
  const terms = { currency: 'NPR' as const, shippingNpr: 10_00, shippingUsd: 1_00, depositDue: 0 }
  const placeOrder = (lines: ReturnType<typeof line>[], now?: Date) =>
    shop.db.transaction((tx) => {
      const quoteTerms = { ...terms, addressId: asha.addressId, lines }
      return placeQuotedOrder(tx, asha.orderContext(), asha.buyer, quoteTerms, now)
    })

  test('returns the stored order, and takes the stock of lines from stock', async () => {
    const [before, amber] = [await stockOf(shop, 'beryl'), await stockOf(shop, 'amber')]
    const madeToOrder = line({ productId: asha.product('amber'), name: 'Amber, cut', quantity: 200, fromStock: false })
    const order = await placeOrder([line(), madeToOrder], new Date('2026-01-02T03:04:05.678Z'))
    expect(order).toMatchObject({
      status: 'Pending',
      currency: 'NPR',
      totalNpr: 10_160_00,
      totalUsd: 1_016_00,
      note: '',
      address: { firstName: 'Asha' },
      placedAt: '2026-01-02T03:04:05.678Z',
      lines: [
        { productName: 'Beryl, polished', slug: 'beryl', quantity: 3, unitNpr: 50_00, unitUsd: 5_00, imageUrl: null },
        { productName: 'Amber, cut', slug: 'amber', imageUrl: expect.stringContaining('abc') },
      ],
      history: [{ from: null, to: 'Pending', by: 'customer', at: '2026-01-02T03:04:05.678Z' }],
    })
    const { lines, ...rest } = await readOrder(shop.db, asha.userId, order.id)
    expect({ ...rest, lines }).toMatchObject({ ...order, lines: order.lines.map(({ fromStock: _, ...each }) => each) })
    expect([await stockOf(shop, 'beryl'), await stockOf(shop, 'amber')]).toEqual([before - 3, amber])
    expect((await readLatestEmail(shop.db, asha.email)).subject).toContain(String(order.number))
    await cancelOrder(asha.orderContext(), asha.buyer, order.id)
    expect(await stockOf(shop, 'beryl')).toBe(before)
  })

  test('rejects an order with too little stock or a product that no longer exists', async () => {
    await expect(placeOrder([line({ quantity: 9_999 })])).rejects.toMatchObject({ details: [{ code: 'OutOfStock' }] })
    await expect(placeOrder([line({ productId: 999_999, fromStock: false })])).rejects.toMatchObject({
      code: 'conflict',
      message: 'Beryl, polished is no longer available. Nothing was ordered.',
    })
    expect(await asha.orders()).toEqual([])
  })
})
