import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isDatabaseUnavailable } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findOrderViolations, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

const soon = { timeout: 15_000, interval: 100 }
const nothingOrdered = {
  status: 503,
  body: { message: 'The shop is temporarily unavailable. Nothing was ordered; please try again shortly.' },
}

describe.runIf(databaseKind === 'postgres')('placing an order while the database is unavailable', () => {
  let server: PostgresServer
  let shop: TestShop
  let asha: Shopper
  let before: Snapshot
  const addToCart = async () => {
    const { body } = await shop.json('/api/product')
    expect((await asha.add({ productId: first(body.data).productId })).status).toBe(201)
  }
  const untilReady = () => vi.waitFor(async () => expect((await shop.fetch('/readyz')).status).toBe(200), soon)
  beforeAll(async () => {
    server = await startPostgres()
    shop = await openTestShop({ database: openPostgres(server.url, 5, createLog({ logLevel: 'silent' })) })
    await addProducts(shop, [product({ name: 'Moon Stone', stock: 100 })])
    asha = await shopper(shop, 'Asha')
    before = await takeSnapshot(queryRunner(shop))
  })
  afterAll(async () => {
    await shop?.close()
    await server?.stop()
  })

  test('places no order and reports it, and the same key works afterwards', async () => {
    await addToCart()
    await server.halt()
    for (const _ of [1, 2]) expect(await asha.order({ key: 'patient' })).toEqual(nothingOrdered)
    await server.restart()
    await untilReady()
    const { status, body } = await asha.order({ key: 'patient' })
    expect([status, body.orderItems.length]).toEqual([201, 1])
    expect((await asha.order({ key: 'patient' })).body).toEqual(body)
    expect(await findOrderViolations(shop, before, [asha])).toEqual([])
  })

  test('fails only the transaction whose connection is lost, not the process', async () => {
    const interrupted = shop.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await server.restart()
      await tx.execute(sql`select 1`)
    })
    await expect(interrupted).rejects.toSatisfy(isDatabaseUnavailable)
    await untilReady()
  })

  test('places orders in flight completely or not at all, and the same key returns the outcome', async () => {
    for (let round = 0; round < 3; round++) {
      await addToCart()
      const key = `cut-${round}`
      const orders = [asha.order({ key }), asha.order({ key }), asha.order({ key })]
      const restarted = server.restart()
      for (const { status, body } of await Promise.all(orders)) {
        if (status === 503) expect(body.message).toMatch(/Nothing was ordered|it will not be ordered twice/)
        else expect(status).toBe(201)
      }
      await restarted
      await untilReady()
      expect((await asha.order({ key })).status).toBe(201)
    }
    expect(await findOrderViolations(shop, before, [asha])).toEqual([])
  }, 60_000)
})
