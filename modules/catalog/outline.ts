import type { Picture } from '#modules/media/picture.ts'

/** The box around a product in its picture, as parts of the picture's width and height, and the real width of the box. */
export type Outline = { left: number; top: number; width: number; height: number; widthMm: number }

/** How often the width of the box fits into its height. */
export const outlineRatio = (
  { width, height }: Pick<Outline, 'width' | 'height'>,
  picture: Pick<Picture, 'width' | 'height'>,
) => (height * picture.height) / (width * picture.width)
