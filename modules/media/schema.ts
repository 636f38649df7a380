import { z } from 'zod'

export const imageSchema = z
  .object({ imageURL: z.string(), alt: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'Image' })

/** A picture with every width that it was made in, as the shop's own pages use it. */
export const pictureSchema = z
  .object({
    hash: z.string(),
    width: z.int(),
    height: z.int(),
    color: z.string(),
    widths: z.array(z.int()),
    alt: z.string(),
  })
  .meta({ id: 'Picture' })

export const takenPictureSchema = z
  .object({ pictureId: z.int32(), picture: pictureSchema })
  .meta({ id: 'TakenPicture' })
