import { z } from 'zod'
import { type Picture, pictureApiUrl } from './picture.ts'

export const imageSchema = z
  .object({ imageURL: z.string(), alt: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'Image' })

export function pictureOnWire(picture: Picture): z.infer<typeof imageSchema> {
  return { imageURL: pictureApiUrl(picture), alt: picture.alt, width: picture.width, height: picture.height }
}
