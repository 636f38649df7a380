import pg from 'pg'
import { fillShop, type Size } from '#bench/growth/fill.ts'
import { largeTables, logPlans, type Plan, readPlan } from '#bench/growth/plans.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { openPages } from './page-loaders.ts'
import { freshPostgresUrl, openTestShop, type TestShop } from './shop.ts'

export type LargeShop = {
  shop: TestShop
  url: string
  size: Size
  large: Set<string>
  /** The plans of all statements that `work` sends. */
  plansOf(work: () => Promise<unknown>): Promise<Plan[]>
  run(script: string): Promise<void>
  close(): Promise<void>
}

const manyRows = 4_000

/** A PostgreSQL shop with tens of thousands of rows, which logs the plan of each statement. */
export async function openLargeShop(): Promise<LargeShop> {
  const size = { products: 20_000, orders: 30_000, customers: 12_000, now: Date.now() }
  const url = await freshPostgresUrl()
  await fillShop(url, size)
  await logPlans(url, { level: 'notice', analyze: false })
  const plans: Plan[] = []
  const database = openPostgres(url, 5, createLog({ logLevel: 'silent' }))
  ;(database.pool as pg.Pool).on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const plan = readPlan(message ?? '')
      if (plan) plans.push(plan)
    })
  })
  const shop: TestShop = await openTestShop({
    database,
    render: openPages(() => shop),
    environment: { PAGE_CACHE_MB: '0' },
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    shop,
    url,
    size,
    large: await largeTables(url, manyRows),
    plansOf: async (work) => {
      plans.length = 0
      await work()
      return [...plans]
    },
    run: async (script) => void (await client.query(script)),
    close: async () => {
      await client.end()
      await shop.close()
    },
  }
}
