import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setPrices } from '#modules/catalog/service.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { countedPages, htmlPage } from '#tests/support/pages.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

const resting = { message: 'The shop is resting for a moment. Please try again shortly.' }
const soon = { timeout: 10_000, interval: 100 }

describe.runIf(databaseKind === 'postgres')('while the database is away', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'debug' }, { write: (line: string) => void lines.push(line) })
  const pages = countedPages((_, count) => htmlPage(`Made as number ${count}`))
  const renders = async (path: string) => {
    const before = pages.asked.length
    await shop.fetch(path)
    return pages.asked.length - before
  }
  let server: PostgresServer
  let shop: TestShop
  beforeAll(async () => {
    server = await startPostgres()
    shop = await openTestShop({ render: pages.render, database: openPostgres(server.url, 5, log) })
    await stock(shop, [product({ name: 'Moon Stone' })])
    await vi.waitFor(async () => expect(await renders('/shop')).toBe(0), soon)
    await server.halt()
    await vi.waitFor(() => expect(shop.version.known()).toBe(false), soon)
    // An outage, not an instant: two attempts are made each second.
    await sleep(1_800)
  })
  afterAll(async () => {
    await shop?.close()
    await server?.stop()
  })

  test.each(['/api/product', '/api/product/moon-stone', '/api/blogs', '/readyz'])('%s is 503', async (path) => {
    const answer = await shop.fetch(path)
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 503, body: resting })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('the process itself is well', async () => {
    expect((await shop.fetch('/healthz')).status).toBe(200)
  })

  test('no page is kept, since nobody could tell that it is old', async () => {
    expect(await renders('/shop')).toBe(1)
    expect(await renders('/shop')).toBe(1)
  })

  test('it is looked for again and again, by one searcher', () => {
    expect(lines.filter((line) => line.includes('listening for changes was cut off'))).toHaveLength(1)
  })

  test('and once it is back, everything works again without a restart of the shop', async () => {
    await server.restart()
    await vi.waitFor(async () => expect((await shop.fetch('/readyz')).status).toBe(200), soon)
    expect((await shop.json('/api/product')).body.totalItems).toBe(1)
    await vi.waitFor(async () => expect(await renders('/shop')).toBe(0), soon)
    const generation = shop.version.generation()
    await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 }))
    await vi.waitFor(() => expect(shop.version.generation()).toBe(generation + 1), soon)
    expect(await renders('/shop')).toBe(1)
  })
})
