import { describe, expect, test } from 'vitest'
import { slugOf } from '#app/features/admin/typed-values.ts'
import { findConflicts, mergeDrafts } from '#app/features/admin/use-draft.ts'
import { bodyOf, type Draft, type DraftVariant, emptyDraft } from './draft.ts'
import { merging } from './merging.ts'

const before: Draft = { ...emptyDraft, name: 'Moon Stone', price: '1000', description: 'Pale.' }

describe('merging two drafts of a product', () => {
  const mine: Draft = { ...before, name: 'Mine', description: 'My words.' }
  const theirs: Draft = { ...before, name: 'Theirs', price: '1200' }

  test('reports only the fields that differ and were changed here', () => {
    expect(findConflicts(merging, mine, theirs, before).map(({ key }) => key)).toEqual(['name', 'description'])
  })

  test('keeps the chosen fields of mine, and theirs for the rest', () => {
    expect(mergeDrafts(merging, mine, theirs, new Set(['description']))).toEqual({
      ...theirs,
      description: 'My words.',
    })
  })

  test('distinguishes pictures with the same alt text', () => {
    const picture = { hash: '', width: 1, height: 1, color: '', widths: [1], alt: '' }
    const own = { ...before, images: [{ pictureId: 1, alt: 'x', outline: null, picture }] }
    const other = { ...before, images: [{ pictureId: 2, alt: 'x', outline: null, picture }] }
    expect(findConflicts(merging, own, other, before).map(({ key }) => key)).toEqual(['images'])
  })

  test('distinguishes outlines of the same picture', () => {
    const picture = { hash: '', width: 1, height: 1, color: '', widths: [1], alt: '' }
    const outline = { left: 0.2, top: 0.2, width: 0.5, height: 0.5, widthMm: 24 }
    const own = { ...before, images: [{ pictureId: 1, alt: 'x', outline, picture }] }
    const other = { ...before, images: [{ pictureId: 1, alt: 'x', outline: { ...outline, left: 0.3 }, picture }] }
    const [conflict] = findConflicts(merging, own, other, before)
    expect(conflict).toMatchObject({ key: 'images', mine: '1. x, outline 24 mm wide' })
  })

  test('bases the stock of a variant on their stock, and adds a removed variant again', () => {
    const noPrices = { price: '', priceInUSD: '', salePrice: '', salePriceInUSD: '' }
    const variant = (id: number, stock: string, stockRead: number): DraftVariant => ({
      key: `${id}`,
      id,
      kind: 'size',
      value: `${id}`,
      measure: '',
      ...noPrices,
      stock,
      stockRead,
    })
    const own = { ...before, variants: [variant(1, '9', 5), variant(2, '4', 4)] }
    const other = { ...before, variants: [variant(1, '3', 3)] }
    const [first, second] = mergeDrafts(merging, own, other, new Set(['variants'])).variants
    expect(first).toMatchObject({ id: 1, stock: '9', stockRead: 3 })
    expect(second).toEqual({ key: '2', kind: 'size', value: '2', measure: '', ...noPrices, stock: '4' })
  })
})

test('sends typed numbers as numbers, and other input unchanged', () => {
  const body = bodyOf({
    ...before,
    price: '1,65,400',
    priceInUSD: ' 8.50 ',
    stock: 'many',
    sizeMm: '60 x 40 × 35',
    tags: 'a, ,b',
    listTags: [],
  })
  expect(body).toMatchObject({
    price: 165_400,
    priceInUSD: 8.5,
    stock: 'many',
    tags: ['a', 'b'],
    facts: { sizeMm: [60, 40, 35], weightG: null },
  })
  expect(bodyOf({ ...before, price: '12,400' }).price).toBe(12_400)
})

test.each([
  ['Café Noir Bracelet', 'cafe-noir-bracelet'],
  ['  Ruby & Halo — Ring ', 'ruby-halo-ring'],
])('turns %s into the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
