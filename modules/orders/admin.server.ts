import { listInvoices } from '#modules/invoices/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import { fromWire } from '#shared/money.ts'
import { type Role, requireRight } from '#shared/rights.ts'
import type { AdminOrdersQuery, NoteInput, TransitionInput, WireAdminOrder } from './admin-contract.ts'
import { findForAdmin, insertNote, ordersById, type StoredOrderRow } from './admin-repo.server.ts'
import { adminOrderOnWire } from './admin-wire.ts'
import { entryOnWire } from './cash.server.ts'
import type { BulkResult, BulkTransition } from './change-contract.ts'
import { type ChangeContext, orderNotFound, staff } from './changes.server.ts'
import type { Order } from './contract.ts'
import { findOrders } from './search-repo.server.ts'
import { rightToSet } from './statuses.ts'
import { transitionOrder } from './transitions.server.ts'
import { orderNumber } from './wire.ts'

type StaffMember = { userId: string; name: string; role: Role }

export async function listForAdmin(db: Db, query: AdminOrdersQuery) {
  const found = await findOrders(db, {
    text: query.q || undefined,
    status: query.status,
    productId: query.product,
    userId: query.customer,
    afterId: query.after,
    oldestFirst: query.sort === 'placed',
    ...offsetAndLimit(query),
  })
  const page: ListPage<StoredOrderRow> = toListPage(found.rows, query)
  return { ...page, waiting: found.waiting }
}

/** `next` and `takesBack` contain only what this member may do. */
export async function readForAdmin(
  db: Db,
  member: Pick<StaffMember, 'role'>,
  orderId: string,
): Promise<WireAdminOrder> {
  const found = isId(orderId) ? await findForAdmin(db, orderId) : undefined
  if (!found) throw orderNotFound()
  const { cash, ...details } = found
  const invoices = await listInvoices(db, orderId)
  return adminOrderOnWire({ ...details, cash: cash.map(entryOnWire), invoices }, member.role)
}

/** Changes the status, records the activity and queues the email in one transaction. */
export async function transitionForAdmin(
  context: ChangeContext,
  member: StaffMember,
  orderId: string,
  { from, to, courierId, trackingNumber, collected, restock, message }: TransitionInput,
): Promise<void> {
  requireRight(member, rightToSet(to))
  const shipment = to === 'Shipped' && courierId ? { courierId, trackingNumber } : undefined
  await transactWithRetry(context.db, (tx) =>
    transitionOrder(tx, context, staff(member), {
      orderId,
      to,
      expectedStatus: from,
      shipment,
      collected: collected === undefined ? undefined : fromWire(collected),
      restock,
      message,
    }),
  )
}

/** Each order is changed in a transaction of its own: one that cannot be changed does not stop the others. */
export async function transitionMany(
  context: ChangeContext,
  member: StaffMember,
  { to, courierId, orderIds }: BulkTransition,
): Promise<BulkResult> {
  const result: BulkResult = { changed: [], refused: [] }
  for (const orderId of new Set(orderIds)) {
    try {
      const shipment = courierId ? { courierId, trackingNumber: '' } : undefined
      const { version } = await transactWithRetry(context.db, (tx) =>
        transitionOrder(tx, context, staff(member), { orderId, to, shipment }),
      )
      result.changed.push({ orderId, version })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      const [order] = await ordersById(context.db, [orderId])
      result.refused.push({ orderId, orderNumber: order ? orderNumber(order.number) : '', message: error.message })
    }
  }
  return result
}

/** Oldest first; ids that do not exist are left out. */
export function readPrintedOrders(db: Db, orderIds: string[]): Promise<Order[]> {
  return ordersById(db, orderIds)
}

export async function addNote(
  db: Db,
  staffMember: StaffMember,
  orderId: string,
  { kind, text }: NoteInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    const note = { orderId, kind, text, authorId: staffMember.userId, authorName: staffMember.name }
    if (!isId(orderId) || !(await insertNote(tx, note))) throw orderNotFound()
  })
}
