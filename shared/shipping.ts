import { type Amount, type Currency, formatMoney, fromWire } from './money.ts'

/** What the owner sets: the fee of every order. */
export type Shipping = Amount

export const defaultShipping: Shipping = { npr: 100_00, usd: 40_00 }

type ShippingSettings = { shippingFee: number; shippingFeeInUSD: number }

/** From the settings of the shop, which hold amounts as on the wire. */
export const shippingOf = ({ shippingFee, shippingFeeInUSD }: ShippingSettings): Shipping => ({
  npr: fromWire(shippingFee),
  usd: fromWire(shippingFeeInUSD),
})

/** The only shipping rule: flat, and nothing for an empty cart. */
export function shippingFor(subtotal: Amount, shipping: Shipping): Amount {
  return subtotal.npr > 0 || subtotal.usd > 0 ? { npr: shipping.npr, usd: shipping.usd } : { npr: 0, usd: 0 }
}

/** The fee before the cart is known. */
export const feeText = (shipping: Shipping, currency: Currency) =>
  formatMoney(currency === 'NPR' ? shipping.npr : shipping.usd, currency)

export function totalOf(subtotal: Amount, shipping: Shipping): Amount {
  const fee = shippingFor(subtotal, shipping)
  return { npr: subtotal.npr + fee.npr, usd: subtotal.usd + fee.usd }
}
