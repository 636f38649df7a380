import { useState } from 'react'
import { data, href, Link, useRevalidator } from 'react-router'
import { useReloadOnUserChange } from '#app/features/account/reload-on-user-change.ts'
import { LinePicture } from '#app/features/cart/line.tsx'
import { orderUrl } from '#app/features/order/order-urls.ts'
import { Seo } from '#app/features/site/seo.tsx'
import { ApiError, call, errorMessage } from '#app/lib/api.ts'
import { longDate } from '#app/lib/dates.ts'
import type { Handle } from '#app/lib/handle.ts'
import { loginUrl } from '#app/lib/return-to.ts'
import { Price } from '#app/ui/price.tsx'
import { NoScriptMessage } from '#app/ui/script-form.tsx'
import { getQuote, type Quote } from '#modules/quotes/contract.ts'
import { formatQuantity } from '#modules/quotes/sums.ts'
import { fromWire } from '#shared/money.ts'
import type { Route } from './+types/quote'
import { AcceptQuote } from './accept-quote.tsx'
import { type CheckoutCustomer, loadCheckoutCustomer } from './checkout-customer.ts'

export const handle: Handle = { robots: 'noindex' }

/** Anyone with the link can read the quote; accepting it needs a signed-in customer. */
export async function clientLoader({ request, params: { token } }: Route.ClientLoaderArgs) {
  const quote = await call(getQuote, { params: { token }, signal: request.signal }).catch((error) => {
    throw error instanceof ApiError
      ? data({ message: errorMessage(error, '') }, { status: error.status || 503 })
      : error
  })
  return { quote, customer: await loadCheckoutCustomer(request) }
}

export function HydrateFallback() {
  return (
    <div className="page fill-screen pt-16">
      <QuoteSeo title="Quote" />
      <p className="sr-only" role="status">
        Loading the quote...
      </p>
      <NoScriptMessage>Showing the quote needs JavaScript.</NoScriptMessage>
      <div className="skeleton h-10 max-w-sm" aria-hidden="true" />
      <div className="skeleton mt-10 h-64" aria-hidden="true" />
    </div>
  )
}

function QuoteSeo({ title }: { title: string }) {
  return <Seo title={title} description="A quote of the shop." path={href('/bulk-buying')} />
}

export default function QuotePage({ loaderData: { quote, customer }, params: { token } }: Route.ComponentProps) {
  const userId = customer?.user.userId ?? null
  const isCurrentUser = useReloadOnUserChange(userId)
  return (
    <div className="page fill-screen pt-10 lg:pt-16">
      <QuoteSeo title={`Quote ${quote.quoteNumber}`} />
      <header className="max-w-prose">
        <p className="m-0 text-granite">Quote {quote.quoteNumber}</p>
        <h1 className="t-h1 mt-2 [overflow-wrap:anywhere]">For {quote.name}</h1>
        <p className="t-lead mt-4 mb-0">
          {quote.isExpired ? 'Expired. It was valid until ' : 'Valid until '}
          {longDate(quote.validUntil)}.
        </p>
        {quote.note && (
          <p className="mt-6 mb-0 whitespace-pre-line text-granite [overflow-wrap:anywhere]">{quote.note}</p>
        )}
      </header>
      <div className="mt-block grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] lg:items-start lg:gap-24">
        <div>
          <QuoteLines quote={quote} />
          <QuoteTotals quote={quote} />
        </div>
        <aside className="bg-paper p-6 framed lg:p-8 [&_fieldset>div]:grid-cols-1" aria-label="Accept the quote">
          {isCurrentUser ? (
            <AcceptSection key={userId} quote={quote} customer={customer} token={token} />
          ) : (
            <div className="skeleton h-64" aria-hidden="true" />
          )}
        </aside>
      </div>
    </div>
  )
}

function QuoteLines({ quote: { lines } }: { quote: Quote }) {
  return (
    <ul className="border-rule border-t" aria-label="Quoted products">
      {lines.map((line) => (
        <li
          key={`${line.productId} ${line.productAttributeId} ${line.unit}`}
          className="grid grid-cols-[80px_minmax(0,1fr)] gap-5 border-rule border-b py-6"
        >
          <LinePicture url={line.imageURL} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <h2 className="card-name m-0">{line.productName}</h2>
              <Price usd={fromWire(line.totalInUSD)} npr={fromWire(line.total)} />
            </div>
            <p className="t-note m-0 mt-1">
              {line.attributeValue && `${line.attributeValue}, `}
              {formatQuantity(line)}
            </p>
            <PriceTiers line={line} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function PriceTiers({ line: { tiers, unit } }: { line: Quote['lines'][number] }) {
  return (
    <dl className="mt-3 text-(length:--text-note) text-granite">
      {tiers.map(({ from, price, priceInUSD }) => (
        <div key={from} className="flex flex-wrap gap-x-4">
          <dt className="min-w-36">from {formatQuantity({ unit, quantity: from })}</dt>
          <dd>
            <Price usd={fromWire(priceInUSD)} npr={fromWire(price)} /> {unit === 'kilo' ? 'per kg' : 'each'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function QuoteTotals({ quote }: { quote: Quote }) {
  return (
    <>
      <dl className="totals mt-6">
        <dt>Shipping</dt>
        <dd>
          <Price usd={fromWire(quote.shippingFeeInUSD)} npr={fromWire(quote.shippingFee)} />
        </dd>
        <dt className="t-h4">Total</dt>
        <dd className="t-h4">
          <Price usd={fromWire(quote.totalInUSD)} npr={fromWire(quote.total)} />
        </dd>
      </dl>
      {quote.deposit > 0 && (
        <p className="alert-note mt-6">
          <span>
            A deposit of <Price usd={fromWire(quote.depositInUSD)} npr={fromWire(quote.deposit)} /> is due before we
            begin. You pay it by transfer or in cash, and the rest in cash when your order arrives.
          </span>
        </p>
      )}
    </>
  )
}

function AcceptSection({ quote, customer, token }: { quote: Quote; customer: CheckoutCustomer | null; token: string }) {
  const [orderNumber, setOrderNumber] = useState<string>()
  const { revalidate } = useRevalidator()
  if (orderNumber) {
    return (
      <>
        <h2 className="t-h3">Thank you</h2>
        <p className="mt-3 mb-6 text-granite">
          Your order number is {orderNumber}. We will call you before we ship it.
        </p>
        <Link className="btn btn-ink w-full" to={orderUrl(orderNumber)}>
          See my orders
        </Link>
      </>
    )
  }
  if (quote.status === 'accepted') return <p className="m-0">This quote was accepted. Thank you.</p>
  if (quote.isExpired) {
    return (
      <>
        <p className="m-0 mb-6">This quote has expired. Please contact us for a new one.</p>
        <Link className="btn btn-line w-full" to={href('/bulk-buying')}>
          Bulk Buying
        </Link>
      </>
    )
  }
  if (!customer) {
    return (
      <>
        <h2 className="t-h3">Accept this quote</h2>
        <p className="mt-3 mb-6 text-granite">Please sign in to accept it. The order is saved in your account.</p>
        <Link className="btn btn-ink w-full" to={loginUrl(href('/quotes/:token', { token }))}>
          Login
        </Link>
      </>
    )
  }
  return (
    <AcceptQuote
      quote={quote}
      token={token}
      {...customer}
      onPlaced={setOrderNumber}
      onChanged={() => void revalidate()}
    />
  )
}
