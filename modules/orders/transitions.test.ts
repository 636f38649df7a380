import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readLatestMail } from '#modules/email/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { person } from '#tests/support/people.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { atTheTill, shopOfTwoStones, stockOf } from '#tests/support/till.ts'
import { placeQuotedOrder } from './quoted.server.ts'
import { readOrder } from './service.server.ts'
import { cancelOrder, type MoveAsked, moveOrder } from './transitions.server.ts'

let shop: TestShop
let asha: Awaited<ReturnType<typeof atTheTill>>
let people = 0
beforeAll(async () => {
  shop = await shopOfTwoStones()
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await atTheTill(shop, `Asha ${++people}`)
})

describe('a move', () => {
  const move = (orderId: string, to: MoveAsked['to'], said: Partial<MoveAsked> = {}) =>
    shop.db.transaction((tx) => moveOrder(tx, { orderId, to, by: 'shop', userId: asha.userId, ...said }))
  const missing = { code: 'notFound', message: 'There is no such order.' }

  test('is written down with its time and who made it', async () => {
    await asha.fill()
    const { id } = await asha.place()
    const at = new Date('2026-02-03T04:05:06.789Z')
    await move(id, 'Confirmed', { at, seen: 'Pending' })
    const { state, history } = await readOrder(shop.db, asha.userId, id)
    expect([state, history[1]]).toEqual([
      'Confirmed',
      { from: 'Pending', to: 'Confirmed', by: 'shop', at: '2026-02-03T04:05:06.789Z' },
    ])
  })

  test('is refused off the table, and where the order was seen in another state', async () => {
    await asha.fill()
    const { id } = await asha.place()
    await expect(move(id, 'Delivered')).rejects.toMatchObject({
      code: 'conflict',
      message: 'This order is Pending and cannot become Delivered.',
    })
    await expect(move(id, 'Confirmed', { seen: 'Shipped' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This order is Pending by now: somebody else was quicker. Nothing was changed.',
    })
    await expect(move('nonsense', 'Confirmed')).rejects.toMatchObject(missing)
  })

  test('of a customer is of an own order alone', async () => {
    await asha.fill()
    const { id } = await asha.place()
    const maya = await person(shop, `Maya ${people}`)
    await expect(cancelOrder(asha.till(), { ...maya, emailConfirmed: true, name: 'Maya' }, id)).rejects.toMatchObject(
      missing,
    )
    await expect(move(id, 'Canceled', { by: 'customer', userId: maya.userId })).rejects.toMatchObject(missing)
    expect(await cancelOrder(asha.till(), asha.buyer, id)).toMatchObject({ id, state: 'Canceled' })
    await asha.fill()
    const other = await asha.place()
    await move(other.id, 'Confirmed', { userId: maya.userId })
  })

  test('to Canceled puts the pieces back, to Returned does not', async () => {
    const before = await stockOf(shop, 'beryl')
    await asha.fill('beryl', 2)
    const canceled = await asha.place()
    await move(canceled.id, 'Canceled')
    expect(await stockOf(shop, 'beryl')).toBe(before)
    await asha.fill('beryl', 2)
    const { id } = await asha.place()
    for (const to of ['Confirmed', 'Shipped', 'Returned'] as const) await move(id, to)
    expect(await stockOf(shop, 'beryl')).toBe(before - 2)
  })

  test('to its end forgets whoever has left, and nobody else', async () => {
    const ends: string[] = []
    const ways = [
      [null, ['Confirmed', 'Shipped', 'Delivered']],
      [null, ['Confirmed', 'Shipped']],
      [asha.userId, ['Confirmed', 'Shipped', 'Delivered']],
    ] as const
    for (const [owner, states] of ways) {
      await asha.fill()
      const { id } = await asha.place()
      await shop.db.execute(sql`update orders set user_id = ${owner}::uuid where id = ${id}`)
      for (const to of states) await move(id, to)
      const [row] = await readRows<{ name: string }>(
        shop.db,
        sql`select address->>'firstName' as name from orders where id = ${id}`,
      )
      ends.push(row?.name ?? 'none')
    }
    expect(ends).toEqual(['', 'Asha', 'Asha'])
  })
})

describe('an order at the prices of a quote', () => {
  const line = (said: object = {}) => ({
    productId: asha.product('beryl'),
    attributeId: null,
    name: 'Beryl, polished',
    quantity: 3,
    npr: 50_00,
    usd: 5_00,
    fromStock: true,
    ...said,
  })
  const terms = { currency: 'NPR' as const, shippingNpr: 10_00, shippingUsd: 1_00, note: 'Soon' }
  const agree = (lines: ReturnType<typeof line>[], now?: Date) =>
    shop.db.transaction((tx) => {
      const agreed = { ...terms, addressId: asha.addressId, lines }
      return placeQuotedOrder(tx, asha.till(), asha.buyer, agreed, now)
    })

  test('is what is stored, and takes from the shelf what comes from it', async () => {
    const [before, amber] = [await stockOf(shop, 'beryl'), await stockOf(shop, 'amber')]
    const made = line({ productId: asha.product('amber'), name: 'Amber, cut', quantity: 200, fromStock: false })
    const order = await agree([line(), made], new Date('2026-01-02T03:04:05.678Z'))
    expect(order).toMatchObject({
      state: 'Pending',
      currency: 'NPR',
      totalNpr: 10_160_00,
      totalUsd: 1_016_00,
      note: 'Soon',
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
    expect((await readLatestMail(shop.db, asha.email)).subject).toContain(String(order.number))
    await cancelOrder(asha.till(), asha.buyer, order.id)
    expect(await stockOf(shop, 'beryl')).toBe(before)
  })

  test('is refused where the shelf is short, or a piece has left the catalogue', async () => {
    await expect(agree([line({ quantity: 9_999 })])).rejects.toMatchObject({ details: [{ code: 'OutOfStock' }] })
    await expect(agree([line({ productId: 999_999, fromStock: false })])).rejects.toMatchObject({
      code: 'conflict',
      message: 'Beryl, polished is no longer in the catalogue. Nothing was ordered.',
    })
    expect(await asha.orders()).toEqual([])
  })
})
