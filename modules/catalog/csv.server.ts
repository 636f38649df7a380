import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordChange, recordChanges } from '#modules/audit/service.server.ts'
import { type Database, type Db, transactWithRetry } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { CsvError, type CsvRecord, readCsv } from '#shared/csv.ts'
import { newId } from '#shared/ids.ts'
import type { EditContext, Editor } from './admin.server.ts'
import type { ImportReport } from './csv-columns.ts'
import { type EvaluatedLine, evaluateLine, formerSlugLine, type ImportProblem, readHeader } from './csv-line.server.ts'
import { columnChangesOf } from './csv-product.server.ts'
import {
  announceChange,
  type Batch,
  dropStagedRows,
  lockBatch,
  lockStockOf,
  readBatchStocks,
  readBySlugs,
  readSaleDays,
  readSlugsByFormer,
  restageRows,
  type StagedLine,
  type StagedRow,
  stageRows,
  suppressTriggers,
  writeBatch,
} from './csv-repo.server.ts'
import { recordMovements } from './movements.server.ts'
import { scheduleSale } from './sales.server.ts'

/**
 * Lines per transaction, and the time between two announcements of changes. PGlite has one connection: requests wait
 * for it, and after an announcement they read the lists again.
 */
const paces = {
  pglite: { batchSize: 20, announceEveryMs: 1000 },
  postgres: { batchSize: 500, announceEveryMs: 0 },
}
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
  readonly #pace: (typeof paces)[Database['kind']]
  readonly #jobs: Jobs
  readonly #dryRun: boolean
  #columns: Parameters<typeof evaluateLine>[0] = []
  #toWrite = 0

  constructor({ db, jobs, database: { kind } }: ImportContext, dryRun: boolean) {
    this.#db = db
    this.#kind = kind
    this.#pace = paces[kind]
    this.#jobs = jobs
    this.#dryRun = dryRun
  }

  async stage(file: AsyncIterable<Uint8Array>): Promise<void> {
    let pending: CsvRecord[] = []
    try {
      for await (const record of readCsv(file)) {
        if (this.#columns.length === 0) {
          const header = readHeader(record)
          if (!Array.isArray(header)) return this.#reject(header)
          this.#columns = header
          continue
        }
        pending.push(record)
        if (pending.length < this.#pace.batchSize) continue
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
    let announcedAt = Number.NEGATIVE_INFINITY
    let isAnnounced = true
    try {
      for (let number = 0; number * this.#pace.batchSize < this.#toWrite; number++) {
        const batch = { importId: this.id, batch: number }
        const announce = performance.now() - announcedAt >= this.#pace.announceEveryMs
        const staged = structuredClone(this.report)
        await this.#inTurn(() =>
          transactWithRetry(this.#db, async (tx) => {
            Object.assign(this.report, structuredClone(staged))
            const hasChanged = await this.#writeBatch(tx, author, batch)
            if (hasChanged && announce) await announceChange(tx)
          }),
        )
        isAnnounced = announce
        if (announce) announcedAt = performance.now()
      }
    } finally {
      if (!isAnnounced) await announceChange(this.#db)
    }
    const { added, changed } = this.report
    const entry = { action: 'imported', subject: 'product', subjectId: 'file', after: { added, changed } }
    if (added + changed > 0) await recordChange(this.#db, author, entry)
    this.report.applied = true
  }

  async #writeBatch(tx: Db, author: Editor, rows: Batch): Promise<boolean> {
    await suppressTriggers(tx)
    await lockStockOf(tx, rows)
    await this.#evaluateAgain(tx, await lockBatch(tx, rows))
    const stocks = await readBatchStocks(tx, rows)
    const written = await writeBatch(tx, rows)
    if (written.length === 0) return false
    const change = { kind: 'import' as const, at: new Date(), actor: author }
    await recordMovements(tx, stocks, await readBatchStocks(tx, rows), change)
    for (const days of await readSaleDays(tx, rows)) await scheduleSale(tx, this.#jobs, days)
    const entries = written.map(({ productId, line, isNew, changes }) => ({
      action: isNew ? 'added by import' : 'changed by import',
      subject: 'product',
      subjectId: productId,
      before: changes.before,
      after: { ...changes.after, csvLine: line },
    }))
    await recordChanges(tx, author, entries)
    return true
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
    const unknown = lines.filter(({ slug }) => !storedProducts.has(slug)).map(({ slug }) => slug)
    const currentSlugs = await readSlugsByFormer(this.#db, unknown)
    const evaluated = lines.map((line) => {
      const current = currentSlugs.get(line.slug)
      const result = current
        ? formerSlugLine(line.line, current)
        : evaluateLine(this.#columns, line, storedProducts.get(line.slug)?.product)
      return { ...line, ...result }
    })
    const rows = evaluated.map(({ problem, products, ...row }) =>
      this.#toStage(row, storedProducts.get(row.slug)?.fingerprint ?? null),
    )
    const firstLines = await stageRows(this.#db, this.id, rows)
    for (const row of evaluated) {
      if (!firstLines.has(row.line))
        this.#reject({ line: row.line, column: 'slug', message: 'This slug occurs twice in the file.' })
      else if (row.problem) this.#reject(row.problem)
      else this.#count(row, 1)
      if (firstLines.has(row.line)) this.#preview(row)
    }
  }

  /** If nothing will be written, only the slug is staged, to find duplicates. */
  #toStage(row: Omit<StagedRow, 'fingerprint' | 'batch'>, fingerprint: string | null): StagedRow {
    if (this.#dryRun || this.report.wrong > 0)
      return { ...row, cells: [], columns: null, changes: null, textChanged: false, fingerprint, batch: null }
    return { ...row, fingerprint, batch: row.columns ? Math.floor(this.#toWrite++ / this.#pace.batchSize) : null }
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
      const { problem, products: _, ...evaluated } = evaluateLine(this.#columns, row, stored?.product)
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

  /** On PGlite the requests that waited for a batch then have as much time as it took. */
  async #inTurn(batch: () => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    await batch()
    if (this.#kind === 'pglite') await sleep(Math.min(performance.now() - startedAt, maxPauseMs))
  }

  #preview({ line, products }: Pick<StagedRow, 'line'> & Pick<EvaluatedLine, 'products'>): void {
    if (!products || !this.#dryRun || this.report.preview.length >= maxPreview) return
    const { before, after } = products
    const changes = columnChangesOf(before, after)
    this.report.preview.push({ line, name: after.name, isNew: before === undefined, changes })
  }

  #reject(problem: ImportProblem): void {
    this.report.wrong++
    if (this.report.problems.length < maxProblems) this.report.problems.push(problem)
  }
}
