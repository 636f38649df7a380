import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillPlaceholders, is, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'drizzle-orm/logger'
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { PgBoss } from 'pg-boss'
import type { Settings } from './env.server.ts'
import type { Log } from './log.server.ts'
import type { Migration } from './migrate.server.ts'
import type { QueryListener } from './query-timer.server.ts'

/** The database or a transaction. Every repo function takes it as its first argument. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

type JobsDatabase = NonNullable<Extract<ConstructorParameters<typeof PgBoss>[0], object>['db']>

export type Listener = {
  /** Called with each message, and with undefined when messages may have been missed. */
  onMessage(payload: string | undefined): void
  /** Called when the connection is lost. Caches are not valid until the next onMessage. */
  onLost(): void
}

/** One transaction that reads or writes whole tables in the text format of COPY. */
export type Bulk = {
  run(script: string): Promise<void>
  rows(query: string): Promise<Record<string, unknown>[]>
  /** The stream must be read to its end before the next query. */
  copyOut(relation: string): Promise<Readable>
  copyIn(relation: string, source: AsyncIterable<Buffer>): Promise<void>
}

export type BulkAccess = 'read' | 'write'

/** Makes COPY produce the same text in the same order for the same rows. */
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
  /** The number of statements sent through `db`. */
  statementCount(): number
  /** Calls the listener with the duration of each statement. */
  onStatement(listener: QueryListener): void
  migrate(known?: Migration[]): Promise<number>
  listen(channel: string, listener: Listener): Promise<void>
  bulk<T>(access: BulkAccess, work: (bulk: Bulk) => Promise<T>): Promise<T>
  close(): Promise<void>
  /** The `pg` pool; undefined with PGlite. */
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

type Placeholders<Values> = { [Name in keyof Values & string]: Placeholder<Name> }

/** Sends a statement under a name, so that it is planned once per connection. Returns the rows. */
type Send = (name: string, text: string, params: unknown[]) => Promise<unknown[]>

/** How to send named statements to a database or in a transaction, because Drizzle cannot name raw SQL. */
export const namedSend = Symbol('namedSend')

/** A prepared statement. `name` identifies it on the server and must be unique. */
export function statement<Values extends Record<string, unknown>, Row>(
  name: string,
  build: (placeholders: Placeholders<Values>) => SQL,
): (db: Db, values: Values) => Promise<Row[]> {
  const placeholders = new Proxy({}, { get: (_, key) => sql.placeholder(String(key)) }) as Placeholders<Values>
  const query = dialect.sqlToQuery(build(placeholders))
  // Drizzle gives each use of a placeholder a parameter of its own.
  const keys = query.params.map((param, index) => (is(param, Placeholder) ? param.name : index))
  const distinct = [...new Set(keys)]
  const params = distinct.map((key) => query.params[keys.indexOf(key)])
  const numberOf = (used: string) => distinct.indexOf(keys[Number(used) - 1] ?? '') + 1
  const run = named<Row>(
    name,
    query.sql.replace(/\$(\d+)/g, (_, used) => `$${numberOf(used)}`),
  )
  return (db, values) => run(db, fillPlaceholders(params, values))
}

/** The same for a finished text with parameters `$1`, `$2`, …; `name` must belong to this text only. */
function named<Row>(name: string, text: string): (db: Db, params: unknown[]) => Promise<Row[]> {
  const [first = '', ...rest] = text.split(/\$(\d+)/)
  const parts = Array.from({ length: rest.length / 2 }, (_, index) => ({
    param: Number(rest[2 * index]) - 1,
    text: sql.raw(rest[2 * index + 1] ?? ''),
  }))
  const queryOf = (params: unknown[]) =>
    sql.join([sql.raw(first), ...parts.flatMap((part) => [sql.param(params[part.param]), part.text])])
  return (db, params) => {
    const send: Send | undefined = Reflect.get(db, namedSend)
    return send ? (send(name, text, params) as Promise<Row[]>) : readRows<Row>(db, queryOf(params))
  }
}

/**
 * Combines all reads of one event loop iteration into one, for the keys of all of them. Under load this saves round
 * trips; a single read does not wait.
 */
export function batched<Key, Result>(
  read: (db: Db, keys: Key[]) => Promise<Result>,
): (db: Db, keys: Key[]) => Promise<Result> {
  const batches = new Map<Db, { keys: Set<Key>; result: Promise<Result> }>()
  const openBatch = (db: Db) => {
    const keys = new Set<Key>()
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batches.delete(db)
      return read(db, [...keys])
    })
    const batch = { keys, result }
    batches.set(db, batch)
    return batch
  }
  return (db, keys) => {
    const batch = batches.get(db) ?? openBatch(db)
    for (const key of keys) batch.keys.add(key)
    return batch.result
  }
}

/** For SQL that the query builder cannot express. */
export async function readRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as unknown as { rows: Row[] }
  return rows
}

/** The statements whose results the commit of a transaction waits for. */
export const beforeCommit = Symbol('beforeCommit')

/**
 * Sends the last statements of a transaction together with its commit, which saves a round trip. If one fails, the
 * transaction fails with its error, because PostgreSQL turns the commit into a rollback.
 */
export async function endWith(tx: Db, last: Promise<unknown>): Promise<void> {
  const unfinished: Promise<unknown>[] | undefined = Reflect.get(tx, beforeCommit)
  if (!unfinished) return void (await last)
  last.catch(() => {})
  unfinished.push(last)
}

const maxAttempts = 4
/** Lets the other transaction finish first, so that the retry does not deadlock again. */
const retryDelayMs = 100

/**
 * Retries a transaction that the database rolled back because of a deadlock. Needed for everything that can run beside
 * an import, which cannot lock its rows in the order of sales (0021).
 */
export async function transactWithRetry<T>(db: Db, work: (tx: Db) => Promise<T>, attempts = maxAttempts): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (attempts === 1 || !isDeadlock(error)) throw error
  }
  await sleep(retryDelayMs)
  return transactWithRetry(db, work, attempts - 1)
}

const isDeadlock = (error: unknown) => causesOf(error).some((cause) => codeOf(cause) === '40P01')

/** The error, its cause, the cause of that and so on. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

export const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

const unavailableCodes = new Set([
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

const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|pglite is closed/i

/** True for errors after which a later attempt can succeed: the database is unreachable, starting, full or too slow. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      unavailableCodes.has(codeOf(cause)) ||
      codeOf(cause).startsWith('08') ||
      unavailableMessages.test(cause.message) ||
      (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)),
  )
}
