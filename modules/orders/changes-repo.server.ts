import { and, desc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import type { Order, OrderAddress, OrderLine } from './contract.ts'
import { buyerName } from './fragments.server.ts'
import { lineColumns, lineRecords, orderJson, type StoredOrder, toOrder } from './repo.server.ts'
import type { Sales } from './sales.ts'
import { codeOf, type OrderStatus, type TransitionedBy } from './statuses.ts'
import { orderChanges, orderNotes, orders, orderTransitions } from './tables.server.ts'

export type OrderChange = typeof orderChanges.$inferSelect
export type Buyer = { userId: string | null; name: string; email: string; emailConfirmed: boolean; isDeleted: boolean }
export type LockedOrder = { order: Order; buyer: Buyer; eraseWhenSettled: boolean }

export const buyerJson = sql`
  json_build_object('userId', o.user_id, 'email', coalesce(u.email, o.address->>'email', ''),
    'emailConfirmed', u.email_confirmed_at is not null,
    'isDeleted', o.user_id is null and (o.source in ('web', 'quote') or o.erase_when_settled),
    'name', coalesce(nullif(btrim(u.name), ''), ${buyerName}))`

/** Without `ownedBy` any order is found. The row stays locked until the transaction ends. */
export async function lockOrder(
  tx: Db,
  orderId: string,
  ownedBy: string | undefined,
): Promise<LockedOrder | undefined> {
  const condition = and(eq(orders.id, orderId), ownedBy === undefined ? undefined : eq(orders.userId, ownedBy))
  const [locked] = await tx.select({ id: orders.id }).from(orders).where(condition).for('update')
  return locked && readLocked(tx, orderId)
}

/** A statement after the lock: a statement that waits for a lock reads the lines as they were before. */
export async function readLocked(tx: Db, orderId: string): Promise<LockedOrder | undefined> {
  const [row] = await readRows<Omit<LockedOrder, 'order'> & { order: StoredOrder }>(
    tx,
    sql`select ${orderJson} as "order", ${buyerJson} as buyer, o.erase_when_settled as "eraseWhenSettled"
        from orders o left join users u on u.id = o.user_id where o.id = ${orderId}`,
  )
  return row && { ...row, order: toOrder(row.order) }
}

/** For cash: locks in the order of the ids, so that two people who check off the same orders never deadlock. */
export async function lockOrders(tx: Db, orderIds: string[]) {
  const { id, number, currency, courierId, withCourier } = orders
  return tx
    .select({ id, number, currency, courierId, withCourier })
    .from(orders)
    .where(inArray(id, orderIds))
    .orderBy(id)
    .for('update')
}

type OrderColumns = Partial<Omit<typeof orders.$inferInsert, 'id' | 'version' | 'status'>>

export async function updateOrder(tx: Db, orderId: string, columns: OrderColumns): Promise<void> {
  await tx.update(orders).set(columns).where(eq(orders.id, orderId))
}

type RecordedTransition = {
  from: OrderStatus
  to: OrderStatus
  by: TransitionedBy
  userId: string
  at: Date
  isTakenBack?: boolean
}

export async function recordTransition(
  tx: Db,
  orderId: string,
  { from, to, by, userId, at, isTakenBack = false }: RecordedTransition,
  columns: OrderColumns = {},
): Promise<void> {
  const [fromStatus, toStatus] = [codeOf(from), codeOf(to)]
  const changed = await tx
    .update(orders)
    .set({ ...columns, status: toStatus })
    .where(and(eq(orders.id, orderId), eq(orders.status, fromStatus)))
    .returning({ id: orders.id })
  if (changed.length !== 1) throw new Error('The status of a locked order has changed')
  await tx
    .insert(orderTransitions)
    .values({ orderId, fromStatus, toStatus, changedBy: by, userId, changedAt: at, isTakenBack })
}

/** Customers no longer see the newest transition to this status. */
export async function hideTransition(tx: Db, orderId: string, to: OrderStatus): Promise<void> {
  const newest = tx
    .select({ id: orderTransitions.id })
    .from(orderTransitions)
    .where(
      and(
        eq(orderTransitions.orderId, orderId),
        eq(orderTransitions.toStatus, codeOf(to)),
        eq(orderTransitions.isTakenBack, false),
      ),
    )
    .orderBy(desc(orderTransitions.id))
    .limit(1)
  await tx.update(orderTransitions).set({ isTakenBack: true }).where(inArray(orderTransitions.id, newest))
}

type NewChange = Omit<OrderChange, 'id'>

const changeStatement = statement<
  Omit<NewChange, 'at' | 'before' | 'after'> & Record<'at' | 'before' | 'after', string>,
  never
>(
  'order_record_change',
  (change) => sql`
    with raised as (update orders set version = version + 1 where id = ${change.orderId}::uuid)
    insert into order_changes (order_id, kind, at, changed_by, actor_id, actor_name, reason, before, after, corrects,
                               email_id)
    values (${change.orderId}::uuid, ${change.kind}, ${change.at}::timestamptz, ${change.changedBy},
            ${change.actorId}::uuid, ${change.actorName}, ${change.reason}, ${change.before}::jsonb,
            ${change.after}::jsonb, ${change.corrects}::bigint, ${change.emailId}::uuid)`,
)

/** Also raises the version of the order. */
export async function insertChange(tx: Db, { at, before, after, ...change }: NewChange): Promise<void> {
  await changeStatement(tx, {
    ...change,
    at: at.toISOString(),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  })
}

/** The newest change that is neither a correction nor corrected. */
export async function findLastChange(tx: Db, orderId: string): Promise<OrderChange | undefined> {
  const correction = alias(orderChanges, 'correction')
  const isCorrected = tx.select({ id: correction.id }).from(correction).where(eq(correction.corrects, orderChanges.id))
  const [change] = await tx
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, orderId), isNull(orderChanges.corrects), notExists(isCorrected)))
    .orderBy(desc(orderChanges.id))
    .limit(1)
  return change
}

