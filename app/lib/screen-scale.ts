/** Scales are CSS pixels per millimeter. */

/** A bank card of ISO 7810, in millimeters. */
export const bankCard = { width: 85.6, height: 53.98, radius: 3.18 } as const

export type ScreenSize = { width: number; height: number; ratio: number }
export type StoredScale = ScreenSize & { scale: number }

export const scaleLimits = { min: 1, max: 14 } as const

const sorted = ({ width, height }: ScreenSize) => [width, height].sort((a, b) => a - b)
const isNear = (one: number[], other: number[], tolerance: number) =>
  one.every((length, index) => Math.abs(length - (other[index] ?? 0)) <= tolerance)

/**
 * Page zoom changes the pixel ratio. The size of the screen stays in some browsers; in others it shrinks as the ratio
 * grows, rounded. A phone may be turned.
 */
function isSameScreen(one: ScreenSize, other: ScreenSize): boolean {
  const [sizes, otherSizes] = [sorted(one), sorted(other)]
  const physical = (lengths: number[], { ratio }: ScreenSize) => lengths.map((length) => length * ratio)
  return isNear(sizes, otherSizes, 0) || isNear(physical(sizes, one), physical(otherSizes, other), 4)
}

/** Pixels of the screen per millimeter do not change with the zoom. */
export function findScale(stored: StoredScale[], screen: ScreenSize): number | undefined {
  const found = stored.find((each) => isSameScreen(each, screen))
  return found && (found.scale * found.ratio) / screen.ratio
}

export const withoutScreen = (stored: StoredScale[], screen: ScreenSize): StoredScale[] =>
  stored.filter((each) => !isSameScreen(each, screen))

const niceLengths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** The longest round number of millimeters that is at most this many pixels long. */
export const scaleBarLength = (scale: number, maxPixels: number): number =>
  niceLengths.findLast((length) => length * scale <= maxPixels) ?? 1

export function lengthText(mm: number): string {
  return `${mm >= 10 ? Math.round(mm) : Math.round(mm * 10) / 10} mm`
}
