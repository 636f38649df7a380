import { returnStock } from '#modules/catalog/stock.server.ts'
import { readActiveCourier } from '#modules/couriers/service.server.ts'
import { returnDiscountUse } from '#modules/discounts/service.server.ts'
import { creditOrder, issueInvoice } from '#modules/invoices/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { balanceOf } from './balance.ts'
import { recordCash } from './cash.server.ts'
import {
  type ChangeContext,
  type ChangeTarget,
  changeOrder,
  type OrderActor,
  type Recorded,
  stockChangeOf,
} from './changes.server.ts'
import { type LockedOrder, recordTransition } from './changes-repo.server.ts'
import type { Order } from './contract.ts'
import { hasPlace } from './draft.ts'
import { invoiceContent } from './invoice-content.ts'
import { returnEverything } from './returns.server.ts'
import { readOrder } from './service.server.ts'
import { queueStatusEmail } from './status-emails.tsx'
import { findTransition, type OrderStatus } from './statuses.ts'

export type TransitionRequest = ChangeTarget & {
  to: OrderStatus
  at?: Date
  shipment?: { courierId: number; trackingNumber: string } | undefined
  /** What the courier collected, if it is not the whole amount owed. */
  collected?: number | undefined
  restock?: boolean
  /** For the customer, added to the email. */
  message?: string
  /** Sends no email. */
  isSilent?: boolean
}

/** Checks the transition table and changes the status, with all that belongs to it, in the caller's transaction. */
export function transitionOrder(
  tx: Db,
  context: Omit<ChangeContext, 'db'>,
  actor: OrderActor,
  request: TransitionRequest,
): Promise<Order> {
  const { at = new Date() } = request
  return changeOrder(tx, actor, request, at, (locked) =>
    applyTransition(tx, context, actor, locked, { ...request, at }),
  )
}

async function applyTransition(
  tx: Db,
  context: Omit<ChangeContext, 'db'>,
  actor: OrderActor,
  locked: LockedOrder,
  request: TransitionRequest & { at: Date },
): Promise<Recorded> {
  const { order } = locked
  const { to, at } = request
  const transition = findTransition(order.status, to, actor.by)
  if (!transition) throw new ShopError('conflict', `This order is ${order.status} and cannot become ${to}.`)
  if (to === 'Returned')
    return returnEverything(tx, context, actor, locked, {
      at,
      restock: request.restock ?? false,
      message: request.message ?? '',
    })
  if (to === 'Shipped' && !hasPlace(order.address))
    throw new ShopError('conflict', 'This order has no address. Edit the order and enter one, then ship it.')
  const courier = request.shipment && (await readActiveCourier(tx, request.shipment.courierId))
  const shipment = courier && {
    courierId: courier.id,
    courier: courier.name,
    trackingNumber: request.shipment?.trackingNumber ?? '',
  }
  await recordTransition(
    tx,
    order.id,
    { from: order.status, to, by: actor.by, userId: actor.userId, at },
    {
      ...(shipment ? { courierId: shipment.courierId, trackingNumber: shipment.trackingNumber } : {}),
      ...(to === 'Delivered' ? { deliveredAt: at } : {}),
    },
  )
  if (transition.returnsStock)
    await returnStock(
      tx,
      order.lines.filter(({ fromStock }) => fromStock),
      stockChangeOf('order canceled', order.id, actor, at),
    )
  if (to === 'Shipped' || to === 'Delivered')
    await issueInvoice(tx, { orderId: order.id, at, seller: context.seller, content: invoiceContent(order) })
  if (to === 'Canceled') {
    await returnDiscountUse(tx, order.discountId)
    await creditOrder(tx, { orderId: order.id, at, seller: context.seller }, 'The order was canceled.')
  }
  if (to === 'Delivered') await collect(tx, actor, order, at, request.collected)
  const email = { to, shipment, message: request.message ?? '', by: actor.by }
  const emailId = request.isSilent ? undefined : await queueStatusEmail(tx, context, locked, email)
  return {
    kind: 'status',
    action: 'changed status of',
    before: { status: order.status, ...courierOf(order.shipment) },
    after: { status: to, ...courierOf(shipment ?? order.shipment) },
    emailId,
  }
}

const courierOf = (shipment: { courier: string; trackingNumber: string } | null) =>
  shipment && { courier: shipment.courier, trackingNumber: shipment.trackingNumber }

/** The courier, or the shop itself over the counter, takes what is owed. */
async function collect(tx: Db, actor: OrderActor, order: Order, at: Date, collected: number | undefined) {
  const { owed } = balanceOf(order)
  const amount = collected ?? owed
  if (amount > owed) throw new ShopError('invalid', 'The courier cannot collect more than is owed.')
  const courierId = order.shipment?.courierId ?? null
  if (amount > 0) await recordCash(tx, order, actor, at, { kind: 'collected', amount, courierId })
}

/** Changes the status and queues the email in one transaction. */
export async function cancelOrder(
  context: ChangeContext,
  buyer: { userId: string; name: string },
  orderId: string,
): Promise<Order> {
  return transactWithRetry(context.db, async (tx) => {
    await transitionOrder(
      tx,
      context,
      { by: 'customer', userId: buyer.userId, name: buyer.name },
      { orderId, to: 'Canceled' },
    )
    return readOrder(tx, buyer.userId, orderId)
  })
}
