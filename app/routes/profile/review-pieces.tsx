import { useEffect, useState } from 'react'
import type { WireOrder } from '#app/features/order/order.ts'
import { ratingText } from '#app/features/product/rating.tsx'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { readSession } from '#app/state/session.ts'
import type { OwnReview } from '#modules/catalog/review-schema.ts'
import { ReviewForm } from './review-form.tsx'

const stateWords: Record<OwnReview['state'], string> = {
  waiting: 'Thank you. It shows once we have read it.',
  approved: 'Your review is shown with the piece.',
  refused: 'Your review is not shown.',
}

/** Whoever has a piece in hands may say what they think of it, once. */
export function ReviewPieces({ order }: { order: WireOrder }) {
  const [reviews, setReviews] = useState<OwnReview[]>()
  const [writing, setWriting] = useState<number>()
  useEffect(() => {
    const calling = new AbortController()
    const { userId } = readSession()
    callAsCustomer<OwnReview[]>(`/reviews/${userId}`, { signal: calling.signal }).then(setReviews, () => {})
    return () => calling.abort()
  }, [])
  if (!reviews) return null
  const pieces = new Map(order.orderItems.map(({ productId, productName }) => [productId, productName]))
  return (
    <ul className="m-0 list-none p-0">
      {[...pieces].map(([productId, name]) => {
        const own = reviews.find((review) => review.productId === productId)
        return (
          <li key={productId} className="py-1">
            {own ? (
              <p className="m-0 text-granite">
                {name}: {ratingText(own.rating)}. {stateWords[own.state]}
              </p>
            ) : writing === productId ? (
              <ReviewForm
                productId={productId}
                name={name}
                onCancel={() => setWriting(undefined)}
                onWritten={(review) => {
                  setReviews([review, ...reviews])
                  setWriting(undefined)
                }}
              />
            ) : (
              <button type="button" className="btn-text" onClick={() => setWriting(productId)}>
                <span>Review {name}</span>
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
