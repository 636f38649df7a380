import * as z from 'zod/mini'
import { numberOf } from '#app/features/admin/typed-values.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { balanceOf, returnedValue } from '#modules/orders/balance.ts'
import { type PaymentInput, paymentInputSchema } from '#modules/orders/change-contract.ts'
import { type OrderStatus, statusOf } from '#modules/orders/statuses.ts'
import { moneyField } from '#shared/fields.ts'
import { formatMoney, fromWire, toWire } from '#shared/money.ts'

const typedNumber = z.transform((typed: unknown) => numberOf(String(typed ?? '')))

/** An amount as typed, with or without commas. */
export const typedAmount = z.pipe(typedNumber, moneyField('an amount', 1e11))

/** The same, above 0. */
export const typedPayment = z.pipe(typedNumber, paymentInputSchema.shape.amount)

/** Of an order in its own currency. */
export const orderMoney = ({ order }: Pick<WireAdminOrder, 'order'>, amount: number) =>
  formatMoney(fromWire(amount), order.currency)

type Limit = { amount: number; reason: string }

/** For the check of an amount: it is at most the limit. */
export const isWithin = (adminOrder: Pick<WireAdminOrder, 'order'>, limit: Limit) =>
  z.refine<number>(
    (amount) => amount <= limit.amount,
    `At most ${orderMoney(adminOrder, limit.amount)}, ${limit.reason}.`,
  )

export const owedLimit = ({ balance }: WireAdminOrder): Limit => ({ amount: balance.owed, reason: 'which is owed' })

export const paidLimit = ({ balance }: WireAdminOrder): Limit => ({
  amount: balance.netPaid,
  reason: 'which the customer has paid',
})

export function limitOf(kind: PaymentKind, adminOrder: WireAdminOrder): Limit {
  if (kind === 'refunded') return paidLimit(adminOrder)
  if (kind === 'courier written off')
    return { amount: adminOrder.balance.withCourier, reason: 'which the courier holds' }
  return owedLimit(adminOrder)
}

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

const totalsOf = ({ currency, totalAmount, totalPriceInUSD }: WireAdminOrder['order']) => ({
  currency,
  totalNpr: fromWire(totalAmount),
  totalUsd: fromWire(totalPriceInUSD),
})

/** The value of all returned products if these came back, too, in minor units. */
export function returnedAfter(
  { order }: Pick<WireAdminOrder, 'order'>,
  returning: ReadonlyMap<number, number>,
  keepsShipping: boolean,
): number {
  const amounts = {
    ...totalsOf(order),
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
  return returnedValue(amounts, lines, keepsShipping)
}

type Planned = { refund?: number; returned?: number | undefined }

/** The balance after a refund, in minor units. */
function balanceAfter({ order, balance }: WireAdminOrder, { refund = 0, returned }: Planned) {
  return balanceOf({
    ...totalsOf(order),
    status: statusOf(order.payment.status),
    paid: fromWire(balance.paid),
    refunded: fromWire(balance.refunded) + refund,
    writtenOff: fromWire(balance.writtenOff),
    returnedAmount: returned ?? fromWire(balance.returned),
  })
}

/** What is to refund if products of this value came back, on the wire. */
export const refundFor = (adminOrder: WireAdminOrder, returned: number) =>
  toWire(balanceAfter(adminOrder, { returned }).toRefund)

/** What follows if more is refunded than is due; empty otherwise. */
export function refundNotice(adminOrder: WireAdminOrder, typed: string, returned?: number): string {
  const amount = typedAmount.safeParse(typed).data ?? 0
  const { owed } = balanceAfter(adminOrder, { returned, refund: fromWire(amount) })
  if (amount > adminOrder.balance.netPaid || owed <= balanceAfter(adminOrder, { returned }).owed) return ''
  return `The customer then owes ${formatMoney(owed, adminOrder.order.currency)}. If you reduce the price, write that off.`
}
