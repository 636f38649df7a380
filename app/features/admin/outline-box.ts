import type { Outline } from '#modules/catalog/outline.ts'

/** The box around a product, as parts of the picture. */
export type OutlineBox = Omit<Outline, 'widthMm'>

const minSide = 0.02
const round = (part: number) => Math.round(part * 1000) / 1000
const between = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

export const usualBox: OutlineBox = { left: 0.2, top: 0.2, width: 0.6, height: 0.6 }

export function moveBox(box: OutlineBox, x: number, y: number): OutlineBox {
  return {
    ...box,
    left: round(between(box.left + x, 0, 1 - box.width)),
    top: round(between(box.top + y, 0, 1 - box.height)),
  }
}

export type Corner = { x: 'left' | 'right'; y: 'top' | 'bottom' }

export const corners: readonly Corner[] = [
  { x: 'left', y: 'top' },
  { x: 'right', y: 'top' },
  { x: 'left', y: 'bottom' },
  { x: 'right', y: 'bottom' },
]

/** Moves one end of a side; the other end stays. */
function resize(start: number, length: number, isFirst: boolean, by: number): [start: number, length: number] {
  const end = start + length
  if (!isFirst) return [start, round(between(end + by, start + minSide, 1) - start)]
  const moved = round(between(start + by, 0, end - minSide))
  return [moved, round(end - moved)]
}

export function moveCorner(box: OutlineBox, corner: Corner, x: number, y: number): OutlineBox {
  const [left, width] = resize(box.left, box.width, corner.x === 'left', x)
  const [top, height] = resize(box.top, box.height, corner.y === 'top', y)
  return { left, top, width, height }
}
