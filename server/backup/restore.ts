import { readFile } from 'node:fs/promises'
import { checkInvariant, invariants } from '#modules/invariants.server.ts'
import { filesOf } from '#modules/media/picture.ts'
import type { Bulk, Database } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import { type PendingJob, startJobs } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { knownMigrations } from '#platform/migrate.server.ts'
import { checkBackup, digestOf, hasShopData, type Manifest, readManifest, readTable, savedFile } from './manifest.ts'
import { copyTarget, countRows, migrationsTable, quotedTable, readTables } from './tables.ts'

/** Without `files`, existing files stay unchanged. */
type Target = { database: Database; files: Files | undefined; log: Log }

export type Restored = { manifest: Manifest; skippedTables: string[]; violations: string[] }

/** Restores a backup into an empty shop, completely or not at all. */
export async function restoreBackup({ database, files, log }: Target, folder: string): Promise<Restored> {
  const manifest = await readManifest(folder)
  await checkBackup(folder, manifest)
  await requireEmptyDatabase(database)
  await migrateTo(database, manifest)
  if (files) await restoreFiles(files, folder, manifest)
  await restoreJobs(database, log, manifest.jobs as PendingJob[])
  const skippedTables = await database.bulk('write', (bulk) => restoreTables(bulk, folder, manifest))
  await database.migrate()
  return { manifest, skippedTables, violations: await findViolations(database, files) }
}

async function requireEmptyDatabase(database: Database): Promise<void> {
  const counts = await database.bulk('read', countRows)
  if (hasShopData(counts)) throw new Error('This database already contains a shop. Restore into an empty database.')
}

/** Creates the tables as they were at the backup, so newer migrations run on the restored data. */
async function migrateTo(database: Database, { migrations }: Manifest): Promise<void> {
  const known = knownMigrations().slice(0, migrations.length)
  const differs = migrations.find(({ checksum }, index) => known[index]?.checksum !== checksum)
  if (differs)
    throw new Error(`This version of the shop does not contain migration ${differs.version} ${differs.name}.`)
  const applied = await database.bulk('read', async ({ rows }) => {
    const [table] = await rows(`select to_regclass('${migrationsTable}') is not null as exists`)
    return table?.exists ? (await rows(`select version from ${migrationsTable}`)).length : 0
  })
  if (applied > migrations.length) {
    throw new Error('The backup is older than this database. Restore into a database without tables.')
  }
  await database.migrate(known)
}

/** Files come before the rows that refer to them. A file name never changes its content, so an existing file must be equal. */
async function restoreFiles(files: Files, folder: string, manifest: Manifest): Promise<void> {
  for (const { name } of manifest.files) {
    const content = await readFile(savedFile(folder, name))
    if (!(await files.exists(name))) await files.put(name, content)
    else if (!content.equals(await files.getBytes(name))) throw new Error(`A different file ${name} already exists.`)
  }
}

/** Jobs come before the rows too: a job whose email is not there yet is harmless, a missing job would lose the email. */
async function restoreJobs(database: Database, log: Log, waiting: PendingJob[]): Promise<void> {
  const jobs = await startJobs(database, log, [...new Set(waiting.map(({ queue }) => queue))])
  await jobs.restore(waiting)
  await jobs.stop()
}

async function restoreTables(bulk: Bulk, folder: string, manifest: Manifest): Promise<string[]> {
  const tables = await readTables(bulk)
  const names = tables.map(({ name }) => quotedTable(name))
  for (const name of names) await bulk.run(`alter table ${name} disable trigger user`)
  await bulk.run(`truncate ${names.join(', ')}`)
  for (const { name } of tables) {
    const saved = manifest.tables.find((each) => each.name === name)
    if (!saved) continue
    await bulk.copyIn(copyTarget(saved), readTable(folder, name))
    const { sha256 } = await digestOf(await bulk.copyOut(copyTarget(saved)))
    if (sha256 !== saved.sha256) throw new Error(`Table ${name} differs from the backup after the restore.`)
  }
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await bulk.rows(`select setval(to_regclass('${quotedTable(name)}'), ${BigInt(value)})`)
  }
  for (const name of names) await bulk.run(`alter table ${name} enable trigger user`)
  await bulk.run(`analyze; select pg_notify('shop_version', version::text) from shop_version`)
  return manifest.tables.map(({ name }) => name).filter((name) => !tables.some((table) => table.name === name))
}

/** Checks the invariants, and that every picture has its files. */
async function findViolations(database: Database, files: Files | undefined): Promise<string[]> {
  const { violations, pictures } = await database.bulk('read', async ({ rows }) => {
    const violations: string[] = []
    for (const entry of Object.values(invariants)) violations.push(...(await checkInvariant(rows, entry)))
    return {
      violations,
      pictures: (await rows('select hash, widths from pictures')) as { hash: string; widths: number[] }[],
    }
  })
  for (const name of files ? pictures.flatMap(filesOf) : []) {
    if (!(await files?.exists(name))) violations.push(`the file ${name} is missing`)
  }
  return violations
}
