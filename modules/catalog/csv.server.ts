import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordChanges } from '#modules/audit/service.server.ts'
import { type Database, type Db, transactWithRetry } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { CsvError, type CsvRecord, readCsv } from '#shared/csv.ts'
import { newId } from '#shared/ids.ts'
import type { EditContext, Editor } from './admin.server.ts'
import {
  type CsvProduct,
  csvColumns,
  csvProductSchema,
  type ImportPreviewLine,
  type ImportReport,
} from './csv-columns.ts'
import {
  auditChangesOf,
  columnChangesOf,
  columnOf,
  lineOf,
  searchTextOf,
  stockKeyOf,
  toCsvColumns,
  toCsvProduct,
  withStock,
} from './csv-product.server.ts'
import {
  announceChange,
  type Batch,
  dropStagedRows,
  lockBatch,
  lockStockOf,
  readBatchStocks,
  readBySlugs,
  readSaleDays,
  restageRows,
  type StagedLine,
  type StagedRow,
  type StoredCsvProduct,
  stageRows,
  suppressTriggers,
  writeBatch,
} from './csv-repo.server.ts'
import { recordMovements } from './movements.server.ts'
import { scheduleSale } from './sales.server.ts'

/** Lines per transaction. PGlite has one connection, and requests wait for it. */
const importBatches = { pglite: 50, postgres: 500 }
const maxProblems = 100
const maxPreview = 100
const maxPauseMs = 100

export type ImportContext = EditContext & { database: Pick<Database, 'kind'> }

/**
 * Stores the file on disk, so a slow upload blocks nothing, then checks and stages all lines before it writes one.
 * Each batch has its own transaction; after an interruption the same file can be sent again.
 */
export async function importProducts(
  context: ImportContext,
  author: Editor,
  file: ReadableStream<Uint8Array>,
  { dryRun }: { dryRun: boolean },
): Promise<ImportReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'alpine-import-'))
  const filePath = path.join(folder, 'products.csv')
  const run = new ImportRun(context, dryRun)
  try {
    await pipeline(Readable.from(file), createWriteStream(filePath))
    await run.stage(createReadStream(filePath))
    if (dryRun || run.report.wrong > 0) return run.report
    await run.write(author)
  } finally {
    await rm(folder, { recursive: true, force: true })
    // If this fails, an import after more than a day deletes the rows.
    await dropStagedRows(context.db, run.id).catch(() => {})
  }
  return run.report
}

type ImportProblem = ImportReport['problems'][number]
type Column = (typeof csvColumns)[number]
type EvaluatedLine = Pick<StagedRow, 'outcome' | 'stockChanged' | 'columns' | 'textChanged' | 'changes'> & {
  problem?: ImportProblem
  preview?: ImportPreviewLine
}

class ImportRun {
  readonly id = newId()
  readonly report: ImportReport = {
    lines: 0,
    added: 0,
    changed: 0,
    same: 0,
    stockChanged: 0,
    wrong: 0,
    preview: [],
    problems: [],
    applied: false,
  }
  readonly #db: Db
  readonly #kind: Database['kind']
  readonly #batchSize: number
  readonly #jobs: Jobs
  readonly #dryRun: boolean
  #columns: (Column | undefined)[] = []
  #toWrite = 0

  constructor({ db, jobs, database: { kind } }: ImportContext, dryRun: boolean) {
    this.#db = db
    this.#kind = kind
    this.#batchSize = importBatches[kind]
    this.#jobs = jobs
    this.#dryRun = dryRun
  }

