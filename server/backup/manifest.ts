import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

const digestSchema = z.object({ bytes: z.int(), sha256: z.string().length(64) })

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  from: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), checksum: z.string() })).min(1),
  sequences: z.record(z.string(), z.string()),
  tables: z.array(digestSchema.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int() })).min(1),
  jobs: z.array(
    z.object({ id: z.string(), queue: z.string(), data: z.record(z.string(), z.unknown()), startAfter: z.string() }),
  ),
  files: z.array(digestSchema.extend({ name: z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/) })),
})

/** The manifest is written last, so a backup without one is incomplete. */
export type Manifest = z.infer<typeof manifestSchema>

export const manifestFile = (folder: string) => path.join(folder, 'manifest.json')
export const tableFile = (folder: string, name: string) => path.join(folder, 'tables', `${name}.copy.gz`)
export const savedFile = (folder: string, name: string) => path.join(folder, 'files', name)

/** Migrations insert rows into these. `content_sheets` is the name of `content_sections` in older backups. */
const tablesWithDefaultRows = new Set([
  'migrations',
  'shop_version',
  'shop_settings',
  'cash_book',
  'shop_secrets',
  'content_sections',
  'content_sheets',
  'search_synonyms',
  'curated_lists',
])

export function hasShopData(tables: { name: string; rows: number }[]): boolean {
  return tables.some(({ name, rows }) => rows > 0 && !tablesWithDefaultRows.has(name))
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = manifestFile(folder)
  if (!existsSync(file)) throw new Error(`${folder} is not a complete backup: it has no manifest.json.`)
  const parsed = manifestSchema.safeParse(parseJson(await readFile(file, 'utf8')))
  if (!parsed.success) throw new Error(`${folder} is not a complete backup: its manifest.json cannot be read.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Verifies the checksum of every table and file in the backup. */
export async function checkBackup(folder: string, { tables, files }: Manifest): Promise<void> {
  if (!hasShopData(tables)) throw new Error(`${folder} contains an empty shop and cannot be used as a backup.`)
  const check = async (
    label: string,
    expected: { bytes: number; sha256: string },
    content: () => AsyncIterable<Buffer>,
  ) => {
    const actual = await digestOf(content()).catch(() => undefined)
    if (actual?.sha256 !== expected.sha256) throw new Error(`${folder} is damaged: the checksum of ${label} is wrong.`)
  }
  for (const table of tables) await check(`table ${table.name}`, table, () => readTable(folder, table.name))
  for (const file of files) await check(`file ${file.name}`, file, () => createReadStream(savedFile(folder, file.name)))
}

export function readTable(folder: string, name: string): Readable {
  const compressed = createReadStream(tableFile(folder, name))
  const decompressed = createGunzip()
  compressed.on('error', (error) => decompressed.destroy(error))
  return compressed.pipe(decompressed)
}

export type Digest = { bytes: number; rows: number; sha256: string }

const newline = 0x0a

/** Counts bytes and rows and computes the SHA-256. In COPY's text format a row is a line. */
export function digester() {
  const hash = createHash('sha256')
  let [bytes, rows] = [0, 0]
  return {
    update: (chunk: Buffer) => {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows++
    },
    result: (): Digest => ({ bytes, rows, sha256: hash.digest('hex') }),
  }
}

export async function digestOf(content: AsyncIterable<Buffer>): Promise<Digest> {
  const digest = digester()
  for await (const chunk of content) digest.update(chunk)
  return digest.result()
}
