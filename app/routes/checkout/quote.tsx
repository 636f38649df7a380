import { useState } from 'react'
import { data, href, Link, useRevalidator } from 'react-router'
import { LinePicture } from '#app/features/cart/line.tsx'
import { ApiError, callApi, errorMessage } from '#app/lib/api.ts'
import { longDate } from '#app/lib/dates.ts'
import { useOwner } from '#app/lib/reload-on-user-change.ts'
import { loginUrl } from '#app/lib/return-to.ts'
import { Seo } from '#app/lib/seo.tsx'
import { Price } from '#app/ui/price.tsx'
import { NeedsScript } from '#app/ui/script-form.tsx'
import type { Quote } from '#modules/quotes/schema.ts'
import { quantityWords } from '#modules/quotes/sums.ts'
import { fromWire } from '#shared/money.ts'
import '#app/styles/account.css'
import '#app/styles/cart.css'
import '#app/styles/checkout.css'
import '#app/styles/quote.css'
import { orderUrl } from '../profile/order-address.ts'
import type { Route } from './+types/quote'
import { AcceptQuote } from './accept-quote.tsx'
import { type Buyer, loadBuyer } from './buyer.ts'

/** The quote is for whoever holds its link; whoever is signed in as well can accept it here. */
export async function clientLoader({ request, params: { token } }: Route.ClientLoaderArgs) {
  const quote = await callApi<Quote>(`/quotes/${token}`, { signal: request.signal }).catch((error) => {
    throw error instanceof ApiError
      ? data({ message: errorMessage(error, '') }, { status: error.status || 503 })
      : error
  })
  return { quote, buyer: await loadBuyer(request) }
}

export function HydrateFallback() {
  return (
    <div className="page fill-screen pt-16">
      <QuoteSeo title="Quote" />
      <p className="sr-only" role="status">
        Loading the quote...
      </p>
      <NeedsScript>Showing the quote needs JavaScript.</NeedsScript>
      <div className="skeleton h-10 max-w-sm" aria-hidden="true" />
      <div className="skeleton mt-10 h-64" aria-hidden="true" />
    </div>
  )
}

function QuoteSeo({ title }: { title: string }) {
  return <Seo title={title} description="A quote of the shop." path={href('/bulk-buying')} noindex />
}

export default function QuotePage({ loaderData: { quote, buyer }, params: { token } }: Route.ComponentProps) {
  const userId = buyer?.user.userId ?? null
  const isTheirs = useOwner(userId)
  return (
    <div className="page fill-screen pt-10 lg:pt-16">
      <QuoteSeo title={`Quote ${quote.quoteNumber}`} />
      <header className="max-w-prose">
        <p className="m-0 text-granite">Quote {quote.quoteNumber}</p>
        <h1 className="t-h1 mt-2 [overflow-wrap:anywhere]">For {quote.name}</h1>
        <p className="t-lead mt-4 mb-0">
          {quote.isExpired ? 'It was valid until ' : 'It holds until '}
          {longDate(quote.validUntil)}.
        </p>
        {quote.note && (
          <p className="mt-6 mb-0 whitespace-pre-line text-granite [overflow-wrap:anywhere]">{quote.note}</p>
        )}
      </header>
      <div className="quote-page">
        <div>
          <Lines quote={quote} />
          <Sums quote={quote} />
        </div>
        <aside aria-label="Accept the quote">
          {isTheirs ? (
            <Accept key={userId} quote={quote} buyer={buyer} token={token} />
          ) : (
            <div className="skeleton h-64" aria-hidden="true" />
          )}
        </aside>
      </div>
    </div>
  )
}

function Lines({ quote: { lines } }: { quote: Quote }) {
  return (
    <ul className="quote-offer" aria-label="What is offered">
      {lines.map((line) => (
        <li key={`${line.productId} ${line.productAttributeId} ${line.unit}`}>
          <LinePicture url={line.imageURL} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <h2 className="card-name m-0">{line.productName}</h2>
              <Price usd={fromWire(line.totalInUSD)} npr={fromWire(line.total)} />
            </div>
            <p className="t-note m-0 mt-1">
              {line.attributeValue && `${line.attributeValue}, `}
              {quantityWords(line)}
            </p>
            <Steps line={line} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Steps({ line: { tiers, unit } }: { line: Quote['lines'][number] }) {
  return (
    <dl className="quote-steps">
      {tiers.map(({ from, price, priceInUSD }) => (
        <div key={from}>
          <dt>from {quantityWords({ unit, quantity: from })}</dt>
          <dd>
            <Price usd={fromWire(priceInUSD)} npr={fromWire(price)} /> {unit === 'kilo' ? 'a kilo' : 'each'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Sums({ quote }: { quote: Quote }) {
  return (
    <dl className="totals is-plain mt-6">
      <dt>Shipping</dt>
      <dd>
        <Price usd={fromWire(quote.shippingFeeInUSD)} npr={fromWire(quote.shippingFee)} />
      </dd>
      <dt className="t-h4">Total</dt>
      <dd className="t-h4">
        <Price usd={fromWire(quote.totalInUSD)} npr={fromWire(quote.total)} />
      </dd>
    </dl>
  )
}

function Accept({ quote, buyer, token }: { quote: Quote; buyer: Buyer | null; token: string }) {
  const [placed, setPlaced] = useState<string>()
  const { revalidate } = useRevalidator()
  if (placed) {
    return (
      <>
        <h2 className="t-h3">Thank you</h2>
        <p className="mt-3 mb-6 text-granite">Your order is {placed}. We will call before we send it.</p>
        <Link className="btn btn-ink w-full" to={orderUrl(placed)}>
          See my orders
        </Link>
      </>
    )
  }
  if (quote.state === 'accepted') return <p className="m-0">This quote was accepted. Thank you.</p>
  if (quote.isExpired) {
    return (
      <>
        <p className="m-0 mb-6">This quote has run out. Write to us, and we will make a new one.</p>
        <Link className="btn btn-line w-full" to={href('/bulk-buying')}>
          Bulk Buying
        </Link>
      </>
    )
  }
  if (!buyer) {
    return (
      <>
        <h2 className="t-h3">Accept this quote</h2>
        <p className="mt-3 mb-6 text-granite">Please sign in, so that the order stands in your account.</p>
        <Link className="btn btn-ink w-full" to={loginUrl(href('/quotes/:token', { token }))}>
          Login
        </Link>
      </>
    )
  }
  return <AcceptQuote quote={quote} token={token} {...buyer} onPlaced={setPlaced} onChanged={() => void revalidate()} />
}
