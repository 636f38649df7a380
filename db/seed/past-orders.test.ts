import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAddress } from '#modules/addresses/service.server.ts'
import { codeOf, orderStatuses } from '#modules/orders/statuses.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { findViolations, takeSnapshot } from '#tests/support/invariants.ts'
import { addProducts, product } from '#tests/support/products.ts'
import type { ResponseBodyOf } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { queryRunner } from '#tests/support/shopper.ts'
import { seedPastOrders } from './past-orders.ts'
import { readAddresses, readSeedProducts } from './seed-schema.ts'

const now = new Date('2026-11-15T12:00:00Z')
let shop: TestShop
let asha: Person
let orders: ResponseBodyOf<'GET', `/api/order/${string}`>
let violations: string[]
beforeAll(async () => {
  shop = await openTestShop()
  const products = readSeedProducts().map(({ slug, name, usdCents, nprPaisa, stock: count, variants }) =>
    product({ name, slug, priceUsd: usdCents, priceNpr: nprPaisa, stock: count, variants }),
  )
  await addProducts(shop, products)
  asha = await person(shop, 'Asha Gurung')
  const pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
  for (const address of readAddresses()) await addAddress(shop.db, asha.userId, address)
  const snapshot = await takeSnapshot(queryRunner(shop))
  await shop.db.transaction((tx) =>
    seedPastOrders(
      shop,
      tx,
      { ...asha, emailConfirmed: true, name: 'Asha Gurung' },
      { ...pemba, name: 'Pemba Sherpa' },
      now,
    ),
  )
  orders = (await shop.json(`/api/order/${asha.userId}`, as(asha))).body
  const attempts = orders.map(({ orderId }) => ({ key: null, status: 201, orderId }))
  violations = await findViolations(queryRunner(shop), snapshot, attempts)
})
afterAll(() => shop.close())

test('the demo customer has an order in every status, newest first', () => {
  const statuses = orders.map(({ payment }) => payment.status)
  expect(statuses).toEqual([0, 1, 2, 4, 3, 5])
  expect(statuses.toSorted()).toEqual(orderStatuses.map(codeOf).toSorted())
  const dates = orders.map(({ orderDate }) => orderDate)
  expect(dates).toEqual([...dates].sort().reverse())
  expect(new Set(orders.map(({ currency }) => currency))).toEqual(new Set(['USD', 'NPR']))
  for (const { history, orderDate } of orders) {
    expect(history[0]?.at).toBe(orderDate)
    expect(history.every(({ at }) => at <= now.toISOString())).toBe(true)
  }
})

test('the past orders violate no invariant', () => {
  expect(violations).toEqual([])
})

test('the demo customer has two products in the wishlist', async () => {
  const { body } = await shop.json(`/api/wishlist/${asha.userId}`, as(asha))
  expect(body.products.map(({ slugs }) => slugs)).toEqual(['shaligram-ammonite', 'lapis-and-coral-bracelet'])
})