  async stage(file: AsyncIterable<Uint8Array>): Promise<void> {
    let pending: CsvRecord[] = []
    try {
      for await (const record of readCsv(file)) {
        if (this.#columns.length === 0) {
          if (!this.#readHeader(record)) return
          continue
        }
        pending.push(record)
        if (pending.length < this.#batchSize) continue
        const batch = pending
        await this.#inTurn(() => this.#stageBatch(batch))
        pending = []
      }
      if (this.#columns.length === 0) this.#reject({ line: 1, column: null, message: 'The file is empty.' })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      this.#reject({ line: error.line, column: null, message: error.message })
    }
    await this.#stageBatch(pending)
  }

  async write(author: Editor): Promise<void> {
    for (let number = 0; number * this.#batchSize < this.#toWrite; number++) {
      const batch = { importId: this.id, batch: number }
      const staged = structuredClone(this.report)
      await this.#inTurn(() =>
        transactWithRetry(this.#db, (tx) => {
          Object.assign(this.report, structuredClone(staged))
          return this.#writeBatch(tx, author, batch)
        }),
      )
    }
    this.report.applied = true
  }

  async #writeBatch(tx: Db, author: Editor, rows: Batch): Promise<void> {
    await suppressTriggers(tx)
    await lockStockOf(tx, rows)
    await this.#evaluateAgain(tx, await lockBatch(tx, rows))
    const stocks = await readBatchStocks(tx, rows)
    const written = await writeBatch(tx, rows)
    if (written.length === 0) return
    const change = { kind: 'import' as const, at: new Date(), actor: author }
    await recordMovements(tx, stocks, await readBatchStocks(tx, rows), change)
    await announceChange(tx)
    for (const days of await readSaleDays(tx, rows)) await scheduleSale(tx, this.#jobs, days)
    const added = written.filter(({ isNew }) => isNew).length
    await recordChanges(tx, author, [
      ...written.map(({ productId, line, isNew, changes }) => ({
        action: isNew ? 'added by import' : 'changed by import',
        subject: 'product',
        subjectId: productId,
        before: changes.before,
        after: { ...changes.after, csvLine: line },
      })),
      {
        action: 'imported',
        subject: 'product',
        subjectId: 'file',
        after: { added, changed: written.length - added },
      },
    ])
  }

  #readHeader({ line, cells }: CsvRecord): boolean {
    const names = cells.map((cell) => cell.trim().toLowerCase())
    this.#columns = names.map((name) => csvColumns.find((column) => column.name === name))
    const unknown = names.filter((_, index) => !this.#columns[index])
    const duplicates = names.filter((name, index) => names.indexOf(name) !== index)
    if (!names.includes('slug'))
      this.#reject({ line, column: 'slug', message: 'The first line must contain the column names, including “slug”.' })
    else if (unknown.length > 0)
      this.#reject({
        line,
        column: unknown[0] ?? null,
        message: 'There is no such column. Export the products to see all columns.',
      })
    else if (duplicates.length > 0)
      this.#reject({ line, column: duplicates[0] ?? null, message: 'This column occurs twice.' })
    return this.report.wrong === 0
  }

  async #stageBatch(records: CsvRecord[]): Promise<void> {
    if (records.length === 0) return
    this.report.lines += records.length
    const slugIndex = this.#columns.findIndex((column) => column?.name === 'slug')
    const lines = records.map(({ line, cells }) => ({ line, cells, slug: (cells[slugIndex] ?? '').trim() }))
    const storedProducts = await readBySlugs(
      this.#db,
      lines.map(({ slug }) => slug),
    )
    const evaluated = lines.map((line) => ({
      ...line,
      ...this.#evaluate(line, storedProducts.get(line.slug)?.product),
    }))
    const rows = evaluated.map(({ problem, preview, ...row }) =>
      this.#toStage(row, storedProducts.get(row.slug)?.fingerprint ?? null),
    )
    const firstLines = await stageRows(this.#db, this.id, rows)
    for (const row of evaluated) {
      if (!firstLines.has(row.line))
        this.#reject({ line: row.line, column: 'slug', message: 'This slug occurs twice in the file.' })
      else if (row.problem) this.#reject(row.problem)
      else this.#count(row, 1)
      const isPreviewed = firstLines.has(row.line) && this.report.preview.length < maxPreview
      if (row.preview && isPreviewed) this.report.preview.push(row.preview)
    }
  }

  /** If nothing will be written, only the slug is staged, to find duplicates. */
  #toStage(row: Omit<StagedRow, 'fingerprint' | 'batch'>, fingerprint: string | null): StagedRow {
    if (this.#dryRun || this.report.wrong > 0)
      return { ...row, cells: [], columns: null, changes: null, textChanged: false, fingerprint, batch: null }
    return { ...row, fingerprint, batch: row.columns ? Math.floor(this.#toWrite++ / this.#batchSize) : null }
  }

  /** Evaluates lines again whose product changed since they were read. A line that is no longer valid is skipped and reported. */
  async #evaluateAgain(tx: Db, stale: StagedLine[]): Promise<void> {
    if (stale.length === 0) return
    const storedProducts = await readBySlugs(
      tx,
      stale.map(({ slug }) => slug),
    )
    const rows = stale.map((row) => {
      const stored = storedProducts.get(row.slug)
      const { problem, preview: _, ...evaluated } = this.#evaluate(row, stored?.product)
      if (problem) this.#reject(problem)
      this.#count(row, -1)
      this.#count(evaluated, 1)
      return {
        ...row,
        ...evaluated,
        fingerprint: stored?.fingerprint ?? null,
        batch: evaluated.columns ? row.batch : null,
      }
    })
    await restageRows(tx, this.id, rows)
  }

  #count({ outcome, stockChanged }: Pick<StagedRow, 'outcome' | 'stockChanged'>, by: 1 | -1): void {
    if (outcome === 'wrong') return
    this.report[outcome] += by
    if (stockChanged) this.report.stockChanged += by
  }

  /** `columns` is null if the line changes nothing. */
  #evaluate({ line, cells }: Pick<StagedRow, 'line' | 'cells'>, stored: StoredCsvProduct | undefined): EvaluatedLine {
    const invalid = (column: string | null, message: string): EvaluatedLine => ({
      outcome: 'wrong',
      stockChanged: false,
      columns: null,
      textChanged: false,
      changes: null,
      problem: { line, column, message },
    })
    const before = stored && toCsvProduct(stored)
    const draft: Record<string, unknown> = before ? { ...before } : { description: '', stock: 0 }
    if (cells.length > this.#columns.length) return invalid(null, 'This line has more cells than the first line.')
    // In the order of our columns, because the prices of variants refer to the variants.
    for (const { name, parse } of csvColumns) {
      const index = this.#columns.findIndex((column) => column?.name === name)
      const message = index < 0 ? undefined : parse((cells[index] ?? '').trim(), draft)
      if (message) return invalid(name, message)
    }
    const parsed = csvProductSchema.safeParse(draft)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return invalid(columnOf(issue?.path), issue?.message ?? 'This line is not valid.')
    }
    const after = withStock(parsed.data)
    if (before && lineOf(after) === lineOf(before))
      return { outcome: 'same', stockChanged: false, columns: null, textChanged: false, changes: null }
    return {
      outcome: before ? 'changed' : 'added',
      stockChanged: before !== undefined && stockKeyOf(after) !== stockKeyOf(before),
      columns: toCsvColumns(parsed.data),
      textChanged: before === undefined || searchTextOf(after) !== searchTextOf(before),
      changes: auditChangesOf(before, after),
      ...this.#previewOf(line, before, after),
    }
  }

  /** On PGlite the requests that waited for a batch then have as much time as it took. */
  async #inTurn(batch: () => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    await batch()
    if (this.#kind === 'pglite') await sleep(Math.min(performance.now() - startedAt, maxPauseMs))
  }

  #previewOf(line: number, before: CsvProduct | undefined, after: CsvProduct): Pick<EvaluatedLine, 'preview'> {
    if (!this.#dryRun || this.report.preview.length >= maxPreview) return {}
    return { preview: { line, name: after.name, isNew: before === undefined, changes: columnChangesOf(before, after) } }
  }

  #reject(problem: ImportProblem): void {
    this.report.wrong++
    if (this.report.problems.length < maxProblems) this.report.problems.push(problem)
  }
}
