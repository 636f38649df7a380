import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvError, type CsvRecord, csvLine, readCsv } from './csv.ts'

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string | Uint8Array, size = 7) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const records: CsvRecord[] = []
  for await (const record of readCsv(inChunks(bytes, size))) records.push(record)
  return records
}

test('a file is the same after writing and reading, in chunks of any size', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom("'", '"', '=', '-', ',', '\t', '\r', '\n', 'a'), maxLength: 5 }),
  )
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const records = await read(rows.map(csvLine).join(''), size)
      expect(records.map(({ cells }) => cells)).toEqual(rows)
    }),
  )
})

describe('formulas', () => {
  test.each(['=cmd()', '+1', '-1', '@SUM(A1)', '\tx'])('%j is written as text', (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  })
  test('are read back unchanged', async () => {
    expect(await read(csvLine(['=1+1', '-300']))).toEqual([{ line: 1, cells: ['=1+1', '-300'] }])
  })
})

test('counts lines like a text editor', async () => {
  expect(await read('a,b\r\n\r\n"two\nlines",c\nlast,d')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['two\nlines', 'c'] },
    { line: 5, cells: ['last', 'd'] },
  ])
})

test('ignores a byte order mark', async () => {
  expect(await read('\ufeffslug,name')).toEqual([{ line: 1, cells: ['slug', 'name'] }])
})

describe('reports the line of an invalid file', () => {
  const latin1 = new Uint8Array([...Buffer.from('a,b\nc,'), 0xe9, 0x0a])
  test.each<[string, string | Uint8Array, number]>([
    ['another encoding', latin1, 2],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 1],
    ['an unclosed quotation mark', 'a,b\nc,"d\ne\nf', 2],
    ['a cell that is too long', `a\n${'x'.repeat(20_001)}`, 2],
    ['a line with too many cells', `a\n${','.repeat(101)}`, 2],
  ])('%s', async (_, file, line) => {
    const failure = await read(file).catch((error: CsvError) => error)
    expect(failure).toMatchObject({ line, message: expect.any(String) })
  })
})
