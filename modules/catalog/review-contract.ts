import * as z from 'zod/mini'
import { pictureFileField } from '#modules/media/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerIdFromText, requiredText, uuidOrUnknown } from '#shared/fields.ts'

export const maxReviewPictures = 3

export const maxReviewLength = 2000

export const newReviewSchema = namedObject('ReviewToWrite', {
  productId: integerIdFromText('Please choose a product.'),
  rating: z.coerce
    .number('Please choose 1 to 5 stars.')
    .check(
      z.int('Please choose 1 to 5 stars.'),
      z.minimum(1, 'Please choose 1 to 5 stars.'),
      z.maximum(5, 'Please choose 1 to 5 stars.'),
    ),
  description: requiredText(maxReviewLength, 'Please write a review.'),
  pictures: z._default(
    z
      .array(pictureFileField)
      .check(z.maxLength(maxReviewPictures, `Please add at most ${maxReviewPictures} pictures.`)),
    [],
  ),
})

export type NewReview = Omit<z.output<typeof newReviewSchema>, 'pictures'>

const reviewStatuses = ['waiting', 'approved', 'refused'] as const
export const reviewStatusSchema = z.enum(reviewStatuses, 'There is no such status.')
export type ReviewStatus = (typeof reviewStatuses)[number]

export const ownReviewSchema = namedObject('OwnReview', {
  id: z.int(),
  productId: z.int(),
  rating: z.int(),
  description: z.string(),
  status: reviewStatusSchema,
})

export const ownReviewsSchema = z.array(ownReviewSchema).register(z.globalRegistry, { id: 'OwnReviews' })
export type OwnReview = z.infer<typeof ownReviewSchema>

const megabyte = 1024 * 1024

export const createReview = endpoint({
  method: 'post',
  path: '/reviews',
  audience: 'customer',
  summary: 'Review a delivered product, with up to three pictures; published after approval',
  errors: ['forbidden', 'conflict'],
  repeatable: ['pictures'],
  body: newReviewSchema,
  upload: { type: 'multipart/form-data', maxBytes: 40 * megabyte },
  answer: ownReviewSchema,
  status: 201,
})

export const listOwnReviews = endpoint({
  method: 'get',
  path: '/reviews/{userId}',
  audience: 'customer',
  summary: 'List the reviews written by the caller',
  params: z.object({ userId: uuidOrUnknown }),
  answer: ownReviewsSchema,
})
