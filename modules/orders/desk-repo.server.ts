import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import { likeText } from '#shared/lists.ts'
import { mostCounted } from './desk-schema.ts'
import { asOrder, orderJson, type Stored, utc } from './repo.server.ts'
import type { Order } from './schema.ts'
import { codeOf, type OrderState } from './states.ts'
import { orderNotes, orders } from './tables.server.ts'

export type FoundRow = {
  id: string
  number: string
  placedAt: string
  status: number
  name: string
  phone: string
  place: string
  pieces: number
  currency: 'USD' | 'NPR'
  totalNpr: string
  totalUsd: string
  courier: string | null
  unanswered: number
}

const rowColumns = sql`
  o.id, o.number::text, ${utc(sql`o.placed_at`)} as "placedAt", o.status, o.currency, o.courier,
  o.total_npr::text as "totalNpr", o.total_usd::text as "totalUsd",
  btrim(concat(o.address->>'firstName', ' ', o.address->>'lastName')) as name, o.address->>'phone' as phone,
  concat_ws(', ', nullif(o.address->>'city', ''), nullif(o.address->>'country', '')) as place,
  (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id) as pieces,
  (select count(*)::int from order_notes n where n.order_id = o.id and n.kind = 'no-answer') as unanswered`

export type OrderQuestion = {
  text: string | undefined
  state: OrderState | undefined
  oldestFirst: boolean
  offset: number
  limit: number
}

export async function findOrders(db: Db, { text, state, oldestFirst, offset, limit }: OrderQuestion) {
  const conditions: SQL[] = [sql`true`]
  if (state) conditions.push(sql`o.status = ${codeOf(state)}`)
  if (text) conditions.push(meant(text))
  const order = oldestFirst ? sql`o.id` : sql`o.id desc`
  return readRows<FoundRow>(
    db,
    sql`select ${rowColumns} from orders o where ${sql.join(conditions, sql` and `)}
        order by ${order} limit ${limit} offset ${offset}`,
  )
}

const shortestName = 3
const shortestPhone = 4
const phoneKeyLength = 10

/** A number, a phone number from its beginning, or a part of a name; each has its index. */
function meant(text: string): SQL {
  const [, number] = /^alp-?(\d{1,15})$/i.exec(text) ?? []
  if (number) return sql`o.number = ${number}`
  const digits = text.replace(/\D/g, '')
  if (/^\+?[\d ()./-]+$/.test(text) && digits) {
    const isNumber = digits.length < phoneKeyLength ? sql`o.number = ${digits}` : sql`false`
    if (digits.length < shortestPhone) return isNumber
    return sql`(${isNumber} or o.phone_key like ${`${digits.slice(-phoneKeyLength)}%`})`
  }
  const name = text.toLowerCase()
  return name.length < shortestName ? sql`false` : sql`o.buyer_name like ${`%${likeText(name)}%`}`
}

const queue = (state: OrderState) => sql`
  (select count(*)::int from (select from orders where status = ${sql.raw(String(codeOf(state)))}
   limit ${sql.raw(String(mostCounted))}) as waiting)`

const waitingStatement = statement<Record<string, never>, Record<'Pending' | 'Confirmed' | 'Shipped', number>>(
  'desk_waiting',
  () =>
    sql`select ${queue('Pending')} as "Pending", ${queue('Confirmed')} as "Confirmed", ${queue('Shipped')} as "Shipped"`,
)

export async function countWaiting(db: Db) {
  const [row] = await waitingStatement(db, {})
  return row ?? { Pending: 0, Confirmed: 0, Shipped: 0 }
}

type FoundOrder = {
  order: Stored
  buyer: { userId: string | null; name: string; email: string }
  cashReceivedAt: string | null
  notes: { id: number; at: string; author: string; kind: 'note' | 'no-answer'; words: string }[]
  movers: string[]
  earlier: { orders: number; delivered: number; refused: number }
}

const wasRefused = sql`
  p.status = 5 and exists (
    select from order_moves m where m.order_id = p.id and m.from_status = 2 and m.to_status = 5)`

