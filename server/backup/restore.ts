import { readFile } from 'node:fs/promises'
import { books, told } from '#modules/invariants.server.ts'
import { filesOf } from '#modules/media/picture.ts'
import type { Bulk, Database } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import { startJobs, type WaitingJob } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { knownMigrations } from '#platform/migrate.server.ts'
import { checkBackup, digestOf, holdsSomething, type Manifest, readManifest, readTable, savedFile } from './manifest.ts'
import { copied, countRows, ledger, quoted, readTables } from './tables.ts'

/** Without `files`, the shop keeps those that it has. */
type Target = { database: Database; files: Files | undefined; log: Log }

export type Restored = { manifest: Manifest; leftOut: string[]; wrong: string[] }

/** Fills an empty shop from a backup: the whole of it, or nothing. */
export async function restoreBackup({ database, files, log }: Target, folder: string): Promise<Restored> {
  const manifest = await readManifest(folder)
  await checkBackup(folder, manifest)
  await refuseFilled(database)
  await migrateTo(database, manifest)
  if (files) await restoreFiles(files, folder, manifest)
  await restoreJobs(database, log, manifest.jobs as WaitingJob[])
  const leftOut = await database.bulk('write', (bulk) => fill(bulk, folder, manifest))
  await database.migrate()
  return { manifest, leftOut, wrong: await prove(database, files) }
}

async function refuseFilled(database: Database): Promise<void> {
  const counted = await database.bulk('read', countRows)
  if (holdsSomething(counted)) throw new Error('There is a shop in this database already: restore into an empty one.')
}

/** The tables are made as they were when the backup was taken; newer migrations then find the data they expect. */
async function migrateTo(database: Database, { migrations }: Manifest): Promise<void> {
  const known = knownMigrations().slice(0, migrations.length)
  const differs = migrations.find(({ checksum }, index) => known[index]?.checksum !== checksum)
  if (differs) throw new Error(`This version of the shop does not know migration ${differs.version} ${differs.name}.`)
  const applied = await database.bulk('read', async ({ rows }) => {
    const [found] = await rows(`select to_regclass('${ledger}') is not null as there`)
    return found?.there ? (await rows(`select version from ${ledger}`)).length : 0
  })
  if (applied > migrations.length) {
    throw new Error('The backup is of an older version than this database: restore into one without any tables.')
  }
  await database.migrate(known)
}

/** Before the rows that speak of them. A name is never used for two contents, so one that is there must be the same. */
async function restoreFiles(files: Files, folder: string, manifest: Manifest): Promise<void> {
  for (const { name } of manifest.files) {
    const content = await readFile(savedFile(folder, name))
    if (!(await files.exists(name))) await files.put(name, content)
    else if (!content.equals(await files.getBytes(name))) throw new Error(`There is another file ${name} already.`)
  }
}

/** Before the rows too: a mail to send that is not there yet is no harm, one that is never sent would be. */
async function restoreJobs(database: Database, log: Log, waiting: WaitingJob[]): Promise<void> {
  const jobs = await startJobs(database, log, [...new Set(waiting.map(({ queue }) => queue))])
  await jobs.putBack(waiting)
  await jobs.stop()
}

async function fill(bulk: Bulk, folder: string, manifest: Manifest): Promise<string[]> {
  const tables = await readTables(bulk)
  const names = tables.map(({ name }) => quoted(name))
  for (const name of names) await bulk.run(`alter table ${name} disable trigger user`)
  await bulk.run(`truncate ${names.join(', ')}`)
  for (const { name } of tables) {
    const saved = manifest.tables.find((each) => each.name === name)
    if (!saved) continue
    await bulk.copyIn(copied(saved), readTable(folder, name))
    const { sha256 } = await digestOf(await bulk.copyOut(copied(saved)))
    if (sha256 !== saved.sha256) throw new Error(`Table ${name} came out otherwise than it went in.`)
  }
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await bulk.rows(`select setval(to_regclass('${quoted(name)}'), ${BigInt(value)})`)
  }
  for (const name of names) await bulk.run(`alter table ${name} enable trigger user`)
  await bulk.run(`analyze; select pg_notify('shop_version', version::text) from shop_version`)
  return manifest.tables.map(({ name }) => name).filter((name) => !tables.some((table) => table.name === name))
}

/** The books, and a file for every picture. */
async function prove(database: Database, files: Files | undefined): Promise<string[]> {
  const { wrong, pictures } = await database.bulk('read', async ({ rows }) => {
    const wrong: string[] = []
    for (const entry of Object.values(books)) wrong.push(...(await told(rows, entry)))
    return {
      wrong,
      pictures: (await rows('select hash, widths from pictures')) as { hash: string; widths: number[] }[],
    }
  })
  for (const name of files ? pictures.flatMap(filesOf) : []) {
    if (!(await files?.exists(name))) wrong.push(`the file ${name} is missing`)
  }
  return wrong
}
