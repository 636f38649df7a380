import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { recordChange } from '#modules/audit/service.server.ts'
import { type Db, transactRepeatedly } from '#platform/db.server.ts'
import { CsvError, type CsvRecord, csvLine, readCsv } from '#shared/csv.ts'
import { fromWire, toWire } from '#shared/money.ts'
import { type CsvProduct, csvColumns, csvProductSchema, type ImportReport } from './csv-columns.ts'
import {
  announce,
  type CsvColumns,
  type CsvStored,
  keepQuiet,
  lockStockOf,
  noteSlugs,
  openSlugs,
  readAfter,
  readBySlugs,
  upsertProducts,
} from './csv-repo.server.ts'
import type { Editor } from './editor.server.ts'
import { columnsOf } from './service.server.ts'

const batch = 500
// Without it Excel reads UTF-8 as something else.
const byteOrderMark = '\ufeff'
const mostProblems = 100

/** Every product, a batch at a time: a shop of any size leaves through the same few kilobytes. */
export function exportProducts(db: Db): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(csvColumns.map(({ name }) => name))
    for (let last = 0; ; ) {
      const products = await readAfter(db, last, batch)
      yield products.map((product) => lineOf(asSaid(product))).join('')
      if (products.length < batch) return
      last = products.at(-1)?.id ?? 0
    }
  }
  return Readable.toWeb(Readable.from(lines(), { objectMode: false })) as ReadableStream<Uint8Array>
}

function lineOf(product: CsvProduct): string {
  return csvLine(csvColumns.map(({ show }) => show(product)))
}

function asSaid({ priceNpr, priceUsd, attributes, colors, sizes, ...stored }: CsvStored): CsvProduct {
  const ofChoices = new Set(attributes.map(({ value }) => value.toLowerCase()))
  return {
    ...stored,
    categoryId: stored.categoryId as CsvProduct['categoryId'],
    price: toWire(priceNpr),
    priceInUSD: toWire(priceUsd),
    colors: colors.filter((color) => !ofChoices.has(color)),
    sizes: sizes.filter((size) => !ofChoices.has(size)),
    attributes: attributes.map(({ kind, value, stock }) => ({ kind, attributeValue: value, productQuantity: stock })),
  }
}

class Undone extends Error {}

/**
 * All of the file or nothing. It is put on disk first, so that no transaction waits for whoever sends it, and read from
 * there line by line. A dry run does all but the writing.
 */
