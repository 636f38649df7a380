import { newKey } from '#app/features/admin/new-key.ts'
import { minorUnitsOf, numberOf, numberOrZero } from '#app/features/admin/typed-values.ts'
import type { QuoteRecord } from '#modules/quotes/contract.ts'
import { lineTotal } from '#modules/quotes/sums.ts'
import { toWire } from '#shared/money.ts'

export type DraftTier = { key: string; from: string; usd: string; npr: string }
export type DraftLine = {
  key: string
  productId: number
  name: string
  attributeId: number | null
  unit: 'piece' | 'kilo'
  quantity: string
  fromStock: boolean
  tiers: DraftTier[]
}
/** Form state of a quote. Numbers are strings until it is saved. */
export type Draft = {
  name: string
  email: string
  validUntil: string
  note: string
  shippingNpr: string
  shippingUsd: string
  depositNpr: string
  depositUsd: string
  lines: DraftLine[]
}

const dateInDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)

export function newDraft(
  { name = '', email = '' }: { name?: string; email?: string | null },
  shipping: { npr: number; usd: number },
): Draft {
  return {
    name,
    email: email ?? '',
    validUntil: dateInDays(14),
    note: '',
    shippingNpr: String(toWire(shipping.npr)),
    shippingUsd: String(toWire(shipping.usd)),
    depositNpr: '',
    depositUsd: '',
    lines: [],
  }
}

export function draftOf(quote: QuoteRecord): Draft {
  return {
    name: quote.name,
    email: quote.email,
    validUntil: quote.validUntil,
    note: quote.note,
    shippingNpr: String(quote.shippingFee),
    shippingUsd: String(quote.shippingFeeInUSD),
    depositNpr: quote.deposit === 0 ? '' : String(quote.deposit),
    depositUsd: quote.depositInUSD === 0 ? '' : String(quote.depositInUSD),
    lines: quote.lines.map((line) => ({
      key: newKey(),
      productId: line.productId,
      name: line.productName,
      attributeId: line.productAttributeId,
      unit: line.unit,
      quantity: String(line.quantity),
      fromStock: line.fromStock,
      tiers: line.tiers.map(({ from, price, priceInUSD }) => ({
        key: newKey(),
        from: String(from),
        usd: String(priceInUSD),
        npr: String(price),
      })),
    })),
  }
}

export function bodyOf({ shippingNpr, shippingUsd, depositNpr, depositUsd, lines, ...draft }: Draft) {
  return {
    ...draft,
    shippingFee: numberOf(shippingNpr),
    shippingFeeInUSD: numberOf(shippingUsd),
    deposit: numberOf(depositNpr || '0'),
    depositInUSD: numberOf(depositUsd || '0'),
    lines: lines.map(({ productId, attributeId, unit, quantity, fromStock, tiers }) => ({
      productId,
      productAttributeId: attributeId,
      unit,
      quantity: numberOf(quantity),
      fromStock: unit === 'piece' && fromStock,
      tiers: tiers.map(({ from, usd, npr }) => ({
        from: numberOf(from),
        price: numberOf(npr),
        priceInUSD: numberOf(usd),
      })),
    })),
  }
}

/** Total of the line in minor units. */
export function lineTotalOf({ quantity, tiers }: DraftLine): { npr: number; usd: number } {
  const parsedTiers = tiers.map(({ from, usd, npr }) => ({
    from: numberOrZero(from),
    usd: minorUnitsOf(usd),
    npr: minorUnitsOf(npr),
  }))
  return lineTotal({ quantity: numberOrZero(quantity), tiers: parsedTiers })
}

export function totalOf({ lines, shippingNpr, shippingUsd }: Draft): { npr: number; usd: number } {
  const totals = lines.map(lineTotalOf)
  return {
    npr: totals.reduce((sum, { npr }) => sum + npr, minorUnitsOf(shippingNpr)),
    usd: totals.reduce((sum, { usd }) => sum + usd, minorUnitsOf(shippingUsd)),
  }
}
