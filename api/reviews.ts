import * as moderationContract from '#modules/catalog/moderation-contract.ts'
import * as reviewContract from '#modules/catalog/review-contract.ts'
import { listReviews, moderateReview, ownReviews } from '#modules/catalog/reviews.server.ts'
import { reviewReceivedProduct } from '#modules/orders/order-reviews.server.ts'
import { implement } from './endpoint.ts'

const ownReviewEndpoints = implement(reviewContract, {
  createReview: {
    limit: 'review',
    handle: (shop, { actor, body: { pictures, ...review } }) => reviewReceivedProduct(shop, actor, review, pictures),
  },
  listOwnReviews: ({ db }, { actor }) => ownReviews(db, actor.userId),
})

const moderationEndpoints = implement(moderationContract, {
  listReviews: ({ db }, { query }) => listReviews(db, query),
  moderateReview: ({ db }, { actor, params, body }) => moderateReview(db, actor, params.reviewId, body),
})

export const reviewEndpoints = [...ownReviewEndpoints, ...moderationEndpoints]
