import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Database, type Db, namedSend, statementCounter } from './db.server.ts'
import { listenWithReconnect } from './db-postgres-listen.server.ts'
import type { Log } from './log.server.ts'
import { type Migration, migrate } from './migrate.server.ts'
import { queryTimer } from './query-timer.server.ts'

const migrationLock = 7_215_001

const { DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins
const times = new Set<number>([DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ])
/** Dates and times stay text, as in Drizzle's results. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    times.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
}

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
    // A new connection plans every statement anew.
    idleTimeoutMillis: 5 * 60_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    // Sends statements of a transaction without waiting for the previous result.
    pipeline: true,
  })
  pool.on('error', (error) => log.warn({ err: error.message }, 'lost an idle database connection'))
  // An error between two statements of a transaction has no other listener and would end the process. The next statement
  // fails anyway.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // The default is for rotating disks and makes PostgreSQL prefer sequential scans.
    client.query('set random_page_cost = 1.1').catch(() => {})
    timer.time(client)
  })
  const timer = queryTimer()
  timer.time(pool)
  const closing = new AbortController()
  const options = { logger: counter.logger }
  const db = drizzle(pool, options)
  const sendNamed = (target: object, connection: pg.Pool | pg.PoolClient) =>
    Object.assign(target, {
      [namedSend]: async (name: string, text: string, values: unknown[]) => {
        counter.logger.logQuery(text, values)
        const sent = connection.query({ name, text, values, types })
        const { rows } = await sent.catch((cause) => {
          throw new DrizzleQueryError(text, values, cause)
        })
        return rows
      },
    })
  sendNamed(db, pool)
  // Drizzle's own method does not release the connection when `begin` fails, which would leak pool connections.
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(beginsAtOnce(client), options).transaction((tx) => {
        sendNamed(tx, client)
        return work(tx)
      }, config)
    } finally {
      client.release()
    }
  }
  return {
    kind: 'postgres',
    db: db as unknown as Db,
    jobs: { executeSql: async (text, values) => pool.query(text, values) },
    pool,
    statementCount: counter.count,
    onStatement: timer.watch,
    migrate: (known) => migratePostgres(url, known),
    listen: (channel, listener) =>
      listenWithReconnect({ url, channel, listener, log, heartbeatMs, signal: closing.signal }),
    bulk: async (access, work) => (await import('./bulk-postgres.server.ts')).postgresBulk(url, access, work),
    close: async () => {
      closing.abort()
      await pool.end()
    },
  }
}

/**
 * Does not wait for the response to `begin`, which saves a round trip: the first statement is sent right behind it. If
 * the connection is lost, that statement fails.
 */
function beginsAtOnce(client: pg.PoolClient): pg.PoolClient {
  const query = async (first: string | { text: string }, ...rest: unknown[]) => {
    const sent = Reflect.apply(client.query, client, [first, ...rest])
    const text = typeof first === 'string' ? first : first.text
    if (!text.startsWith('begin')) return sent
    sent.catch(() => {})
    return { rows: [] }
  }
  return new Proxy(client, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key, target)) })
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
