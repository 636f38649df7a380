import { z } from 'zod'
import {
  mostReviewPictures,
  newReviewSchema,
  ownReviewSchema,
  ownReviewsSchema,
  reviewDecisionSchema,
  reviewListSchema,
  reviewRecordSchema,
  reviewRowsSchema,
} from '#modules/catalog/review-schema.ts'
import { judgeReview, listReviews, ownReviews } from '#modules/catalog/reviews.server.ts'
import { reviewReceived } from '#modules/orders/received.server.ts'
import { ShopError } from '#shared/errors.ts'
import { foreignId, rowIdInPath } from '#shared/fields.ts'
import { parseInput } from '#shared/input.ts'
import { endpoint } from './endpoint.ts'

const megabyte = 1024 * 1024

export const reviewEndpoints = [
  endpoint({
    method: 'post',
    path: '/reviews',
    audience: 'customer',
    summary: 'A review of a piece that has arrived, with up to three pictures; shown once the shop has read it',
    limit: 'reviews',
    upload: { type: 'multipart/form-data', most: 40 * megabyte },
    answer: ownReviewSchema,
    status: 201,
    handle: async (shop, { actor, incoming }) => {
      const form = await incoming.form()
      const pictures = form.getAll('pictures').filter((each) => typeof each === 'string' || each.size > 0)
      if (pictures.length > mostReviewPictures) {
        throw new ShopError('invalid', `Please add at most ${mostReviewPictures} pictures.`)
      }
      const said = Object.fromEntries(['productId', 'rating', 'description'].map((name) => [name, form.get(name)]))
      return reviewReceived(shop, actor, parseInput(newReviewSchema, said), pictures)
    },
  }),
  endpoint({
    method: 'get',
    path: '/reviews/{userId}',
    audience: 'customer',
    summary: 'What somebody has reviewed themselves',
    params: z.object({ userId: foreignId }),
    answer: ownReviewsSchema,
    handle: ({ db }, { actor }) => ownReviews(db, actor.userId),
  }),
  endpoint({
    method: 'get',
    path: '/admin/reviews',
    audience: 'staff',
    summary: 'The reviews of one state, newest first',
    query: reviewListSchema,
    answer: reviewRowsSchema,
    handle: ({ db }, { query }) => listReviews(db, query),
  }),
  endpoint({
    method: 'put',
    path: '/admin/reviews/{reviewId}',
    audience: 'staff',
    summary: 'Shows, hides or answers a review',
    params: z.object({ reviewId: rowIdInPath('There is no such review.') }),
    body: reviewDecisionSchema,
    answer: reviewRecordSchema,
    handle: ({ db }, { actor, params, body }) => judgeReview(db, actor, params.reviewId, body),
  }),
]
