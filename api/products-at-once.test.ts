import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { asker, idsOf, type Shopper, shopper, wrongs } from '#tests/support/buying.ts'
import { edited } from '#tests/support/editing.ts'
import { type Ledger, openLedger } from '#tests/support/invariants.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let maya: Person
let ids: Awaited<ReturnType<typeof idsOf>>
let before: Ledger
let people: Shopper[] = []
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop, [
    product({ name: 'Amber', stock: 1000 }),
    product({
      name: 'Silver Ring',
      categoryId: 3,
      attributes: [
        { kind: 'size', value: 'Small', stock: 500 },
        { kind: 'size', value: 'Large', stock: 500 },
      ],
    }),
  ])
  ids = await idsOf(shop)
  maya = await person(shop, 'Maya Owner', { role: 'Admin' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  people = []
  before = await openLedger(asker(shop))
})
afterEach(async () => {
  expect(await wrongs(shop, before, people)).toEqual([])
  expect(shop.logged()).not.toContain('a request failed')
})

const ring = () => ({
  productId: ids.product('silver-ring'),
  selectedAttributeId: ids.attribute('silver-ring', 'Large'),
})

async function buyer(name: string): Promise<Shopper> {
  const who = await shopper(shop, name)
  people.push(who)
  return who
}

async function order(who: Shopper): Promise<string> {
  for (const wish of [ring(), { productId: ids.product('amber') }]) expect((await who.add(wish)).status).toBe(201)
  const { status, body } = await who.order()
  expect(status).toBe(201)
  return body.orderId
}
const cancel = (who: Shopper, orderId: string) => shop.json(`/api/order/${orderId}/cancel`, as(who, 'POST'))

describe('while a piece is bought and given back', () => {
  const whileBought = async (work: (turn: number) => Promise<void>) => {
    const buyers = await Promise.all(['Asha', 'Jon', 'Sita'].map((name) => buyer(`${name} Returns`)))
    let bought = 0
    const buying = buyers.map(async (who) => {
      for (let turn = 0; turn < 6; turn++) expect((await cancel(who, await order(who))).status).toBe(200)
      bought++
    })
    const working = async () => {
      for (let turn = 0; bought < buyers.length; turn++) await work(turn)
    }
    await Promise.all([...buying, working()])
    expect(shop.logged()).not.toContain('deadlock')
  }

  test('it can be edited', () =>
    whileBought(async (turn) => {
      const path = `/api/admin/products/${ids.product('silver-ring')}` as const
      const read = (await shop.json(path, as(maya))).body
      const saved = await shop.json(path, as(maya, 'PUT', edited(read, { description: `Read ${turn} times.` })))
      expect(saved.status).toBe(200)
    }))

  test('it can be imported', () =>
    whileBought(async (turn) => {
      const file = `slug,description\nsilver-ring,Sent ${turn} times.\namber,Sent ${turn} times too.\n`
      const { status, body } = await shop.json('/api/admin/products/import?dryRun=false', csvAs(maya, file))
      expect({ status, body }).toMatchObject({ status: 200, body: { problems: [], applied: true } })
    }))
})

describe.runIf(databaseKind === 'postgres')('what waits in a circle with somebody else is begun again', () => {
  const isWaitedFor = async (pid: number | undefined) => {
    const waiting = sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`
    expect(await readRows(shop.db, waiting)).toHaveLength(1)
  }
  /** Holds the first, and once the work waits for it, wants the second, which the work holds. */
  const inCircle = async <T>(first: string, second: string, work: () => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<T>()
    await shop.db.transaction(async (tx) => {
      // Of two that wait for each other, the database ends the one that looks first.
      await tx.execute(sql`set local deadlock_timeout = '20s'`)
      const [own] = await readRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
      await tx.execute(sql.raw(first))
      void work().then(resolve)
      await vi.waitFor(() => isWaitedFor(own?.pid), { timeout: 10_000, interval: 20 })
      await tx.execute(sql.raw(second))
    })
    return promise
  }

  test('a cancellation', async () => {
    const asha = await buyer('Asha Circle')
    const orderId = await order(asha)
    const { status } = await inCircle(
      `update products set stock = stock where slug = 'silver-ring'`,
      `update product_attributes set stock = stock where product_id = ${ids.product('silver-ring')}`,
      () => cancel(asha, orderId),
    )
    expect(status).toBe(200)
  })

  test('a long import', async () => {
    const filling = Array.from({ length: 499 }, (_, index) => `filling-${index},Filling,crystal,1,1\n`)
    const file = `slug,name,category,price_npr,price_usd\nsilver-ring,Ring,jewellery,1,1\n${filling.join('')}amber,Resin,crystal,1,1\n`
    const { status, body } = await inCircle(
      `update products set stock = stock where slug = 'amber'`,
      `update products set stock = stock where slug = 'silver-ring'`,
      () => shop.json('/api/admin/products/import?dryRun=false', csvAs(maya, file)),
    )
    expect({ status, body }).toMatchObject({ status: 200, body: { lines: 501, changed: 2, added: 499, applied: true } })
  })
})
