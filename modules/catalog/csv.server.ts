import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
// Statements on PGlite follow each other without the event loop ever turning to a socket.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { recordChange } from '#modules/audit/service.server.ts'
import { type Db, transactRepeatedly } from '#platform/db.server.ts'
import { CsvError, type CsvRecord, csvLine, readCsv } from '#shared/csv.ts'
import { newId } from '#shared/ids.ts'
import type { Editor } from './admin.server.ts'
import { csvColumns, csvProductSchema, type ImportReport } from './csv-columns.ts'
import { asSaid, columnOf, inColumns, lineOf, piecesOf, textOf, withStock } from './csv-product.server.ts'
import {
  announce,
  type CsvStored,
  dropStagedRows,
  keepQuiet,
  lockBatch,
  lockStockOf,
  readAfter,
  readBySlugs,
  restageRows,
  type StagedLine,
  type StagedRow,
  stageRows,
  writeBatch,
} from './csv-repo.server.ts'

// A transaction writes one batch: on PGlite, which has one connection, visitors wait for no more than that.
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

/**
 * Checks all lines before it writes one. The file is put on disk first, so that a slow sender delays nothing else. Its
 * lines are then checked and staged in batches; a dry run and a file with a bad line end there. Each batch is written
 * in a transaction of its own. A file whose import was interrupted is sent again: what it wrote is then the same.
 */
export async function importProducts(
  db: Db,
  editor: Editor,
  file: ReadableStream<Uint8Array>,
  { dryRun }: { dryRun: boolean },
): Promise<ImportReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'alpine-import-'))
  const place = path.join(folder, 'products.csv')
  const run = new ImportRun(db, dryRun)
  try {
    await pipeline(Readable.from(file), createWriteStream(place))
    await run.stage(createReadStream(place))
    if (dryRun || run.report.wrong > 0) return run.report
    await run.write(editor)
  } finally {
    await rm(folder, { recursive: true, force: true })
    // What is left here goes with the first import after a day.
    await dropStagedRows(db, run.id).catch(() => {})
  }
  return run.report
}

type ImportProblem = ImportReport['problems'][number]
type Column = (typeof csvColumns)[number]
type Evaluated = Pick<StagedRow, 'outcome' | 'stockChanged' | 'columns' | 'textChanged'> & { problem?: ImportProblem }

class ImportRun {
  readonly id = newId()
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
  readonly #db: Db
  readonly #dryRun: boolean
  #columns: (Column | undefined)[] = []
  #toWrite = 0

  constructor(db: Db, dryRun: boolean) {
    this.#db = db
    this.#dryRun = dryRun
  }

