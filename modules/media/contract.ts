import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

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

const megabyte = 1024 * 1024

export const uploadPicture = endpoint({
  method: 'post',
  path: '/admin/pictures',
  audience: 'staff',
  summary: 'Upload a picture; it is re-encoded without its metadata under a random name',
  body: pictureUploadSchema,
  upload: { type: 'multipart/form-data', maxBytes: 20 * megabyte },
  answer: uploadedPictureSchema,
  status: 201,
})
