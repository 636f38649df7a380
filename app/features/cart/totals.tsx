import { PaymentCurrency } from '#app/features/currency/currency-button.tsx'
import { useSite } from '#app/features/site/seo.tsx'
import { type CartDiscount, type CartLine, discountOf, subtotalOf } from '#app/state/cart-lines.ts'
import { useCurrency } from '#app/state/currency.ts'
import { formatMoney, inCurrency } from '#shared/money.ts'
import { missingForFree, shippingFor, totalOf } from '#shared/shipping.ts'
import { AmountPrice } from './line.tsx'

export function Totals({ lines, discount: code }: { lines: CartLine[]; discount: CartDiscount }) {
  const { shipping } = useSite()
  const { currency } = useCurrency()
  const subtotal = subtotalOf(lines)
  const discount = discountOf(code, subtotal)
  const fee = shippingFor(subtotal, shipping, discount)
  const missing = missingForFree(subtotal, shipping, discount, currency)
  const isFree = inCurrency(fee, currency) === 0 && inCurrency(shipping, currency) > 0
  return (
    <>
      <dl className="totals">
        <dt>Subtotal</dt>
        <dd>
          <AmountPrice amount={subtotal} />
        </dd>
        {inCurrency(discount, currency) > 0 && (
          <>
            <dt>Discount</dt>
            <dd>
              <AmountPrice amount={{ npr: -discount.npr, usd: -discount.usd }} />
            </dd>
          </>
        )}
        <dt>Shipping</dt>
        <dd>{isFree ? 'Free' : <AmountPrice amount={fee} />}</dd>
        <dt className="t-h4">Total</dt>
        <dd className="t-h4">
          <AmountPrice amount={totalOf(subtotal, shipping, discount)} />
        </dd>
      </dl>
      {missing !== null && (
        <p className="t-note m-0 mt-2">Add products for {formatMoney(missing, currency)} more for free shipping.</p>
      )}
      <PaymentCurrency />
    </>
  )
}
