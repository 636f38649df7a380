import { expect, test } from 'vitest'
import { loadOrder, nearestLoaded } from './turn-frames.ts'

test.each([24, 25, 36])('%i frames are loaded from the front to both sides, each once', (count) => {
  const order = loadOrder(count)
  expect(order.slice(0, 5)).toEqual([0, 1, count - 1, 2, count - 2])
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index))
})

test.each([
  [0, 'front'],
  [2, 'second'],
  [1, 'second'],
  [5, 'front'],
  [3, 'second'],
  [-1, 'front'],
  [8, 'second'],
])('at position %i the nearest loaded frame is the %s', (index, nearest) => {
  expect(nearestLoaded(['front', undefined, 'second', undefined, undefined, undefined], index)).toBe(nearest)
})

test('before the front is loaded there is no frame', () => {
  expect(nearestLoaded([undefined, undefined], 0)).toBeUndefined()
})
