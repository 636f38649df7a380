import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPrices } from '#modules/catalog/service.server.ts'
import { type Database, readRows } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, freshPostgresUrl, openTestShop } from '#tests/support/shop.ts'
import { type ShopProcess, startShopProcess } from '#tests/support/shop-process.ts'

/** Processes start slowly on a busy machine. */
const patience = { timeout: 60_000 }

describe.runIf(databaseKind === 'postgres')('two instances on one database', () => {
  let folder: string
  let database: Database
  let instances: ShopProcess[]
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'alpine-instances-'))
    const url = await freshPostgresUrl()
    const open = () => openPostgres(url, 5, createLog({ logLevel: 'silent' }))
    const shop = await openTestShop({ database: open() })
    await addProducts(shop, [product({ name: 'Amber' })])
    await shop.close()
    database = open()
    // Ten times the limits, so that the test reaches one soon.
    const settings = { DATABASE_URL: url, DATA_DIR: folder, RATE_LIMIT_FACTOR: '10', RATE_LIMIT_SHARED: 'true' }
    instances = await Promise.all([startShopProcess(settings), startShopProcess(settings)])
  }, 240_000)
  afterAll(async () => {
    for (const instance of instances ?? []) await instance.kill()
    await database?.close()
    await rm(folder, { recursive: true, force: true })
  })
  const each = <T>(read: (url: string) => Promise<T>) => Promise.all(instances.map(({ url }) => read(url)))
  const emailsSent = async () => (await each(emailJobsDone)).reduce((sum, done) => sum + done)

  test('both drop their pages after a change', async () => {
    const versions = () =>
      each(async (url) => /"version":(\d+)/.exec(await (await fetch(`${url}/shop`)).text())?.[1] ?? '')
    const [before] = await versions()
    await database.db.transaction((tx) => setPrices(tx, 'amber', { priceUsd: 250, priceNpr: 333_00 }))
    const after = String(Number(before) + 1)
    await expect.poll(versions, { interval: 20, ...patience }).toEqual([after, after])
  })

  test('count rate limits together and send every email once', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 52; n++) statuses.push(...(await each(sendEnquiry)))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(100)
    const queued = sql`select count(*)::int as count from emails where status = 'queued'`
    await expect.poll(async () => (await readRows<{ count: number }>(database.db, queued))[0]?.count, patience).toBe(0)
    await expect.poll(emailsSent, patience).toBe(100)
  }, 120_000)

  test('one stops while the other serves', async () => {
    const [first, second] = instances
    first?.signal('SIGTERM')
    expect(await first?.exitCode).toBe(0)
    expect((await fetch(`${second?.url}/readyz`)).status).toBe(200)
  })
})

async function sendEnquiry(url: string): Promise<number> {
  const body = JSON.stringify({ firstName: 'Asha', lastName: 'Gurung', queries: 'How heavy is the bowl, please?' })
  return (
    await fetch(`${url}/api/GetInTouch`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  ).status
}

async function emailJobsDone(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/alpine_jobs_total\{queue="email",outcome="done"\} (\d+)/.exec(metrics)?.[1] ?? 0)
}
