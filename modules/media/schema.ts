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

/** A picture that somebody uploads. Whether it can be read is known only when it is decoded. */
export const pictureFileField = z
  .file('Please choose a picture.')
  .meta({ description: 'A picture as JPEG, PNG, WebP, AVIF or GIF', contentMediaType: 'image/*' })

export const pictureUploadSchema = z.object({ file: pictureFileField }).meta({ id: 'PictureUpload' })

export const takenPictureSchema = z
  .object({ pictureId: z.int32(), picture: pictureSchema })
  .meta({ id: 'TakenPicture' })
