import { takeStock } from '#modules/catalog/stock.server.ts'
import { restoreCertificate } from '#modules/certificates/service.server.ts'
import { takeDiscountUseAgain } from '#modules/discounts/service.server.ts'
import { withdrawEmail } from '#modules/email/service.server.ts'
import { replaceCreditNotes } from '#modules/invoices/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { type Role, requireRight } from '#shared/rights.ts'
import { reverseCash, standingCash } from './cash.server.ts'
import type { CorrectionInput } from './change-contract.ts'
import { queueChangedEmail, queueCorrectionEmail } from './changed-email.tsx'
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
  findLastChange,
  hideTransition,
  type OrderChange,
  type ReturnedLine,
  readLocked,
  recordTransition,
  updateOrder,
} from './changes-repo.server.ts'
import type { Order } from './contract.ts'
import { writeContent, writeShipment } from './edits.server.ts'
import { stockOf } from './returns.server.ts'
import { queueShipmentEmail } from './shipment-email.tsx'
import { type OrderStatus, rightToTakeBack } from './statuses.ts'

type StaffMember = { userId: string; name: string; role: Role }

const nothingChanged = 'Nothing was changed.'
const refused = (sentence: string) => new ShopError('conflict', `${sentence} ${nothingChanged}`)

/** Takes the last change of an order back, unless something irrevocable has happened since. */
export async function takeBack(
  context: ChangeContext,
  member: StaffMember,
  orderId: string,
  { version, reason }: CorrectionInput,
): Promise<void> {
  const at = new Date()
  const actor = staff(member)
  await transactWithRetry(context.db, (tx) =>
    changeOrder(tx, actor, { orderId, version }, at, async (locked): Promise<Recorded> => {
      const last = await findLastChange(tx, orderId)
      if (!last) throw refused('There is nothing to take back.')
      if (last.changedBy === 'customer') throw refused('The customer made the last change.')
      requireRight(member, rightToTakeBack(last, locked.order.status))
      await undo(tx, context, actor, locked.order, last, { at, reason })
      const emailId = await correctEmail(tx, context, orderId, last)
      const { before, after } = last
      return {
        kind: 'corrected',
        action: 'took back a change of',
        reason,
        before: after,
        after: before,
        corrects: last.id,
        emailId,
      }
    }),
  )
}

type Circumstances = { at: Date; reason: string }

function undo(
  tx: Db,
  context: ChangeContext,
  actor: OrderActor,
  order: Order,
  change: OrderChange,
  circumstances: Circumstances,
): Promise<void> {
  const { at, reason } = circumstances
  switch (change.kind) {
    case 'status':
      return undoStatus(tx, actor, order, statusBefore(change), circumstances)
    case 'edited':
      return writeContent(
        tx,
        order,
        change.before as Pick<Order, 'lines' | 'address' | 'note'>,
        stockChangeOf('order corrected', order.id, actor, at),
      )
    case 'shipment':
      return writeShipment(tx, actor, order, change.before as { courierId: number; trackingNumber: string }, at)
    case 'returned':
      return undoReturn(tx, context, actor, order, change, circumstances)
    case 'payment': {
      const { kind } = change.after as {
        kind: 'deposit' | 'collected' | 'refunded' | 'written off' | 'courier written off'
      }
      return kind === 'courier written off'
        ? reverseCash(tx, order, actor, at, { kind: 'written off', note: reason, newestOf: 'courier' })
        : reverseCash(tx, order, actor, at, { kind, note: reason, newestOf: 'shop' })
    }
    case 'certificate':
      return restoreCertificate(tx, { code: String(change.before.code), replacement: String(change.after.code) }, at)
    default:
      throw refused('This change cannot be taken back.')
  }
}

const statusBefore = ({ before }: OrderChange) => before.status as OrderStatus

async function undoStatus(
  tx: Db,
  actor: OrderActor,
  order: Order,
  to: OrderStatus,
  { at, reason }: Circumstances,
): Promise<void> {
  const from = order.status
  if (from === 'Canceled') {
    await takeStock(
      tx,
      order.lines.filter(({ fromStock }) => fromStock),
      stockChangeOf('order corrected', order.id, actor, at),
      nothingChanged,
    )
    await takeDiscountUseAgain(tx, order)
  }
  if (from === 'Delivered') {
    await refuseHandedOver(tx, order.id)
    await reverseCash(tx, order, actor, at, { kind: 'collected', note: reason })
  }
  await moveBack(tx, actor, order, to, at)
}

async function refuseHandedOver(tx: Db, orderId: string): Promise<void> {
  const handedOver = await standingCash(tx, orderId, 'handed over')
  const writtenOff = await standingCash(tx, orderId, 'written off')
  if (handedOver.length > 0 || writtenOff.some(({ courierId }) => courierId !== null))
    throw refused('The courier has handed over the cash of this order. Please take that back first, on the page Cash.')
}

async function moveBack(tx: Db, { by, userId }: OrderActor, order: Order, to: OrderStatus, at: Date): Promise<void> {
  const from = order.status
  await hideTransition(tx, order.id, from)
  await recordTransition(
    tx,
    order.id,
    { from, to, by, userId, at, isTakenBack: true },
    {
      ...(from === 'Shipped' ? { courierId: null, trackingNumber: null } : {}),
      ...(from === 'Delivered' ? { deliveredAt: null } : {}),
    },
  )
}

async function undoReturn(
  tx: Db,
  context: ChangeContext,
  actor: OrderActor,
  order: Order,
  change: OrderChange,
  { at, reason }: Circumstances,
): Promise<void> {
  const lines = change.after.lines as ReturnedLine[]
  if (change.after.refund) await reverseCash(tx, order, actor, at, { kind: 'refunded', note: reason, newestOf: 'shop' })
  await takeStock(tx, stockOf(order, lines), stockChangeOf('order corrected', order.id, actor, at), nothingChanged)
  await addReturned(
    tx,
    order.id,
    lines.map((line) => ({ ...line, quantity: -line.quantity })),
  )
  await updateOrder(tx, order.id, { returnedAmount: Number(change.before.returnedAmount) })
  await replaceCreditNotes(
    tx,
    { orderId: order.id, at, seller: context.seller },
    reason || 'The return was taken back.',
  )
  if (order.status === 'Returned') await moveBack(tx, actor, order, statusBefore(change), at)
}

/** Stops the email of the change. If it may have been sent, the customer gets another one. */
async function correctEmail(
  tx: Db,
  context: ChangeContext,
  orderId: string,
  { kind, emailId, before, after }: OrderChange,
): Promise<string | undefined> {
  if (!emailId || (await withdrawEmail(tx, emailId, context.undoSeconds))) return undefined
  const corrected = await readLocked(tx, orderId)
  if (!corrected) return undefined
  if (kind === 'edited') return queueChangedEmail(tx, context, corrected)
  if (kind === 'shipment') return queueShipmentEmail(tx, context, corrected)
  return queueCorrectionEmail(tx, context, corrected, {
    wrong: after.status as OrderStatus,
    right: before.status as OrderStatus,
  })
}
