import { Link } from 'react-router'
import { Stars } from '#app/ui/stars.tsx'
import type { Product } from '#modules/catalog/contract.ts'

export const ratingText = (rating: number) => `Rated ${Number(rating.toFixed(1))} out of 5`

export function RatingLabel({ rating }: { rating: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Stars rating={rating} />
      {ratingText(rating)}
    </span>
  )
}

export const reviewsId = 'reviews'

/** Average rating and number of reviews; nothing without reviews. */
export function ReviewSummary({ ratings: { count, average } }: Pick<Product, 'ratings'>) {
  if (average === null) return null
  return (
    <p className="t-note m-0 flex min-h-target flex-wrap items-center gap-x-4">
      <RatingLabel rating={average} />
      <Link
        className="nav-link text-note underline underline-offset-4"
        to={`#${reviewsId}`}
        onClick={() => document.getElementById(reviewsId)?.focus({ preventScroll: true })}
      >
        {count === 1 ? '1 review' : `${count} reviews`}
      </Link>
    </p>
  )
}
