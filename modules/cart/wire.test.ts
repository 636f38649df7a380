import { describe, expect, test } from 'vitest'
import type { CartLine } from './schema.ts'
import { cartOnWire } from './wire.ts'

const piece: CartLine['piece'] = {
  productId: 7,
  attributeId: 3,
  attributeValue: 'Small',
  measure: '45–60 mm',
  name: 'Ruby Ring',
  slug: 'ruby-ring',
  categoryId: 3,
  priceNpr: 1_000_50,
  priceUsd: 7_52,
  stock: 4,
  isArchived: false,
  choiceFits: true,
  picture: { hash: 'abc', widths: [400, 800] },
}
const line: CartLine = {
  id: 'line-1',
  productId: 7,
  attributeId: 3,
  quantity: 3,
  priceNpr: 1_000_50,
  priceUsd: 7_52,
  piece,
  notice: null,
}
const onWire = (said: Partial<CartLine>) => cartOnWire({ id: 'bag-1', note: '', lines: [{ ...line, ...said }] })

describe('a line of a bag', () => {
  test('tells the price of one and of all, in both currencies', () => {
    expect(cartOnWire({ id: 'bag-1', note: 'Ring twice', lines: [line] })).toEqual({
      shoppingCartId: 'bag-1',
      note: 'Ring twice',
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
  ])('whose price in %s was another tells both prices of before', (_, before, told) => {
    const { cartItems } = onWire(before)
    expect(cartItems.map((item) => [item.previousUnitPrice, item.previousUnitPriceInUSD])).toEqual([told])
  })

  test('that is gone has none in stock, one that is short has what is left', () => {
    expect(onWire({ notice: 'gone' }).cartItems[0]?.productQuantity).toBe(0)
    expect(onWire({ notice: 'short' }).cartItems[0]?.productQuantity).toBe(4)
  })

  test('without a picture names none', () => {
    expect(onWire({ piece: { ...piece, picture: null } }).cartItems[0]?.imgURL).toBeNull()
  })
})
