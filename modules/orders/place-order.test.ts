import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCart } from '#modules/cart/service.server.ts'
import { readLatestEmail } from '#modules/email/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { createBuyer, shopWithTwoProducts } from '#tests/support/buyer.ts'
import type { TestShop } from '#tests/support/shop.ts'
import type { OrderRequest } from './contract.ts'
import { readOrder } from './service.server.ts'

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

/** The database of the shop with another `transaction` method. */
const dbWithTransaction = (transaction: (work: (tx: Db) => Promise<unknown>) => Promise<unknown>) =>
  new Proxy(shop.db, {
    get: (db, key) => (key === 'transaction' ? transaction : Reflect.get(db, key, db)),
  }) as Db
const connectionError = () => Object.assign(new Error('The connection was cut'), { code: 'ECONNRESET' })
const dbLosingCommitResponse = () =>
  dbWithTransaction(async (work) => {
    await shop.db.transaction(work)
    throw connectionError()
  })

describe('placeOrder', () => {
  test('returns the stored order with pictures, prices, totals and time', async () => {
    await asha.addToCart('amber', 2)
    await asha.addToCart('beryl', 3)
    const now = new Date('2026-01-02T03:04:05.678Z')
    const order = await asha.place({ note: 'Ring twice' }, { now })
    expect(order).toMatchObject({
      status: 'Pending',
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
    expect((await readLatestEmail(shop.db, asha.email)).subject).toContain(String(order.number))
  })

  test.each([
    ['NPR', 200, 'Rs 200'],
    ['USD', 41, '$ 41'],
  ] as const)('rejects an order in %s if another total was shown', async (currency, total, formattedTotal) => {
    await asha.addToCart()
    const description = `Prices have changed: the total is now ${formattedTotal}. Nothing was ordered.`
    await expect(asha.place({ currency, shownTotal: total - 0.01 })).rejects.toMatchObject({
      code: 'conflict',
      message: description,
      details: [{ code: 'PriceChanged', field: 'shownTotal', description }],
    })
    expect(await asha.place({ currency, shownTotal: total })).toMatchObject({ currency })
  })
})

test('readOrder rejects an unknown or malformed order id', async () => {
  const missing = { code: 'notFound', message: 'There is no such order.' }
  for (const id of ['nonsense', crypto.randomUUID()])
    await expect(readOrder(shop.db, asha.userId, id)).rejects.toMatchObject(missing)
})

describe('an idempotency key', () => {
  const keyReused = { code: 'conflict', message: 'This order was sent before with other details.' }

  test('gives the same order for the same request, also with upper-case ids', async () => {
    await asha.addToCart()
    const first = await asha.place({}, { key: 'once' })
    const upperCaseIds = { shoppingCartId: asha.shoppingCartId.toUpperCase(), addressId: asha.addressId.toUpperCase() }
    expect(await asha.place(upperCaseIds, { key: 'once' })).toEqual(first)
    expect(await asha.orders()).toHaveLength(1)
  })

  test.each<[string, () => Partial<OrderRequest>]>([
    ['cart', () => ({ shoppingCartId: crypto.randomUUID() })],
    ['address', () => ({ addressId: crypto.randomUUID() })],
    ['currency', () => ({ currency: 'NPR' })],
    ['note', () => ({ note: 'Another' })],
  ])('is rejected for another %s', async (_, change) => {
    await asha.addToCart()
    await asha.place({}, { key: 'once' })
    await expect(asha.place(change(), { key: 'once' })).rejects.toMatchObject(keyReused)
  })

  test('used by a concurrent request gives the order of that request', async () => {
    await asha.addToCart()
    let first: Promise<unknown> | undefined
    const dbWithConcurrentOrder = dbWithTransaction(async (work) => {
      first ??= asha.place({}, { key: 'both' })
      await first
      return shop.db.transaction(work)
    })
    expect(await asha.place({}, { key: 'both', db: dbWithConcurrentOrder })).toEqual(await first)
    await asha.addToCart()
    await expect(asha.place({ currency: 'NPR' }, { key: 'both', db: dbWithConcurrentOrder })).rejects.toMatchObject(
      keyReused,
    )
    expect(await asha.orders()).toHaveLength(1)
  })

  test('used by a concurrent request does not order a cart that was filled again', async () => {
    await asha.addToCart()
    let isFirst = true
    const dbWithConcurrentOrder = dbWithTransaction(async (work) => {
      if (isFirst) {
        isFirst = false
        await asha.place({}, { key: 'refilled' })
        await asha.addToCart('beryl')
      }
      return shop.db.transaction(work)
    })
    const order = await asha.place({}, { key: 'refilled', db: dbWithConcurrentOrder })
    expect(order.lines.map(({ productName }) => productName)).toEqual(['Amber'])
    expect((await readCart(shop.db, asha.userId)).lines).toHaveLength(1)
  })

  test('does not hide the reason of a failed order', async () => {
    for (const key of ['none', undefined])
      await expect(asha.place({}, { key })).rejects.toMatchObject({ code: 'conflict', message: 'Cart is empty' })
  })
})

describe('when the database becomes unavailable', () => {
  test('before the order is written, the error is passed on', async () => {
    await asha.addToCart()
    const error = connectionError()
    const unavailable = dbWithTransaction(async () => {
      throw error
    })
    await expect(asha.place({}, { key: 'k', db: unavailable })).rejects.toBe(error)
    expect(await asha.orders()).toEqual([])
  })

  test.each([
    ['a key', 'k', 'Please try again: it will not be ordered twice.'],
    ['no key', undefined, 'Please look at My Orders before you try again.'],
  ])('after the order is written, a request with %s gets the next step', async (_, key, instruction) => {
    await asha.addToCart()
    await expect(asha.place({}, { key, db: dbLosingCommitResponse() })).rejects.toMatchObject({
      code: 'unavailable',
      message: `We lost the connection while placing your order. ${instruction}`,
      retryAfterSeconds: 5,
      cause: expect.objectContaining({ code: 'ECONNRESET' }),
    })
    expect(await asha.orders()).toHaveLength(1)
  })
})
