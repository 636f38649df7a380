import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setPrices } from '#modules/catalog/service.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { htmlPage, recordingRenderer } from '#tests/support/pages.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'

const unavailableBody = { message: 'The shop is temporarily unavailable. Please try again shortly.' }
const waitOptions = { timeout: 10_000, interval: 100 }

describe.runIf(databaseKind === 'postgres')('while the database is unavailable', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'debug' }, { write: (line: string) => void lines.push(line) })
  const pages = recordingRenderer((_, count) => htmlPage(`Rendering ${count}`))
  const renderCount = async (path: string) => {
    const before = pages.renderedPaths.length
    await shop.fetch(path)
    return pages.renderedPaths.length - before
  }
  let server: PostgresServer
  let shop: TestShop
  beforeAll(async () => {
    server = await startPostgres()
    shop = await openTestShop({ render: pages.render, database: openPostgres(server.url, 5, log) })
    await addProducts(shop, [product({ name: 'Moon Stone' })])
    await vi.waitFor(async () => expect(await renderCount('/shop')).toBe(0), waitOptions)
    await server.halt()
    await vi.waitFor(() => expect(shop.version.isListening()).toBe(false), waitOptions)
    // Long enough for several attempts to reconnect, two each second.
    await sleep(1_800)
  })
  afterAll(async () => {
    await shop?.close()
    await server?.stop()
  })

  test.each(['/api/product', '/api/product/moon-stone', '/api/blogs', '/readyz'])('%s gets 503', async (path) => {
    const response = await shop.fetch(path)
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 503, body: unavailableBody })
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('/healthz stays 200', async () => {
    expect((await shop.fetch('/healthz')).status).toBe(200)
  })

  test('caches no page, because a change could not invalidate it', async () => {
    expect(await renderCount('/shop')).toBe(1)
    expect(await renderCount('/shop')).toBe(1)
  })

  test('logs the lost connection only once', () => {
    expect(lines.filter((line) => line.includes('lost the connection for notifications'))).toHaveLength(1)
  })

  test('recovers without a restart when the database is back', async () => {
    await server.restart()
    await vi.waitFor(async () => expect((await shop.fetch('/readyz')).status).toBe(200), waitOptions)
    expect((await shop.json('/api/product')).body.totalItems).toBe(1)
    await vi.waitFor(async () => expect(await renderCount('/shop')).toBe(0), waitOptions)
    const generation = shop.version.generation()
    await shop.db.transaction((tx) => setPrices(tx, 'moon-stone', { priceUsd: 250, priceNpr: 333_00 }))
    await vi.waitFor(() => expect(shop.version.generation()).toBe(generation + 1), waitOptions)
    expect(await renderCount('/shop')).toBe(1)
  })
})
