import * as z from 'zod/mini'
import {
  newReviewSchema,
  ownReviewSchema,
  ownReviewsSchema,
  reviewDecisionSchema,
  reviewListSchema,
  reviewRecordSchema,
  reviewRowsSchema,
} from '#modules/catalog/review-schema.ts'
import { listReviews, moderateReview, ownReviews } from '#modules/catalog/reviews.server.ts'
import { reviewReceivedProduct } from '#modules/orders/order-reviews.server.ts'
import { integerIdFromText, uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const megabyte = 1024 * 1024

export const reviewEndpoints = [
  endpoint({
    operationId: 'createReview',
    method: 'post',
    path: '/reviews',
    audience: 'customer',
    summary: 'Review a delivered product, with up to three pictures; published after approval',
    errors: ['forbidden', 'conflict'],
    limit: 'review',
    upload: { type: 'multipart/form-data', maxBytes: 40 * megabyte },
    body: newReviewSchema,
    repeatable: ['pictures'],
    answer: ownReviewSchema,
    status: 201,
    handle: (shop, { actor, body: { pictures, ...review } }) => reviewReceivedProduct(shop, actor, review, pictures),
  }),
  endpoint({
    operationId: 'listOwnReviews',
    method: 'get',
    path: '/reviews/{userId}',
    audience: 'customer',
    summary: 'List the reviews written by the caller',
    params: z.object({ userId: uuidOrUnknown }),
    answer: ownReviewsSchema,
    handle: ({ db }, { actor }) => ownReviews(db, actor.userId),
  }),
  endpoint({
    operationId: 'listReviews',
    method: 'get',
    path: '/admin/reviews',
    audience: 'staff',
    summary: 'List reviews by status, newest first',
    query: reviewListSchema,
    answer: reviewRowsSchema,
    handle: ({ db }, { query }) => listReviews(db, query),
  }),
  endpoint({
    operationId: 'moderateReview',
    method: 'put',
    path: '/admin/reviews/{reviewId}',
    audience: 'staff',
    summary: 'Publish, hide or answer a review',
    errors: ['notFound', 'conflict'],
    current: reviewRecordSchema,
    params: z.object({ reviewId: integerIdFromText('There is no such review.') }),
    body: reviewDecisionSchema,
    answer: reviewRecordSchema,
    handle: ({ db }, { actor, params, body }) => moderateReview(db, actor, params.reviewId, body),
  }),
] as const
