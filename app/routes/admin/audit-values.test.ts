import { describe, expect, test } from 'vitest'
import { fieldChanges, fieldName } from './audit-values.ts'

const line = (quantity: number, productName: string, more = {}) => ({
  productName,
  quantity,
  position: 1,
  imageUrl: '/media/a-800.webp',
  variantValue: null,
  ...more,
})

describe('a value of the audit log', () => {
  test.each([
    ['price', 4530, 'Rs 4,530'],
    ['priceInUSD', 26.5, '$ 26.50'],
    ['totalNpr', 704_000, 'Rs 7,040'],
    ['returnedAmount', 12_400, '124'],
    ['lowStock', 5, '5'],
    ['isArchived', true, 'yes'],
    ['role', 'Admin', 'Owner'],
    ['role', 'Packer', 'Packer'],
    ['categoryId', 1, 'Crystal'],
    ['validUntil', '2026-12-01', '1 December 2026'],
    ['tags', ['new', 'gift'], 'new, gift'],
    ['turn', [4, 5, 6], '3 pictures'],
    ['lines', [line(2, 'Prayer Wheel')], '2 × Prayer Wheel'],
    ['lines', [line(1, 'Ring', { variantValue: 'Small', restock: false })], '1 × Ring (Small), not back to stock'],
    ['refund', { kind: 'refunded', amount: 12_400, method: 'cash' }, 'kind refunded, amount 124, method cash'],
  ])('%s %j reads %s', (name, value, text) => {
    expect(fieldChanges(null, { [name]: value })).toEqual([{ name, before: undefined, after: text }])
  })

  test('an amount of a payment is in minor units, of a discount in rupees', () => {
    const textOf = (values: Record<string, unknown>) => fieldChanges(null, values)[0]?.after
    expect([textOf({ amount: 500, method: 'cash' }), textOf({ amount: 500 })]).toEqual(['5', 'Rs 500'])
  })
})

test('empty values are shown only of a record that had others', () => {
  expect(fieldChanges({ note: 'Gift' }, { note: '' })).toEqual([{ name: 'note', before: 'Gift', after: 'empty' }])
  expect(fieldChanges(null, { note: '', endsAt: null, tags: [], stock: 0 })).toEqual([
    { name: 'stock', before: undefined, after: '0' },
  ])
})

test('a variant is named, and has no ids', () => {
  const variant = {
    kind: 'size',
    productAttributeId: 53,
    attributeValue: 'Medium',
    measure: '60 mm',
    productQuantity: 7,
  }
  const before = { attributes: [variant] }
  const after = { attributes: [{ ...variant, priceInUSD: 90, price: 12_000 }] }
  expect(fieldChanges(before, after)).toEqual([
    {
      name: 'attributes',
      before: 'Medium: measurement 60 mm, stock 7',
      after: 'Medium: measurement 60 mm, stock 7, price (NPR) Rs 12,000, price (USD) $ 90',
    },
  ])
})

test('of a list of lines, only those that differ are shown', () => {
  const before = { lines: [line(2, 'Prayer Wheel'), line(1, 'Ring')] }
  const after = { lines: [line(3, 'Prayer Wheel'), line(1, 'Ring')] }
  expect(fieldChanges(before, after)).toEqual([
    { name: 'lines', before: '2 × Prayer Wheel', after: '3 × Prayer Wheel' },
  ])
})

test('names of fields are words', () => {
  expect(['lowStock', 'slug', 'attributes', 'shippingNpr', 'rows', 'largePictureId'].map(fieldName)).toEqual([
    'low stock',
    'URL',
    'variants',
    'shipping NPR',
    'entries',
    'picture for large screens',
  ])
})
