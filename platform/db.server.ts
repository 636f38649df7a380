import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'drizzle-orm/logger'
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { PgBoss } from 'pg-boss'
import type { Settings } from './env.server.ts'
import type { Log } from './log.server.ts'
import type { Migration } from './migrate.server.ts'
import type { QueryListener } from './query-timer.server.ts'

/** A handle on the database, or on a transaction of it: every repo takes one as its first argument. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

type JobsDatabase = NonNullable<Extract<ConstructorParameters<typeof PgBoss>[0], object>['db']>

export type Listener = {
  /** Called with each message, and once without one whenever messages may have been missed. */
  onMessage(payload: string | undefined): void
  /** Called when the connection is lost: until the next onMessage nothing that was kept can be trusted. */
  onLost(): void
}

/** One transaction in which whole tables are read, or written, as COPY's text. */
export type Bulk = {
  run(script: string): Promise<void>
  rows(query: string): Promise<Record<string, unknown>[]>
  /** To be read to its end before the next question. */
  copyOut(what: string): Promise<Readable>
  copyIn(what: string, source: AsyncIterable<Buffer>): Promise<void>
}

export type BulkAccess = 'read' | 'write'

/** So that the same rows give the same text, in the same order, whoever asks. */
export const bulkSettings = `
  set local client_encoding to 'UTF8';
  set local timezone to 'UTC';
  set local datestyle to 'ISO';
  set local intervalstyle to 'postgres';
  set local bytea_output to 'hex';
  set local extra_float_digits to 1;
  set local synchronize_seqscans to off;
  set local statement_timeout to 0;
  set local idle_in_transaction_session_timeout to 0`

export type Database = {
  kind: 'pglite' | 'postgres'
  db: Db
  jobs: JobsDatabase
  /** How many statements were sent through `db` so far. */
  statements(): number
  /** Tells of each statement how long it took. */
  watch(listener: QueryListener): void
  migrate(known?: Migration[]): Promise<number>
  listen(channel: string, listener: Listener): Promise<void>
  bulk<T>(access: BulkAccess, work: (bulk: Bulk) => Promise<T>): Promise<T>
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
    await (await import('./postgres-check.server.ts')).checkPostgres(settings.databaseUrl)
    return openPostgres(settings.databaseUrl, settings.databasePool, log)
  }
  const { openPglite } = await import('./db-pglite.server.ts')
  return openPglite(settings.dataDir, `http://localhost:${settings.port}`)
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

/**
 * Questions that arrive while one turn of the event loop reads its sockets go to the database as one: under load every
 * caller would otherwise pay for a round trip of its own, and alone nobody waits.
 */
export function askedTogether<Answer>(
  ask: (db: Db, keys: string[]) => Promise<Map<string, Answer>>,
): (db: Db, key: string) => Promise<Answer | undefined> {
  const waiting = new Map<Db, { keys: Set<string>; answers: Promise<Map<string, Answer>> }>()
  const open = (db: Db) => {
    const keys = new Set<string>()
    const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      waiting.delete(db)
      return ask(db, [...keys])
    })
    const question = { keys, answers }
    waiting.set(db, question)
    return question
  }
  return async (db, key) => {
    const { keys, answers } = waiting.get(db) ?? open(db)
    keys.add(key)
    return (await answers).get(key)
  }
}

/** For statements that say more than the query builder can. */
export async function readRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as unknown as { rows: Row[] }
  return rows
}

const mostTries = 4
/** The other must go first: whoever is quicker than it would only close the circle again. */
const letPassMs = 100

/**
 * A transaction that the database ended because it and another waited for each other has done nothing: it is begun
 * again. For all that may meet an import, which locks too much to do it in the order of sales (0045).
 */
export async function transactRepeatedly<T>(db: Db, work: (tx: Db) => Promise<T>, tries = mostTries): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (tries === 1 || !isDeadlock(error)) throw error
  }
  await sleep(letPassMs)
  return transactRepeatedly(db, work, tries - 1)
}

function isDeadlock(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === '40P01') return true
  return false
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
