import { expect, test } from 'vitest'
import { pointOnSlope } from './altitude.ts'

test('a higher altitude is further up and further right', () => {
  const points = [120, 1330, 1400, 2900, 4200, 6000, 8800].map(pointOnSlope)
  expect(points).toEqual(points.toSorted((a, b) => a.x - b.x))
  expect(points).toEqual(points.toSorted((a, b) => b.y - a.y))
})

test('the height of the dot is proportional to the altitude', () => {
  const [low, middle, high] = [1000, 3000, 5000].map((altitude) => pointOnSlope(altitude).y)
  expect((low ?? 0) - (middle ?? 0)).toBeCloseTo((middle ?? 0) - (high ?? 0), 6)
})

test('altitudes outside the drawing are at its foot or its summit', () => {
  expect(pointOnSlope(0)).toEqual(pointOnSlope(100))
  expect(pointOnSlope(9000)).toEqual(pointOnSlope(8849))
})