/** Replaces all lines of an order that has no returned products. */
export async function replaceLines(
  tx: Db,
  orderId: string,
  lines: OrderLine[],
  sums: Pick<Order, 'totalNpr' | 'totalUsd'> & { address: OrderAddress; note: string },
): Promise<void> {
  await tx.execute(sql`delete from order_lines where order_id = ${orderId}`)
  await tx.execute(sql`
    insert into order_lines (order_id, position, product_id, variant_id, product_name, slug, category_id,
                             variant_value, image_url, unit_npr, unit_usd, quantity, from_stock)
    select ${orderId}::uuid, ${lineColumns} from ${lineRecords(sql`${JSON.stringify(lines)}`)}`)
  await updateOrder(tx, orderId, sums)
}

export type ReturnedLine = { position: number; quantity: number; restock: boolean }

/** A negative quantity takes a return back. */
export async function addReturned(tx: Db, orderId: string, lines: ReturnedLine[]): Promise<void> {
  await tx.execute(sql`
    update order_lines l set returned = l.returned + r.quantity,
      restocked = l.restocked + case when r.restock then r.quantity else 0 end
    from json_to_recordset(${JSON.stringify(lines)}::json) as r (position int, quantity int, restock boolean)
    where l.order_id = ${orderId} and l.position = r.position`)
}

/** Adds to the totals of a day. The row of the day is locked first, so orders of one day never deadlock. */
export async function addSales(tx: Db, { day, currency, products, ...sums }: Sales): Promise<void> {
  await tx.execute(sql`
    insert into sales_days as s (day, currency, orders, revenue, canceled, returned)
    values (${day}, ${currency}, ${sums.orders}, ${sums.revenue}, ${sums.canceled}, ${sums.returned})
    on conflict (day, currency) do update set orders = s.orders + excluded.orders,
      revenue = s.revenue + excluded.revenue, canceled = s.canceled + excluded.canceled,
      returned = s.returned + excluded.returned`)
  if (products.length === 0) return
  await tx.execute(sql`
    insert into sales_day_products as s (day, currency, product_id, quantity, revenue)
    select ${day}::date, ${currency}, "productId", quantity, revenue
    from json_to_recordset(${JSON.stringify(products)}::json) as p ("productId" int, quantity int, revenue bigint)
    on conflict (day, currency, product_id) do update set quantity = s.quantity + excluded.quantity,
      revenue = s.revenue + excluded.revenue`)
}

const anonymizedAddress = sql`
  json_build_object('firstName', '', 'lastName', '', 'company', '', 'phone', '', 'email', '',
    'country', address->'country', 'state', address->'state', 'city', address->'city',
    'streetAddress', '', 'zipCode', '')`

/** Erases the name, the address, the staff notes and the reasons; country, state, city and order lines stay. */
export async function anonymizeOrders(
  tx: Db,
  filter: { orderId: string } | { userId: string; statuses: OrderStatus[] },
) {
  const condition =
    'orderId' in filter
      ? eq(orders.id, filter.orderId)
      : and(eq(orders.userId, filter.userId), inArray(orders.status, filter.statuses.map(codeOf)))
  const anonymized = await tx
    .update(orders)
    .set({ address: anonymizedAddress, note: '', eraseWhenSettled: false })
    .where(condition)
    .returning({ id: orders.id })
  if (anonymized.length === 0) return
  const ids = anonymized.map(({ id }) => id)
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids))
  const withoutAddress = (values: typeof orderChanges.before | typeof orderChanges.after) =>
    sql`${values} - 'address' - 'note'`
  await tx
    .update(orderChanges)
    .set({ reason: '', before: withoutAddress(orderChanges.before), after: withoutAddress(orderChanges.after) })
    .where(inArray(orderChanges.orderId, ids))
}

/** The orders of a deleted account that are not settled yet. */
export async function eraseWhenSettled(tx: Db, userId: string, statuses: OrderStatus[]): Promise<void> {
  await tx
    .update(orders)
    .set({ eraseWhenSettled: true })
    .where(and(eq(orders.userId, userId), inArray(orders.status, statuses.map(codeOf))))
}
