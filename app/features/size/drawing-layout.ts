import { bankCard } from '#app/lib/screen-scale.ts'
import type { Drawing } from './size-tools-data.ts'
import type { StageSize } from './stage.tsx'

export const comparisons = [
  { key: 'card', name: 'Bank card', text: '', ...bankCard },
  { key: 'euro', name: '1 euro', text: '1 €', width: 23.25, height: 23.25, radius: 23.25 / 2 },
  { key: 'quarter', name: 'US quarter', text: '25 ¢', width: 24.26, height: 24.26, radius: 24.26 / 2 },
] as const

export type Comparison = (typeof comparisons)[number]

/** Small products stand beside a coin, large ones beside a card. */
export const usualComparison = ({ widthMm, heightMm }: Drawing): Comparison['key'] =>
  Math.max(widthMm, heightMm) < 60 ? 'euro' : 'card'

export type Box = { left: number; top: number; width: number; height: number }

/** In millimeters: what is shown of the picture, and where in it the picture and the product are. */
export type Crop = StageSize & { product: Box; picture: Box }

/** Wide enough for the picture to fade into the stage. */
const margin = 0.26

/** The product with some of the picture around it. */
export function cropOf({ widthMm, heightMm, pictured }: Drawing): Crop {
  if (!pictured) {
    const product = { left: 0, top: 0, width: widthMm, height: heightMm }
    return { width: widthMm, height: heightMm, product, picture: product }
  }
  const { picture, outline } = pictured
  const width = widthMm / outline.width
  const height = (width * picture.height) / picture.width
  const [left, top] = [outline.left * width, outline.top * height]
  const space = margin * Math.max(widthMm, heightMm)
  const before = { x: Math.min(left, space), y: Math.min(top, space) }
  const after = { x: Math.min(width - left - widthMm, space), y: Math.min(height - top - heightMm, space) }
  return {
    width: before.x + widthMm + after.x,
    height: before.y + heightMm + after.y,
    product: { left: before.x, top: before.y, width: widthMm, height: heightMm },
    picture: { left: before.x - left, top: before.y - top, width, height },
  }
}

const gap = 24
const padding = 24
const maxFitScale = 16

export type DrawingLayout = { scale: number; isColumn: boolean; isScrolled: boolean; isTooLarge: boolean }

/** Puts product and comparison side by side or, where that is too wide, below each other. */
export function drawingLayout(
  stage: StageSize,
  { product, ...crop }: Crop,
  other: StageSize,
  scale?: number,
): DrawingLayout {
  const [width, height] = [stage.width - 2 * padding, stage.height - 2 * padding]
  const below = crop.height - product.top - product.height
  const row = { width: crop.width + other.width, height: Math.max(crop.height, other.height + below) }
  const column = { width: Math.max(crop.width, other.width), height: crop.height + other.height }
  if (scale !== undefined) {
    const isColumn = row.width * scale + gap > width
    const drawn = isColumn
      ? { width: column.width * scale, height: column.height * scale + gap }
      : { width: row.width * scale + gap, height: row.height * scale }
    return {
      scale,
      isColumn,
      isScrolled: drawn.width > width || drawn.height > height,
      isTooLarge: product.width * scale > stage.width || product.height * scale > stage.height,
    }
  }
  const inRow = Math.min((width - gap) / row.width, height / row.height)
  const inColumn = Math.min(width / column.width, (height - gap) / column.height)
  const fitted = Math.min(maxFitScale, Math.max(inRow, inColumn))
  return { scale: fitted, isColumn: inColumn > inRow, isScrolled: false, isTooLarge: false }
}
