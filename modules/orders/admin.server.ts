import { recordChange } from '#modules/audit/service.server.ts'
import { type Outbox, queueMail } from '#modules/email/service.server.ts'
import { type Db, transactRepeatedly } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId } from '#shared/ids.ts'
import { type Listed, pageOf, windowOf } from '#shared/lists.ts'
import { type DeskOrder, type FoundRow, findForDesk, findOrders, insertNote } from './admin-repo.server.ts'
import type { DeskQuery, Move, Note } from './admin-schema.ts'
import { moveLetter } from './status-emails.tsx'
import { moveOrder } from './transitions.server.ts'
import { orderNumber } from './wire.ts'

type Desk = Outbox & { db: Db; shopName: string; siteUrl: string }
type Clerk = { userId: string; name: string }

const noSuchOrder = () => new ShopError('notFound', 'There is no such order.')

export async function listForDesk(db: Db, query: DeskQuery) {
  const found = await findOrders(db, {
    text: query.q || undefined,
    state: query.state,
    oldestFirst: query.sort === 'placed',
    ...windowOf(query),
  })
  const page: Listed<FoundRow> = pageOf(found.rows, query)
  return { ...page, waiting: found.waiting }
}

export async function readForDesk(db: Db, orderId: string): Promise<DeskOrder> {
  const found = isId(orderId) ? await findForDesk(db, orderId) : undefined
  if (!found) throw noSuchOrder()
  return found
}

/** The move, its note in the log and the mail to the buyer, or none of them. */
export async function moveFromDesk(desk: Desk, clerk: Clerk, orderId: string, asked: Move): Promise<DeskOrder> {
  const { db, shopName, siteUrl } = desk
  const { from, to, courier, trackingNumber, words } = asked
  const shipment = to === 'Shipped' && courier ? { courier, trackingNumber } : undefined
  return transactRepeatedly(db, async (tx) => {
    // Read first: the move that settles the order of somebody who has left erases where to write to.
    const { order, buyer } = await readForDesk(tx, orderId)
    await moveOrder(tx, { orderId, to, by: 'shop', userId: clerk.userId, seen: from, shipment })
    await recordChange(tx, clerk, {
      action: 'moved',
      subject: 'order',
      subjectId: orderNumber(order.number),
      before: { state: from },
      after: { state: to, ...shipment },
    })
    const buyerName = buyer.emailConfirmed ? buyer.name : undefined
    const letter = moveLetter(to, { order, buyerName, shopName, siteUrl, shipment, words })
    if (letter && buyer.email)
      await queueMail(tx, desk, {
        purpose: 'orderStatus',
        to: buyer.email,
        ...(buyer.userId === null ? {} : { userId: buyer.userId }),
        ...letter,
      })
    return readForDesk(tx, orderId)
  })
}

export async function addNote(db: Db, clerk: Clerk, orderId: string, { kind, words }: Note): Promise<DeskOrder> {
  return db.transaction(async (tx) => {
    const note = { orderId, kind, words, authorId: clerk.userId, authorName: clerk.name }
    if (!isId(orderId) || !(await insertNote(tx, note))) throw noSuchOrder()
    return readForDesk(tx, orderId)
  })
}
