import pg from 'pg'
import { addBuyers, type Buyer } from '#bench/buyers.ts'
import type { RunContext } from '#bench/run-context.ts'
import { productionSettings, type ShopProcess, startShop } from '#bench/shop-process.ts'
import { openPglite } from '#platform/db-pglite.server.ts'
import { type Attempt, findViolations, type RunQuery, takeSnapshot } from '#tests/support/invariants.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'

/** Committed data must survive a crash. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

export type ScenarioEnvironment = {
  databaseUrl: string
  settings: Record<string, string>
  buyers: Buyer[]
  open(more?: Record<string, string>): Promise<ShopProcess>
  /** Uses its own connection. On PGlite the shop must be stopped first. */
  findViolations(attempts: Attempt[], url?: string): Promise<string[]>
}

/** Starts a PostgreSQL server with a shop and signed-in buyers who have an address and a cart. */
export async function openEnvironment(
  context: RunContext,
  count: number,
  within?: string,
): Promise<ScenarioEnvironment & { server: PostgresServer }> {
  // The long round stores its data on disk; the short one uses memory to be fast.
  const folder = within ?? (context.quick ? memoryFolder() : undefined)
  const server = await startPostgres({ settings: durable, within: folder })
  context.onClose(server.stop)
  return { ...(await environmentOn(context, server.url, count)), server }
}

/** The same on an existing database server. */
export async function environmentOn(
  context: RunContext,
  databaseUrl: string,
  count: number,
): Promise<ScenarioEnvironment> {
  const location = { DATABASE_URL: databaseUrl, DATA_DIR: await context.folder() }
  const environment = await createEnvironment(context, count, location, (work, url = databaseUrl) =>
    withDatabase(url, work),
  )
  return { ...environment, databaseUrl }
}

type PgliteEnvironment = Omit<ScenarioEnvironment, 'databaseUrl'>

/** The same on PGlite. `findViolations` also accepts the URL of a PostgreSQL database to which the shop was moved. */
export async function openPgliteEnvironment(
  context: RunContext,
  count: number,
  mode = 'test',
): Promise<PgliteEnvironment> {
  const folder = await context.folder()
  return createEnvironment(context, count, { DATA_DIR: folder, MODE: mode }, async (work, url) => {
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

type WithDatabase = <T>(work: (runQuery: RunQuery) => Promise<T>, url?: string) => Promise<T>

async function createEnvironment(
  context: RunContext,
  count: number,
  location: Record<string, string>,
  withShopDatabase: WithDatabase,
): Promise<PgliteEnvironment> {
  // Without SMTP emails are only stored, which saves processor time.
  const { SMTP_URL: _, ...production } = productionSettings
  const settings = { ...production, MODE: 'test', ...location }
  await (await startShop(settings)).stop()
  const { buyers, before } = await withShopDatabase(async (runQuery) => ({
    buyers: await addBuyers(runQuery, count),
    before: await takeSnapshot(runQuery),
  }))
  return {
    settings,
    buyers,
    open: async (more = {}) => {
      const shop = await startShop({ ...settings, ...more })
      context.onClose(shop.stop)
      return shop
    },
    findViolations: (attempts, url) => withShopDatabase((runQuery) => findViolations(runQuery, before, attempts), url),
  }
}

export async function withDatabase<T>(url: string, work: (runQuery: RunQuery) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}
