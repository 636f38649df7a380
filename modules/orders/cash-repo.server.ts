import { type SQL, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import type { Currency } from '#shared/money.ts'
import { rowColumns, type StoredOrderRow } from './admin-repo.server.ts'
import { entriesOf, type StoredEntry } from './cash-entries.server.ts'
import type { CashKind } from './cash-entry.ts'
import { utc } from './repo.server.ts'
import { cashClosings } from './tables.server.ts'

export type NewEntry = {
  kind: CashKind
  orderId: string
  courierId: number | null
  currency: Currency
  amount: number
  method: 'cash' | 'transfer'
  note: string
  actorId: string
  actorName: string
  at: string
  reverses: number | null
}

/** Appends an entry and changes the sums of its order, which the caller has locked. */
const entryStatement = statement<NewEntry, { id: string }>(
  'cash_insert_entry',
  (entry) => sql`
    with entry as (
      insert into cash_entries (at, kind, order_id, courier_id, currency, amount, method, note, actor_id, actor_name,
                                reverses)
      values (${entry.at}::timestamptz, ${entry.kind}, ${entry.orderId}::uuid, ${entry.courierId}::int,
              ${entry.currency}, ${entry.amount}::bigint, ${entry.method}, ${entry.note}, ${entry.actorId}::uuid,
              ${entry.actorName}, ${entry.reverses}::bigint)
      returning id, order_id, kind, courier_id, amount
    )
    update orders o set
      paid = o.paid + case when e.kind in ('collected', 'deposit') then e.amount else 0 end,
      refunded = o.refunded + case e.kind when 'refunded' then e.amount else 0 end,
      written_off = o.written_off + case when e.kind = 'written off' and e.courier_id is null then e.amount else 0 end,
      with_courier = o.with_courier + case
        when e.courier_id is null then 0
        when e.kind = 'collected' then e.amount
        when e.kind in ('handed over', 'written off') then -e.amount else 0 end
    from entry e where o.id = e.order_id returning e.id::text`,
)

export async function insertEntry(tx: Db, entry: NewEntry): Promise<number> {
  const [row] = await entryStatement(tx, entry)
  if (!row) throw new Error('A cash entry was not stored')
  return Number(row.id)
}

/** Newest first. */
export async function entriesOfDay(
  db: Db,
  { day, offset, limit }: { day: string; offset: number; limit: number },
): Promise<StoredEntry[]> {
  return readRows<StoredEntry>(
    db,
    sql`${entriesOf(sql`e.day = ${day}`)} order by e.id desc limit ${limit} offset ${offset}`,
  )
}

export type LedgerSum = {
  kind: CashKind
  byCourier: boolean
  currency: Currency
  method: 'cash' | 'transfer'
  amount: string
}

export async function sumsOfDay(db: Db, day: string): Promise<LedgerSum[]> {
  return readRows<LedgerSum>(
    db,
    sql`select kind, courier_id is not null as "byCourier", currency, method, sum(amount)::text as amount
        from cash_entries where day = ${day} group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
}

/** Entries that were not reversed, of one kind and order; newest first. */
export async function standingEntries(tx: Db, orderId: string, kind: CashKind) {
  const rows = await readRows<{ id: string; amount: string; courierId: number | null; method: 'cash' | 'transfer' }>(
    tx,
    sql`select e.id::text, e.amount::text, e.courier_id as "courierId", e.method from cash_entries e
        where e.order_id = ${orderId} and e.kind = ${kind} and e.reverses is null
          and not exists (select from cash_entries r where r.reverses = e.id)
        order by e.id desc`,
  )
  return rows.map(({ id, amount, ...entry }) => ({ ...entry, id: Number(id), amount: Number(amount) }))
}

const isNewestCollection = sql`
  e.amount > 0 and not exists (select from cash_entries later where later.order_id = e.order_id and later.kind = 'collected'
    and later.amount > 0 and later.id > e.id)`
const openAmount = sql`case when ${isNewestCollection} then o.with_courier else 0 end`
const sumIn = (currency: Currency, amount: SQL) =>
  sql`coalesce(sum(${amount}) filter (where e.currency = ${sql.raw(`'${currency}'`)}), 0)::text`
const daySums = sql`
  count(distinct e.order_id)::int as orders,
  (count(distinct e.order_id) - count(distinct e.order_id) filter (where ${openAmount} > 0))::int as received,
  ${sumIn('NPR', sql`e.amount`)} as "dueNpr", ${sumIn('USD', sql`e.amount`)} as "dueUsd",
  ${sumIn('NPR', openAmount)} as "openNpr", ${sumIn('USD', openAmount)} as "openUsd"`

export type DaySums = Record<'dueNpr' | 'dueUsd' | 'openNpr' | 'openUsd', string> &
  Record<'orders' | 'received', number>
type CashDayRow = DaySums & { day: string; courierId: number | null; courier: string | null; isClosed: boolean }

const closedUntil = sql`(select closed_until from cash_book)`

/** Cash collected per day and courier, newest first. A null courier is the shop itself. */
export async function cashDays(db: Db, { from, until }: { from: string; until: string }): Promise<CashDayRow[]> {
  return readRows<CashDayRow>(
    db,
    sql`select e.day::text, e.courier_id as "courierId", c.name as courier, e.day <= ${closedUntil} as "isClosed",
          ${daySums}
        from cash_entries e join orders o on o.id = e.order_id left join couriers c on c.id = e.courier_id
        where e.kind = 'collected' and e.day >= ${from}::date and e.day < ${until}::date
        group by e.day, e.courier_id, c.name
        order by e.day desc, c.name nulls first`,
  )
}

export async function hasEntriesBefore(db: Db, day: string): Promise<boolean> {
  const [row] = await readRows<{ hasEarlier: boolean }>(
    db,
    sql`select (select min(day) from cash_entries) < ${day}::date as "hasEarlier"`,
  )
  return row?.hasEarlier ?? false
}

type DayAndCourier = { day: string; courierId: number | null }

const collectedOn = ({ day, courierId }: DayAndCourier) =>
  sql`e.kind = 'collected' and e.day = ${day} and e.courier_id is not distinct from ${courierId}::int`

/** Cash that a courier collected on one day. */
export async function cashOfDay(db: Db, key: DayAndCourier): Promise<DaySums> {
  const [sums] = await readRows<DaySums>(
    db,
    sql`select ${daySums} from cash_entries e join orders o on o.id = e.order_id where ${collectedOn(key)}`,
  )
  if (!sums) throw new Error('The cash query returned no row')
  return sums
}

export type CashOrderRow = StoredOrderRow & { collected: string; isOpen: boolean }

/** Orders with outstanding cash come first. */
export async function cashOrders(
  db: Db,
  { offset, limit, ...key }: DayAndCourier & { offset: number; limit: number },
): Promise<CashOrderRow[]> {
  const openFirst = sql`"isOpen" desc, id`
  return readRows<CashOrderRow>(
    db,
    sql`select ${rowColumns}, page.collected, page."isOpen"
        from (select e.order_id as id, sum(e.amount)::text as collected, bool_or(${openAmount} > 0) as "isOpen"
              from cash_entries e join orders o on o.id = e.order_id where ${collectedOn(key)} group by e.order_id
              order by ${openFirst} limit ${limit} offset ${offset}) as page
        join orders o using (id) order by ${openFirst}`,
  )
}

const openSums = sql`
  count(*)::int as orders, coalesce(sum(o.with_courier) filter (where o.currency = 'NPR'), 0)::text as "openNpr",
  coalesce(sum(o.with_courier) filter (where o.currency = 'USD'), 0)::text as "openUsd"`

export type CourierSums = { orders: number; openNpr: string; openUsd: string }

/** Couriers that have cash to hand over, by name. */
export async function cashOfCouriers(db: Db): Promise<(CourierSums & { courierId: number; courier: string })[]> {
  return readRows(
    db,
    sql`select c.id as "courierId", c.name as courier, ${openSums} from orders o join couriers c on c.id = o.courier_id
        where o.with_courier > 0 group by c.id order by c.name_key`,
  )
}

export async function cashOfCourier(db: Db, courierId: number): Promise<CourierSums> {
  const [sums] = await readRows<CourierSums>(
    db,
    sql`select ${openSums} from orders o where o.with_courier > 0 and o.courier_id = ${courierId}`,
  )
  if (!sums) throw new Error('The cash query returned no row')
  return sums
}

type CourierOrderRow = StoredOrderRow & { day: string; open: string }

export async function ordersOfCourier(
  db: Db,
  { courierId, offset, limit }: { courierId: number; offset: number; limit: number },
): Promise<CourierOrderRow[]> {
  return readRows<CourierOrderRow>(
    db,
    sql`select ${rowColumns}, o.with_courier::text as open,
          (select max(e.day)::text from cash_entries e
           where e.order_id = o.id and e.kind = 'collected' and e.amount > 0) as day
        from orders o where o.with_courier > 0 and o.courier_id = ${courierId}
        order by o.id limit ${limit} offset ${offset}`,
  )
}

/** A closing also closes the open days before it. */
export async function findClosing(
  db: Db,
  day: string,
): Promise<{ day: string; at: string; actor: string } | undefined> {
  const [closing] = await readRows<{ day: string; at: string; actor: string }>(
    db,
    sql`select day::text, ${utc(sql`closed_at`)} as at, actor_name as actor from cash_closings
        where day >= ${day}::date order by day limit 1`,
  )
  return closing
}

export async function readClosedUntil(db: Db): Promise<string | null> {
  const [row] = await readRows<{ day: string | null }>(
    db,
    sql`select case when isfinite(closed_until) then closed_until::text end as day from cash_book`,
  )
  return row?.day ?? null
}

/** Returns false if the day is closed already or is still to come. New entries wait for this transaction. */
export async function closeDay(tx: Db, day: string, actor: { userId: string; name: string }): Promise<boolean> {
  const today = sql`(now() at time zone ${sql.raw(`'${shopTimeZone}'`)})::date`
  const rows = await readRows(
    tx,
    sql`update cash_book set closed_until = ${day}::date where closed_until < ${day}::date and ${day}::date <= ${today}
        returning 1`,
  )
  if (rows.length === 0) return false
  await tx.insert(cashClosings).values({ day, actorId: actor.userId, actorName: actor.name })
  return true
}

export async function courierName(db: Db, courierId: number): Promise<string | null> {
  const [row] = await readRows<{ name: string }>(db, sql`select name from couriers where id = ${courierId}`)
  return row?.name ?? null
}
