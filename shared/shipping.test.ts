import { describe, expect, test } from 'vitest'
import { defaultShipping, feeText, shippingFor, shippingOf, totalOf } from './shipping.ts'

const nothing = { npr: 0, usd: 0 }
const freeFrom5000 = { ...defaultShipping, freeAbove: { npr: 5_000_00, usd: null } }

describe('shippingFor', () => {
  test('is flat, and nothing for an empty cart', () => {
    expect(shippingFor({ npr: 1, usd: 1 }, defaultShipping)).toEqual({ npr: 100_00, usd: 40_00 })
    expect(shippingFor({ npr: 0, usd: 1 }, defaultShipping)).toEqual({ npr: 100_00, usd: 40_00 })
    expect(shippingFor(nothing, defaultShipping)).toEqual(nothing)
    expect(shippingFor(nothing, { ...defaultShipping, freeAbove: { npr: 0, usd: 0 } })).toEqual(nothing)
  })

  test('is free from the amount of each currency', () => {
    expect(shippingFor({ npr: 4_999_99, usd: 900_00 }, freeFrom5000)).toEqual({ npr: 100_00, usd: 40_00 })
    expect(shippingFor({ npr: 5_000_00, usd: 900_00 }, freeFrom5000)).toEqual({ npr: 0, usd: 40_00 })
  })

  test('compares what is left after the discount, and charges a cart that is discounted to nothing', () => {
    expect(shippingFor({ npr: 5_000_00, usd: 1 }, freeFrom5000, { npr: 1, usd: 0 }).npr).toBe(100_00)
    const all = { npr: 10_00, usd: 1_00 }
    expect(shippingFor(all, defaultShipping, all)).toEqual({ npr: 100_00, usd: 40_00 })
    expect(totalOf(all, defaultShipping, all)).toEqual({ npr: 100_00, usd: 40_00 })
  })
})

test('feeText shows the fee and from which amount it is free', () => {
  expect(feeText(freeFrom5000, 'NPR')).toBe('Rs 100 (free from Rs 5,000)')
  expect(feeText(freeFrom5000, 'USD')).toBe('$ 40')
  expect(feeText({ ...freeFrom5000, npr: 0 }, 'NPR')).toBe('Rs 0')
})

test('shippingOf reads the settings of the shop', () => {
  const settings = { shippingFee: 150, shippingFeeInUSD: 12.5, freeShippingAbove: 0.5, freeShippingAboveInUSD: null }
  expect(shippingOf(settings)).toEqual({ npr: 150_00, usd: 12_50, freeAbove: { npr: 50, usd: null } })
})
