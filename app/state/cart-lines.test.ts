import { describe, expect, test } from 'vitest'
import {
  type CartLine,
  type CartProduct,
  isBlocked,
  readLines,
  subtotalOf,
  withProduct,
  withProductQuantity,
  withQuantity,
  withVariant,
} from './cart-lines.ts'

const ring: CartProduct = {
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

const medium = {
  id: 4,
  kind: 'size',
  value: 'Medium',
  measure: 'US 7',
  stock: 5,
  priceNpr: 120_000,
  priceUsd: 900,
  regularNpr: null,
  regularUsd: null,
} as const

const cartWith = (quantity: number, change: Partial<CartLine> = {}): CartLine[] =>
  withProduct([], ring, quantity).map((line) => ({ ...line, ...change }))

describe('cart lines', () => {
  test('adding a product that is in the cart raises quantity and both totals', () => {
    expect(withProduct(cartWith(1), ring, 2)).toMatchObject([
      { quantity: 3, totalPrice: 3000.3, totalPriceInUSD: 30.3 },
    ])
  })

  test('the same product in another variant gets its own line', () => {
    expect(withProduct(cartWith(1), { ...ring, selectedAttributeId: 4 }, 1)).toHaveLength(2)
  })

  test('Buy Now replaces the quantity of an existing line', () => {
    expect(withProductQuantity([], ring, 2)).toMatchObject([{ quantity: 2, totalPriceInUSD: 20.2 }])
    expect(withProductQuantity(cartWith(3), ring, 2)).toMatchObject([{ quantity: 2, totalPriceInUSD: 20.2 }])
  })

  test('changing the variant of a line keeps its quantity and clears its notice', () => {
    const changed = withVariant(cartWith(2, { notice: 'soldOut' }), ring, medium)
    expect(changed).toMatchObject([
      {
        selectedAttributeId: 4,
        attributeValue: 'Medium',
        measure: 'US 7',
        quantity: 2,
        productQuantity: 5,
        unitPrice: 1200,
        totalPrice: 2400,
        totalPriceInUSD: 18,
        notice: null,
      },
    ])
    expect(withVariant(changed, ring, medium)).toEqual(changed)
  })

  test('changing a line to the variant of another line merges the two', () => {
    const both = withProduct(cartWith(2), { ...ring, selectedAttributeId: 4 }, 1)
    expect(withVariant(both, ring, medium)).toMatchObject([{ selectedAttributeId: 4, quantity: 3 }])
  })

  test('a quantity of 0 removes the line', () => {
    expect(withQuantity(cartWith(2), ring, 0)).toEqual([])
  })

  test('the subtotal leaves out blocked lines and counts lines with a changed price', () => {
    for (const notice of ['soldOut', 'gone', 'short'] as const) {
      expect(subtotalOf(cartWith(2, { notice }))).toEqual({ npr: 0, usd: 0 })
    }
    expect(subtotalOf(cartWith(2, { notice: 'price' }))).toEqual({ npr: 2_000_20, usd: 20_20 })
  })

  test('lowering the quantity to the stock unblocks a line', () => {
    const [line] = withQuantity(cartWith(6, { notice: 'short' }), ring, 4)
    expect(line && isBlocked(line)).toBe(false)
  })

  test('reads only valid lines from browser storage', () => {
    const [line] = cartWith(1)
    const invalid = [null, 'line', {}, { quantity: 2 }, { ...line, quantity: 0 }, { ...line, unitPrice: 'free' }]
    expect(readLines([...invalid, line])).toEqual([line])
    for (const stored of [null, undefined, 'x', { lines: [line] }]) expect(readLines(stored)).toEqual([])
  })
})
