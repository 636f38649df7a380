import { expect, test } from 'vitest'
import { placeOnFlank } from './altitude-line.tsx'

test('a higher altitude lies further up and further along the ridge', () => {
  const places = [120, 1330, 1400, 2900, 4200, 6000, 8800].map(placeOnFlank)
  expect(places).toEqual(places.toSorted((a, b) => a.x - b.x))
  expect(places).toEqual(places.toSorted((a, b) => b.y - a.y))
})

test('the dot is drawn at the altitude itself, in proportion', () => {
  const [low, middle, high] = [1000, 3000, 5000].map((altitude) => placeOnFlank(altitude).y)
  expect((low ?? 0) - (middle ?? 0)).toBeCloseTo((middle ?? 0) - (high ?? 0), 6)
})

test('what lies outside the ridge is drawn at its foot or on its summit', () => {
  expect(placeOnFlank(0)).toEqual(placeOnFlank(100))
  expect(placeOnFlank(9000)).toEqual(placeOnFlank(8849))
})
