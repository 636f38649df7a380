import { PaymentCurrency } from '#app/features/currency/currency-button.tsx'
import { useSite } from '#app/features/site/seo.tsx'
import type { Amount } from '#shared/money.ts'
import { shippingFor, totalOf } from '#shared/shipping.ts'
import { AmountPrice } from './line.tsx'

export function Totals({ subtotal }: { subtotal: Amount }) {
  const { shipping } = useSite()
  return (
    <>
      <dl className="totals">
        <dt>Subtotal</dt>
        <dd>
          <AmountPrice amount={subtotal} />
        </dd>
        <dt>Shipping</dt>
        <dd>
          <AmountPrice amount={shippingFor(subtotal, shipping)} />
        </dd>
        <dt className="t-h4">Total</dt>
        <dd className="t-h4">
          <AmountPrice amount={totalOf(subtotal, shipping)} />
        </dd>
      </dl>
      <PaymentCurrency />
    </>
  )
}
