import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './root.server.ts'

export type Migration = { version: number; name: string; sql: string; checksum: string }

type AppliedMigration = { version: number; name: string; checksum: string }

/** One database session that holds the lock during all migrations. */
export type MigrationSession = {
  lock(): Promise<void>
  unlock(): Promise<void>
  run(script: string): Promise<void>
  rows(query: string): Promise<Record<string, unknown>[]>
}

const ledger = `create table if not exists migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`

export function knownMigrations(folder = path.join(projectRoot, 'db', 'migrations')): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(path.join(folder, file), 'utf8')
      return {
        version: Number.parseInt(file, 10),
        name: file.replace(/^\d+_|\.sql$/g, ''),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}

export async function migrate(session: MigrationSession, known: Migration[] = knownMigrations()): Promise<number> {
  await session.lock()
  try {
    await session.run(ledger)
    const applied = (await session.rows(
      'select version, name, checksum from migrations order by version',
    )) as AppliedMigration[]
    checkApplied(applied, known)
    const pending = known.slice(applied.length)
    for (const migration of pending) await apply(session, migration)
    return pending.length
  } finally {
    await session.unlock()
  }
}

function checkApplied(applied: AppliedMigration[], known: Migration[]): void {
  for (const [index, { version, name, checksum }] of applied.entries()) {
    const expected = known[index]
    if (!expected) {
      throw new Error(
        `The database was created by a newer version of the shop (migration ${version} ${name}): update the program`,
      )
    }
    if (expected.version !== version || expected.checksum !== checksum) {
      throw new Error(`Migration ${version} ${name} was changed after it was applied: never edit an applied migration`)
    }
  }
}

async function apply(session: MigrationSession, { version, name, sql, checksum }: Migration): Promise<void> {
  const entry = `insert into migrations (version, name, checksum) values (${version}, '${name}', '${checksum}')`
  try {
    await session.run(`begin;\n${sql};\n${entry};\ncommit;`)
  } catch (cause) {
    await session.run('rollback').catch(() => {})
    throw new Error(`Migration ${version} ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
