import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPrices } from '#modules/catalog/service.server.ts'
import { asker, idsOf, type Shopper, shopper, wrongs } from '#tests/support/buying.ts'
import { inFull } from '#tests/support/full.ts'
import { type Ledger, openLedger } from '#tests/support/invariants.ts'
import { as, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

/** On PGlite's one connection everything waits in one row: a few suffice to show that nobody waits for ever. */
const crowd = databaseKind === 'postgres' ? inFull(100, 30) : 12

let shop: TestShop
let ids: Awaited<ReturnType<typeof idsOf>>
let before: Ledger
let people: Shopper[] = []
let named = 0
beforeAll(async () => {
  shop = await openTestShop()
  const plenty = { stock: 1000 }
  await stock(shop, [
    product({ name: 'Amber', ...plenty }),
    product({ name: 'Beryl', ...plenty }),
    product({ name: 'Citrine', ...plenty }),
    product({ name: 'Last Stone', stock: 1 }),
    product({
      name: 'Last Ring',
      categoryId: 3,
      attributes: [
        { kind: 'size', value: 'Small', stock: 1 },
        { kind: 'size', value: 'Large', stock: 400 },
      ],
    }),
    product({ name: 'Few Stones', stock: 7 }),
  ])
  ids = await idsOf(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  people = []
  before = await openLedger(asker(shop))
})
afterEach(async () => {
  expect(await wrongs(shop, before, people)).toEqual([])
  expect(shop.logged()).not.toContain('deadlock')
  expect(shop.logged()).not.toContain('a request failed')
})

const wish = (slug: string, value?: string) => ({
  productId: ids.product(slug),
  selectedAttributeId: value === undefined ? null : ids.attribute(slug, value),
})

async function queue(count: number, ...wishes: ReturnType<typeof wish>[]): Promise<Shopper[]> {
  const joined: Shopper[] = []
  for (let place = 0; place < count; place++) {
    const who = await shopper(shop, `Buyer ${++named}`)
    for (const each of wishes) expect((await who.add(each)).status).toBe(201)
    joined.push(who)
  }
  people.push(...joined)
  return joined
}

async function first(wanted: ReturnType<typeof wish> = wish('amber')): Promise<Shopper> {
  const [who] = await queue(1, wanted)
  if (!who) throw new Error('Nobody came')
  return who
}

const statuses = async (answers: Promise<{ status: number }>[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('at once', () => {
  test('people who buy one product again and again only wait their turn', async () => {
    const buyers = await queue(databaseKind === 'postgres' ? 6 : 2, wish('amber'))
    const again = async (who: Shopper) => {
      for (let turn = 0; turn < 8; turn++) {
        expect((await who.order({ key: `${who.userId}-${turn}` })).status).toBe(201)
        expect((await who.add(wish('amber'))).status).toBe(201)
      }
    }
    await Promise.all(buyers.map(again))
  })

  test('of many buyers of the last piece one gets it, the others read its name', async () => {
    const buyers = await queue(crowd, wish('last-stone'))
    const answers = await Promise.all(buyers.map((who) => who.order()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(crowd - 1)
    for (const { body } of refused) expect(body.message).toContain('Last Stone')
  }, 120_000)

  test('the last of a choice goes to one, while the other choice is sold on', async () => {
    const small = await queue(8, wish('last-ring', 'Small'))
    const large = await queue(8, wish('last-ring', 'Large'))
    const orders = [...small, ...large].map((who) => who.order())
    expect(await statuses(orders)).toEqual({ 201: 9, 409: 7 })
  }, 60_000)

  test('one key sent fifty times is one order, and fifty times the same answer', async () => {
    const who = await first()
    const answers = await Promise.all(Array.from({ length: 50 }, () => who.order({ key: 'fifty' })))
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  }, 60_000)

  test('one key with two bodies: one order, and 409 for the others', async () => {
    const who = await first()
    const answers = Array.from({ length: 10 }, (_, turn) =>
      who.order({ key: 'two-bodies', body: { currency: turn % 2 ? 'USD' : 'NPR' } }),
    )
    expect(await statuses(answers)).toEqual({ 201: 5, 409: 5 })
  })

  test('a double click without a key, and two tabs with a key each, are one order', async () => {
    const [clicker, tabs] = [await first(), await first()]
    expect(await statuses([clicker.order(), clicker.order()])).toEqual({ 201: 1, 409: 1 })
    const both = [tabs.order({ key: 'left-tab' }), tabs.order({ key: 'right-tab' })]
    expect(await statuses(both)).toEqual({ 201: 1, 409: 1 })
  })

  test('adding to the bag while it is ordered loses nothing and orders nothing twice', async () => {
    const who = await first()
    const amber = wish('amber')
    await Promise.all([who.order(), ...Array.from({ length: 8 }, () => who.add(amber)), who.order()])
    const ordered = await asker(shop)(`
      select coalesce(sum(l.quantity), 0)::int as pieces from order_lines l join orders o on o.id = l.order_id
      where o.user_id = '${who.userId}'`)
    const left = (await who.bag()).cartItems.reduce((sum: number, line: { quantity: number }) => sum + line.quantity, 0)
    expect(Number(ordered[0]?.pieces) + left).toBe(9)
  })

  test('an order cancelled ten times returns its stock once', async () => {
    const who = await first(wish('few-stones'))
    const { body } = await who.order()
    const cancels = Array.from({ length: 10 }, () => shop.json(`/api/order/${body.orderId}/cancel`, as(who, 'POST')))
    expect(await statuses(cancels)).toEqual({ 200: 1, 409: 9 })
  })

  test('an order cancelled while it is confirmed and shipped ends in one of the two', async () => {
    const pemba = await person(shop, `Pemba ${++named}`, { role: 'Admin' })
    for (const who of await queue(5, wish('amber'))) {
      const { orderId } = (await who.order()).body
      const courier = 'Valley Riders'
      const move = async (from: string, to: string) =>
        (await shop.fetch(`/api/admin/orders/${orderId}/moves`, as(pemba, 'POST', { from, to, courier }))).status
      const [cancelled, shipped] = await Promise.all([
        shop.json(`/api/order/${orderId}/cancel`, as(who, 'POST')),
        move('Pending', 'Confirmed').then(() => move('Confirmed', 'Shipped')),
      ])
      expect([cancelled.status, shipped]).toBeOneOf([
        [200, 409],
        [409, 200],
      ])
    }
  })

  test('bags with the same pieces in opposite order do not stand in each other’s way', async () => {
    const half = Math.round(crowd / 4)
    const there = await queue(half, wish('amber'), wish('beryl'), wish('citrine'), wish('last-ring', 'Large'))
    const back = await queue(half, wish('last-ring', 'Large'), wish('citrine'), wish('beryl'), wish('amber'))
    const orders = there.flatMap((who, place) => [who.order(), back[place]?.order() ?? who.order()])
    expect(await statuses(orders)).toEqual({ 201: half * 2 })
  }, 120_000)

  test('orders, cancellations, restocking and new prices mix', async () => {
    const buyers = await queue(Math.round(crowd / 4), wish('few-stones'), wish('amber'))
    const few = ids.product('few-stones')
    const restock = async () => {
      await shop.db.execute(sql`update products set stock = stock + 1 where id = ${few}`)
      before.products.set(few, (before.products.get(few) ?? 0) + 1)
    }
    const reprice = (cents: number) =>
      shop.db.transaction((tx) => setPrices(tx, 'amber', { priceUsd: cents, priceNpr: cents * 133 }))
    const buy = async (who: Shopper, turn: number) => {
      const { status, body } = await who.order({ key: `turn-${who.userId}` })
      if (status === 201 && turn % 2) await shop.json(`/api/order/${body.orderId}/cancel`, as(who, 'POST'))
      return status
    }
    const work = buyers.flatMap((who, turn) => [
      buy(who, turn),
      ...(turn % 5 === 0 ? [restock(), reprice(100 + turn)] : []),
    ])
    const done = (await Promise.all(work)).filter((status) => status !== undefined)
    expect(done.filter((status) => status !== 201 && status !== 409)).toEqual([])
  }, 120_000)
})
