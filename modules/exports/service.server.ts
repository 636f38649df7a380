import { Readable } from 'node:stream'
import type { Db } from '#platform/db.server.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import type { ExportRange, ExportReport } from './contract.ts'
import { type Cell, columnsOf, readReport } from './repo.server.ts'

const batchSize = 1000

/** Streams a report in batches, so memory use does not depend on the length of the period. */
export function exportReport(db: Db, report: ExportReport, range: ExportRange): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(columnsOf(report))
    for (let after: string | null = null; ; ) {
      const rows = await readReport(db, report, range, after, batchSize)
      yield rows.map(({ cells }) => csvLine(cells.map(decimal))).join('')
      const last = rows.at(-1)
      if (!last || rows.length < batchSize) return
      after = last.cursor
    }
  }
  return Readable.toWeb(Readable.from(lines(), { objectMode: false })) as ReadableStream<Uint8Array>
}

/** Amounts arrive as `{ minor }`, so that a negative amount is a number and not text that looks like a formula. */
const decimal = (cell: Cell) => (typeof cell === 'object' && cell !== null ? cell.minor / 100 : cell)
