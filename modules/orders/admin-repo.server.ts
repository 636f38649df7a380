import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import { likeText } from '#shared/lists.ts'
import { mostCounted } from './admin-schema.ts'
import { asOrder, orderJson, type Stored, utc } from './repo.server.ts'
import type { Order } from './schema.ts'
import { codeOf, type OrderState } from './statuses.ts'
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

type Waiting = Record<'Pending' | 'Confirmed' | 'Shipped', number>
type Found = { rows: FoundRow[]; waiting: Waiting }

/**
 * A name is looked for at its beginning, or at that of the last name; only where nobody is called so, anywhere in it.
 * Beginnings are read from an index alone, which keeps common names quick among a million orders.
 */
export async function findOrders(db: Db, question: OrderQuestion): Promise<Found> {
  const { text } = question
  const hits = text === undefined ? sql`select id, status from orders` : hitsOf(text)
  const found = await readDesk(db, question, hits)
  if (found.rows.length > 0 || text === undefined || !isName(text)) return found
  return readDesk(
    db,
    question,
    // Beyond the last page there are no rows either.
    sql`select id, status from orders where buyer_name like ${`%${likeText(text.toLowerCase())}%`}
          and not exists (select from (${hits}) as hits ${inState(question.state)})`,
  )
}

const inState = (state: OrderState | undefined) => (state ? sql`where status = ${codeOf(state)}` : sql``)

async function readDesk(db: Db, { state, oldestFirst, offset, limit }: OrderQuestion, hits: SQL): Promise<Found> {
  const direction = oldestFirst ? sql`id` : sql`id desc`
  const [found] = await readRows<Found>(
    db,
    sql`select json_build_object('Pending', ${queue('Pending')}, 'Confirmed', ${queue('Confirmed')},
            'Shipped', ${queue('Shipped')}) as waiting,
          (select coalesce(json_agg(r), '[]') from (
             select ${rowColumns}
             from (select id from (${hits}) as hits ${inState(state)} order by ${direction} limit ${limit} offset ${offset}) as hit
             join orders o using (id) order by ${direction}) as r) as rows`,
  )
  return found ?? { rows: [], waiting: { Pending: 0, Confirmed: 0, Shipped: 0 } }
}

const shortestName = 3
const shortestPhone = 4
const phoneKeyLength = 10
const noHits = sql`select id, status from orders where false`

const numberIn = (text: string) => /^alp-?(\d{1,15})$/i.exec(text)?.[1]
const isPhone = (text: string) => /^\+?[\d ()./-]+$/.test(text) && /\d/.test(text)
const isName = (text: string) => !numberIn(text) && !isPhone(text) && text.length >= shortestName

/** A number, a phone number from its beginning, or a name; each has its index. */
function hitsOf(text: string): SQL {
  const number = numberIn(text)
  if (number) return sql`select id, status from orders where number = ${number}`
  if (isPhone(text)) {
    const digits = text.replace(/\D/g, '')
    // As the column phone_key is made.
    const phone = digits.replace(/^0*(977(?=\d{8}))?0*/, '').slice(-phoneKeyLength)
    const byNumber = digits.length < phoneKeyLength ? sql`number = ${digits}` : sql`false`
    const byPhone = phone.length < shortestPhone ? sql`false` : sql`phone_key like ${`${phone}%`}`
    return sql`select id, status from orders where ${byNumber} or ${byPhone}`
  }
  if (!isName(text)) return noHits
  const beginning = `${likeText(text.toLowerCase())}%`
  return sql`select id, status from orders where buyer_name like ${beginning}
             union select id, status from orders where last_name_key like ${beginning}`
}

const queue = (state: OrderState) => sql`
  (select count(*)::int from (select from orders where status = ${sql.raw(String(codeOf(state)))}
   limit ${sql.raw(String(mostCounted))}) as waiting)`

type FoundOrder = {
  order: Stored
  buyer: { userId: string | null; name: string; email: string; emailConfirmed: boolean }
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
        'emailConfirmed', u.email_confirmed_at is not null,
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

const daySums = sql`
  count(*)::int as orders, count(o.cash_received_at)::int as received,
  ${sumIn('NPR', sql`true`)} as "dueNpr", ${sumIn('USD', sql`true`)} as "dueUsd",
  ${sumIn('NPR', isOpen)} as "openNpr", ${sumIn('USD', isOpen)} as "openUsd"`

type DaySums = Record<'dueNpr' | 'dueUsd' | 'openNpr' | 'openUsd', string> & Record<'orders' | 'received', number>
type FoundDay = DaySums & Record<'day' | 'courier', string>

const midnight = (day: SQL) => sql`${day}::timestamp at time zone ${sql.raw(`'${shopTimeZone}'`)}`
const deliveredFrom = (day: SQL, until: SQL) => sql`
  o.status = 3 and o.delivered_at >= ${midnight(day)} and o.delivered_at < ${midnight(until)}`
const broughtOn = (day: string, courier: string) => sql`
  ${deliveredFrom(sql`${day}::date`, sql`(${day}::date + 1)`)} and coalesce(o.courier, '') = ${courier}`

/** What each courier was to bring for the deliveries of each day, newest first. */
export async function cashDays(
  db: Db,
  { from, until, onlyOpen }: { from: string; until: string; onlyOpen: boolean },
): Promise<FoundDay[]> {
  return readRows<FoundDay>(
    db,
    sql`select ${deliveredDay}::text as day, coalesce(o.courier, '') as courier, ${daySums}
        from orders o where ${deliveredFrom(sql`${from}::date`, sql`${until}::date`)}
        group by 1, 2 having not ${onlyOpen}::boolean or count(*) > count(o.cash_received_at)
        order by 1 desc, 2`,
  )
}

export async function isDeliveredBefore(db: Db, day: string): Promise<boolean> {
  const [row] = await readRows<{ there: boolean }>(
    db,
    sql`select (select min(o.delivered_at) from orders o where o.status = 3)
          < ${midnight(sql`${day}::date`)} as there`,
  )
  return row?.there ?? false
}

/** All that a courier was to bring for the deliveries of one day. */
export async function cashOfDay(db: Db, day: string, courier: string): Promise<DaySums> {
  const [sums] = await readRows<DaySums>(db, sql`select ${daySums} from orders o where ${broughtOn(day, courier)}`)
  if (!sums) throw new Error('A sum has no row')
  return sums
}

/** Those that are open come first. */
export async function cashOrders(
  db: Db,
  { day, courier, offset, limit }: { day: string; courier: string; offset: number; limit: number },
) {
  const openFirst = sql`o.cash_received_at is not null, o.id`
  return readRows<FoundRow & { cashReceivedAt: string | null }>(
    db,
    sql`select ${rowColumns}, ${utc(sql`o.cash_received_at`)} as "cashReceivedAt"
        from (select o.id from orders o where ${broughtOn(day, courier)}
              order by ${openFirst} limit ${limit} offset ${offset}) as hit
        join orders o using (id) order by ${openFirst}`,
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
