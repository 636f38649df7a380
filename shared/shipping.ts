import { type Amount, type Currency, formatMoney, fromWire, inCurrency } from './money.ts'

/** What the owner sets: the fee of every order, and the amount from which shipping is free (null: never). */
export type Shipping = Amount & { freeAbove: { npr: number | null; usd: number | null } }

export const defaultShipping: Shipping = { npr: 100_00, usd: 40_00, freeAbove: { npr: null, usd: null } }

type ShippingSettings = {
  shippingFee: number
  shippingFeeInUSD: number
  freeShippingAbove: number | null
  freeShippingAboveInUSD: number | null
}

/** From the settings of the shop, which hold amounts as on the wire. */
export function shippingOf(settings: ShippingSettings): Shipping {
  const { shippingFee, shippingFeeInUSD, freeShippingAbove: npr, freeShippingAboveInUSD: usd } = settings
  return {
    npr: fromWire(shippingFee),
    usd: fromWire(shippingFeeInUSD),
    freeAbove: { npr: npr === null ? null : fromWire(npr), usd: usd === null ? null : fromWire(usd) },
  }
}

const noDiscount: Amount = { npr: 0, usd: 0 }

/** The only shipping rule: flat, free above an amount after the discount, and nothing for an empty cart. */
export function shippingFor(subtotal: Amount, { npr, usd, freeAbove }: Shipping, discount = noDiscount): Amount {
  if (subtotal.npr === 0 && subtotal.usd === 0) return { npr: 0, usd: 0 }
  const isFree = (paid: number, threshold: number | null) => threshold !== null && paid >= threshold
  return {
    npr: isFree(subtotal.npr - discount.npr, freeAbove.npr) ? 0 : npr,
    usd: isFree(subtotal.usd - discount.usd, freeAbove.usd) ? 0 : usd,
  }
}

const thresholdIn = ({ freeAbove }: Shipping, currency: Currency) =>
  currency === 'NPR' ? freeAbove.npr : freeAbove.usd

/** The fee before the cart is known: `Rs 100`, or `Rs 100 (free from Rs 5,000)`. */
export function feeText(shipping: Shipping, currency: Currency): string {
  const fee = inCurrency(shipping, currency)
  const threshold = thresholdIn(shipping, currency)
  const text = formatMoney(fee, currency)
  return threshold === null || fee === 0 ? text : `${text} (free from ${formatMoney(threshold, currency)})`
}

/** How much more a cart needs for free shipping; null if nothing can make it free, or it is free already. */
export function missingForFree(
  subtotal: Amount,
  shipping: Shipping,
  discount: Amount,
  currency: Currency,
): number | null {
  const threshold = thresholdIn(shipping, currency)
  if (threshold === null || inCurrency(shippingFor(subtotal, shipping, discount), currency) === 0) return null
  return threshold - inCurrency(subtotal, currency) + inCurrency(discount, currency)
}

export function totalOf(subtotal: Amount, shipping: Shipping, discount = noDiscount): Amount {
  const fee = shippingFor(subtotal, shipping, discount)
  return { npr: subtotal.npr - discount.npr + fee.npr, usd: subtotal.usd - discount.usd + fee.usd }
}
