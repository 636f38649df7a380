import { type Options, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'

/** An added apostrophe keeps a spreadsheet from running the cell as a formula; `prefixed` finds it again when reading. */
const formula = /^'*[=+\-@\t\r]/
const prefixed = /^'(?='*[=+\-@\t\r])/
const maxCellLength = 20_000
const maxCells = 100

/** Excel needs it at the start of a file to recognize UTF-8. */
export const byteOrderMark = '\ufeff'

export function csvLine(cells: readonly (string | number | null)[]): string {
  const safe = cells.map((cell) => (typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell))
  return stringify([safe], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}

export type CsvRecord = { line: number; cells: string[] }

/** Reading stops at `line`. */
export class CsvError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const tooLong = `A cell is longer than ${maxCellLength.toLocaleString('en-US')} characters.`

/** Yields one record at a time, so that memory does not grow with the file. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  let line = 1
  const stopIf = (isWrong: boolean, message: string) => {
    if (isWrong) throw new CsvError(line, message)
  }
  const options: Options<CsvRecord, string[]> = {
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 4 * maxCells * maxCellLength,
    cast: (cell, { index, quoting }) => {
      stopIf(index >= maxCells, `A line has more than ${maxCells} cells.`)
      stopIf(cell.length > maxCellLength, tooLong)
      stopIf(cell.includes('\0'), 'This line contains a character that is not allowed.')
      return quoting ? cell : cell.replaceAll('\r', '')
    },
    on_record: (cells) => {
      const record = { line, cells: cells.map((cell) => cell.replace(prefixed, '')) }
      line += cells.join().split('\n').length
      return cells.length > 1 || cells[0] ? record : null
    },
  }
  // Its types know records of another shape only together with column names.
  const parser = parse(options as unknown as Options)
  parser.on('error', () => {})
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let decodedLine = 1
  const decode = (chunk?: Uint8Array) => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined })
      decodedLine += text.split('\n').length - 1
      return text
    } catch {
      throw new CsvError(decodedLine, 'From here on the file is not in UTF-8. Please save it as “CSV UTF-8”.')
    }
  }
  for await (const chunk of chunks) {
    parser.write(decode(chunk))
    for (let record = parser.read(); record; record = parser.read()) yield record
    if (parser.errored) break
  }
  if (!parser.errored) parser.end(decode())
  try {
    yield* parser
  } catch (error) {
    const { code } = error as { code?: string }
    stopIf(code === 'CSV_QUOTE_NOT_CLOSED', 'The quotation mark that starts here is never closed.')
    stopIf(code === 'CSV_MAX_RECORD_SIZE', tooLong)
    throw error
  }
}
