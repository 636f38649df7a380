import { toWire } from '#shared/money.ts'
import type { Quote, QuoteRecord, StoredLine } from './contract.ts'
import type { StoredQuote } from './repo.server.ts'
import { lineTotal, quoteTotal } from './sums.ts'

const quoteNumber = (number: number) => `Q-${number}`

export function quoteOnWire(quote: StoredQuote): Quote {
  const total = quoteTotal(quote)
  return {
    quoteNumber: quoteNumber(quote.number),
    version: quote.version,
    status: quote.status,
    name: quote.name,
    validUntil: quote.validUntil,
    isExpired: quote.isExpired,
    note: quote.note,
    lines: quote.lines.map(lineOnWire),
    shippingFee: toWire(quote.shippingNpr),
    shippingFeeInUSD: toWire(quote.shippingUsd),
    deposit: toWire(quote.depositNpr),
    depositInUSD: toWire(quote.depositUsd),
    total: toWire(total.npr),
    totalInUSD: toWire(total.usd),
  }
}

function lineOnWire(line: StoredLine): Quote['lines'][number] {
  const { npr, usd } = lineTotal(line)
  return {
    productId: line.productId,
    productAttributeId: line.attributeId,
    productName: line.productName,
    attributeValue: line.attributeValue,
    imageURL: line.imageUrl,
    unit: line.unit,
    quantity: line.quantity,
    fromStock: line.fromStock,
    tiers: line.tiers.map((tier) => ({ from: tier.from, price: toWire(tier.npr), priceInUSD: toWire(tier.usd) })),
    total: toWire(npr),
    totalInUSD: toWire(usd),
  }
}

export function recordOnWire(quote: StoredQuote): QuoteRecord {
  return {
    ...quoteOnWire(quote),
    quoteId: quote.id,
    token: quote.token,
    email: quote.email,
    enquiryId: quote.enquiryId,
    orderId: quote.orderId,
    customer: quote.customer,
    createdAt: quote.createdAt,
  }
}
