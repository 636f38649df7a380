import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { editedProduct } from '#tests/support/product-edit.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let maya: Person
let ids: Awaited<ReturnType<typeof findProductIds>>
let before: Snapshot
let shoppers: Shopper[] = []
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Amber', stock: 1000 }),
    product({
      name: 'Silver Ring',
      categoryId: 3,
      variants: [
        { kind: 'size', value: 'Small', stock: 500 },
        { kind: 'size', value: 'Large', stock: 500 },
      ],
    }),
  ])
  ids = await findProductIds(shop)
  maya = await person(shop, 'Maya Owner', { role: 'Owner' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shoppers = []
  before = await takeSnapshot(queryRunner(shop))
})
afterEach(async () => {
  expect(await findOrderViolations(shop, before, shoppers)).toEqual([])
  expect(shop.logged()).not.toContain('a request failed')
})

const ring = () => ({
  productId: ids.product('silver-ring'),
  selectedAttributeId: ids.variant('silver-ring', 'Large'),
})

async function buyer(name: string): Promise<Shopper> {
  const user = await shopper(shop, name)
  shoppers.push(user)
  return user
}

async function order(user: Shopper): Promise<string> {
  for (const item of [ring(), { productId: ids.product('amber') }]) expect((await user.add(item)).status).toBe(201)
  const { status, body } = await user.order()
  expect(status).toBe(201)
  return body.orderId
}
const cancel = (user: Shopper, orderId: string) => shop.json(`/api/order/${orderId}/cancel`, as(user, 'POST'))

describe('a product that is ordered and canceled concurrently', () => {
  const whileOrdered = async (work: (round: number) => Promise<void>) => {
    const buyers = await Promise.all(['Asha', 'Jon', 'Sita'].map((name) => buyer(`${name} Returns`)))
    let finishedBuyers = 0
    const orders = buyers.map(async (user) => {
      for (let round = 0; round < 6; round++) expect((await cancel(user, await order(user))).status).toBe(200)
      finishedBuyers++
    })
    const workUntilFinished = async () => {
      for (let round = 0; finishedBuyers < buyers.length; round++) await work(round)
    }
    await Promise.all([...orders, workUntilFinished()])
    expect(shop.logged()).not.toContain('deadlock')
  }

  test('can be edited', () =>
    whileOrdered(async (round) => {
      const path = `/api/admin/products/${ids.product('silver-ring')}` as const
      const read = (await shop.json(path, as(maya))).body
      const saved = await shop.json(path, as(maya, 'PUT', editedProduct(read, { description: `Read ${round} times.` })))
      expect(saved.status).toBe(200)
    }))

  test('can be imported', () =>
    whileOrdered(async (round) => {
      const file = `slug,description\nsilver-ring,Sent ${round} times.\namber,Sent ${round} times too.\n`
      const { status, body } = await shop.json('/api/admin/products/import?dryRun=false', csvAs(maya, file))
      expect({ status, body }).toMatchObject({ status: 200, body: { problems: [], applied: true } })
    }))
})

describe.runIf(databaseKind === 'postgres')('a transaction that deadlocks is retried', () => {
  const expectBlocking = async (pid: number | undefined) => {
    const waiting = sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`
    expect(await readRows(shop.db, waiting)).toHaveLength(1)
  }
  /** Runs `first`, waits until the work is blocked by it, then runs `second`, which is blocked by the work. */
  const withDeadlock = async <T>(first: string, second: string, work: () => Promise<T>) => {
    const { promise, resolve } = Promise.withResolvers<T>()
    await shop.db.transaction(async (tx) => {
      // PostgreSQL aborts the transaction whose deadlock timeout ends first.
      await tx.execute(sql`set local deadlock_timeout = '20s'`)
      const [own] = await readRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
      await tx.execute(sql.raw(first))
      void work().then(resolve)
      await vi.waitFor(() => expectBlocking(own?.pid), { timeout: 10_000, interval: 20 })
      await tx.execute(sql.raw(second))
    })
    return promise
  }

  test('canceling an order', async () => {
    const asha = await buyer('Asha Circle')
    const orderId = await order(asha)
    const { status } = await withDeadlock(
      `update products set stock = stock where slug = 'silver-ring'`,
      `update product_variants set stock = stock where product_id = ${ids.product('silver-ring')}`,
      () => cancel(asha, orderId),
    )
    expect(status).toBe(200)
  })

  test('importing a long file', async () => {
    const fillerLines = Array.from({ length: 499 }, (_, index) => `filler-${index},Filler,crystal,1,1\n`)
    const file = `slug,name,category,price_npr,price_usd\nsilver-ring,Ring,jewellery,1,1\n${fillerLines.join('')}amber,Resin,crystal,1,1\n`
    const { status, body } = await withDeadlock(
      `update products set stock = stock where slug = 'amber'`,
      `update products set stock = stock where slug = 'silver-ring'`,
      () => shop.json('/api/admin/products/import?dryRun=false', csvAs(maya, file)),
    )
    expect({ status, body }).toMatchObject({ status: 200, body: { lines: 501, changed: 2, added: 499, applied: true } })
  })
})
