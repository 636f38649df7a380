import type { QuoteRecord } from '#modules/quotes/schema.ts'
import { lineTotal } from '#modules/quotes/sums.ts'
import { fromWire, toWire } from '#shared/money.ts'

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
/** A quote as it is being typed: numbers are texts until it is saved. */
export type Draft = {
  name: string
  email: string
  validUntil: string
  note: string
  shippingNpr: string
  shippingUsd: string
  lines: DraftLine[]
}

let made = 0
export const newKey = () => `new ${++made}`

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)

export function newDraft(
  { name = '', email = '' }: { name?: string; email?: string | null },
  shipping: { npr: number; usd: number },
): Draft {
  return {
    name,
    email: email ?? '',
    validUntil: inDays(14),
    note: '',
    shippingNpr: String(toWire(shipping.npr)),
    shippingUsd: String(toWire(shipping.usd)),
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

const numberOf = (typed: string) => (typed.trim() === '' || Number.isNaN(Number(typed)) ? null : Number(typed))

export function bodyOf({ shippingNpr, shippingUsd, lines, ...draft }: Draft) {
  return {
    ...draft,
    shippingFee: numberOf(shippingNpr),
    shippingFeeInUSD: numberOf(shippingUsd),
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

/** What the line comes to as it stands, in minor units. */
export function totalOf({ quantity, tiers }: DraftLine): { npr: number; usd: number } {
  const steps = tiers.map(({ from, usd, npr }) => ({
    from: numberOf(from) ?? 0,
    usd: fromWire(numberOf(usd) ?? 0),
    npr: fromWire(numberOf(npr) ?? 0),
  }))
  return lineTotal({ quantity: numberOf(quantity) ?? 0, tiers: steps })
}

export function sumOf({ lines, shippingNpr, shippingUsd }: Draft): { npr: number; usd: number } {
  const totals = lines.map(totalOf)
  return {
    npr: totals.reduce((sum, { npr }) => sum + npr, fromWire(numberOf(shippingNpr) ?? 0)),
    usd: totals.reduce((sum, { usd }) => sum + usd, fromWire(numberOf(shippingUsd) ?? 0)),
  }
}
