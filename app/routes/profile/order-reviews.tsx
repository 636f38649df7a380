import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireOrder } from '#app/features/order/order.ts'
import { ratingText } from '#app/features/product/rating.tsx'
import { queryClient } from '#app/queries/client.ts'
import { addReview, reviewsQuery } from '#app/queries/orders.ts'
import type { OwnReview } from '#modules/catalog/review-contract.ts'
import { ReviewForm } from './review-form.tsx'

const statusTexts: Record<OwnReview['status'], string> = {
  waiting: 'Thank you. We will publish it after we have read it.',
  approved: 'Your review is published on the product page.',
  refused: 'Your review was not published.',
}

/** A customer can review each delivered product once. */
export function OrderReviews({ userId, order }: { userId: string; order: WireOrder }) {
  const { data: reviews } = useQuery(reviewsQuery(userId), queryClient)
  const [openProductId, setOpenProductId] = useState<number>()
  if (!reviews) return null
  const products = new Map(order.orderItems.map(({ productId, productName }) => [productId, productName]))
  return (
    <ul className="m-0 list-none p-0">
      {[...products].map(([productId, name]) => {
        const review = reviews.find((each) => each.productId === productId)
        return (
          <li key={productId} className="py-1">
            {review ? (
              <p className="m-0 text-granite">
                {name}: {ratingText(review.rating)}. {statusTexts[review.status]}
              </p>
            ) : openProductId === productId ? (
              <ReviewForm
                productId={productId}
                name={name}
                onCancel={() => setOpenProductId(undefined)}
                onSubmitted={(newReview) => {
                  addReview(userId, newReview)
                  setOpenProductId(undefined)
                }}
              />
            ) : (
              <button type="button" className="btn-text" onClick={() => setOpenProductId(productId)}>
                <span>Review {name}</span>
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
