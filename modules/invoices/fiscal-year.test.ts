import { expect, test } from 'vitest'
import { fiscalYearOf, invoiceNumber } from './fiscal-year.ts'

test.each([
  ['2026-07-15', '07-16', '2025/26'],
  ['2026-07-16', '07-16', '2026/27'],
  ['2027-01-01', '07-16', '2026/27'],
  ['2099-12-31', '07-16', '2099/00'],
  ['2026-12-31', '01-01', '2026'],
  ['2026-01-01', '01-01', '2026'],
])('%s with a start on %s belongs to %s', (day, start, year) => {
  expect(fiscalYearOf(day, start)).toBe(year)
})

test('a number names its kind and year', () => {
  expect(invoiceNumber('invoice', '2026/27', 7)).toBe('INV 2026/27-00007')
  expect(invoiceNumber('credit note', '2026', 123_456)).toBe('CN 2026-123456')
})
