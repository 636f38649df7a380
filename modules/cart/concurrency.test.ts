import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { person } from '#tests/support/accounts.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds } from '#tests/support/shopper.ts'
import { addToCart, readCart } from './service.server.ts'

describe.runIf(databaseKind === 'postgres')('adding to a cart while another transaction changes it', () => {
  let shop: TestShop
  let ids: Awaited<ReturnType<typeof findProductIds>>
  beforeAll(async () => {
    shop = await openTestShop()
    await addProducts(
      shop,
      ['Amber', 'Beryl', 'Citrine', 'Diopside', 'Epidote'].map((name) => product({ name, stock: 5 })),
    )
    ids = await findProductIds(shop)
  })
  afterAll(() => shop.close())

  const line = (slug: string, quantity = 1) => ({ productId: ids.product(slug), variantId: null, quantity })

  /** Adds Amber in a transaction that stays open until the other additions wait for it. */
  async function addConcurrently(userId: string, ...lines: ReturnType<typeof line>[]) {
    const pending = await shop.db.transaction(async (tx) => {
      await addToCart(tx, userId, line('amber'))
      const others = lines.map((other) => addToCart(shop.db, userId, other))
      await sleep(100)
      return { others }
    })
    return Promise.all(pending.others)
  }

  test('adds the product afterwards and returns both lines', async () => {
    const { userId } = await person(shop, 'Asha')
    await readCart(shop.db, userId)
    const [cart] = await addConcurrently(userId, line('beryl', 5))
    expect(cart?.lines.map(({ item, quantity }) => [item.name, quantity])).toEqual([
      ['Amber', 1],
      ['Beryl', 5],
    ])
  })

  test('adds the products of all blocked requests', async () => {
    for (let round = 0; round < 5; round++) {
      const { userId } = await person(shop, `Maya ${round}`)
      await readCart(shop.db, userId)
      await addConcurrently(userId, line('beryl'), line('citrine'), line('diopside'), line('epidote'))
      expect((await readCart(shop.db, userId)).lines).toHaveLength(5)
    }
  })

  test('adds the product of a request that is blocked twice', async () => {
    const { userId } = await person(shop, 'Dolma')
    await readCart(shop.db, userId)
    const cart = await lockWith(sql`update carts set updated_at = now() where user_id = ${userId}`)
    const added = addToCart(shop.db, userId, line('citrine'))
    await waitUntilBlocked('insert into cart_lines')
    // Granted after the first attempt; blocks the second one until the cart is locked again.
    const productsLock = lockWith(sql`lock table products in access exclusive mode`)
    await waitUntilBlocked('lock table products')
    await cart.release()
    const products = await productsLock
    const cartAgain = await lockWith(sql`update carts set updated_at = now() where user_id = ${userId}`)
    await products.release()
    await waitUntilBlocked('insert into cart_lines')
    await cartAgain.release()
    expect((await added).lines.map(({ item }) => item.name)).toEqual(['Citrine'])
  })

  /** Runs a statement in a transaction that stays open. */
  async function lockWith(statement: SQL) {
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    onTestFinished(() => end.resolve())
    const ended = shop.db.transaction(async (tx) => {
      await tx.execute(statement)
      started.resolve()
      await end.promise
    })
    await started.promise
    return {
      release: () => {
        end.resolve()
        return ended
      },
    }
  }

  const waitUntilBlocked = (statement: string) =>
    vi.waitFor(
      async () => {
        const waiting = await readRows<{ query: string }>(
          shop.db,
          sql`select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(waiting.map(({ query }) => query)).toContainEqual(expect.stringContaining(statement))
      },
      { timeout: 20_000 },
    )
})
