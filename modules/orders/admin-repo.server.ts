import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import type { Order } from './contract.ts'
import { codesOf } from './fragments.server.ts'
import { orderJson, type StoredOrder, toOrder, utc } from './repo.server.ts'
import { codeOf } from './statuses.ts'
import { orderNotes, orders } from './tables.server.ts'

export type StoredOrderRow = {
  id: string
  number: string
  placedAt: string
  status: number
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

const accountName = sql`(select coalesce(nullif(btrim(u.name), ''), u.email) from users u where u.id = o.user_id)`
/** The name on the address, else the account's name or email; '' if there is none. */
const buyerName = sql`coalesce(nullif(btrim(concat(o.address->>'firstName', ' ', o.address->>'lastName')), ''),
  ${accountName}, o.address->>'email', '')`

export const rowColumns = sql`
  o.id, o.number::text, ${utc(sql`o.placed_at`)} as "placedAt", o.status, o.currency, o.courier,
  o.total_npr::text as "totalNpr", o.total_usd::text as "totalUsd",
  ${buyerName} as name, o.address->>'phone' as phone,
  concat_ws(', ', nullif(o.address->>'city', ''), nullif(o.address->>'country', '')) as place,
  (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id) as "itemCount",
  (select count(*)::int from order_notes n where n.order_id = o.id and n.kind = 'no-answer') as unanswered`

type StoredAdminOrder = {
  order: StoredOrder
  buyer: { userId: string | null; name: string; email: string; emailConfirmed: boolean }
  cashReceivedAt: string | null
  notes: { id: number; at: string; author: string; kind: 'note' | 'no-answer'; text: string }[]
  changedBy: string[]
  earlier: { orders: number; delivered: number; refused: number }
}

export const wasRefused = sql`
  p.status in ${codesOf('Returned')} and exists (
    select from order_transitions m where m.order_id = p.id and m.from_status in ${codesOf('Shipped')}
      and m.to_status in ${codesOf('Returned')})`

const findStatement = statement<{ orderId: string }, StoredAdminOrder>(
  'admin_find_order',
  ({ orderId }) => sql`
    select ${orderJson} as "order", ${utc(sql`o.cash_received_at`)} as "cashReceivedAt",
      json_build_object('userId', o.user_id, 'email', coalesce(u.email, o.address->>'email', ''),
        'emailConfirmed', u.email_confirmed_at is not null,
        'name', coalesce(nullif(btrim(u.name), ''), ${buyerName})) as buyer,
      (select coalesce(json_agg(json_build_object('id', n.id, 'at', ${utc(sql`n.at`)}, 'author', n.author_name,
         'kind', n.kind, 'text', n.text) order by n.id), '[]') from order_notes n where n.order_id = o.id) as notes,
      (select json_agg(coalesce(actor.name, '') order by m.id) from order_transitions m
       left join users actor on actor.id = m.user_id where m.order_id = o.id) as "changedBy",
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

/** Returns false if the order does not exist. */
export async function insertNote(tx: Db, note: typeof orderNotes.$inferInsert): Promise<boolean> {
  const rows = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, note.orderId)).for('key share')
  if (rows.length === 0) return false
  await tx.insert(orderNotes).values(note)
  return true
}

const deliveredDay = sql`(o.delivered_at at time zone ${sql.raw(`'${shopTimeZone}'`)})::date`
const sumIn = (currency: 'NPR' | 'USD', filter: SQL) => sql`
  coalesce(sum(${sql.raw(currency === 'NPR' ? 'o.total_npr' : 'o.total_usd')})
    filter (where o.currency = ${sql.raw(`'${currency}'`)} and ${filter}), 0)::text`
const isOpen = sql`o.cash_received_at is null`

const daySums = sql`
  count(*)::int as orders, count(o.cash_received_at)::int as received,
  ${sumIn('NPR', sql`true`)} as "dueNpr", ${sumIn('USD', sql`true`)} as "dueUsd",
  ${sumIn('NPR', isOpen)} as "openNpr", ${sumIn('USD', isOpen)} as "openUsd"`

type DaySums = Record<'dueNpr' | 'dueUsd' | 'openNpr' | 'openUsd', string> & Record<'orders' | 'received', number>
type CashDayRow = DaySums & Record<'day' | 'courier', string>

const midnight = (day: SQL) => sql`${day}::timestamp at time zone ${sql.raw(`'${shopTimeZone}'`)}`
const deliveredFrom = (day: SQL, until: SQL) => sql`
  o.status in ${codesOf('Delivered')} and o.delivered_at >= ${midnight(day)} and o.delivered_at < ${midnight(until)}`
const deliveredBy = (day: string, courier: string) => sql`
  ${deliveredFrom(sql`${day}::date`, sql`(${day}::date + 1)`)} and coalesce(o.courier, '') = ${courier}`

/** Cash due per delivery day and courier, newest first. */
export async function cashDays(
  db: Db,
  { from, until, onlyOutstanding }: { from: string; until: string; onlyOutstanding: boolean },
): Promise<CashDayRow[]> {
  return readRows<CashDayRow>(
    db,
    sql`select ${deliveredDay}::text as day, coalesce(o.courier, '') as courier, ${daySums}
        from orders o where ${deliveredFrom(sql`${from}::date`, sql`${until}::date`)}
        group by 1, 2 having not ${onlyOutstanding}::boolean or count(*) > count(o.cash_received_at)
        order by 1 desc, 2`,
  )
}

export async function hasDeliveriesBefore(db: Db, day: string): Promise<boolean> {
  const [row] = await readRows<{ hasEarlier: boolean }>(
    db,
    sql`select (select min(o.delivered_at) from orders o where o.status in ${codesOf('Delivered')})
          < ${midnight(sql`${day}::date`)} as "hasEarlier"`,
  )
  return row?.hasEarlier ?? false
}

/** Cash due from a courier for the deliveries of one day. */
export async function cashOfDay(db: Db, day: string, courier: string): Promise<DaySums> {
  const [sums] = await readRows<DaySums>(db, sql`select ${daySums} from orders o where ${deliveredBy(day, courier)}`)
  if (!sums) throw new Error('The cash query returned no row')
  return sums
}

/** Orders with cash not yet received come first. */
export async function cashOrders(
  db: Db,
  { day, courier, offset, limit }: { day: string; courier: string; offset: number; limit: number },
) {
  const openFirst = sql`o.cash_received_at is not null, o.id`
  return readRows<StoredOrderRow & { cashReceivedAt: string | null }>(
    db,
    sql`select ${rowColumns}, ${utc(sql`o.cash_received_at`)} as "cashReceivedAt"
        from (select o.id from orders o where ${deliveredBy(day, courier)}
              order by ${openFirst} limit ${limit} offset ${offset}) as page
        join orders o using (id) order by ${openFirst}`,
  )
}

/** Returns the numbers of the changed orders; of two concurrent calls for an order, one changes it. */
export async function setCashReceived(tx: Db, orderIds: string[], received: boolean): Promise<number[]> {
  const isDifferent = received ? isNull(orders.cashReceivedAt) : isNotNull(orders.cashReceivedAt)
  const changed = await tx
    .update(orders)
    .set({ cashReceivedAt: received ? sql`now()` : null })
    .where(and(inArray(orders.id, orderIds), eq(orders.status, codeOf('Delivered')), isDifferent))
    .returning({ number: orders.number })
  return changed.map(({ number }) => number)
}
