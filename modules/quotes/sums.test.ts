import { describe, expect, test } from 'vitest'
import { formatQuantity, lineTotal } from './sums.ts'

const tiers = [
  { from: 10, npr: 900, usd: 90 },
  { from: 50, npr: 800, usd: 80 },
  { from: 100, npr: 700, usd: 70 },
]

describe('lineTotal', () => {
  test.each([
    [10, 9_000, 900],
    [49, 44_100, 4_410],
    [50, 40_000, 4_000],
    [51, 40_800, 4_080],
    [100, 70_000, 7_000],
    [1000, 700_000, 70_000],
  ])('a quantity of %d uses the last tier that starts at or below it', (quantity, npr, usd) => {
    expect(lineTotal({ tiers, quantity })).toEqual({ npr, usd })
  })

  test('uses the first tier for a quantity below it', () => {
    expect(lineTotal({ tiers, quantity: 9 })).toEqual({ npr: 8_100, usd: 810 })
  })

  test('rounds to whole minor units for weights', () => {
    expect(lineTotal({ tiers: [{ from: 0.001, npr: 333, usd: 101 }], quantity: 12.5 })).toEqual({
      npr: 4_163,
      usd: 1_263,
    })
  })

  test('is zero without a tier', () => {
    expect(lineTotal({ tiers: [], quantity: 3 })).toEqual({ npr: 0, usd: 0 })
  })
})

test.each([
  ['piece', 1, '1 item'],
  ['piece', 12, '12 items'],
  ['piece', 1_200, '1,200 items'],
  ['kilo', 1, '1 kg'],
  ['kilo', 12.5, '12.5 kg'],
  ['kilo', 0.1234, '0.123 kg'],
] as const)('formatQuantity formats %s and %d as %s', (unit, quantity, expected) => {
  expect(formatQuantity({ unit, quantity })).toBe(expected)
})
