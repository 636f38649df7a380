import type { Delivery } from '#shared/delivery.ts'
import { feeText, type Shipping } from '#shared/shipping.ts'

/** The settings of the shop that a text can show. */
export type ShownSettings = { shipping: Shipping; delivery: Delivery }

/** Words in braces in an answer or a post that show a setting of the shop. */
const placeholders: Record<string, (site: ShownSettings) => string> = {
  shippingFee: ({ shipping }) => feeText(shipping, 'NPR'),
  shippingFeeInUSD: ({ shipping }) => feeText(shipping, 'USD'),
  returnDays: ({ delivery }) => String(delivery.returnDays),
}

export const placeholderHint =
  'Write {shippingFee}, {shippingFeeInUSD} or {returnDays} to show the shipping fees or the return window of your settings.'

/** Unknown words stay as they are. */
export const fillPlaceholders = (text: string, site: ShownSettings) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? (placeholders[name]?.(site) ?? whole) : whole,
  )
