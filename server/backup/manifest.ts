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

/** What a backup holds. It is written last, so a backup without it never came to its end. */
export type Manifest = z.infer<typeof manifestSchema>

export const manifestFile = (folder: string) => path.join(folder, 'manifest.json')
export const tableFile = (folder: string, name: string) => path.join(folder, 'tables', `${name}.copy.gz`)
export const savedFile = (folder: string, name: string) => path.join(folder, 'files', name)

/** Filled by migrations: rows in them do not make a shop. */
const alwaysFilled = new Set([
  'migrations',
  'shop_version',
  'shop_settings',
  'shop_secrets',
  'content_sheets',
  'search_synonyms',
])

export function holdsSomething(tables: { name: string; rows: number }[]): boolean {
  return tables.some(({ name, rows }) => rows > 0 && !alwaysFilled.has(name))
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = manifestFile(folder)
  if (!existsSync(file)) throw new Error(`${folder} is no whole backup: it has no manifest.json.`)
  const parsed = manifestSchema.safeParse(parseJson(await readFile(file, 'utf8')))
  if (!parsed.success) throw new Error(`${folder} is no whole backup: its manifest.json cannot be read.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the whole backup and refuses it unless every byte is what it was. */
export async function checkBackup(folder: string, { tables, files }: Manifest): Promise<void> {
  if (!holdsSomething(tables)) throw new Error(`${folder} holds an empty shop: it is of no use as a backup.`)
  const check = async (
    what: string,
    wanted: { bytes: number; sha256: string },
    content: () => AsyncIterable<Buffer>,
  ) => {
    const found = await digestOf(content()).catch(() => undefined)
    if (found?.sha256 !== wanted.sha256) throw new Error(`${folder} is damaged: ${what} is not what was saved.`)
  }
  for (const table of tables) await check(`table ${table.name}`, table, () => readTable(folder, table.name))
  for (const file of files) await check(`file ${file.name}`, file, () => createReadStream(savedFile(folder, file.name)))
}

export function readTable(folder: string, name: string): Readable {
  const packed = createReadStream(tableFile(folder, name))
  const unpacked = createGunzip()
  packed.on('error', (error) => unpacked.destroy(error))
  return packed.pipe(unpacked)
}

export type Digest = { bytes: number; rows: number; sha256: string }

const newline = 0x0a

/** Bytes, lines and SHA-256 of what passes; in COPY's text a row is a line. */
export function digester() {
  const hash = createHash('sha256')
  let [bytes, rows] = [0, 0]
  return {
    take: (chunk: Buffer) => {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows++
    },
    result: (): Digest => ({ bytes, rows, sha256: hash.digest('hex') }),
  }
}

export async function digestOf(content: AsyncIterable<Buffer>): Promise<Digest> {
  const digest = digester()
  for await (const chunk of content) digest.take(chunk)
  return digest.result()
}
