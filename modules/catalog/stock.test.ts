import { describe, expect, test } from 'vitest'
import type { Db } from '#platform/db.server.ts'
import { findStockItems, isOnSale, rejectShortage, returnStock } from './stock.server.ts'
import type { StockItem } from './stock-item.ts'

const stockItem = (overrides: Partial<StockItem> = {}): StockItem => ({
  productId: 7,
  variantId: null,
  variantValue: null,
  measure: null,
  name: 'Singing Bowl',
  slug: 'singing-bowl',
  categoryId: 2,
  priceNpr: 100_00,
  priceUsd: 1_00,
  stock: 5,
  isArchived: false,
  isVariantValid: true,
  picture: null,
  ...overrides,
})
const soldItem = (isDeducted: boolean, overrides: Partial<StockItem> = {}) => ({
  item: stockItem(overrides),
  quantity: 1,
  isDeducted,
})

describe('isOnSale', () => {
  test('is true for a product that is not archived with a valid variant', () => {
    expect(isOnSale(stockItem())).toBe(true)
    expect(isOnSale(stockItem({ stock: 0 }))).toBe(true)
    expect(isOnSale(stockItem({ isArchived: true }))).toBe(false)
    expect(isOnSale(stockItem({ isVariantValid: false }))).toBe(false)
    expect(isOnSale(undefined)).toBe(false)
  })
})

describe('rejectShortage', () => {
  test('accepts a sale whose stock was deducted', () => {
    expect(() => rejectShortage([])).not.toThrow()
    expect(() => rejectShortage([soldItem(true), soldItem(true)])).not.toThrow()
  })

  test('names every item that was not deducted, with the reason', () => {
    const lines = [
      soldItem(true, { name: 'Lamp' }),
      soldItem(false, { name: 'Ring', variantValue: 'Small' }),
      soldItem(false, { name: 'Stone', isArchived: true }),
    ]
    const description = 'Ring (Small) is not in stock in this quantity.'
    expect(() => rejectShortage(lines)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: `${description} Stone is no longer sold. Nothing was ordered.`,
        details: [
          { code: 'OutOfStock', description },
          { code: 'Gone', description: 'Stone is no longer sold.' },
        ],
      }),
    )
  })
})

test('empty lists run no statement', async () => {
  const noDatabase = {} as Db
  expect(await findStockItems(noDatabase, [])).toEqual([])
  await returnStock(noDatabase, [], { kind: 'correction', at: new Date() })
})
