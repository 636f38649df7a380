import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isDatabaseAway } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { first } from '#tests/support/answers.ts'
import { asker, type Shopper, shopper, wrongs } from '#tests/support/buying.ts'
import { type Ledger, openLedger } from '#tests/support/invariants.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

const soon = { timeout: 15_000, interval: 100 }
const nothingOrdered = {
  status: 503,
  body: { message: 'The shop is resting for a moment. Nothing was ordered; please try again shortly.' },
}

describe.runIf(databaseKind === 'postgres')('while the database goes away at the till', () => {
  let server: PostgresServer
  let shop: TestShop
  let asha: Shopper
  let before: Ledger
  const add = async () => {
    const { body } = await shop.json('/api/product')
    expect((await asha.add({ productId: first(body.data).productId })).status).toBe(201)
  }
  const back = () => vi.waitFor(async () => expect((await shop.fetch('/readyz')).status).toBe(200), soon)
  beforeAll(async () => {
    server = await startPostgres()
    shop = await openTestShop({ database: openPostgres(server.url, 5, createLog({ logLevel: 'silent' })) })
    await stock(shop, [product({ name: 'Moon Stone', stock: 100 })])
    asha = await shopper(shop, 'Asha')
    before = await openLedger(asker(shop))
  })
  afterAll(async () => {
    await shop?.close()
    await server?.stop()
  })

  test('nothing is ordered, and the person is told so; the same key works afterwards', async () => {
    await add()
    await server.halt()
    for (const _ of [1, 2]) expect(await asha.order({ key: 'patient' })).toEqual(nothingOrdered)
    await server.restart()
    await back()
    const { status, body } = await asha.order({ key: 'patient' })
    expect([status, body.orderItems.length]).toEqual([201, 1])
    expect((await asha.order({ key: 'patient' })).body).toEqual(body)
    expect(await wrongs(shop, before, [asha])).toEqual([])
  })

  test('a transaction that pauses while the connection is cut fails by itself, and the process lives on', async () => {
    const pausing = shop.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await server.restart()
      await tx.execute(sql`select 1`)
    })
    await expect(pausing).rejects.toSatisfy(isDatabaseAway)
    await back()
  })

  test('orders that were under way are placed or not, never half, and the same keys tell which', async () => {
    for (let round = 0; round < 3; round++) {
      await add()
      const key = `cut-${round}`
      const under = [asha.order({ key }), asha.order({ key }), asha.order({ key })]
      const cut = server.restart()
      for (const { status, body } of await Promise.all(under)) {
        if (status === 503) expect(body.message).toMatch(/Nothing was ordered|it will not be ordered twice/)
        else expect(status).toBe(201)
      }
      await cut
      await back()
      expect((await asha.order({ key })).status).toBe(201)
    }
    expect(await wrongs(shop, before, [asha])).toEqual([])
  }, 60_000)
})
