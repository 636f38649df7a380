import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { FormSection } from '#app/features/admin/form-section.tsx'
import { quoteStatusNames } from '#app/features/admin/quote-names.ts'
import { relativeTime } from '#app/features/order/order.ts'
import { ratingText } from '#app/features/product/rating.tsx'
import type { ReviewRecord } from '#modules/catalog/moderation-contract.ts'
import type { EnquiryRow } from '#modules/enquiries/admin-contract.ts'
import type { QuoteRecord } from '#modules/quotes/contract.ts'
import { formatMoney, fromWire } from '#shared/money.ts'

export function CustomerQuotes({ quotes }: { quotes: QuoteRecord[] }) {
  if (quotes.length === 0) return null
  return (
    <FormSection title="Quotes">
      <ul>
        {quotes.map(({ quoteId, quoteNumber, status, isExpired, total, totalInUSD, createdAt }) => (
          <Row key={quoteId} to={href('/admin/quotes/:quoteId', { quoteId })} title={quoteNumber}>
            {status === 'sent' && isExpired ? 'Expired' : quoteStatusNames[status]},{' '}
            {formatMoney(fromWire(total), 'NPR')} / {formatMoney(fromWire(totalInUSD), 'USD')},{' '}
            {relativeTime(createdAt, new Date())}
          </Row>
        ))}
      </ul>
    </FormSection>
  )
}

const enquiryStatusNames = { new: 'New', answered: 'Replied', closed: 'Closed' } as const
const excerptLength = 60
const excerptOf = (text: string) => (text.length > excerptLength ? `${text.slice(0, excerptLength)} …` : text)

export function CustomerEnquiries({ enquiries }: { enquiries: EnquiryRow[] }) {
  if (enquiries.length === 0) return null
  return (
    <FormSection title="Enquiries">
      <ul>
        {enquiries.map(({ enquiryId, message, status, createdAt }) => (
          <Row key={enquiryId} to={href('/admin/enquiries/:enquiryId', { enquiryId })} title={excerptOf(message)}>
            {enquiryStatusNames[status]}, {relativeTime(createdAt, new Date())}
          </Row>
        ))}
      </ul>
    </FormSection>
  )
}

const reviewStatusNames = { waiting: 'Pending', approved: 'Published', refused: 'Hidden' } as const

export function CustomerReviews({ reviews }: { reviews: ReviewRecord[] }) {
  if (reviews.length === 0) return null
  return (
    <FormSection title="Reviews">
      <ul>
        {reviews.map(({ id, product, rating, status }) => (
          <Row
            key={id}
            to={`${href('/admin/reviews')}${status === 'waiting' ? '' : `?status=${status}`}`}
            title={product.name}
          >
            {ratingText(rating)}, {reviewStatusNames[status]}
          </Row>
        ))}
      </ul>
    </FormSection>
  )
}

function Row({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 border-rule border-b py-1 last:border-0">
      <Link className="text-link inline-flex min-h-target items-center [overflow-wrap:anywhere]" to={to}>
        {title}
      </Link>
      <span className="text-granite">{children}</span>
    </li>
  )
}
