import * as z from 'zod/mini'
import { numberOf } from '#app/features/admin/typed-values.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { returnedValue } from '#modules/orders/balance.ts'
import type { PaymentInput } from '#modules/orders/change-contract.ts'
import { type OrderStatus, statusOf } from '#modules/orders/statuses.ts'
import { moneyField } from '#shared/fields.ts'
import { formatMoney, fromWire, toWire } from '#shared/money.ts'

/** An amount as typed, with or without commas. */
export const typedAmount = z.pipe(
  z.transform((typed: unknown) => numberOf(String(typed ?? ''))),
  moneyField('an amount', 1e11),
)

/** Of an order in its own currency. */
export const orderMoney = ({ order }: Pick<WireAdminOrder, 'order'>, amount: number) =>
  formatMoney(fromWire(amount), order.currency)

/** Label of a field with an amount. */
export const amountLabel = (label: string, { order }: Pick<WireAdminOrder, 'order'>) => `${label} (${order.currency})`

type PaymentKind = PaymentInput['kind']

/** The payments that the order allows now, each with the amount that is usual. */
export function allowedPayments({ order, balance }: WireAdminOrder): [kind: PaymentKind, amount: number][] {
  const { owed, netPaid, toRefund, withCourier, depositDue, paid } = balance
  const status: OrderStatus = statusOf(order.payment.status)
  const isOver = status === 'Canceled' || status === 'Returned'
  const deposit = depositDue > paid ? Math.min(owed, depositDue - paid) : owed
  const all: [kind: PaymentKind, isAllowed: boolean, amount: number][] = [
    ['deposit', !isOver && status !== 'Delivered' && owed > 0, deposit],
    ['collected', status === 'Delivered' && owed > 0, owed],
    ['refunded', netPaid > 0, toRefund || netPaid],
    ['written off', !isOver && owed > 0, owed],
    ['courier written off', withCourier > 0, withCourier],
  ]
  return all.filter(([, isAllowed]) => isAllowed).map(([kind, , amount]) => [kind, amount])
}

/** What would be to refund if these products came back, on the wire. */
export function refundAfter(
  { order, balance }: Pick<WireAdminOrder, 'order' | 'balance'>,
  returning: ReadonlyMap<number, number>,
  keepsShipping: boolean,
): number {
  const amounts = {
    currency: order.currency,
    totalNpr: fromWire(order.totalAmount),
    totalUsd: fromWire(order.totalPriceInUSD),
    discountNpr: fromWire(order.discount),
    discountUsd: fromWire(order.discountInUSD),
    shippingNpr: fromWire(order.shippingFee),
    shippingUsd: fromWire(order.shippingFeeInUSD),
  }
  const lines = order.orderItems.map((item) => ({
    unitNpr: fromWire(item.unitPrice),
    unitUsd: fromWire(item.unitPriceInUSD),
    quantity: item.quantity,
    returned: item.returnedQuantity + (returning.get(item.position) ?? 0),
  }))
  const returned = returnedValue(amounts, lines, keepsShipping)
  const due = fromWire(balance.total) - returned - fromWire(balance.writtenOff)
  return toWire(Math.max(0, fromWire(balance.netPaid) - due))
}
