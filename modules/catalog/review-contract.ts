import * as z from 'zod/mini'
import { pictureFileField, pictureSchema } from '#modules/media/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  integerIdFromText,
  optionalText,
  requiredText,
  uuidField,
  uuidOrUnknown,
  versionField,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

export const maxReviewPictures = 3

const maxReviewLength = 2000

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
const statusSchema = z.enum(reviewStatuses, 'There is no such status.')
export type ReviewStatus = (typeof reviewStatuses)[number]

export const ownReviewSchema = namedObject('OwnReview', {
  id: z.int(),
  productId: z.int(),
  rating: z.int(),
  description: z.string(),
  status: statusSchema,
})

export const ownReviewsSchema = z.array(ownReviewSchema).register(z.globalRegistry, { id: 'OwnReviews' })
export type OwnReview = z.infer<typeof ownReviewSchema>

export const reviewListSchema = z.extend(z.omit(listQuery(), { q: true }), {
  status: z._default(statusSchema, 'waiting'),
  customer: z
    .optional(uuidField('There is no such account.'))
    .check(z.meta({ description: 'All reviews of this account, whatever their status' })),
})

export const reviewRecordSchema = namedObject('ReviewRecord', {
  id: z.int(),
  version: z.int32(),
  status: statusSchema,
  product: z.object({ productId: z.int(), name: z.string(), slug: z.string(), categoryId: z.int() }),
  name: z.string(),
  rating: z.int(),
  description: z.string(),
  answer: z.string(),
  pictures: z.array(pictureSchema),
  createdAt: z.string(),
})

export const reviewRowsSchema = namedObject('ReviewRows', {
  rows: z.array(reviewRecordSchema),
  page: z.int(),
  hasMore: z.boolean(),
})

export const reviewDecisionSchema = namedObject('ReviewDecision', {
  version: versionField,
  status: statusSchema,
  answer: optionalText(maxReviewLength),
})

export type ReviewRecord = z.infer<typeof reviewRecordSchema>
export type ReviewListQuery = z.output<typeof reviewListSchema>
export type ReviewDecision = z.output<typeof reviewDecisionSchema>

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

export const listReviews = endpoint({
  method: 'get',
  path: '/admin/reviews',
  audience: 'reviews',
  summary: 'List reviews by status, newest first',
  query: reviewListSchema,
  answer: reviewRowsSchema,
})

export const moderateReview = endpoint({
  method: 'put',
  path: '/admin/reviews/{reviewId}',
  audience: 'reviews',
  summary: 'Publish, hide or answer a review',
  errors: ['notFound', 'conflict'],
  current: reviewRecordSchema,
  params: z.object({ reviewId: integerIdFromText('There is no such review.') }),
  body: reviewDecisionSchema,
  answer: reviewRecordSchema,
})
