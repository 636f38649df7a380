import { returnStock } from '#modules/catalog/stock.server.ts'
import { creditOrder, creditProducts } from '#modules/invoices/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { fromWire } from '#shared/money.ts'
import { balanceOf, returnedValue } from './balance.ts'
import { type Payment, recordCash } from './cash.server.ts'
import type { PaymentInput, ReturnInput } from './change-contract.ts'
import {
  type ChangeContext,
  changeOrder,
  type OrderActor,
  type Recorded,
  staff,
  stockChangeOf,
} from './changes.server.ts'
import {
  addReturned,
  type LockedOrder,
  type ReturnedLine,
  recordTransition,
  updateOrder,
} from './changes-repo.server.ts'
import type { Order } from './contract.ts'
import { returnContent } from './invoice-content.ts'
import { queueStatusEmail } from './status-emails.tsx'

type Context = Omit<ChangeContext, 'db'>
type StaffMember = { userId: string; name: string }
type Return = { lines: ReturnedLine[]; keepsShipping: boolean; reason: string; message: string; at: Date }

/** A refused parcel, or an order that came back as a whole. */
export function returnEverything(
  tx: Db,
  context: Context,
  actor: OrderActor,
  locked: LockedOrder,
  { at, restock, message }: { at: Date; restock: boolean; message: string },
): Promise<Recorded> {
  const lines = locked.order.lines
    .filter(({ quantity, returned }) => quantity > returned)
    .map(({ position, quantity, returned }) => ({ position, quantity: quantity - returned, restock }))
  return returnLines(tx, context, actor, locked, { lines, keepsShipping: false, reason: message, message, at })
}

async function returnLines(
  tx: Db,
  context: Context,
  actor: OrderActor,
  locked: LockedOrder,
  { lines, keepsShipping, reason, message, at }: Return,
): Promise<Recorded> {
  const { order } = locked
  const after = linesAfter(order, lines)
  const isAll = after.every(({ quantity, returned }) => returned === quantity)
  if (order.status !== 'Delivered' && !(order.status === 'Shipped' && isAll))
    throw new ShopError(
      'conflict',
      order.status === 'Shipped'
        ? 'This order is on its way. A parcel that is refused comes back as a whole.'
        : `This order is ${order.status}: nothing of it can be returned.`,
    )
  const returnedAmount = returnedValue(order, after, keepsShipping)
  await addReturned(tx, order.id, lines)
  await returnStock(tx, stockOf(order, lines), stockChangeOf('order returned', order.id, actor, at))
  await updateOrder(tx, order.id, { returnedAmount })
  const invoice = { orderId: order.id, at, seller: context.seller }
  if (isAll && !keepsShipping) await creditOrder(tx, invoice, reason || 'The order was returned.')
  else {
    const content = returnContent(order, lines, returnedAmount - order.returnedAmount)
    await creditProducts(tx, { ...invoice, content }, reason || 'Products were returned.')
  }
  if (isAll) {
    const { by, userId } = actor
    await recordTransition(tx, order.id, { from: order.status, to: 'Returned', by, userId, at })
  }
  return {
    kind: 'returned',
    action: 'took back products of',
    reason,
    before: { status: order.status, returnedAmount: order.returnedAmount },
    after: { status: isAll ? 'Returned' : order.status, returnedAmount, lines: namedLines(order, lines) },
    emailId: isAll ? await queueStatusEmail(tx, context, locked, { to: 'Returned', message, by: actor.by }) : undefined,
  }
}

function linesAfter(order: Order, lines: ReturnedLine[]) {
  for (const { position, quantity } of lines) {
    const line = order.lines.find((candidate) => candidate.position === position)
    if (!line) throw new ShopError('invalid', 'This product is not part of the order.')
    const left = line.quantity - line.returned
    if (quantity > left)
      throw new ShopError('invalid', `Only ${left} of ${line.productName} can be returned. Nothing was changed.`)
  }
  return order.lines.map((line) => {
    const quantity = lines.find(({ position }) => position === line.position)?.quantity ?? 0
    return { ...line, returned: line.returned + quantity }
  })
}

