import { describe, expect, test } from 'vitest'
import { bodyOf, type Draft, type DraftChoice, emptyDraft, slugOf } from './draft.ts'
import { differences, mergeDrafts } from './merge-drafts.ts'

const before: Draft = { ...emptyDraft, name: 'Moon Stone', price: '1000', description: 'Pale.' }

describe('two who changed one piece', () => {
  const mine: Draft = { ...before, name: 'Mine', description: 'My words.' }
  const theirs: Draft = { ...before, name: 'Theirs', price: '1200' }

  test('are asked about what both touched, and about nothing else', () => {
    expect(differences(mine, theirs, before).map(({ key }) => key)).toEqual(['name', 'description'])
  })

  test('keep what was chosen, and what only one of them said', () => {
    expect(mergeDrafts(mine, theirs, new Set(['description']))).toEqual({ ...theirs, description: 'My words.' })
  })

  test('notice pictures that have the same words and are others', () => {
    const picture = { hash: '', width: 1, height: 1, color: '', widths: [1], alt: '' }
    const own = { ...before, images: [{ pictureId: 1, alt: 'x', picture }] }
    const other = { ...before, images: [{ pictureId: 2, alt: 'x', picture }] }
    expect(differences(own, other, before).map(({ key }) => key)).toEqual(['images'])
  })

  test('count the stock of a choice from what the other left, and add again what the other removed', () => {
    const choice = (id: number, stock: string, read: number): DraftChoice => ({
      key: `${id}`,
      id,
      kind: 'size',
      value: `${id}`,
      measure: '',
      stock,
      read,
    })
    const own = { ...before, choices: [choice(1, '9', 5), choice(2, '4', 4)] }
    const other = { ...before, choices: [choice(1, '3', 3)] }
    const [first, second] = mergeDrafts(own, other, new Set(['choices'])).choices
    expect(first).toMatchObject({ id: 1, stock: '9', read: 3 })
    expect(second).toEqual({ key: '2', kind: 'size', value: '2', measure: '', stock: '4' })
  })
})

test('what is typed goes as numbers, and what is none goes as it is', () => {
  const body = bodyOf(
    { ...before, price: '1,65,400', priceInUSD: ' 8.50 ', stock: 'many', sizeMm: '60 x 40 × 35', tags: 'a, ,b' },
    undefined,
  )
  expect(body).toMatchObject({
    price: 165_400,
    priceInUSD: 8.5,
    stock: 'many',
    tags: ['a', 'b'],
    facts: { sizeMm: [60, 40, 35], weightG: null },
  })
  expect(bodyOf({ ...before, price: '12,400' }, undefined).price).toBe(12_400)
})

test.each([
  ['Café Noir Bracelet', 'cafe-noir-bracelet'],
  ['  Ruby & Halo — Ring ', 'ruby-halo-ring'],
])('%s lives at %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
