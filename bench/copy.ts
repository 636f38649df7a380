import pg from 'pg'
import type { Database } from '#platform/db.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'

export type Loader = {
  run(script: string, values?: unknown[]): Promise<void>
  /** The rows of a query, through COPY, into a table whose indexes are made when it is full. No trigger hears of it. */
  fill(table: string, columns: string, rows: string): Promise<void>
}

/** Number `n` always draws the same; a higher bend draws the first of a list more often. */
const tools = `
  create schema load;
  create function load.chance(n int, salt int) returns float8 immutable language sql return
    (hashint4extended(n, salt) & 2147483647) / 2147483648.0;
  create function load.draw(many int, n int, salt int, bend float8) returns int immutable language sql return
    1 + floor(many * power(load.chance(n, salt), bend))::int;
  create function load.id(millis bigint, n int) returns uuid immutable language sql return
    (lpad(to_hex(millis), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid`

/** Works on a database that the shop's own migrations made, and leaves it with fresh statistics. */
export async function loadInto(url: string, work: (loader: Loader) => Promise<void>): Promise<void> {
  const database = openPostgres(url, 1, createLog({ logLevel: 'silent' }))
  const client = new pg.Client({ connectionString: url })
  try {
    await database.migrate()
    await client.connect()
    await client.query(tools)
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

/** One connection makes the rows while another takes them in. */
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
