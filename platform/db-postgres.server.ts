import type { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { beforeCommit, type Database, type Db, namedSend, statementCounter } from './db.server.ts'
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
    writeOnce(client)
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
    const unfinished: Promise<unknown>[] = []
    const connection = withoutPauses(client, unfinished)
    try {
      return await drizzle(connection, options).transaction((tx) => {
        sendNamed(Object.assign(tx, { [beforeCommit]: unfinished }), connection)
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

/** One write for all statements that are sent without a pause, because each write wakes the server. */
function writeOnce(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const query = client.query.bind(client) as (...values: unknown[]) => unknown
  const writeTogether = (...values: unknown[]) => {
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return query(...values)
  }
  Object.assign(client, { query: writeTogether })
}

/**
 * Saves round trips: the first statement is sent right behind `begin`, and `commit` right behind the statements of
 * `endWith`. If the connection is lost, the first statement fails.
 */
function withoutPauses(client: pg.PoolClient, unfinished: Promise<unknown>[]): pg.PoolClient {
  let isCommitted = false
  const query = async (first: string | { text: string }, ...rest: unknown[]) => {
    const text = typeof first === 'string' ? first : first.text
    if (isCommitted && text === 'rollback') return { rows: [] }
    if (isCommitted) throw new Error('A statement was sent after the commit of its transaction')
    const sent: Promise<unknown> = Reflect.apply(client.query, client, [first, ...rest])
    if (text.startsWith('begin')) {
      sent.catch(() => {})
      return { rows: [] }
    }
    if (text !== 'commit') return sent
    isCommitted = true
    const results = await Promise.allSettled([...unfinished, sent])
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
    return sent
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
