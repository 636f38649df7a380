import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { holdsDatabase } from '#platform/data-folder.server.ts'
import { type Database, openDatabase } from '#platform/db.server.ts'
import { readSettings, type Settings } from '#platform/env.server.ts'
import { openFiles } from '#platform/files.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Manifest } from './manifest.ts'
import { type Restored, restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

type Command = (args: string[], say: (line: string) => void) => Promise<void>

const log = createLog({ logLevel: 'warn' })

/** `npm run backup -- [folder] [--keep n]`: a dated folder inside `folder`, of which the newest n are kept. */
const backup: Command = async (args, say) => {
  const keep = args.includes('--keep') ? Number(args[args.indexOf('--keep') + 1]) : undefined
  if (keep !== undefined && !(keep >= 1)) throw new Error('Use: npm run backup -- [folder] [--keep n]')
  const [parent = 'backups'] = args.filter((arg, at) => arg !== '--keep' && args[at - 1] !== '--keep')
  const settings = readSettings(process.env)
  refuseMissing(settings)
  const folder = path.resolve(parent, `alpine-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  await mkdir(path.dirname(folder), { recursive: true })
  const manifest = await withDatabase(settings, async (database) =>
    takeBackup({ database, files: await openFiles(settings) }, folder),
  )
  say(`${folder} holds ${inWords(manifest)}.`)
  if (keep !== undefined) for (const gone of await dropOldest(path.dirname(folder), keep)) say(`${gone} was deleted.`)
}

const dated = /^alpine-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

async function dropOldest(parent: string, keep: number): Promise<string[]> {
  const old = (await readdir(parent))
    .filter((name) => dated.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) await rm(path.join(parent, name), { recursive: true })
  return old
}

const restore: Command = async ([folder], say) => {
  if (!folder) throw new Error('Use: npm run restore -- <folder of a backup>')
  const settings = readSettings(process.env)
  const restored = await withDatabase(settings, async (database) =>
    restoreBackup({ database, files: await openFiles(settings), log }, path.resolve(folder)),
  )
  report(restored, say)
}

/** From PGlite in DATA_DIR to PostgreSQL. The files stay where they are. */
const move: Command = async ([url], say) => {
  const { databaseUrl, ...settings } = readSettings(process.env)
  if (!url || databaseUrl) throw new Error('Use: npm run move -- <DATABASE_URL>, without DATABASE_URL being set')
  const source = { ...settings, databaseUrl: undefined }
  refuseMissing(source)
  const folder = await mkdtemp(path.join(tmpdir(), 'alpine-move-'))
  const files = await openFiles(settings)
  const draft = path.join(folder, 'shop')
  try {
    // Held to the end, so that nobody sells from the old shop what the new one has already.
    await withDatabase(source, async (database) => {
      await takeBackup({ database, files }, draft)
      const target = readSettings({ ...process.env, DATABASE_URL: url })
      const restored = await withDatabase(target, (postgres) =>
        restoreBackup({ database: postgres, files, log }, draft),
      )
      report(restored, say)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  say(`The shop is in PostgreSQL now: set DATABASE_URL and start it. ${settings.dataDir} was left as it is.`)
}

export const commands: Record<string, Command> = { backup, restore, move }

async function withDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings, log)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function report({ manifest, leftOut, wrong }: Restored, say: (line: string) => void): void {
  say(`Restored ${inWords(manifest)}, as of ${manifest.madeAt}.`)
  if (leftOut.length > 0) say(`Left out, since this shop has no such table: ${leftOut.join(', ')}.`)
  if (wrong.length > 0) throw new Error(`The books are not in order:\n${wrong.slice(0, 20).join('\n')}`)
  say('Every row is what it was, the books are in order and every picture has its files.')
}

function inWords({ tables, files, jobs }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows in ${tables.length} tables, ${files.length} files and ${jobs.length} waiting jobs`
}

/** PGlite would make a new database where there is none. */
function refuseMissing({ databaseUrl, dataDir }: Settings): void {
  if (!databaseUrl && !holdsDatabase(dataDir)) throw new Error(`There is no shop in ${dataDir} yet.`)
}
