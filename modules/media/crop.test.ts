import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropArea, cropRatio } from './crop.ts'

test('the area is centered on the focus where the picture allows', () => {
  expect(cropArea({ width: 1000, height: 500 }, { x: 0.5, y: 0.5 })).toEqual({
    width: 400,
    height: 500,
    left: 300,
    top: 0,
  })
  expect(cropArea({ width: 1000, height: 500 }, { x: 0.95, y: 0 })).toEqual({
    width: 400,
    height: 500,
    left: 600,
    top: 0,
  })
  expect(cropArea({ width: 400, height: 1000 }, { x: 0, y: 0.4 })).toEqual({
    width: 400,
    height: 500,
    left: 0,
    top: 150,
  })
})

test('the area lies in the picture, has the ratio of the tiles and touches two opposite sides', () => {
  const side = fc.integer({ min: 10, max: 12_000 })
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(side, side, part, part, (width, height, x, y) => {
      const area = cropArea({ width, height }, { x, y })
      expect(area.left).toBeGreaterThanOrEqual(0)
      expect(area.top).toBeGreaterThanOrEqual(0)
      expect(area.left + area.width).toBeLessThanOrEqual(width)
      expect(area.top + area.height).toBeLessThanOrEqual(height)
      expect(Math.abs(area.width - area.height * cropRatio)).toBeLessThanOrEqual(1)
      expect(area.width === width || area.height === height).toBe(true)
    }),
  )
})
