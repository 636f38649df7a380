import { expect, test } from 'vitest'
import { moveBox, moveCorner } from './outline-box.ts'

const box = { left: 0.2, top: 0.3, width: 0.5, height: 0.4 }

test('moves without leaving the picture', () => {
  expect(moveBox(box, 0.1, -0.1)).toEqual({ ...box, left: 0.3, top: 0.2 })
  expect(moveBox(box, 2, -2)).toEqual({ ...box, left: 0.5, top: 0 })
})

test('a corner moves two sides and leaves the others', () => {
  expect(moveCorner(box, { x: 'left', y: 'top' }, 0.1, 0.1)).toEqual({ left: 0.3, top: 0.4, width: 0.4, height: 0.3 })
  expect(moveCorner(box, { x: 'right', y: 'bottom' }, 0.1, -0.1)).toEqual({ ...box, width: 0.6, height: 0.3 })
})

test('a corner stays in the picture and never passes the other side', () => {
  expect(moveCorner(box, { x: 'right', y: 'top' }, 9, -9)).toEqual({ left: 0.2, top: 0, width: 0.8, height: 0.7 })
  expect(moveCorner(box, { x: 'left', y: 'bottom' }, 9, -9)).toEqual({
    left: 0.68,
    top: 0.3,
    width: 0.02,
    height: 0.02,
  })
})