  async stage(file: AsyncIterable<Uint8Array>): Promise<void> {
    let waiting: CsvRecord[] = []
    try {
      for await (const record of readCsv(file)) {
        if (this.#columns.length === 0) {
          if (!this.#readHeading(record)) return
          continue
        }
        waiting.push(record)
        if (waiting.length < batch) continue
        await this.#stageBatch(waiting)
        await yieldToEventLoop()
        waiting = []
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      this.#refuse({ line: error.line, column: null, message: error.message })
    }
    await this.#stageBatch(waiting)
    if (this.#columns.length === 0) this.#refuse({ line: 1, column: null, message: 'The file is empty.' })
  }

  async write(editor: Editor): Promise<void> {
    for (let number = 0; number * batch < this.#toWrite; number++) {
      const staged = structuredClone(this.report)
      await transactRepeatedly(this.#db, (tx) => {
        Object.assign(this.report, structuredClone(staged))
        return this.#writeBatch(tx, editor, number)
      })
      await yieldToEventLoop()
    }
    this.report.applied = true
  }

  async #writeBatch(tx: Db, editor: Editor, number: number): Promise<void> {
    const rows = { importId: this.id, batch: number }
    await keepQuiet(tx)
    await lockStockOf(tx, rows)
    await this.#evaluateAgain(tx, await lockBatch(tx, rows))
    const written = await writeBatch(tx, rows)
    if (written.added + written.changed === 0) return
    await announce(tx)
    await recordChange(tx, editor, { action: 'imported', subject: 'product', subjectId: 'file', after: written })
  }

  #readHeading({ line, cells }: CsvRecord): boolean {
    const names = cells.map((cell) => cell.trim().toLowerCase())
    this.#columns = names.map((name) => csvColumns.find((column) => column.name === name))
    const unknown = names.filter((_, index) => !this.#columns[index])
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    if (!names.includes('slug'))
      this.#refuse({ line, column: 'slug', message: 'The first line must name the columns, “slug” among them.' })
    else if (unknown.length > 0)
      this.#refuse({
        line,
        column: unknown[0] ?? null,
        message: 'There is no such column. A file that was exported shows them all.',
      })
    else if (twice.length > 0)
      this.#refuse({ line, column: twice[0] ?? null, message: 'This column stands there twice.' })
    return this.report.wrong === 0
  }

  async #stageBatch(records: CsvRecord[]): Promise<void> {
    if (records.length === 0) return
    this.report.lines += records.length
    const at = this.#columns.findIndex((column) => column?.name === 'slug')
    const lines = records.map(({ line, cells }) => ({ line, cells, slug: (cells[at] ?? '').trim() }))
    const known = await readBySlugs(
      this.#db,
      lines.map(({ slug }) => slug),
    )
    const evaluated = lines.map((line) => ({ ...line, ...this.#evaluate(line, known.get(line.slug)?.product) }))
    const rows = evaluated.map(({ problem, ...row }) => this.#toStage(row, known.get(row.slug)?.seen ?? null))
    const first = await stageRows(this.#db, this.id, rows)
    for (const row of evaluated) {
      if (!first.has(row.line))
        this.#refuse({ line: row.line, column: 'slug', message: 'This address stands in the file twice.' })
      else if (row.problem) this.#refuse(row.problem)
      else this.#count(row, 1)
    }
  }

  /** Where nothing will be written, only the slug is kept, to find it again in the file. */
  #toStage(row: Omit<StagedRow, 'seen' | 'batch'>, seen: string | null): StagedRow {
    if (this.#dryRun || this.report.wrong > 0)
      return { ...row, cells: [], columns: null, textChanged: false, seen, batch: null }
    return { ...row, seen, batch: row.columns ? Math.floor(this.#toWrite++ / batch) : null }
  }

  /** Products that were edited or sold since their lines were read. A line that no longer fits is left out and named. */
  async #evaluateAgain(tx: Db, stale: StagedLine[]): Promise<void> {
    if (stale.length === 0) return
    const known = await readBySlugs(
      tx,
      stale.map(({ slug }) => slug),
    )
    const rows = stale.map((row) => {
      const now = known.get(row.slug)
      const { problem, ...evaluated } = this.#evaluate(row, now?.product)
      if (problem) this.#refuse(problem)
      this.#count(row, -1)
      this.#count(evaluated, 1)
      return { ...row, ...evaluated, seen: now?.seen ?? null, batch: evaluated.columns ? row.batch : null }
    })
    await restageRows(tx, this.id, rows)
  }

  #count({ outcome, stockChanged }: Pick<StagedRow, 'outcome' | 'stockChanged'>, by: 1 | -1): void {
    if (outcome === 'wrong') return
    this.report[outcome] += by
    if (stockChanged) this.report.stockChanged += by
  }

  /** What has to be written for this line: nothing where it says what is known already. */
  #evaluate({ line, cells }: Pick<StagedRow, 'line' | 'cells'>, stored: CsvStored | undefined): Evaluated {
    const wrong = (column: string | null, message: string): Evaluated => ({
      outcome: 'wrong',
      stockChanged: false,
      columns: null,
      textChanged: false,
      problem: { line, column, message },
    })
    const before = stored && asSaid(stored)
    const said: Record<string, unknown> = before ? { ...before } : { description: '', stock: 0 }
    if (cells.length > this.#columns.length) return wrong(null, 'This line has more cells than the first one.')
    for (const [index, column] of this.#columns.entries()) {
      const message = column?.read((cells[index] ?? '').trim(), said)
      if (message) return wrong(column?.name ?? null, message)
    }
    const parsed = csvProductSchema.safeParse(said)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return wrong(columnOf(issue?.path), issue?.message ?? 'Something in this line is not right.')
    }
    const after = withStock(parsed.data)
    if (before && lineOf(after) === lineOf(before))
      return { outcome: 'same', stockChanged: false, columns: null, textChanged: false }
    return {
      outcome: before ? 'changed' : 'added',
      stockChanged: before !== undefined && piecesOf(after) !== piecesOf(before),
      columns: inColumns(parsed.data),
      textChanged: before === undefined || textOf(after) !== textOf(before),
    }
  }

  #refuse(problem: ImportProblem): void {
    this.report.wrong++
    if (this.report.problems.length < mostProblems) this.report.problems.push(problem)
  }
}
