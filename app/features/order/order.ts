import type { z } from 'zod'
import { dayWords, localTime } from '#app/lib/dates.ts'
import type { orderSchema } from '#modules/orders/schema.ts'
import { formatMoney, fromWire } from '#shared/money.ts'

export type WireOrder = z.infer<typeof orderSchema>

/** Amounts of an order are told in the currency in which it was placed, whatever is chosen now. */
export function amountIn({ currency }: Pick<WireOrder, 'currency'>, npr: number, usd: number): string {
  return formatMoney(fromWire(currency === 'NPR' ? npr : usd), currency)
}

export function sumsOf(order: WireOrder) {
  const npr = fromWire(order.totalAmount) - fromWire(order.shippingFee)
  const usd = fromWire(order.totalPriceInUSD) - fromWire(order.shippingFeeInUSD)
  return {
    subtotal: amountIn(order, npr / 100, usd / 100),
    shipping: amountIn(order, order.shippingFee, order.shippingFeeInUSD),
    total: amountIn(order, order.totalAmount, order.totalPriceInUSD),
  }
}

export function countItems({ orderItems }: WireOrder): string {
  const pieces = orderItems.reduce((sum, { quantity }) => sum + quantity, 0)
  return pieces === 1 ? '1 item' : `${pieces} items`
}

export function momentWords(iso: string, now: Date): string {
  const moment = new Date(iso)
  return `${dayWords(moment, now)}, ${localTime(moment)}`
}

/** Newest first, as they come; one group for each day. */
export function byDay(orders: WireOrder[], now: Date): { day: string; orders: WireOrder[] }[] {
  const groups: { day: string; orders: WireOrder[] }[] = []
  for (const order of orders) {
    const day = dayWords(new Date(order.orderDate), now)
    const last = groups.at(-1)
    if (last?.day === day) last.orders.push(order)
    else groups.push({ day, orders: [order] })
  }
  return groups
}
