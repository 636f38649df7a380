import type { Product, Variant } from '#modules/catalog/contract.ts'
import { type Outline, outlineRatio } from '#modules/catalog/outline.ts'
import { circumferenceIn, type SizeKind } from '#modules/catalog/sizes.ts'
import type { Picture } from '#modules/media/picture.ts'
import { tagKey } from '#shared/slugs.ts'

/** A product at a known size, in millimeters: in its picture, or only as a frame. */
export type Drawing = { widthMm: number; heightMm: number; pictured: { picture: Picture; outline: Outline } | null }

export type SizeTools = { drawing: Drawing | null; sizer: SizeKind | null }

/** What the product page offers. The page's loader calls this, so that visitors do not load it. */
export function sizeToolsOf(product: Product): SizeTools {
  return { drawing: drawingOf(product), sizer: sizerOf(product) }
}

function drawingOf({ pictures, outlines, facts: { sizeMm } }: Product): Drawing | null {
  const index = outlines.findIndex(Boolean)
  const [picture, outline] = [pictures[index], outlines[index]]
  if (picture && outline) {
    const { widthMm } = outline
    return { widthMm, heightMm: widthMm * outlineRatio(outline, picture), pictured: { picture, outline } }
  }
  const [widthMm, heightMm] = sizeMm?.toSorted((a, b) => b - a) ?? []
  return widthMm && heightMm ? { widthMm, heightMm, pictured: null } : null
}

const isRingSize = ({ kind, measure }: Variant) => kind === 'size' && circumferenceIn(measure) !== undefined

function sizerOf({ tags, allVariants }: Product): SizeKind | null {
  const keys = tags.map(tagKey)
  if (keys.includes('bracelet')) return 'bracelet'
  return keys.includes('ring') || allVariants.some(isRingSize) ? 'ring' : null
}
