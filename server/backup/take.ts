import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { filesOf } from '#modules/media/picture.ts'
import type { Bulk, Database } from '#platform/db.server.ts'
import { type Files, fileNames } from '#platform/files.server.ts'
import { type WaitingJob, waitingJobsQuery } from '#platform/jobs.server.ts'
import { digester, digestOf, holdsSomething, type Manifest, manifestFile, savedFile, tableFile } from './manifest.ts'
import { copied, ledger, quoted, readTables } from './tables.ts'

type Kept = { database: Database; files: Files }
type SavedTables = Pick<Manifest, 'migrations' | 'sequences' | 'tables' | 'jobs'> & { pictureFiles: string[] }

/**
 * Writes the whole shop, as it was at one moment, into a new folder. The files are read after that moment: a picture's
 * files are there before its row is.
 */
export async function takeBackup({ database, files }: Kept, folder: string, now = new Date()): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} is there already.`)
  const draft = `${folder}.partial`
  await rm(draft, { recursive: true, force: true })
  await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const { pictureFiles, ...saved } = await database.bulk('read', (bulk) => saveTables(bulk, draft))
    if (!holdsSomething(saved.tables)) throw new Error('There is nothing in this shop yet: no backup was made.')
    const manifest: Manifest = {
      format: 1,
      madeAt: now.toISOString(),
      from: database.kind,
      ...saved,
      files: await saveFiles(files, draft, pictureFiles),
    }
    await writeFile(manifestFile(draft), JSON.stringify(manifest, null, 1), { flush: true, mode: 0o600 })
    await rename(draft, folder)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function saveTables(bulk: Bulk, folder: string): Promise<SavedTables> {
  const tables: Manifest['tables'] = []
  for (const table of await readTables(bulk)) {
    const digest = digester()
    const count = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        digest.take(chunk)
        yield chunk
      }
    }
    const target = createWriteStream(tableFile(folder, table.name), { flush: true, mode: 0o600 })
    await pipeline(await bulk.copyOut(copied(table)), count, createGzip({ level: 4 }), target)
    const saved = digest.result()
    const [counted] = await bulk.rows(`select count(*)::int as rows from ${quoted(table.name)}`)
    if (saved.rows !== counted?.rows) throw new Error(`Table ${table.name} did not come out whole.`)
    tables.push({ ...table, ...saved })
  }
  const migrations = await bulk.rows(`select version, name, checksum from ${ledger} order by version`)
  const [jobs] = await bulk.rows(`select to_regclass('jobs.job') is not null as there`)
  const pictures = (await bulk.rows('select hash, widths from pictures')) as { hash: string; widths: number[] }[]
  return {
    tables,
    migrations: migrations as Manifest['migrations'],
    sequences: await readSequences(bulk),
    jobs: jobs?.there ? ((await bulk.rows(waitingJobsQuery)) as WaitingJob[] as Manifest['jobs']) : [],
    pictureFiles: pictures.flatMap(filesOf),
  }
}

/** Only those that have been used. */
async function readSequences({ rows }: Bulk): Promise<Record<string, string>> {
  const used = await rows(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return Object.fromEntries(used.map(({ name, value }) => [String(name), String(value)]))
}

async function saveFiles(files: Files, folder: string, wanted: string[]): Promise<Manifest['files']> {
  const saved: Manifest['files'] = []
  for await (const name of fileNames(files)) {
    const content = Buffer.from(await files.getBytes(name))
    const target = savedFile(folder, name)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, content, { flush: true })
    const { bytes, sha256 } = await digestOf(one(content))
    saved.push({ name, bytes, sha256 })
  }
  const there = new Set(saved.map(({ name }) => name))
  const missing = wanted.filter((name) => !there.has(name))
  if (missing.length > 0)
    throw new Error(`${missing.length} files of pictures are missing, the first is ${missing[0]}.`)
  return saved.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
