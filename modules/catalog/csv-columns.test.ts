import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, readCsv } from '#shared/csv.ts'
import { csvColumns, csvProductSchema } from './csv-columns.ts'

const word = fc
  .string({
    unit: fc.constantFrom('|', '\\', "'", '=', '-', ',', '"', ':', ' ', 'a', '1', '(', ')', '\u2028'),
    maxLength: 6,
  })
  .map((text) => text.trim() || 'x')
const terms = fc.array(word, { maxLength: 3 })
const amount = fc.integer({ min: 1_000_00, max: 10_000_000 }).map((minor) => minor / 100)
const saleAmount = fc.integer({ min: 1, max: 999_99 }).map((minor) => minor / 100)
/** Both currencies or none, and a sale only with a price. */
const prices = { own: fc.option(fc.record({ npr: amount, usd: amount, sale: fc.option(saleAmount) })) }
const toPrices = (own: { npr: number; usd: number; sale: number | null } | null) => ({
  price: own?.npr ?? null,
  priceInUSD: own?.usd ?? null,
  salePrice: own?.sale ?? null,
  salePriceInUSD: own?.sale ?? null,
})
const variant = fc.record({
  kind: fc.constantFrom('size', 'color'),
  attributeValue: word,
  measure: fc.constantFrom('', '45–60 mm', '16.5 mm inside, US 6', '=', '|'),
  productQuantity: fc.nat(1_000_000),
  ...prices,
})

const productInput = fc.record({
  slug: fc.constant('moon-stone'),
  name: word,
  description: word,
  categoryId: fc.constantFrom(1, 2, 3),
  price: amount,
  priceInUSD: amount,
  stock: fc.nat(1_000_000),
  tags: terms,
  colors: terms,
  sizes: terms,
  attributes: fc
    .uniqueArray(variant, {
      maxLength: 3,
      selector: ({ attributeValue }) => attributeValue.replace(/ +/g, ' '),
    })
    .map((variants) => variants.map(({ own, ...fields }) => ({ ...fields, ...toPrices(own) }))),
  sale: fc.option(saleAmount),
  saleFrom: fc.option(fc.constantFrom('2026-11-01', '2026-12-01')),
  saleUntil: fc.option(fc.constantFrom('2026-12-01', '2027-01-31')),
  facts: fc.record({
    mineral: word,
    originPlace: fc.option(word),
    altitudeM: fc.option(fc.integer({ min: -500, max: 8849 })),
    weightG: fc.option(fc.integer({ min: 1, max: 1_000_000 }).map((hundredths) => hundredths / 100)),
    sizeMm: fc.option(fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 3, maxLength: 3 })),
  }),
  isArchived: fc.boolean(),
})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

test('an exported line parses to the same product', async () => {
  await fc.assert(
    fc.asyncProperty(productInput, async ({ sale, ...input }) => {
      const product = csvProductSchema.parse({ ...input, salePrice: sale, salePriceInUSD: sale })
      const line = csvLine(csvColumns.map(({ format }) => format(product)))
      const draft: Record<string, unknown> = {}
      for await (const { cells } of readCsv(bytesOf(line)))
        for (const [index, column] of csvColumns.entries())
          expect(column.parse((cells[index] ?? '').trim(), draft)).toBeUndefined()
      expect(csvProductSchema.parse(draft)).toEqual(product)
    }),
  )
})

test.each([
  ['price_npr', '6,500', { price: 6500 }],
  ['price_usd', '1 200.50', { priceInUSD: 1200.5 }],
  ['sale_price_npr', '1,65,400', { salePrice: 165_400 }],
  ['stock', "1'000", { stock: 1000 }],
  ['altitude_m', '5,364', { facts: { altitudeM: 5364 } }],
])('the cell %s reads %j as a form does', (name, cell, expected) => {
  const draft = {}
  const column = csvColumns.find((each) => each.name === name)
  expect(column?.parse(cell, draft)).toBeUndefined()
  expect(draft).toEqual(expected)
})
