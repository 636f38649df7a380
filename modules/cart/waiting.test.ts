import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
})
