import { PaymentCurrency } from '#app/features/currency/currency-button.tsx'
import { useSite } from '#app/lib/seo.tsx'
import type { Amount } from '#app/state/cart-lines.ts'
import { AmountPrice } from './line.tsx'

const zero: Amount = { npr: 0, usd: 0 }

/** Flat, and zero for an empty cart. */
const shippingFor = (subtotal: Amount, shipping: Amount): Amount =>
  subtotal.usd > 0 || subtotal.npr > 0 ? shipping : zero

export function totalOf(subtotal: Amount, shipping: Amount): Amount {
  const fee = shippingFor(subtotal, shipping)
  return { npr: subtotal.npr + fee.npr, usd: subtotal.usd + fee.usd }
}

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
