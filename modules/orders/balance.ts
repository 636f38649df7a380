import type { Order } from './contract.ts'

type Balance = { total: number; paid: number; refunded: number; netPaid: number; owed: number; toRefund: number }

export const totalIn = ({ currency, totalNpr, totalUsd }: Pick<Order, 'currency' | 'totalNpr' | 'totalUsd'>) =>
  currency === 'NPR' ? totalNpr : totalUsd

/** What the buyer has paid, owes and gets back, in the currency of the order. */
export function balanceOf(
  order: Pick<
    Order,
    'status' | 'currency' | 'totalNpr' | 'totalUsd' | 'paid' | 'refunded' | 'writtenOff' | 'returnedAmount'
  >,
): Balance {
  const { status, paid, refunded, writtenOff, returnedAmount } = order
  const total = totalIn(order)
  const netPaid = paid - refunded
  const due = status === 'Canceled' ? 0 : total - returnedAmount - writtenOff
  return { total, paid, refunded, netPaid, owed: Math.max(0, due - netPaid), toRefund: Math.max(0, netPaid - due) }
}

type PricedLine = Pick<Order['lines'][number], 'unitNpr' | 'unitUsd' | 'quantity' | 'returned'>

/**
 * The value of the returned products, less their share of the discount. If everything came back, the shipping fee is
 * included unless the shop keeps it.
 */
export function returnedValue(
  order: Pick<
    Order,
    'currency' | 'totalNpr' | 'totalUsd' | 'discountNpr' | 'discountUsd' | 'shippingNpr' | 'shippingUsd'
  >,
  lines: PricedLine[],
  keepsShipping: boolean,
): number {
  const isNpr = order.currency === 'NPR'
  const unit = (line: PricedLine) => (isNpr ? line.unitNpr : line.unitUsd)
  const discount = isNpr ? order.discountNpr : order.discountUsd
  const shipping = isNpr ? order.shippingNpr : order.shippingUsd
  const subtotal = totalIn(order) - shipping + discount
  const returned = lines.reduce((sum, line) => sum + unit(line) * line.returned, 0)
  const isAll = lines.every((line) => line.returned === line.quantity)
  // The product may exceed the safe integers.
  const share = subtotal === 0 ? 0 : Number((BigInt(discount) * BigInt(returned)) / BigInt(subtotal))
  return returned - share + (isAll && !keepsShipping ? shipping : 0)
}
