import { recordChange } from '#modules/audit/service.server.ts'
import { type EmailContext, queueEmail } from '#modules/email/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import type { AdminOrdersQuery, NoteInput, TransitionInput } from './admin-contract.ts'
import { type AdminOrder, findForAdmin, insertNote, type StoredOrderRow } from './admin-repo.server.ts'
import { findOrders } from './search-repo.server.ts'
import { hasStatusEmail, orderStatusEmail } from './status-emails.tsx'
import { transitionOrder } from './transitions.server.ts'
import { orderNumber } from './wire.ts'

type TransitionContext = EmailContext & { db: Db; shopName: string; siteUrl: string }
type StaffMember = { userId: string; name: string }

const orderNotFound = () => new ShopError('notFound', 'There is no such order.')

export async function listForAdmin(db: Db, query: AdminOrdersQuery) {
  const found = await findOrders(db, {
    text: query.q || undefined,
    status: query.status,
    productId: query.product,
    userId: query.customer,
    oldestFirst: query.sort === 'placed',
    ...offsetAndLimit(query),
  })
  const page: ListPage<StoredOrderRow> = toListPage(found.rows, query)
  return { ...page, waiting: found.waiting }
}

export async function readForAdmin(db: Db, orderId: string): Promise<AdminOrder> {
  const found = isId(orderId) ? await findForAdmin(db, orderId) : undefined
  if (!found) throw orderNotFound()
  return found
}

/** Changes the status, writes the audit entry and queues the email in one transaction. */
export async function transitionForAdmin(
  context: TransitionContext,
  staffMember: StaffMember,
  orderId: string,
  input: TransitionInput,
): Promise<AdminOrder> {
  const { db, shopName, siteUrl } = context
  const { from, to, courier, trackingNumber, message } = input
  const shipment = to === 'Shipped' && courier ? { courier, trackingNumber } : undefined
  return transactWithRetry(db, async (tx) => {
    // Read the buyer first: the last transition of an order from a deleted account erases the email address.
    const { order, buyer } = await readForAdmin(tx, orderId)
    await transitionOrder(tx, { orderId, to, by: 'shop', userId: staffMember.userId, expectedStatus: from, shipment })
    await recordChange(tx, staffMember, {
      action: 'changed status of',
      subject: 'order',
      subjectId: orderNumber(order.number),
      before: { status: from },
      after: { status: to, ...shipment },
    })
    const buyerName = buyer.emailConfirmed ? buyer.name : undefined
    if (hasStatusEmail(to) && buyer.email) {
      const envelope = { purpose: 'orderStatus', to: buyer.email, userId: buyer.userId } as const
      const props = { order, to, buyerName, shopName, siteUrl, shipment, message }
      await queueEmail(tx, context, envelope, orderStatusEmail, props)
    }
    return readForAdmin(tx, orderId)
  })
}

export async function addNote(
  db: Db,
  staffMember: StaffMember,
  orderId: string,
  { kind, text }: NoteInput,
): Promise<AdminOrder> {
  return db.transaction(async (tx) => {
    const note = { orderId, kind, text, authorId: staffMember.userId, authorName: staffMember.name }
    if (!isId(orderId) || !(await insertNote(tx, note))) throw orderNotFound()
    return readForAdmin(tx, orderId)
  })
}
