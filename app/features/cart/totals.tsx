import type { Amount } from '#app/state/bag-lines.ts'
import { shipping } from '#shared/shipping.ts'
import { AmountPrice } from './line.tsx'

const nothing: Amount = { npr: 0, usd: 0 }

/** Flat, and nothing for an empty bag. */
const shippingFor = (subtotal: Amount): Amount => (subtotal.usd > 0 || subtotal.npr > 0 ? shipping : nothing)

export function totalOf(subtotal: Amount): Amount {
  const fee = shippingFor(subtotal)
  return { npr: subtotal.npr + fee.npr, usd: subtotal.usd + fee.usd }
}

export function Totals({ subtotal }: { subtotal: Amount }) {
  return (
    <dl className="totals">
      <dt>Subtotal</dt>
      <dd>
        <AmountPrice amount={subtotal} />
      </dd>
      <dt>Shipping</dt>
      <dd>
        <AmountPrice amount={shippingFor(subtotal)} />
      </dd>
      <dt className="t-h4">Total</dt>
      <dd className="t-h4">
        <AmountPrice amount={totalOf(subtotal)} />
      </dd>
    </dl>
  )
}
