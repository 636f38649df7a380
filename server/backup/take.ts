import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { filesOf } from '#modules/media/picture.ts'
import type { Bulk, Database } from '#platform/db.server.ts'
import { type Files, fileNames } from '#platform/files.server.ts'
import { type PendingJob, pendingJobsQuery } from '#platform/jobs.server.ts'
import { digester, digestOf, hasShopData, type Manifest, manifestFile, savedFile, tableFile } from './manifest.ts'
import { copyTarget, migrationsTable, quotedTable, readTables } from './tables.ts'

type Source = { database: Database; files: Files }
type SavedTables = Pick<Manifest, 'migrations' | 'sequences' | 'tables' | 'jobs'> & { pictureFiles: string[] }

/** Writes a snapshot of the whole shop into a new folder. A file exists before its row, so files are read last. */
export async function takeBackup({ database, files }: Source, folder: string, now = new Date()): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} already exists.`)
  const draft = `${folder}.partial`
  await rm(draft, { recursive: true, force: true })
  await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const { pictureFiles, ...saved } = await database.bulk('read', (bulk) => saveTables(bulk, draft))
    if (!hasShopData(saved.tables)) throw new Error('The shop is empty: no backup was written.')
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
    const updateDigest = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        digest.update(chunk)
        yield chunk
      }
    }
    const target = createWriteStream(tableFile(folder, table.name), { flush: true, mode: 0o600 })
    await pipeline(await bulk.copyOut(copyTarget(table)), updateDigest, createGzip({ level: 4 }), target)
    const saved = digest.result()
    const [counted] = await bulk.rows(`select count(*)::int as rows from ${quotedTable(table.name)}`)
    if (saved.rows !== counted?.rows) throw new Error(`Table ${table.name} was not copied completely.`)
    tables.push({ ...table, ...saved })
  }
  const migrations = await bulk.rows(`select version, name, checksum from ${migrationsTable} order by version`)
  const [jobs] = await bulk.rows(`select to_regclass('jobs.job') is not null as exists`)
  const pictures = (await bulk.rows('select hash, widths from pictures')) as { hash: string; widths: number[] }[]
  return {
    tables,
    migrations: migrations as Manifest['migrations'],
    sequences: await readSequences(bulk),
    jobs: jobs?.exists ? ((await bulk.rows(pendingJobsQuery)) as PendingJob[] as Manifest['jobs']) : [],
    pictureFiles: pictures.flatMap(filesOf),
  }
}

/** Unused sequences have no value and are left out. */
async function readSequences({ rows }: Bulk): Promise<Record<string, string>> {
  const used = await rows(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return Object.fromEntries(used.map(({ name, value }) => [String(name), String(value)]))
}

async function saveFiles(files: Files, folder: string, expectedNames: string[]): Promise<Manifest['files']> {
  const saved: Manifest['files'] = []
  for await (const name of fileNames(files)) {
    const content = Buffer.from(await files.getBytes(name))
    const target = savedFile(folder, name)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, content, { flush: true })
    const { bytes, sha256 } = await digestOf(asStream(content))
    saved.push({ name, bytes, sha256 })
  }
  const savedNames = new Set(saved.map(({ name }) => name))
  const missing = expectedNames.filter((name) => !savedNames.has(name))
  if (missing.length > 0) throw new Error(`${missing.length} picture files are missing, the first is ${missing[0]}.`)
  return saved.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function* asStream(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
