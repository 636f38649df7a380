import * as z from 'zod/mini'

export const imageSchema = z
  .object({ imageURL: z.string(), alt: z.string(), width: z.int(), height: z.int() })
  .register(z.globalRegistry, { id: 'Image' })

/** The format that the pages of the shop use. */
export const pictureSchema = z
  .object({
    hash: z.string(),
    width: z.int(),
    height: z.int(),
    color: z.string(),
    widths: z.array(z.int()),
    alt: z.string(),
  })
  .register(z.globalRegistry, { id: 'Picture' })

/** Only decoding shows whether the file is a readable picture. */
export const pictureFileField = z
  .file('Please choose a picture.')
  .check(z.meta({ description: 'A picture as JPEG, PNG, WebP, AVIF or GIF', contentMediaType: 'image/*' }))

export const pictureUploadSchema = z
  .object({ file: pictureFileField })
  .register(z.globalRegistry, { id: 'PictureUpload' })

export const uploadedPictureSchema = z
  .object({ pictureId: z.int32(), picture: pictureSchema })
  .register(z.globalRegistry, { id: 'UploadedPicture' })
