import type { Order, OrderLine } from './contract.ts'

/** How many certificates the email names: an order of hundreds of units has hundreds of them. */
const maxListed = 10

type EmailedLine = Pick<OrderLine, 'position' | 'productName' | 'variantValue' | 'quantity' | 'unitNpr' | 'unitUsd'>
type EmailedAmount = `${'shipping' | 'discount' | 'total'}${'Npr' | 'Usd'}` | 'depositDue' | 'paid'
type EmailedFact = 'number' | 'source' | 'currency' | 'discountCode' | 'address' | 'note' | 'isGift' | 'certificates'

/** What the email says about an order. Smaller than the order, because the job that sends the email stores it. */
export type EmailedOrder = Pick<Order, EmailedAmount | EmailedFact> & { lines: EmailedLine[] }

export function emailedOrder(order: Order): EmailedOrder {
  const { number, source, currency, discountCode, address, note, isGift, depositDue, paid } = order
  const { shippingNpr, shippingUsd, discountNpr, discountUsd, totalNpr, totalUsd } = order
  const facts = { number, source, currency, discountCode, address, note, isGift, depositDue, paid }
  const sums = { shippingNpr, shippingUsd, discountNpr, discountUsd, totalNpr, totalUsd }
  const certificates = order.certificates.slice(0, maxListed)
  return { ...facts, ...sums, certificates, lines: order.lines.map(emailedLine) }
}

function emailedLine({ position, productName, variantValue, quantity, unitNpr, unitUsd }: OrderLine): EmailedLine {
  return { position, productName, variantValue, quantity, unitNpr, unitUsd }
}
