import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Database, type Db, statementCounter } from './db.server.ts'
import { listenForever } from './db-postgres-listen.server.ts'
import type { Log } from './log.server.ts'
import { type Migration, migrate } from './migrate.server.ts'
import { queryTimer } from './query-timer.server.ts'

const migrationLock = 7_215_001

type Options = { heartbeatMs?: number }

export function openPostgres(
  url: string,
  poolSize: number,
  log: Log,
  { heartbeatMs = 30_000 }: Options = {},
): Database {
  const counter = statementCounter()
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    // Statements of a transaction that do not wait for each other's answers travel together.
    pipeline: true,
  })
  pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection was lost'))
  // Between two statements of a transaction nobody else listens, and an unheard error would end the process; the next
  // statement fails by itself.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // PostgreSQL takes a disk for one with a moving arm, and would rather read a whole table than jump about in it.
    client.query('set random_page_cost = 1.1').catch(() => {})
    timer.time(client)
  })
  const timer = queryTimer()
  timer.time(pool)
  const closing = new AbortController()
  const options = { logger: counter.logger }
  const db = drizzle(pool, options)
  // Drizzle's own does not release the connection when `begin` fails: each such failure would shrink the pool for good.
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client, options).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return {
    kind: 'postgres',
    db: db as unknown as Db,
    jobs: { executeSql: async (text, values) => pool.query(text, values) },
    pool,
    statements: counter.count,
    watch: timer.watch,
    migrate: (known) => migratePostgres(url, known),
    listen: (channel, listener) => listenForever({ url, channel, listener, log, heartbeatMs, signal: closing.signal }),
    bulk: async (access, work) => (await import('./bulk-postgres.server.ts')).postgresBulk(url, access, work),
    close: async () => {
      closing.abort()
      await pool.end()
    },
  }
}

async function migratePostgres(url: string, known: Migration[] | undefined): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const session = {
      lock: async () => void (await client.query('select pg_advisory_lock($1)', [migrationLock])),
      unlock: async () => void (await client.query('select pg_advisory_unlock($1)', [migrationLock])),
      run: async (script: string) => void (await client.query(script)),
      rows: async (query: string) => (await client.query(query)).rows,
    }
    return await migrate(session, known)
  } finally {
    await client.end()
  }
}
