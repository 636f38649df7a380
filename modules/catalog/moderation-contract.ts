import * as z from 'zod/mini'
import { pictureSchema } from '#modules/media/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerIdFromText, optionalText, uuidField, versionField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { maxReviewLength, reviewStatusSchema } from './review-contract.ts'

export const reviewListSchema = z.extend(z.omit(listQuery(), { q: true }), {
  status: z._default(reviewStatusSchema, 'waiting'),
  customer: z
    .optional(uuidField('There is no such account.'))
    .check(z.meta({ description: 'All reviews of this account, whatever their status' })),
})

export const reviewRecordSchema = namedObject('ReviewRecord', {
  id: z.int(),
  version: z.int32(),
  status: reviewStatusSchema,
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
  status: reviewStatusSchema,
  answer: optionalText(maxReviewLength),
})

export type ReviewRecord = z.infer<typeof reviewRecordSchema>
export type ReviewListQuery = z.output<typeof reviewListSchema>
export type ReviewDecision = z.output<typeof reviewDecisionSchema>

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
