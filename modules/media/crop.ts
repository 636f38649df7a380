/** What matters in a picture, as parts of its width and height from the top left. */
export type Focus = { x: number; y: number }

type Size = { width: number; height: number }
export type Area = Size & { left: number; top: number }

/** The product tiles of the shop. */
export const cropRatio = 4 / 5

/** The largest area with the ratio of the tiles, as near to the focus as the picture allows. */
export function cropArea({ width, height }: Size, { x, y }: Focus): Area {
  const cropped = {
    width: Math.min(width, Math.round(height * cropRatio)),
    height: Math.min(height, Math.round(width / cropRatio)),
  }
  const start = (length: number, part: number, focus: number) =>
    Math.round(Math.min(length - part, Math.max(0, length * focus - part / 2)))
  return { ...cropped, left: start(width, cropped.width, x), top: start(height, cropped.height, y) }
}
