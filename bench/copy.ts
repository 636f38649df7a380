import pg from 'pg'
import type { Database } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'

export type Loader = {
  run(script: string, values?: unknown[]): Promise<void>
  /** Copies the rows of a query into a table with COPY, without triggers, and creates the indexes afterwards. */
  fill(table: string, columns: string, rows: string): Promise<void>
}

/** Deterministic random numbers: the same `n` gives the same value. A higher `bend` prefers the start of a list. */
const helperFunctions = `
  create schema load;
  create function load.chance(n int, salt int) returns float8 immutable language sql return
    (hashint4extended(n, salt) & 2147483647) / 2147483648.0;
  create function load.draw(many int, n int, salt int, bend float8) returns int immutable language sql return
    1 + floor(many * power(load.chance(n, salt), bend))::int;
  create function load.id(millis bigint, n int) returns uuid immutable language sql return
    (lpad(to_hex(millis), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid`

/** Migrates the database, runs `work` and updates the statistics. */
export async function loadInto(url: string, work: (loader: Loader) => Promise<void>): Promise<void> {
  const database = openPostgres(url, 1, createLog({ logLevel: 'silent' }))
  const client = new pg.Client({ connectionString: url })
  try {
    await database.migrate()
    await client.connect()
    await client.query(helperFunctions)
    await work({
      run: async (script, values) => void (await client.query(script, values)),
      fill: (table, columns, rows) => fill(database, table, columns, rows),
    })
    await client.query('drop schema load cascade')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
    await database.close()
  }
}

type Index = { name: string; definition: string }

/** One connection reads the rows while another writes them. */
async function fill(database: Database, table: string, columns: string, rows: string): Promise<void> {
  await database.bulk('write', async (into) => {
    await into.run('set local session_replication_role = replica')
    const indexes = (await into.rows(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = '${table}'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    )) as Index[]
    for (const { name } of indexes) await into.run(`drop index ${name}`)
    await database.bulk('read', async (from) => into.copyIn(`${table} (${columns})`, await from.copyOut(`(${rows})`)))
    for (const { definition } of indexes) await into.run(definition)
  })
}