export async function importProducts(
  db: Db,
  editor: Editor,
  file: ReadableStream<Uint8Array>,
  { dryRun }: { dryRun: boolean },
): Promise<ImportReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'alpine-import-'))
  const place = path.join(folder, 'products.csv')
  let run = new ImportRun(dryRun)
  try {
    await pipeline(Readable.from(file), createWriteStream(place))
    await transactRepeatedly(db, async (tx) => {
      run = new ImportRun(dryRun)
      await keepQuiet(tx)
      await run.take(tx, createReadStream(place))
      if (run.report.wrong > 0) throw new Undone()
      if (dryRun) return
      const { added, changed, same } = run.report
      if (added + changed > 0) await announce(tx)
      await recordChange(tx, editor, {
        action: 'imported',
        subject: 'product',
        subjectId: 'file',
        after: { added, changed, same },
      })
      run.report.applied = true
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return run.report
}

type Column = (typeof csvColumns)[number]
type Line = { line: number; cells: string[]; slug: string }

class ImportRun {
  readonly report: ImportReport = {
    lines: 0,
    added: 0,
    changed: 0,
    same: 0,
    stockChanged: 0,
    wrong: 0,
    problems: [],
    applied: false,
  }
  readonly #dryRun: boolean
  #columns: (Column | undefined)[] = []

  constructor(dryRun: boolean) {
    this.#dryRun = dryRun
  }

  async take(tx: Db, file: AsyncIterable<Uint8Array>): Promise<void> {
    await openSlugs(tx)
    let waiting: CsvRecord[] = []
    try {
      for await (const record of readCsv(file)) {
        if (this.#columns.length === 0) {
          if (!this.#readHeading(record)) return
          continue
        }
        waiting.push(record)
        if (waiting.length < batch) continue
        await this.#takeBatch(tx, waiting)
        waiting = []
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      this.#refuse(error.line, null, error.message)
    }
    await this.#takeBatch(tx, waiting)
    if (this.#columns.length === 0) this.#refuse(1, null, 'The file is empty.')
  }

  #readHeading({ line, cells }: CsvRecord): boolean {
    const names = cells.map((cell) => cell.trim().toLowerCase())
    this.#columns = names.map((name) => csvColumns.find((column) => column.name === name))
    const unknown = names.filter((_, index) => !this.#columns[index])
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    if (!names.includes('slug')) this.#refuse(line, 'slug', 'The first line must name the columns, “slug” among them.')
    else if (unknown.length > 0)
      this.#refuse(line, unknown[0] ?? null, 'There is no such column. A file that was exported shows them all.')
    else if (twice.length > 0) this.#refuse(line, twice[0] ?? null, 'This column stands there twice.')
    return this.report.wrong === 0
  }

  async #takeBatch(tx: Db, records: CsvRecord[]): Promise<void> {
    if (records.length === 0) return
    const isFirstBatch = this.report.lines === 0
    this.report.lines += records.length
    const at = this.#columns.findIndex((column) => column?.name === 'slug')
    const lines = records.map(({ line, cells }) => ({ line, cells, slug: (cells[at] ?? '').trim() }))
    const first = await noteSlugs(tx, lines)
    const mayWrite = !this.#dryRun && this.report.wrong === 0
    const slugs = lines.map(({ slug }) => slug)
    // A file of this length never waits in a circle with a sale; more locks would fill the database's table of them.
    if (mayWrite && isFirstBatch) await lockStockOf(tx, slugs)
    const known = new Map((await readBySlugs(tx, slugs, { lock: mayWrite })).map((product) => [product.slug, product]))
    const rows: CsvColumns[] = []
    for (const line of lines) {
      if (!first.has(`${line.line} ${line.slug}`))
        this.#refuse(line.line, 'slug', 'This address stands in the file twice.')
      else rows.push(...this.#readLine(line, known.get(line.slug)))
    }
    if (mayWrite && this.report.wrong === 0 && rows.length > 0) await upsertProducts(tx, rows)
  }

  /** What has to be written for this line: nothing where it says what is known already. */
  #readLine({ line, cells }: Line, stored: CsvStored | undefined): CsvColumns[] {
    const before = stored && asSaid(stored)
    const said: Record<string, unknown> = before ? { ...before } : { description: '', stock: 0 }
    if (cells.length > this.#columns.length)
      return this.#refuse(line, null, 'This line has more cells than the first one.')
    for (const [index, column] of this.#columns.entries()) {
      const message = column?.read((cells[index] ?? '').trim(), said)
      if (message) return this.#refuse(line, column?.name ?? null, message)
    }
    const parsed = csvProductSchema.safeParse(said)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return this.#refuse(line, columnOf(issue?.path), issue?.message ?? 'Something in this line is not right.')
    }
    const after = withStock(parsed.data)
    if (before && lineOf(after) === lineOf(before)) {
      this.report.same++
      return []
    }
    this.report[before ? 'changed' : 'added']++
    if (before && piecesOf(after) !== piecesOf(before)) this.report.stockChanged++
    return [inColumns(parsed.data)]
  }

  #refuse(line: number, column: string | null, message: string): [] {
    this.report.wrong++
    if (this.report.problems.length < mostProblems) this.report.problems.push({ line, column, message })
    return []
  }
}

const wireNames: Record<string, string> = {
  price: 'price_npr',
  priceInUSD: 'price_usd',
  categoryId: 'category',
  attributes: 'choices',
  tradeName: 'trade_name',
  originDistrict: 'origin_district',
  originPlace: 'origin_place',
  altitudeM: 'altitude_m',
  weightG: 'weight_g',
  sizeMm: 'size_mm',
}

function columnOf(way: PropertyKey[] | undefined): string | null {
  const name = String((way?.[0] === 'facts' ? way[1] : way?.[0]) ?? '')
  return wireNames[name] ?? (name || null)
}

/** Where a piece comes in choices, its stock is their sum, whatever the file says. */
function withStock(product: CsvProduct): CsvProduct {
  const { attributes } = product
  if (attributes.length === 0) return product
  return { ...product, stock: attributes.reduce((sum, { productQuantity }) => sum + productQuantity, 0) }
}

/** How many there are, in all and of each choice. */
function piecesOf({ stock, attributes }: CsvProduct): string {
  const choices = attributes.map(({ attributeValue, productQuantity }) => `${attributeValue}=${productQuantity}`)
  return JSON.stringify([stock, choices.sort()])
}

function inColumns({ price, priceInUSD, attributes, colors, sizes, ...product }: CsvProduct): CsvColumns {
  const choices = attributes.map(({ kind, attributeValue, productQuantity }) => ({
    kind,
    value: attributeValue,
    stock: productQuantity,
  }))
  const columns = columnsOf({
    ...product,
    priceNpr: fromWire(price),
    priceUsd: fromWire(priceInUSD),
    colors: colors.map((color) => color.toLowerCase()),
    sizes: sizes.map((size) => size.toLowerCase()),
    attributes: choices,
    images: [],
  })
  return { ...columns, isArchived: product.isArchived, attributes: choices }
}
