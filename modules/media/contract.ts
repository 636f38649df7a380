import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { decimalField } from '#shared/fields.ts'

export const imageSchema = namedObject('Image', {
  imageURL: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
})

/** The format that the pages of the shop use. */
export const pictureSchema = namedObject('Picture', {
  hash: z.string(),
  width: z.int(),
  height: z.int(),
  color: z.string(),
  widths: z.array(z.int()),
  alt: z.string(),
})

/** Only decoding shows whether the file is a readable picture. */
export const pictureFileField = z
  .file('Please choose a picture.')
  .check(z.meta({ description: 'A picture as JPEG, PNG, WebP, AVIF or GIF', contentMediaType: 'image/*' }))

const noPoint = 'Please choose a point of the picture.'
const focusField = z.optional(
  z
    .pipe(z.coerce.number(noPoint), decimalField(noPoint, 3, { min: 0, max: 1, tooLow: noPoint, tooHigh: noPoint }))
    .check(z.meta({ description: 'Crops the picture to 4:5 around this point, as a part of its width or height' })),
)

export const pictureUploadSchema = namedObject('PictureUpload', {
  file: pictureFileField,
  focusX: focusField,
  focusY: focusField,
  use: z.optional(
    z
      .literal('turn', 'There is no such use.')
      .check(z.meta({ description: 'Makes a frame of a turn: 640 × 800 px, cropped around the middle' })),
  ),
})

export const uploadedPictureSchema = namedObject('UploadedPicture', { pictureId: z.int32(), picture: pictureSchema })

const megabyte = 1024 * 1024

export const uploadPicture = endpoint({
  method: 'post',
  path: '/admin/pictures',
  audience: 'productChanges',
  summary: 'Upload a picture; it is re-encoded without its metadata under a random name',
  body: pictureUploadSchema,
  upload: { type: 'multipart/form-data', maxBytes: 20 * megabyte },
  answer: uploadedPictureSchema,
  status: 201,
})
