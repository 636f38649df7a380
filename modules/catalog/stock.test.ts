import { describe, expect, test } from 'vitest'
import type { Db } from '#platform/db.server.ts'
import type { Piece } from './schema.ts'
import { findPieces, isOnSale, refuseShortage, returnStock } from './stock.server.ts'

const piece = (said: Partial<Piece> = {}): Piece => ({
  productId: 7,
  attributeId: null,
  attributeValue: null,
  measure: null,
  name: 'Singing Bowl',
  slug: 'singing-bowl',
  categoryId: 2,
  priceNpr: 100_00,
  priceUsd: 1_00,
  stock: 5,
  isArchived: false,
  choiceFits: true,
  picture: null,
  ...said,
})
const sold = (isTaken: boolean, said: Partial<Piece> = {}) => ({ piece: piece(said), quantity: 1, isTaken })

describe('a piece', () => {
  test('is on sale while it is in the catalogue and its choice fits', () => {
    expect(isOnSale(piece())).toBe(true)
    expect(isOnSale(piece({ stock: 0 }))).toBe(true)
    expect(isOnSale(piece({ isArchived: true }))).toBe(false)
    expect(isOnSale(piece({ choiceFits: false }))).toBe(false)
    expect(isOnSale(undefined)).toBe(false)
  })
})

describe('a sale', () => {
  test('of which everything was taken is not refused', () => {
    expect(() => refuseShortage([])).not.toThrow()
    expect(() => refuseShortage([sold(true), sold(true)])).not.toThrow()
  })

  test('that fell short names every piece that was not taken, and why', () => {
    const lines = [
      sold(true, { name: 'Lamp' }),
      sold(false, { name: 'Ring', attributeValue: 'Small' }),
      sold(false, { name: 'Stone', isArchived: true }),
    ]
    const description = 'Ring (Small) is not in stock in this quantity.'
    expect(() => refuseShortage(lines)).toThrow(
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

test('of no pieces, nothing is asked of the database', async () => {
  const noDatabase = {} as Db
  expect(await findPieces(noDatabase, [])).toEqual([])
  await returnStock(noDatabase, [])
})
