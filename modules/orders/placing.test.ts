import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCart } from '#modules/cart/service.server.ts'
import { readLatestMail } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { atTheTill, shopOfTwoStones } from '#tests/support/till.ts'
import type { OrderRequest } from './schema.ts'
import { readOrder } from './service.server.ts'

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

/** The shop's database, but for how its transactions go. */
const whose = (transaction: (work: (tx: Db) => Promise<unknown>) => Promise<unknown>) =>
  new Proxy(shop.db, {
    get: (db, key) => (key === 'transaction' ? transaction : Reflect.get(db, key, db)),
  }) as Db
const away = () => Object.assign(new Error('The connection was cut'), { code: 'ECONNRESET' })
const losingItsAnswer = () =>
  whose(async (work) => {
    await shop.db.transaction(work)
    throw away()
  })

describe('an order', () => {
  test('is what is stored: pictures, prices, sums and the time', async () => {
    await asha.fill('amber', 2)
    await asha.fill('beryl', 3)
    const now = new Date('2026-01-02T03:04:05.678Z')
    const order = await asha.place({ note: 'Ring twice' }, { now })
    expect(order).toMatchObject({
      state: 'Pending',
      placedAt: '2026-01-02T03:04:05.678Z',
      note: 'Ring twice',
      shippingNpr: 100_00,
      shippingUsd: 40_00,
      totalNpr: 600_00,
      totalUsd: 45_00,
      lines: [
        { productName: 'Amber', quantity: 2, imageUrl: expect.stringContaining('abc') },
        { productName: 'Beryl', quantity: 3, imageUrl: null },
      ],
      history: [{ from: null, to: 'Pending', by: 'customer', at: '2026-01-02T03:04:05.678Z' }],
    })
    expect(await readOrder(shop.db, asha.userId, order.id)).toEqual(order)
    expect((await readLatestMail(shop.db, asha.email)).subject).toContain(String(order.number))
  })

  test.each([
    ['NPR', 200, 'Rs 200'],
    ['USD', 41, '$ 41'],
  ] as const)('in %s is refused where another total was shown', async (currency, total, words) => {
    await asha.fill()
    const description = `Prices have changed: the total is now ${words}. Nothing was ordered.`
    await expect(asha.place({ currency, shownTotal: total - 0.01 })).rejects.toMatchObject({
      code: 'conflict',
      message: description,
      details: [{ code: 'PriceChanged', field: 'shownTotal', description }],
    })
    expect(await asha.place({ currency, shownTotal: total })).toMatchObject({ currency })
  })

  test('that is not there, or has no id, is not found', async () => {
    const missing = { code: 'notFound', message: 'There is no such order.' }
    for (const id of ['nonsense', crypto.randomUUID()])
      await expect(readOrder(shop.db, asha.userId, id)).rejects.toMatchObject(missing)
  })
})

describe('a key', () => {
  const used = { code: 'conflict', message: 'This order was sent before with other details.' }

  test('gives the same order for the same words, in capitals too', async () => {
    await asha.fill()
    const first = await asha.place({}, { key: 'once' })
    const loud = { shoppingCartId: asha.shoppingCartId.toUpperCase(), addressId: asha.addressId.toUpperCase() }
    expect(await asha.place(loud, { key: 'once' })).toEqual(first)
    expect(await asha.orders()).toHaveLength(1)
  })

  test.each<[string, () => Partial<OrderRequest>]>([
    ['bag', () => ({ shoppingCartId: crypto.randomUUID() })],
    ['address', () => ({ addressId: crypto.randomUUID() })],
    ['currency', () => ({ currency: 'NPR' })],
    ['note', () => ({ note: 'Another' })],
  ])('is refused for another %s', async (_, change) => {
    await asha.fill()
    await asha.place({}, { key: 'once' })
    await expect(asha.place(change(), { key: 'once' })).rejects.toMatchObject(used)
  })

  test('that another request used meanwhile gives the order of that one', async () => {
    await asha.fill()
    let first: Promise<unknown> | undefined
    const overtaken = whose(async (work) => {
      first ??= asha.place({}, { key: 'both' })
      await first
      return shop.db.transaction(work)
    })
    expect(await asha.place({}, { key: 'both', db: overtaken })).toEqual(await first)
    await asha.fill()
    await expect(asha.place({ currency: 'NPR' }, { key: 'both', db: overtaken })).rejects.toMatchObject(used)
    expect(await asha.orders()).toHaveLength(1)
  })

  test('that another request used meanwhile takes nothing out of a bag that was filled again', async () => {
    await asha.fill()
    let isFirst = true
    const overtaken = whose(async (work) => {
      if (isFirst) {
        isFirst = false
        await asha.place({}, { key: 'refilled' })
        await asha.fill('beryl')
      }
      return shop.db.transaction(work)
    })
    const order = await asha.place({}, { key: 'refilled', db: overtaken })
    expect(order.lines.map(({ productName }) => productName)).toEqual(['Amber'])
    expect((await readCart(shop.db, asha.userId)).lines).toHaveLength(1)
  })

  test('does not hide why an order failed', async () => {
    for (const key of ['none', undefined])
      await expect(asha.place({}, { key })).rejects.toMatchObject({ code: 'conflict', message: 'Cart is empty' })
  })
})

describe('when the database goes away', () => {
  test('before the order is written, that is what is told', async () => {
    await asha.fill()
    const cut = away()
    const gone = whose(async () => {
      throw cut
    })
    await expect(asha.place({}, { key: 'k', db: gone })).rejects.toBe(cut)
    expect(await asha.orders()).toEqual([])
  })

  test.each([
    ['a key', 'k', 'Please try again: it will not be ordered twice.'],
    ['no key', undefined, 'Please look at My Orders before you try again.'],
  ])('after the order is written, somebody with %s reads what to do', async (_, key, words) => {
    await asha.fill()
    await expect(asha.place({}, { key, db: losingItsAnswer() })).rejects.toMatchObject({
      code: 'unavailable',
      message: `We lost the connection while placing your order. ${words}`,
      retryAfterSeconds: 5,
      cause: expect.objectContaining({ code: 'ECONNRESET' }),
    })
    expect(await asha.orders()).toHaveLength(1)
  })
})
