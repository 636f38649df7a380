import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPrices } from '#modules/catalog/service.server.ts'
import { returnStock } from '#modules/catalog/stock.server.ts'
import { as, person } from '#tests/support/accounts.ts'
import { inFull } from '#tests/support/full-run.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

/** PGlite has one connection, so a few buyers suffice to show that there is no deadlock. */
const buyerTotal = databaseKind === 'postgres' ? inFull(100, 30) : 12

let shop: TestShop
let ids: Awaited<ReturnType<typeof findProductIds>>
let before: Snapshot
let allBuyers: Shopper[] = []
let buyerCount = 0
beforeAll(async () => {
  shop = await openTestShop()
  const plenty = { stock: 1000 }
  await addProducts(shop, [
    product({ name: 'Amber', ...plenty }),
    product({ name: 'Beryl', ...plenty }),
    product({ name: 'Citrine', ...plenty }),
    product({ name: 'Last Stone', stock: 1 }),
    product({
      name: 'Last Ring',
      categoryId: 3,
      variants: [
        { kind: 'size', value: 'Small', stock: 1 },
        { kind: 'size', value: 'Large', stock: 400 },
      ],
    }),
    product({ name: 'Few Stones', stock: 7 }),
  ])
  ids = await findProductIds(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  allBuyers = []
  before = await takeSnapshot(queryRunner(shop))
})
afterEach(async () => {
  expect(await findOrderViolations(shop, before, allBuyers)).toEqual([])
  expect(shop.logged()).not.toContain('deadlock')
  expect(shop.logged()).not.toContain('a request failed')
})

const cartItem = (slug: string, value?: string) => ({
  productId: ids.product(slug),
  selectedAttributeId: value === undefined ? null : ids.variant(slug, value),
})

async function createBuyers(count: number, ...items: ReturnType<typeof cartItem>[]): Promise<Shopper[]> {
  const buyers: Shopper[] = []
  for (let index = 0; index < count; index++) {
    const buyer = await shopper(shop, `Buyer ${++buyerCount}`)
    for (const item of items) expect((await buyer.add(item)).status).toBe(201)
    buyers.push(buyer)
  }
  allBuyers.push(...buyers)
  return buyers
}

async function createBuyer(item: ReturnType<typeof cartItem> = cartItem('amber')): Promise<Shopper> {
  const [buyer] = await createBuyers(1, item)
  if (!buyer) throw new Error('No buyer was created')
  return buyer
}

const countStatuses = async (responses: Promise<{ status: number }>[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('concurrent orders', () => {
  test('of the same product by several buyers all succeed', async () => {
    const buyers = await createBuyers(databaseKind === 'postgres' ? 6 : 2, cartItem('amber'))
    const orderRepeatedly = async (buyer: Shopper) => {
      for (let turn = 0; turn < 8; turn++) {
        expect((await buyer.order({ key: `${buyer.userId}-${turn}` })).status).toBe(201)
        expect((await buyer.add(cartItem('amber'))).status).toBe(201)
      }
    }
    await Promise.all(buyers.map(orderRepeatedly))
  })

  test('of the last item succeed once, and the others get 409 with its name', async () => {
    const buyers = await createBuyers(buyerTotal, cartItem('last-stone'))
    const responses = await Promise.all(buyers.map((buyer) => buyer.order()))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const rejected = responses.filter(({ status }) => status === 409)
    expect(rejected).toHaveLength(buyerTotal - 1)
    for (const { body } of rejected) expect(body.message).toContain('Last Stone')
  }, 120_000)

  test('of the last item of a variant succeed once, while another variant stays available', async () => {
    const small = await createBuyers(8, cartItem('last-ring', 'Small'))
    const large = await createBuyers(8, cartItem('last-ring', 'Large'))
    const orders = [...small, ...large].map((buyer) => buyer.order())
    expect(await countStatuses(orders)).toEqual({ 201: 9, 409: 7 })
  }, 60_000)

  test('with one key sent fifty times give one order and fifty equal responses', async () => {
    const buyer = await createBuyer()
    const responses = await Promise.all(Array.from({ length: 50 }, () => buyer.order({ key: 'fifty' })))
    expect(responses.every(({ status }) => status === 201)).toBe(true)
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  }, 60_000)

  test('with one key and two bodies give one order, and 409 for the other body', async () => {
    const buyer = await createBuyer()
    const responses = Array.from({ length: 10 }, (_, turn) =>
      buyer.order({ key: 'two-bodies', body: { currency: turn % 2 ? 'USD' : 'NPR' } }),
    )
    expect(await countStatuses(responses)).toEqual({ 201: 5, 409: 5 })
  })

  test('from a double click without a key, or from two tabs with a key each, give one order', async () => {
    const [clicker, tabs] = [await createBuyer(), await createBuyer()]
    expect(await countStatuses([clicker.order(), clicker.order()])).toEqual({ 201: 1, 409: 1 })
    const both = [tabs.order({ key: 'left-tab' }), tabs.order({ key: 'right-tab' })]
    expect(await countStatuses(both)).toEqual({ 201: 1, 409: 1 })
  })

  test('and additions to the cart lose no item and order no item twice', async () => {
    const buyer = await createBuyer()
    const amber = cartItem('amber')
    await Promise.all([buyer.order(), ...Array.from({ length: 8 }, () => buyer.add(amber)), buyer.order()])
    const ordered = await queryRunner(shop)(`
      select coalesce(sum(l.quantity), 0)::int as items from order_lines l join orders o on o.id = l.order_id
      where o.user_id = '${buyer.userId}'`)
    const remaining = (await buyer.cart()).cartItems.reduce(
      (sum: number, line: { quantity: number }) => sum + line.quantity,
      0,
    )
    expect(Number(ordered[0]?.items) + remaining).toBe(9)
  })

  test('canceled ten times restore the stock once', async () => {
    const buyer = await createBuyer(cartItem('few-stones'))
    const { body } = await buyer.order()
    const cancels = Array.from({ length: 10 }, () => shop.json(`/api/order/${body.orderId}/cancel`, as(buyer, 'POST')))
    expect(await countStatuses(cancels)).toEqual({ 200: 1, 409: 9 })
  })

  test('canceled by the customer while the shop ships them end in one of the two statuses', async () => {
    const pemba = await person(shop, `Pemba ${++buyerCount}`, { role: 'Owner' })
    for (const buyer of await createBuyers(5, cartItem('amber'))) {
      const { orderId } = (await buyer.order()).body
      const valleyRiders = await courierId(shop)
      const transition = async (from: string, to: string) =>
        (
          await shop.fetch(
            `/api/admin/orders/${orderId}/moves`,
            as(pemba, 'POST', { from, to, courierId: valleyRiders }),
          )
        ).status
      const [canceled, shipped] = await Promise.all([
        shop.json(`/api/order/${orderId}/cancel`, as(buyer, 'POST')),
        transition('Pending', 'Confirmed').then(() => transition('Confirmed', 'Shipped')),
      ])
      expect([canceled.status, shipped]).toBeOneOf([
        [200, 409],
        [409, 200],
      ])
    }
  })

  test('with the same products in opposite order do not deadlock', async () => {
    const half = Math.round(buyerTotal / 4)
    const forward = await createBuyers(
      half,
      cartItem('amber'),
      cartItem('beryl'),
      cartItem('citrine'),
      cartItem('last-ring', 'Large'),
    )
    const backward = await createBuyers(
      half,
      cartItem('last-ring', 'Large'),
      cartItem('citrine'),
      cartItem('beryl'),
      cartItem('amber'),
    )
    const orders = forward.flatMap((buyer, index) => [buyer.order(), backward[index]?.order() ?? buyer.order()])
    expect(await countStatuses(orders)).toEqual({ 201: half * 2 })
  }, 120_000)

  test('mixed with cancellations, restocking and price changes keep the invariants', async () => {
    const buyers = await createBuyers(Math.round(buyerTotal / 4), cartItem('few-stones'), cartItem('amber'))
    const fewStones = ids.product('few-stones')
    const restock = async () => {
      const line = { productId: fewStones, variantId: null, quantity: 1 }
      await returnStock(shop.db, [line], { kind: 'correction', at: new Date() })
      before.products.set(fewStones, (before.products.get(fewStones) ?? 0) + 1)
    }
    const reprice = (cents: number) =>
      shop.db.transaction((tx) => setPrices(tx, 'amber', { priceUsd: cents, priceNpr: cents * 133 }))
    const buy = async (buyer: Shopper, turn: number) => {
      const { status, body } = await buyer.order({ key: `turn-${buyer.userId}` })
      if (status === 201 && turn % 2) await shop.json(`/api/order/${body.orderId}/cancel`, as(buyer, 'POST'))
      return status
    }
    const work = buyers.flatMap((buyer, turn) => [
      buy(buyer, turn),
      ...(turn % 5 === 0 ? [restock(), reprice(100 + turn)] : []),
    ])
    const statuses = (await Promise.all(work)).filter((status) => status !== undefined)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
  }, 120_000)
})
