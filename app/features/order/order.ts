import type * as z from 'zod/mini'
import { localTime, relativeDay } from '#app/lib/dates.ts'
import type { orderSchema } from '#modules/orders/contract.ts'
import { openStatuses, statusOf } from '#modules/orders/statuses.ts'
import { formatMoney, fromWire } from '#shared/money.ts'

export type WireOrder = z.infer<typeof orderSchema>

/** Formats an amount in the currency of the order, not the selected one. */
export function amountIn({ currency }: Pick<WireOrder, 'currency'>, npr: number, usd: number): string {
  return formatMoney(fromWire(currency === 'NPR' ? npr : usd), currency)
}

export function sumsOf(order: WireOrder) {
  const npr = fromWire(order.totalAmount) - fromWire(order.shippingFee) + fromWire(order.discount)
  const usd = fromWire(order.totalPriceInUSD) - fromWire(order.shippingFeeInUSD) + fromWire(order.discountInUSD)
  return {
    subtotal: amountIn(order, npr / 100, usd / 100),
    discountLabel: order.discountCode ? `Discount (${order.discountCode})` : 'Discount',
    /** Empty without a discount. */
    discount: order.discount + order.discountInUSD > 0 ? amountIn(order, -order.discount, -order.discountInUSD) : '',
    shipping: amountIn(order, order.shippingFee, order.shippingFeeInUSD),
    total: amountIn(order, order.totalAmount, order.totalPriceInUSD),
  }
}

/** What the courier collects; nothing once the order is delivered or over. */
export function cashToCollect({ payment, currency }: WireOrder): string | undefined {
  const isOpen = openStatuses.includes(statusOf(payment.status))
  return isOpen && payment.owed > 0 ? formatMoney(fromWire(payment.owed), currency) : undefined
}

export function countItems({ orderItems }: WireOrder): string {
  const count = orderItems.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 item' : `${count} items`
}

export function relativeTime(iso: string, now: Date): string {
  const date = new Date(iso)
  return `${relativeDay(date, now)}, ${localTime(date)}`
}

/** "today, 14:20" */
export function timeInSentence(iso: string, now: Date): string {
  const time = relativeTime(iso, now)
  return time.charAt(0).toLowerCase() + time.slice(1)
}

/** Groups consecutive orders of the same day; keeps their order. */
export function groupByDay(orders: WireOrder[], now: Date): { day: string; orders: WireOrder[] }[] {
  const groups: { day: string; orders: WireOrder[] }[] = []
  for (const order of orders) {
    const day = relativeDay(new Date(order.orderDate), now)
    const last = groups.at(-1)
    if (last?.day === day) last.orders.push(order)
    else groups.push({ day, orders: [order] })
  }
  return groups
}
