import { eq, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import type { WireAdminOrder } from './admin-contract.ts'
import { entriesOfOrder, type StoredEntry } from './cash-entries.server.ts'
import { type Buyer, buyerJson } from './changes-repo.server.ts'
import type { Order } from './contract.ts'
import { buyerName, codesOf } from './fragments.server.ts'
import { orderJson, type StoredOrder, toOrder, utc } from './repo.server.ts'
import { orderNotes, orders } from './tables.server.ts'

export type StoredOrderRow = {
  id: string
  number: string
  placedAt: string
  status: number
  source: Order['source']
  customerId: string | null
  name: string
  phone: string
  place: string
  itemCount: number
  currency: 'USD' | 'NPR'
  totalNpr: string
  totalUsd: string
  courier: string | null
  unanswered: number
}

export const rowColumns = sql`
  o.id, o.number::text, ${utc(sql`o.placed_at`)} as "placedAt", o.status, o.source, o.user_id as "customerId", o.currency,
  (select c.name from couriers c where c.id = o.courier_id) as courier,
  o.total_npr::text as "totalNpr", o.total_usd::text as "totalUsd",
  ${buyerName} as name, o.address->>'phone' as phone,
  concat_ws(', ', nullif(o.address->>'city', ''), nullif(o.address->>'country', '')) as place,
  (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id) as "itemCount",
  (select count(*)::int from order_notes n where n.order_id = o.id and n.kind = 'no-answer') as unanswered`

type StoredActivity = WireAdminOrder['activity'][number]

type StoredAdminOrder = {
  order: StoredOrder
  buyer: Buyer
  notes: WireAdminOrder['notes']
  activity: StoredActivity[]
  cash: StoredEntry[]
  earlier: WireAdminOrder['earlier']
}

export const wasRefused = sql`
  p.status in ${codesOf('Returned')} and exists (
    select from order_transitions m where m.order_id = p.id and m.from_status in ${codesOf('Shipped')}
      and m.to_status in ${codesOf('Returned')} and not m.is_taken_back)`

const findStatement = statement<{ orderId: string }, StoredAdminOrder>(
  'admin_find_order',
  ({ orderId }) => sql`
    select ${orderJson} as "order", ${buyerJson} as buyer,
      (select coalesce(json_agg(json_build_object('id', n.id, 'at', ${utc(sql`n.at`)}, 'author', n.author_name,
         'kind', n.kind, 'text', n.text) order by n.id), '[]') from order_notes n where n.order_id = o.id) as notes,
      (select coalesce(json_agg(json_build_object('id', c.id, 'at', ${utc(sql`c.at`)}, 'by', c.changed_by,
         'actor', c.actor_name, 'kind', c.kind, 'reason', c.reason, 'before', c.before, 'after', c.after, 'corrects', c.corrects,
         'isTakenBack', exists (select from order_changes d where d.corrects = c.id)) order by c.id), '[]')
       from order_changes c where c.order_id = o.id) as activity,
      (select coalesce(json_agg(e), '[]') from (${entriesOfOrder}) as e) as cash,
      (select json_build_object('orders', count(*), 'delivered', count(*) filter (where p.status in ${codesOf('Delivered')}),
         'refused', count(*) filter (where ${wasRefused}))
       from orders p where p.phone_key = o.phone_key and length(o.phone_key) >= 6 and p.id <> o.id) as earlier
    from orders o left join users u on u.id = o.user_id where o.id = ${orderId}`,
)

export type AdminOrder = Omit<StoredAdminOrder, 'order'> & { order: Order }

export async function findForAdmin(db: Db, orderId: string): Promise<AdminOrder | undefined> {
  const [result] = await findStatement(db, { orderId })
  return result && { ...result, order: toOrder(result.order) }
}

export async function ordersById(db: Db, orderIds: string[]): Promise<Order[]> {
  const rows = await readRows<{ order: StoredOrder }>(
    db,
    sql`select ${orderJson} as "order" from orders o where o.id = any(${`{${orderIds.join(',')}}`}::uuid[]) order by o.id`,
  )
  return rows.map(({ order }) => toOrder(order))
}

/** Returns false if the order does not exist. */
export async function insertNote(tx: Db, note: typeof orderNotes.$inferInsert): Promise<boolean> {
  const rows = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, note.orderId)).for('key share')
  if (rows.length === 0) return false
  await tx.insert(orderNotes).values(note)
  return true
}
