import { recordChange } from '#modules/audit/service.server.ts'
import type { StockChange } from '#modules/catalog/stock-item.ts'
import { updateCertificates } from '#modules/certificates/service.server.ts'
import type { EmailContext } from '#modules/email/service.server.ts'
import type { Seller } from '#modules/invoices/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import {
  addSales,
  anonymizeOrders,
  insertChange,
  type LockedOrder,
  lockOrder,
  type OrderChange,
  readLocked,
} from './changes-repo.server.ts'
import type { Order } from './contract.ts'
import { salesDifference, salesOf } from './sales.ts'
import { isSettled, type OrderStatus, type TransitionedBy } from './statuses.ts'
import { orderNumber } from './wire.ts'

export type ChangeContext = EmailContext & {
  db: Db
  shopName: string
  siteUrl: string
  seller: Seller
  /** For so long, an email about a change by the shop waits, so that taking the change back stops it. */
  undoSeconds: number
}

export type OrderActor = { by: TransitionedBy; userId: string; name: string }

export type ChangeTarget = {
  orderId: string
  /** If the order has another version or status, the change fails with a conflict. */
  version?: number | undefined
  expectedStatus?: OrderStatus | undefined
}

export type Recorded = Pick<OrderChange, 'kind'> & {
  /** The words of the audit log. */
  action: string
  reason?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  corrects?: number
  emailId?: string | undefined
}

export const orderNotFound = () => new ShopError('notFound', 'There is no such order.')

export const staff = ({ userId, name }: { userId: string; name: string }): OrderActor => ({ by: 'shop', userId, name })

export function stockChangeOf(kind: StockChange['kind'], orderId: string, actor: OrderActor, at: Date): StockChange {
  return { kind, orderId, at, actor: actor.by === 'shop' ? actor : undefined }
}

/**
 * The frame of every change of an order: locks it, refuses a change that was made from an old version, and afterwards
 * raises the version, records the activity and keeps the sales totals and certificates. Runs in the caller's transaction.
 */
export async function changeOrder(
  tx: Db,
  actor: OrderActor,
  { orderId, version, expectedStatus }: ChangeTarget,
  at: Date,
  change: (locked: LockedOrder) => Promise<Recorded>,
): Promise<Order> {
  const ownedBy = actor.by === 'customer' ? actor.userId : undefined
  const locked = isId(orderId) ? await lockOrder(tx, orderId, ownedBy) : undefined
  if (!locked) throw orderNotFound()
  refuseStale(locked.order, version, expectedStatus)
  const recorded = await change(locked)
  const { kind, action, reason = '', before = {}, after = {}, corrects = null, emailId = null } = recorded
  await insertChange(tx, {
    orderId,
    kind,
    at,
    changedBy: actor.by,
    actorId: actor.userId,
    actorName: actor.by === 'shop' ? actor.name : '',
    reason,
    before,
    after,
    corrects,
    emailId,
  })
  const changed = await readLocked(tx, orderId)
  if (!changed) throw new Error('A locked order is gone')
  const isCanceled = changed.order.status === 'Canceled'
  const certificates = await updateCertificates(tx, changed.order, { isCanceled }, at)
  const difference = salesDifference(salesOf(locked.order), salesOf(changed.order))
  if (difference) await addSales(tx, difference)
  if (actor.by === 'shop')
    await recordChange(tx, actor, {
      action,
      subject: 'order',
      subjectId: orderNumber(changed.order.number),
      before: withoutPersonalData(before),
      after: withoutPersonalData(after),
    })
  if (locked.eraseWhenSettled && isSettled(changed.order.status)) await anonymizeOrders(tx, { orderId })
  return { ...changed.order, certificates }
}

function refuseStale(order: Order, version: number | undefined, expectedStatus: OrderStatus | undefined): void {
  const isStale = version !== undefined && version !== order.version
  if (!isStale && (expectedStatus === undefined || expectedStatus === order.status)) return
  const state =
    expectedStatus !== undefined && expectedStatus !== order.status
      ? `: it is now ${order.status}`
      : ' since you opened it'
  throw new ShopError('conflict', `Somebody else changed this order${state}. Nothing was changed.`, {
    details: [{ code: 'VersionConflict', description: 'The order was changed in the meantime.' }],
  })
}

/** The audit log is never erased. */
function withoutPersonalData({ address: _address, note: _note, ...values }: Record<string, unknown>) {
  return values
}
