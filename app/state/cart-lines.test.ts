import { describe, expect, test } from 'vitest'
import {
  type BagLine,
  type BagPiece,
  isHeldUp,
  readLines,
  subtotalOf,
  withPiece,
  withPieceSet,
  withQuantity,
  withVariant,
} from './cart-lines.ts'

const ring: BagPiece = {
  productId: 7,
  selectedAttributeId: 3,
  attributeValue: 'Small',
  measure: '16.5 mm inside, US 6',
  name: 'Ruby Halo Ring',
  slugs: 'ruby-halo-ring',
  categoryId: 3,
  priceNpr: 1_000_10,
  priceUsd: 10_10,
  stock: 4,
  imgURL: null,
}

const medium = { id: 4, kind: 'size', value: 'Medium', measure: 'US 7', stock: 5 } as const

const bag = (quantity: number, change: Partial<BagLine> = {}): BagLine[] =>
  withPiece([], ring, quantity).map((line) => ({ ...line, ...change }))

describe('the lines of a bag', () => {
  test('a piece that is there is raised, in both amounts', () => {
    expect(withPiece(bag(1), ring, 2)).toMatchObject([{ quantity: 3, totalPrice: 3000.3, totalPriceInUSD: 30.3 }])
  })

  test('the same product in another choice is another line', () => {
    expect(withPiece(bag(1), { ...ring, selectedAttributeId: 4 }, 1)).toHaveLength(2)
  })

  test('Buy Now sets the quantity, however many there were', () => {
    expect(withPieceSet([], ring, 2)).toMatchObject([{ quantity: 2, totalPriceInUSD: 20.2 }])
    expect(withPieceSet(bag(3), ring, 2)).toMatchObject([{ quantity: 2, totalPriceInUSD: 20.2 }])
  })

  test('a line changes its variant and keeps its quantity', () => {
    const changed = withVariant(bag(2, { notice: 'soldOut' }), ring, medium)
    expect(changed).toMatchObject([
      {
        selectedAttributeId: 4,
        attributeValue: 'Medium',
        measure: 'US 7',
        quantity: 2,
        productQuantity: 5,
        notice: null,
      },
    ])
    expect(withVariant(changed, ring, medium)).toEqual(changed)
  })

  test('two lines that come to the same variant become one', () => {
    const both = withPiece(bag(2), { ...ring, selectedAttributeId: 4 }, 1)
    expect(withVariant(both, ring, medium)).toMatchObject([{ selectedAttributeId: 4, quantity: 3 }])
  })

  test('a quantity of nothing takes the line out', () => {
    expect(withQuantity(bag(2), ring, 0)).toEqual([])
  })

  test('what cannot be ordered is not counted; another price is', () => {
    for (const notice of ['soldOut', 'gone', 'short'] as const) {
      expect(subtotalOf(bag(2, { notice }))).toEqual({ npr: 0, usd: 0 })
    }
    expect(subtotalOf(bag(2, { notice: 'price' }))).toEqual({ npr: 2_000_20, usd: 20_20 })
  })

  test('a short line is whole again when it asks for what there is', () => {
    const [line] = withQuantity(bag(6, { notice: 'short' }), ring, 4)
    expect(line && isHeldUp(line)).toBe(false)
  })

  test('of what the browser kept, only lines are read', () => {
    const [line] = bag(1)
    const strange = [null, 'line', {}, { quantity: 2 }, { ...line, quantity: 0 }, { ...line, unitPrice: 'free' }]
    expect(readLines([...strange, line])).toEqual([line])
    for (const kept of [null, undefined, 'x', { lines: [line] }]) expect(readLines(kept)).toEqual([])
  })
})
