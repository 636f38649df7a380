import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'drizzle-orm/logger'
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { PgBoss } from 'pg-boss'
import type { Settings } from './env.server.ts'
import type { Log } from './log.server.ts'
import type { Migration } from './migrate.server.ts'

/** A handle on the database, or on a transaction of it: every repo takes one as its first argument. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

type JobsDatabase = NonNullable<Extract<ConstructorParameters<typeof PgBoss>[0], object>['db']>

export type Listener = {
  /** Called with each message, and once without one whenever messages may have been missed. */
  onMessage(payload: string | undefined): void
  /** Called when the connection is lost: until the next onMessage nothing that was kept can be trusted. */
  onLost(): void
}

export type Database = {
  kind: 'pglite' | 'postgres'
  db: Db
  jobs: JobsDatabase
  /** How many statements were sent through `db` so far. */
  statements(): number
  migrate(known?: Migration[]): Promise<number>
  listen(channel: string, listener: Listener): Promise<void>
  close(): Promise<void>
  /** For parts that speak to `pg` themselves; only with PostgreSQL. */
  pool: unknown
}

type StatementCounter = { logger: Logger; count(): number }

export function statementCounter(): StatementCounter {
  let count = 0
  return { logger: { logQuery: () => void count++ }, count: () => count }
}

export async function openDatabase(settings: Settings, log: Log): Promise<Database> {
  if (settings.databaseUrl) {
    const { openPostgres } = await import('./db-postgres.server.ts')
    return openPostgres(settings.databaseUrl, settings.databasePool, log)
  }
  const { openPglite } = await import('./db-pglite.server.ts')
  return openPglite(settings.dataDir, settings.siteUrl)
}

const dialect = new PgDialect()

type Given<Values> = { [Name in keyof Values & string]: Placeholder<Name> }

/**
 * A statement that is written once, sent often and planned by the server once for each connection. `name` is what the
 * server knows it by, so no two statements may share one.
 */
export function statement<Values extends Record<string, unknown>, Row>(
  name: string,
  write: (given: Given<Values>) => SQL,
): (db: Db, values: Values) => Promise<Row[]> {
  const given = new Proxy({}, { get: (_, key) => sql.placeholder(String(key)) }) as Given<Values>
  const query = dialect.sqlToQuery(write(given))
  return (db, values) => runNamed<Row>(db, name, query, values)
}

/** The same for a text that is known only when it is sent; `name` must stand for this text alone. */
export async function runNamed<Row>(
  db: Db,
  name: string,
  query: { sql: string; params: unknown[] },
  values?: Record<string, unknown>,
): Promise<Row[]> {
  const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
    query,
    undefined,
    name,
    false,
  )
  return (await prepared.execute(values)).rows
}

/** For statements that say more than the query builder can. */
export async function readRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as unknown as { rows: Row[] }
  return rows
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '53100',
  '25006',
  '25P03',
  '40P01',
])

/** True for every error that means «not now» rather than «never»: the database is away, starting, full or too slow. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (awayCodes.has(code) || code.startsWith('08')) return true
    if (
      /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|pglite is closed/i.test(
        cause.message,
      )
    )
      return true
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true
  }
  return false
}
