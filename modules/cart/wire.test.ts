import { describe, expect, test } from 'vitest'
import type { CartLine } from './contract.ts'
import { cartOnWire } from './wire.ts'

const item: CartLine['item'] = {
  productId: 7,
  variantId: 3,
  variantValue: 'Small',
  measure: '45–60 mm',
  name: 'Ruby Ring',
  slug: 'ruby-ring',
  categoryId: 3,
  priceNpr: 1_000_50,
  priceUsd: 7_52,
  stock: 4,
  isArchived: false,
  isVariantValid: true,
  picture: { hash: 'abc', widths: [400, 800] },
}
const line: CartLine = {
  id: 'line-1',
  productId: 7,
  variantId: 3,
  quantity: 3,
  priceNpr: 1_000_50,
  priceUsd: 7_52,
  item,
  notice: null,
}
const lineOnWire = (overrides: Partial<CartLine>) =>
  cartOnWire({ id: 'cart-1', note: '', discount: null, lines: [{ ...line, ...overrides }] })

describe('cartOnWire', () => {
  test('contains unit and total prices in both currencies', () => {
    expect(cartOnWire({ id: 'cart-1', note: 'Ring twice', discount: null, lines: [line] })).toEqual({
      shoppingCartId: 'cart-1',
      note: 'Ring twice',
      discount: null,
      cartItems: [
        {
          cartItemId: 'line-1',
          productId: 7,
          quantity: 3,
          selectedAttributeId: 3,
          name: 'Ruby Ring',
          slugs: 'ruby-ring',
          categoryId: 3,
          attributeValue: 'Small',
          measure: '45–60 mm',
          unitPrice: 1_000.5,
          unitPriceInUSD: 7.52,
          totalPrice: 3_001.5,
          totalPriceInUSD: 22.56,
          imgURL: expect.stringContaining('abc'),
          productQuantity: 4,
          notice: null,
          previousUnitPrice: null,
          previousUnitPriceInUSD: null,
        },
      ],
    })
  })

  test.each([
    ['rupees', { priceNpr: 900_00 }, [900, 7.52]],
    ['dollars', { priceUsd: 7_00 }, [1_000.5, 7]],
  ])('contains both previous prices if the price in %s changed', (_, previous, expected) => {
    const { cartItems } = lineOnWire(previous)
    expect(cartItems.map((item) => [item.previousUnitPrice, item.previousUnitPriceInUSD])).toEqual([expected])
  })

  test('contains no stock for a line that is no longer sold and the remaining stock for a line above stock', () => {
    expect(lineOnWire({ notice: 'gone' }).cartItems[0]?.productQuantity).toBe(0)
    expect(lineOnWire({ notice: 'short' }).cartItems[0]?.productQuantity).toBe(4)
  })

  test('has no imgURL without a picture', () => {
    expect(lineOnWire({ item: { ...item, picture: null } }).cartItems[0]?.imgURL).toBeNull()
  })
})
