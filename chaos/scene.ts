import pg from 'pg'
import { addBuyers, type Buyer } from '#bench/buyers.ts'
import { productionSettings, type ShopProcess, startShop } from '#bench/shop-process.ts'
import type { Stage } from '#bench/stage.ts'
import { openPglite } from '#platform/db-pglite.server.ts'
import { type Ask, type Attempt, consultOracle, openLedger } from '#tests/support/invariants.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'

/** What a crash may not undo must be written down at once. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

export type Scene = {
  databaseUrl: string
  settings: Record<string, string>
  buyers: Buyer[]
  open(more?: Record<string, string>): Promise<ShopProcess>
  /** Asks the oracle, on a connection of its own; on PGlite once the shop is closed. */
  wrongs(attempts: Attempt[], url?: string): Promise<string[]>
}

/** A PostgreSQL of its own with a shop in which many people are signed in, with an address and a bag. */
export async function openScene(
  stage: Stage,
  count: number,
  within?: string,
): Promise<Scene & { server: PostgresServer }> {
  // The long round keeps its data on a disk. The short one is run at every change, so it is quick.
  const folder = within ?? (stage.quick ? memoryFolder() : undefined)
  const server = await startPostgres({ settings: durable, within: folder })
  stage.onClose(server.stop)
  return { ...(await sceneOn(stage, server.url, count)), server }
}

/** The same on a database that somebody else looks after. */
export async function sceneOn(stage: Stage, databaseUrl: string, count: number): Promise<Scene> {
  const place = { DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder() }
  const scene = await furnish(stage, count, place, (work, url = databaseUrl) => withDatabase(url, work))
  return { ...scene, databaseUrl }
}

type PgliteScene = Omit<Scene, 'databaseUrl'>

/** The same shop with PGlite inside it; the oracle may look at where it has moved to. */
export async function openPgliteScene(stage: Stage, count: number, mode = 'test'): Promise<PgliteScene> {
  const folder = await stage.folder()
  return furnish(stage, count, { DATA_DIR: folder, MODE: mode }, async (work, url) => {
    if (url) return withDatabase(url, work)
    const database = await openPglite(folder, 'http://localhost')
    try {
      return await database.bulk('write', ({ run, rows }) =>
        work((text) => (/^\s*(select|with)/.test(text) ? rows(text) : run(text).then(() => []))),
      )
    } finally {
      await database.close()
    }
  })
}

type WithDatabase = <T>(work: (ask: Ask) => Promise<T>, url?: string) => Promise<T>

async function furnish(
  stage: Stage,
  count: number,
  place: Record<string, string>,
  withShopDatabase: WithDatabase,
): Promise<PgliteScene> {
  // Without SMTP, so that mails are kept and the machine has less to do.
  const { SMTP_URL: _, ...production } = productionSettings
  const settings = { ...production, MODE: 'test', ...place }
  await (await startShop(settings)).stop()
  const { buyers, before } = await withShopDatabase(async (ask) => ({
    buyers: await addBuyers(ask, count),
    before: await openLedger(ask),
  }))
  return {
    settings,
    buyers,
    open: async (more = {}) => {
      const shop = await startShop({ ...settings, ...more })
      stage.onClose(shop.stop)
      return shop
    },
    wrongs: (attempts, url) => withShopDatabase((ask) => consultOracle(ask, before, attempts), url),
  }
}

export async function withDatabase<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}
