import { expect, test } from 'vitest'
import { categoryById, categoryByName } from './categories.ts'
import { slugPattern, tagKey } from './slugs.ts'

test('a tag key ignores spaces, hyphens and letter case', () => {
  for (const spelling of ['home decore', 'Home Decore', 'homeDecore', 'home-decore', ' HOME  DECORE ']) {
    expect(tagKey(spelling)).toBe('homedecore')
  }
})

test('finds a category by each alias in any letter case', () => {
  expect(['crystal', 'Crystals', 'CRYSTAL'].map((name) => categoryByName(name)?.id)).toEqual([1, 1, 1])
  expect(['accessory', 'Accessories'].map((name) => categoryByName(name)?.id)).toEqual([2, 2])
  expect(['jewellery', 'Jewellery', 'jewelry'].map((name) => categoryByName(name)?.id)).toEqual([3, 3, 3])
  expect(categoryByName('constructor')).toBeUndefined()
  expect(categoryById(4)).toBeUndefined()
})

test('slugs are lower-case words joined by single hyphens', () => {
  expect(slugPattern.test('ruby-halo-ring')).toBe(true)
  for (const invalid of ['', '-ruby', 'ruby--ring', 'Ruby', 'ruby\0', 'rubin-ü'])
    expect(slugPattern.test(invalid)).toBe(false)
})
