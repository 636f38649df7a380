import { useEffect, useState } from 'react'
import type { WireOrder } from '#app/features/order/order.ts'
import { ratingText } from '#app/features/product/rating.tsx'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { readSession } from '#app/state/session.ts'
import type { OwnReview } from '#modules/catalog/review-contract.ts'
import { ReviewForm } from './review-form.tsx'

const statusTexts: Record<OwnReview['status'], string> = {
  waiting: 'Thank you. We will publish it after we have read it.',
  approved: 'Your review is published on the product page.',
  refused: 'Your review was not published.',
}

/** A customer can review each delivered product once. */
export function OrderReviews({ order }: { order: WireOrder }) {
  const [reviews, setReviews] = useState<OwnReview[]>()
  const [openProductId, setOpenProductId] = useState<number>()
  useEffect(() => {
    const controller = new AbortController()
    const { userId } = readSession()
    callAuthenticated<OwnReview[]>(`/reviews/${userId}`, { signal: controller.signal }).then(setReviews, () => {})
    return () => controller.abort()
  }, [])
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
                  setReviews([newReview, ...reviews])
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
