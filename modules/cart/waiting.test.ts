import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { idsOf } from '#tests/support/buying.ts'
import { person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { addToCart, readCart } from './service.server.ts'

describe.runIf(databaseKind === 'postgres')('while somebody else changes the bag', () => {
  let shop: TestShop
  let ids: Awaited<ReturnType<typeof idsOf>>
  beforeAll(async () => {
    shop = await openTestShop()
    await stock(
      shop,
      ['Amber', 'Beryl', 'Citrine', 'Diopside', 'Epidote'].map((name) => product({ name, stock: 5 })),
    )
    ids = await idsOf(shop)
  })
  afterAll(() => shop.close())

  const line = (slug: string, quantity = 1) => ({ productId: ids.product(slug), attributeId: null, quantity })

  /** Adds Amber in a transaction that stays open until the others wait for it. */
  async function addMeanwhile(userId: string, ...lines: ReturnType<typeof line>[]) {
    const waiting = await shop.db.transaction(async (tx) => {
      await addToCart(tx, userId, line('amber'))
      const others = lines.map((each) => addToCart(shop.db, userId, each))
      await sleep(100)
      return { others }
    })
    return Promise.all(waiting.others)
  }

  test('a piece is put in after it, and the answer tells of both', async () => {
    const { userId } = await person(shop, 'Asha')
    await readCart(shop.db, userId)
    const [cart] = await addMeanwhile(userId, line('beryl', 5))
    expect(cart?.lines.map(({ piece, quantity }) => [piece.name, quantity])).toEqual([
      ['Amber', 1],
      ['Beryl', 5],
    ])
  })

  test('all who waited are served', async () => {
    for (let round = 0; round < 5; round++) {
      const { userId } = await person(shop, `Maya ${round}`)
      await readCart(shop.db, userId)
      await addMeanwhile(userId, line('beryl'), line('citrine'), line('diopside'), line('epidote'))
      expect((await readCart(shop.db, userId)).lines).toHaveLength(5)
    }
  })

  test('a request that has to wait for the cart twice is served too', async () => {
    const { userId } = await person(shop, 'Dolma')
    await readCart(shop.db, userId)
    const cart = await heldBy(sql`update carts set updated_at = now() where user_id = ${userId}`)
    const added = addToCart(shop.db, userId, line('citrine'))
    await untilItWaits('insert into cart_lines')
    // Granted when the first attempt has ended, and blocks what comes before the second: the cart is locked again meanwhile.
    const productsToHold = heldBy(sql`lock table products in access exclusive mode`)
    await untilItWaits('lock table products')
    await cart.letGo()
    const products = await productsToHold
    const cartAgain = await heldBy(sql`update carts set updated_at = now() where user_id = ${userId}`)
    await products.letGo()
    await untilItWaits('insert into cart_lines')
    await cartAgain.letGo()
    expect((await added).lines.map(({ piece }) => piece.name)).toEqual(['Citrine'])
  })

  /** Runs a statement in a transaction that stays open. */
  async function heldBy(statement: SQL) {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    onTestFinished(() => end.resolve())
    const ended = shop.db.transaction(async (tx) => {
      await tx.execute(statement)
      begun.resolve()
      await end.promise
    })
    await begun.promise
    return {
      letGo: () => {
        end.resolve()
        return ended
      },
    }
  }

  const untilItWaits = (statement: string) =>
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
