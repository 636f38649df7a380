import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, fromWire, toWire } from './money.ts'

test('groups dollars by thousands and rupees by lakh, with decimals only if needed', () => {
  expect(formatMoney(124000, 'USD')).toBe('$ 1,240')
  expect(formatMoney(4805, 'USD')).toBe('$ 48.05')
  expect(formatMoney(16540000, 'NPR')).toBe('Rs 1,65,400')
  expect(formatMoney(640000, 'NPR')).toBe('Rs 6,400')
  expect(formatMoney(0, 'NPR')).toBe('Rs 0')
  expect(formatMoney(-640050, 'NPR')).toBe('−Rs 6,400.50')
  expect(formatMoney(640050, 'NPR')).toBe('Rs 6,400.50')
})

test('money is written like Intl writes it', () => {
  const like = (locale: string, minor: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: minor % 100 && 2 }).format(minor / 100)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (minor) => {
      expect(formatMoney(minor, 'USD')).toBe(`$ ${like('en-US', minor)}`)
      expect(formatMoney(minor, 'NPR')).toBe(`Rs ${like('en-IN', minor)}`)
    }),
  )
})

test('an amount is exact after a round trip through JSON', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (minor) => {
      const text = JSON.stringify(toWire(minor))
      expect(text).toMatch(/^\d+(\.\d{1,2})?$/)
      expect(Math.round(Number(JSON.parse(text)) * 100)).toBe(minor)
    }),
  )
})

test('rounds an amount from the wire to minor units', () => {
  expect([0, 1, 4.35, 1.005, 19.999, 0.1 + 0.2].map(fromWire)).toEqual([0, 100, 435, 100, 2000, 30])
})
