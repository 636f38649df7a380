import pg from 'pg'
import { inject } from 'vitest'

/* All mutants create their databases on one server, and databases that are not dropped would fill the disk. */
const admin = new pg.Client({ connectionString: inject('postgresUrl') })
await admin.connect()
const { rows } = await admin.query<{ name: string }>(
  `select datname as name from pg_database where datname like 'shop\\_%'`,
)
for (const { name } of rows) await admin.query(`drop database "${name}" with (force)`)
await admin.end()
