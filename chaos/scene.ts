import pg from 'pg'
import { type Buyer, fillWithBuyers } from '#bench/buyers.ts'
import { productionSettings, type ShopProcess, startShop } from '#bench/shop-process.ts'
import type { Stage } from '#bench/stage.ts'
import { type Attempt, consultOracle, type Ledger, openLedger } from '#tests/support/oracle.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'

/** What a crash may not undo must be written down at once. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

export type Scene = {
  databaseUrl: string
  settings: Record<string, string>
  buyers: Buyer[]
  open(more?: Record<string, string>): Promise<ShopProcess>
  /** Asks the oracle, on a connection of its own. */
  wrongs(attempts: Attempt[], url?: string): Promise<string[]>
}

/** A PostgreSQL of its own with a shop in which many people are signed in, with an address and a bag. */
export async function openScene(
  stage: Stage,
  count: number,
  within?: string,
): Promise<Scene & { server: PostgresServer }> {
  const server = await startPostgres({ settings: durable, within })
  stage.onClose(server.stop)
  return { ...(await sceneOn(stage, server.url, count)), server }
}

/** The same on a database that somebody else looks after. */
export async function sceneOn(stage: Stage, databaseUrl: string, count: number): Promise<Scene> {
  // Without SMTP, so that mails are kept and the machine has less to do.
  const { SMTP_URL: _, ...production } = productionSettings
  const settings = { ...production, MODE: 'test', DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder() }
  await (await startShop(settings)).stop()
  const buyers = await fillWithBuyers(databaseUrl, count)
  const before = await withDatabase(databaseUrl, openLedger)
  return {
    databaseUrl,
    settings,
    buyers,
    open: async (more = {}) => {
      const shop = await startShop({ ...settings, ...more })
      stage.onClose(shop.stop)
      return shop
    },
    wrongs: (attempts, url = databaseUrl) => withDatabase(url, (ask) => consultOracle(ask, before as Ledger, attempts)),
  }
}

export async function withDatabase<T>(
  url: string,
  work: (ask: (text: string) => Promise<Record<string, unknown>[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}
