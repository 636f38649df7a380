import type { InvoiceContent } from '#modules/invoices/service.server.ts'
import { shopDay } from '#shared/days.ts'
import { totalIn } from './balance.ts'
import type { Order, OrderLine } from './contract.ts'
import { orderNumber } from './wire.ts'

const unitOf = ({ currency }: Order, { unitNpr, unitUsd }: OrderLine) => (currency === 'NPR' ? unitNpr : unitUsd)

function invoiceLine(order: Order, line: OrderLine, quantity: number): InvoiceContent['lines'][number] {
  const unit = unitOf(order, line)
  return { name: line.productName, variant: line.variantValue ?? '', quantity, unit, amount: unit * quantity }
}

function sharedContent(order: Order) {
  const { firstName, lastName, company, streetAddress, zipCode, city, state, country, phone } = order.address
  const name = [firstName, lastName].filter(Boolean).join(' ') || (company ? '' : 'Cash customer')
  const place = [zipCode, city].filter(Boolean).join(' ')
  return {
    orderNumber: orderNumber(order.number),
    orderedOn: shopDay(new Date(order.placedAt)),
    currency: order.currency,
    ...(order.discountCode ? { discountCode: order.discountCode } : {}),
    buyer: [name, company, streetAddress, place, state, country, phone].filter(Boolean),
  }
}

/** The whole order. */
export function invoiceContent(order: Order): InvoiceContent {
  const isNpr = order.currency === 'NPR'
  return {
    ...sharedContent(order),
    lines: order.lines.map((line) => invoiceLine(order, line, line.quantity)),
    discount: isNpr ? order.discountNpr : order.discountUsd,
    shipping: isNpr ? order.shippingNpr : order.shippingUsd,
    total: totalIn(order),
  }
}

/** The returned products at `total`, which is less than their prices by their share of the discount. */
export function returnContent(
  order: Order,
  returned: { position: number; quantity: number }[],
  total: number,
): InvoiceContent {
  const lines = returned.flatMap(({ position, quantity }) => {
    const line = order.lines.find((candidate) => candidate.position === position)
    return line ? [invoiceLine(order, line, quantity)] : []
  })
  const discount = lines.reduce((sum, { amount }) => sum + amount, 0) - total
  return { ...sharedContent(order), lines, discount: Math.max(0, discount), shipping: Math.max(0, -discount), total }
}
