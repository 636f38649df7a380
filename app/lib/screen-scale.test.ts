import { expect, test } from 'vitest'
import { findScale, type StoredScale, scaleBarLength, withoutScreen } from './screen-scale.ts'

const laptop: StoredScale = { width: 1920, height: 1080, ratio: 1, scale: 3.8 }
const phone: StoredScale = { width: 390, height: 844, ratio: 3, scale: 6.3 }
const stored = [laptop, phone]

test('each screen has its own scale', () => {
  expect(findScale(stored, laptop)).toBe(3.8)
  expect(findScale(stored, phone)).toBe(6.3)
  expect(findScale(stored, { width: 2560, height: 1440, ratio: 1 })).toBeUndefined()
})

test('a turned phone is the same screen', () => {
  expect(findScale(stored, { width: 844, height: 390, ratio: 3 })).toBe(6.3)
})

test.each([
  ['stays', { width: 1920, height: 1080, ratio: 1.25 }],
  ['shrinks', { width: 1536, height: 864, ratio: 1.25 }],
])('zoom changes the scale when the size of the screen %s', (_, zoomed) => {
  expect(findScale(stored, zoomed)).toBeCloseTo(3.04)
})

test('zoom that rounds the size of the screen is found', () => {
  expect(findScale(stored, { width: 1745, height: 982, ratio: 1.1 })).toBeCloseTo(3.8 / 1.1)
})

test('a zoomed screen replaces its own entry only', () => {
  expect(withoutScreen(stored, { width: 1536, height: 864, ratio: 1.25 })).toEqual([phone])
})

test.each([
  [3.8, 50, 10],
  [3.8, 120, 20],
  [0.5, 120, 200],
  [14, 5, 1],
])('at %d pixels per millimeter, %d pixels hold a bar of %d mm', (scale, pixels, length) => {
  expect(scaleBarLength(scale, pixels)).toBe(length)
})
