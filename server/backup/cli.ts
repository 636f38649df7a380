import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasDatabase } from '#platform/data-folder.server.ts'
import { type Database, openDatabase } from '#platform/db.server.ts'
import { readSettings, type Settings } from '#platform/env.server.ts'
import { openFiles } from '#platform/files.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Manifest } from './manifest.ts'
import { type Restored, restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

type Command = (args: string[], print: (line: string) => void) => Promise<void>

const log = createLog({ logLevel: 'warn' })

/** `npm run backup -- [folder] [--keep n]` writes a dated folder inside `folder` and keeps only the newest n. */
const backup: Command = async (args, print) => {
  const keep = args.includes('--keep') ? Number(args[args.indexOf('--keep') + 1]) : undefined
  if (keep !== undefined && !(keep >= 1)) throw new Error('Use: npm run backup -- [folder] [--keep n]')
  const [parent = 'backups'] = args.filter((arg, at) => arg !== '--keep' && args[at - 1] !== '--keep')
  const settings = readSettings(process.env)
  requireDatabase(settings)
  const folder = path.resolve(parent, `alpine-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  await mkdir(path.dirname(folder), { recursive: true })
  const manifest = await withDatabase(settings, async (database) =>
    takeBackup({ database, files: await openFiles(settings) }, folder),
  )
  print(`Wrote ${folder}: ${summarize(manifest)}.`)
  if (keep !== undefined)
    for (const name of await deleteOldBackups(path.dirname(folder), keep)) print(`Deleted ${name}.`)
}

const backupName = /^alpine-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

async function deleteOldBackups(parent: string, keep: number): Promise<string[]> {
  const old = (await readdir(parent))
    .filter((name) => backupName.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) await rm(path.join(parent, name), { recursive: true })
  return old
}

const restore: Command = async ([folder], print) => {
  if (!folder) throw new Error('Use: npm run restore -- <backup folder>')
  const settings = readSettings(process.env)
  const restored = await withDatabase(settings, async (database) =>
    restoreBackup({ database, files: await openFiles(settings), log }, path.resolve(folder)),
  )
  report(restored, print)
}

/** Moves the database from PGlite in DATA_DIR to PostgreSQL. Files stay in place. */
const moveToPostgres: Command = async ([url], print) => {
  const { databaseUrl, ...settings } = readSettings(process.env)
  if (!url || databaseUrl)
    throw new Error('Use: npm run move-to-postgres -- <DATABASE_URL>, without DATABASE_URL in the environment')
  const source = { ...settings, databaseUrl: undefined }
  requireDatabase(source)
  const folder = await mkdtemp(path.join(tmpdir(), 'alpine-move-'))
  const files = await openFiles(settings)
  const draft = path.join(folder, 'shop')
  try {
    // The old database stays locked to the end, so no order is placed in it after the copy.
    await withDatabase(source, async (database) => {
      await takeBackup({ database, files }, draft)
      const target = readSettings({ ...process.env, DATABASE_URL: url })
      const restored = await withDatabase(target, (postgres) =>
        restoreBackup({ database: postgres, files, log }, draft),
      )
      report(restored, print)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  print(`The shop is now in PostgreSQL. Set DATABASE_URL and start it. ${settings.dataDir} was not changed.`)
}

export const commands: Record<string, Command> = { backup, restore, 'move-to-postgres': moveToPostgres }

async function withDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings, log)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function report({ manifest, skippedTables, violations }: Restored, print: (line: string) => void): void {
  print(`Restored ${summarize(manifest)}, as of ${manifest.madeAt}.`)
  if (skippedTables.length > 0) print(`Skipped tables that this version does not have: ${skippedTables.join(', ')}.`)
  if (violations.length > 0)
    throw new Error(`The restored data violates these invariants:\n${violations.slice(0, 20).join('\n')}`)
  print('All rows match the backup, all invariants hold and all picture files exist.')
}

function summarize({ tables, files, jobs }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows in ${tables.length} tables, ${files.length} files and ${jobs.length} waiting jobs`
}

/** PGlite would create a new database if there is none. */
function requireDatabase({ databaseUrl, dataDir }: Settings): void {
  if (!databaseUrl && !hasDatabase(dataDir)) throw new Error(`There is no shop in ${dataDir} yet.`)
}
