import pg from 'pg'
import { fillShop, type Size } from '#bench/growth/fill.ts'
import { largeTables, type Plan, readPlan, tellPlans } from '#bench/growth/plans.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { openPages } from './page-loaders.ts'
import { freshPostgresUrl, openTestShop, type TestShop } from './shop.ts'

export type GrownShop = {
  shop: TestShop
  url: string
  size: Size
  large: Set<string>
  /** The plans of all statements that were sent while this was done. */
  plansOf(work: () => Promise<unknown>): Promise<Plan[]>
  run(script: string): Promise<void>
  close(): Promise<void>
}

const manyRows = 4_000

/** A shop with tens of thousands of everything, on PostgreSQL, that hears the plan of each statement it sends. */
export async function openGrownShop(): Promise<GrownShop> {
  const size = { products: 20_000, orders: 30_000, people: 12_000, now: Date.now() }
  const url = await freshPostgresUrl()
  await fillShop(url, size)
  await tellPlans(url, { level: 'notice', analyze: false })
  const heard: Plan[] = []
  const database = openPostgres(url, 5, createLog({ logLevel: 'silent' }))
  ;(database.pool as pg.Pool).on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const plan = readPlan(message ?? '')
      if (plan) heard.push(plan)
    })
  })
  const shop: TestShop = await openTestShop({
    database,
    render: await openPages(() => shop),
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
      heard.length = 0
      await work()
      return [...heard]
    },
    run: async (script) => void (await client.query(script)),
    close: async () => {
      await client.end()
      await shop.close()
    },
  }
}
