/** An added apostrophe keeps a spreadsheet from running the cell as a formula; `prefixed` finds it again when reading. */
const formula = /^'*[=+\-@\t\r]/
const prefixed = /^'(?='*[=+\-@\t\r])/
const maxCellLength = 20_000
const maxCells = 100

export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
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

/** Yields one record at a time, so that memory does not grow with the file. */
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
  for await (const chunk of chunks) yield* reader.read(decode(chunk))
  yield* reader.read(decode())
  yield* reader.end()
}

class CsvReader {
  line = 1
  #firstLine = 1
  #cells: string[] = []
  #cell = ''
  #state: 'start' | 'plain' | 'quoted' | 'afterQuote' = 'start'

  read(text: string): CsvRecord[] {
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
      throw new CsvError(this.#firstLine, 'The quotation mark that starts here is never closed.')
    const record = this.#endRecord()
    return record ? [record] : []
  }

  #add(character: string): void {
    if (character === '\0') throw new CsvError(this.#firstLine, 'This line contains a character that is not allowed.')
    this.#cell += character
    if (this.#cell.length > maxCellLength)
      throw new CsvError(this.#firstLine, `A cell is longer than ${maxCellLength.toLocaleString('en-US')} characters.`)
  }

  #endCell(): void {
    this.#cells.push(this.#cell.replace(prefixed, ''))
    if (this.#cells.length > maxCells) throw new CsvError(this.#firstLine, `A line has more than ${maxCells} cells.`)
    this.#cell = ''
    this.#state = 'start'
  }

  /** Undefined for an empty line. */
  #endRecord(): CsvRecord | undefined {
    const isEmpty = this.#cells.length === 0 && this.#cell === ''
    this.#endCell()
    const record = { line: this.#firstLine, cells: this.#cells }
    this.#cells = []
    this.#firstLine = this.line
    return isEmpty ? undefined : record
  }
}
