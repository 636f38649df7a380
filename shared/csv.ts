/** What a spreadsheet would run as a formula is made text by an apostrophe before it, beside those that it has itself. */
const formula = /^'*[=+\-@\t\r]/
const prefixed = /^'(?='*[=+\-@\t\r])/
const longestCell = 20_000
const mostCells = 100

export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type CsvRecord = { line: number; cells: string[] }

/** A file that cannot be read any further, and where. */
export class CsvError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** One record after the other, as they come: only one is held at a time, however long the file is. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new CsvError(reader.line, 'From here on the file is not in UTF-8. Please save it as “CSV UTF-8”.')
    }
  }
  for await (const chunk of chunks) yield* reader.take(decode(chunk))
  yield* reader.take(decode())
  yield* reader.end()
}

class CsvReader {
  line = 1
  #startedAt = 1
  #cells: string[] = []
  #cell = ''
  #state: 'start' | 'plain' | 'quoted' | 'afterQuote' = 'start'

  take(text: string): CsvRecord[] {
    const records: CsvRecord[] = []
    for (const character of text) {
      if (character === '\n') this.line++
      if (this.#state === 'quoted') {
        if (character === '"') this.#state = 'afterQuote'
        else this.#add(character)
      } else if (character === '"' && this.#state === 'start') this.#state = 'quoted'
      else if (character === '"' && this.#state === 'afterQuote') {
        this.#add('"')
        this.#state = 'quoted'
      } else if (character === ',') this.#endCell()
      else if (character === '\n') {
        const record = this.#endRecord()
        if (record) records.push(record)
      } else if (character !== '\r') {
        this.#add(character)
        this.#state = 'plain'
      }
    }
    return records
  }

  end(): CsvRecord[] {
    if (this.#state === 'quoted')
      throw new CsvError(this.#startedAt, 'A quotation mark is opened here and never closed.')
    const record = this.#endRecord()
    return record ? [record] : []
  }

  #add(character: string): void {
    if (character === '\0') throw new CsvError(this.#startedAt, 'This line holds a character that cannot be used.')
    this.#cell += character
    if (this.#cell.length > longestCell)
      throw new CsvError(this.#startedAt, `A cell is longer than ${longestCell.toLocaleString('en-US')} characters.`)
  }

  #endCell(): void {
    this.#cells.push(this.#cell.replace(prefixed, ''))
    if (this.#cells.length > mostCells) throw new CsvError(this.#startedAt, `A line has more than ${mostCells} cells.`)
    this.#cell = ''
    this.#state = 'start'
  }

  /** Empty lines are no records. */
  #endRecord(): CsvRecord | undefined {
    const isEmpty = this.#cells.length === 0 && this.#cell === ''
    this.#endCell()
    const record = { line: this.#startedAt, cells: this.#cells }
    this.#cells = []
    this.#startedAt = this.line
    return isEmpty ? undefined : record
  }
}