const findStatement = statement<{ orderId: string }, FoundOrder>(
  'desk_find_order',
  ({ orderId }) => sql`
    select ${orderJson} as "order", ${utc(sql`o.cash_received_at`)} as "cashReceivedAt",
      json_build_object('userId', o.user_id, 'email', coalesce(u.email, o.address->>'email', ''),
        'name', coalesce(u.name, btrim(concat(o.address->>'firstName', ' ', o.address->>'lastName')))) as buyer,
      (select coalesce(json_agg(json_build_object('id', n.id, 'at', ${utc(sql`n.at`)}, 'author', n.author_name,
         'kind', n.kind, 'words', n.words) order by n.id), '[]') from order_notes n where n.order_id = o.id) as notes,
      (select json_agg(coalesce(mover.name, '') order by m.id) from order_moves m
       left join users mover on mover.id = m.user_id where m.order_id = o.id) as movers,
      (select json_build_object('orders', count(*), 'delivered', count(*) filter (where p.status = 3),
         'refused', count(*) filter (where ${wasRefused}))
       from orders p where p.phone_key = o.phone_key and length(o.phone_key) >= 6 and p.id <> o.id) as earlier
    from orders o left join users u on u.id = o.user_id where o.id = ${orderId}`,
)

export type DeskOrder = Omit<FoundOrder, 'order'> & { order: Order }

export async function findForDesk(db: Db, orderId: string): Promise<DeskOrder | undefined> {
  const [found] = await findStatement(db, { orderId })
  return found && { ...found, order: asOrder(found.order) }
}

/** False where there is no such order. */
export async function insertNote(tx: Db, note: typeof orderNotes.$inferInsert): Promise<boolean> {
  const there = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, note.orderId)).for('key share')
  if (there.length === 0) return false
  await tx.insert(orderNotes).values(note)
  return true
}

const deliveredDay = sql`(o.delivered_at at time zone ${sql.raw(`'${shopTimeZone}'`)})::date`
const sumIn = (currency: 'NPR' | 'USD', which: SQL) => sql`
  coalesce(sum(${sql.raw(currency === 'NPR' ? 'o.total_npr' : 'o.total_usd')})
    filter (where o.currency = ${sql.raw(`'${currency}'`)} and ${which}), 0)::text`
const isOpen = sql`o.cash_received_at is null`

type FoundDay = Record<'day' | 'courier' | 'dueNpr' | 'dueUsd' | 'openNpr' | 'openUsd', string> &
  Record<'orders' | 'received', number>

/** What each courier was to bring for the deliveries of each day, newest first. */
export async function cashDays(
  db: Db,
  { from, until, onlyOpen }: { from: string; until: string; onlyOpen: boolean },
): Promise<FoundDay[]> {
  const zone = sql.raw(`'${shopTimeZone}'`)
  return readRows<FoundDay>(
    db,
    sql`select ${deliveredDay}::text as day, coalesce(o.courier, '') as courier, count(*)::int as orders,
          count(o.cash_received_at)::int as received,
          ${sumIn('NPR', sql`true`)} as "dueNpr", ${sumIn('USD', sql`true`)} as "dueUsd",
          ${sumIn('NPR', isOpen)} as "openNpr", ${sumIn('USD', isOpen)} as "openUsd"
        from orders o
        where o.status = 3 and o.delivered_at >= ${from}::date::timestamp at time zone ${zone}
          and o.delivered_at < ${until}::date::timestamp at time zone ${zone}
        group by 1, 2 having not ${onlyOpen}::boolean or count(*) > count(o.cash_received_at)
        order by 1 desc, 2`,
  )
}

export async function isDeliveredBefore(db: Db, day: string): Promise<boolean> {
  const [row] = await readRows<{ there: boolean }>(
    db,
    sql`select exists (select from orders o where o.status = 3
          and o.delivered_at < ${day}::date::timestamp at time zone ${sql.raw(`'${shopTimeZone}'`)}) as there`,
  )
  return row?.there ?? false
}

export async function cashOrders(db: Db, day: string, courier: string) {
  const zone = sql.raw(`'${shopTimeZone}'`)
  return readRows<FoundRow & { cashReceivedAt: string | null }>(
    db,
    sql`select ${rowColumns}, ${utc(sql`o.cash_received_at`)} as "cashReceivedAt" from orders o
        where o.status = 3 and coalesce(o.courier, '') = ${courier}
          and o.delivered_at >= ${day}::date::timestamp at time zone ${zone}
          and o.delivered_at < (${day}::date + 1)::timestamp at time zone ${zone}
        order by o.id limit 200`,
  )
}

/** Of two who tick the same order off, one changes it. */
export async function tickCash(tx: Db, orderIds: string[], received: boolean): Promise<number[]> {
  const wasOther = received ? isNull(orders.cashReceivedAt) : isNotNull(orders.cashReceivedAt)
  const changed = await tx
    .update(orders)
    .set({ cashReceivedAt: received ? sql`now()` : null })
    .where(and(inArray(orders.id, orderIds), eq(orders.status, codeOf('Delivered')), wasOther))
    .returning({ number: orders.number })
  return changed.map(({ number }) => number)
}