/** Products that were made to order never come from stock and never go there. */
export function stockOf(order: Order, lines: ReturnedLine[]) {
  return lines.flatMap(({ position, quantity, restock }) => {
    const line = order.lines.find((candidate) => candidate.position === position)
    return line?.fromStock && restock ? [{ productId: line.productId, variantId: line.variantId, quantity }] : []
  })
}

const namedLines = (order: Order, lines: ReturnedLine[]) =>
  lines.map((returned) => {
    const line = order.lines.find(({ position }) => position === returned.position)
    return { ...returned, productName: line?.productName ?? '', variantValue: line?.variantValue ?? null }
  })

/** Takes products back and, if given, refunds money in the same transaction. */
export async function returnProducts(context: ChangeContext, member: StaffMember, orderId: string, input: ReturnInput) {
  const { version, lines, reason, keepShipping, refund } = input
  const at = new Date()
  await transactWithRetry(context.db, async (tx) => {
    const request = { lines, keepsShipping: keepShipping, reason, message: '', at }
    await changeOrder(tx, staff(member), { orderId, version }, at, async (locked) => {
      const returned = await returnLines(tx, context, staff(member), locked, request)
      if (!refund) return returned
      const payment = { kind: 'refunded' as const, version, note: reason, ...refund }
      const refunded = await recordPayment(tx, member, locked.order, payment, at)
      return { ...returned, after: { ...returned.after, refund: refunded.after } }
    })
  })
}

/** A deposit, a payment by transfer, a refund, or an amount that is given up. */
export async function addPayment(context: ChangeContext, member: StaffMember, orderId: string, input: PaymentInput) {
  const at = new Date()
  await transactWithRetry(context.db, (tx) =>
    changeOrder(tx, staff(member), { orderId, version: input.version }, at, ({ order }) =>
      recordPayment(tx, member, order, input, at),
    ),
  )
}

async function recordPayment(
  tx: Db,
  member: StaffMember,
  order: Order,
  { kind, amount: wireAmount, method, note }: PaymentInput,
  at: Date,
): Promise<Recorded> {
  const amount = fromWire(wireAmount)
  refusePayment(order, kind, amount)
  const courierId = kind === 'courier written off' ? (order.shipment?.courierId ?? null) : null
  const payment: Payment = {
    kind: kind === 'courier written off' ? 'written off' : kind,
    amount,
    method,
    note,
    courierId,
  }
  await recordCash(tx, order, member, at, payment)
  return { kind: 'payment', action: `${paymentActions[kind]} of`, reason: note, after: { kind, amount, method } }
}

const paymentActions: Record<PaymentInput['kind'], string> = {
  collected: 'recorded a payment',
  deposit: 'recorded a deposit',
  refunded: 'refunded money',
  'written off': 'wrote off money',
  'courier written off': 'wrote off money of the courier',
}

function refusePayment(order: Order, kind: PaymentInput['kind'], amount: number): void {
  const { owed, netPaid } = balanceOf(order)
  if (kind === 'refunded') {
    if (amount > netPaid) throw tooMuch('You cannot refund more than was paid.')
    return
  }
  if (kind === 'courier written off') {
    if (amount > order.withCourier) throw tooMuch('The courier does not hold so much cash of this order.')
    return
  }
  const isOver = order.status === 'Canceled' || order.status === 'Returned'
  if (isOver) throw new ShopError('conflict', `This order is ${order.status}: nothing is owed. Nothing was changed.`)
  if (kind === 'deposit' && order.status === 'Delivered')
    throw new ShopError('conflict', 'This order is delivered. Please record a payment instead.')
  if (kind === 'collected' && order.status !== 'Delivered')
    throw new ShopError('conflict', 'This order is not delivered yet. Please record a deposit instead.')
  if (amount > owed) throw tooMuch('This is more than the customer owes.')
}

const tooMuch = (sentence: string) => new ShopError('conflict', `${sentence} Nothing was changed.`)
