import { recordChange } from '#modules/audit/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { shopDay } from '#shared/days.ts'
import { ShopError } from '#shared/errors.ts'
import { offsetAndLimit, toListPage } from '#shared/lists.ts'
import { type Currency, toWire } from '#shared/money.ts'
import { rowOnWire } from './admin-wire.ts'
import type {
  CashDay,
  CashDayQuery,
  CashDays,
  CourierCash,
  CourierOrders,
  DaySums,
  LedgerDay,
  LedgerQuery,
} from './cash-contract.ts'
import type { StoredEntry } from './cash-entries.server.ts'
import type { CashEntry, CashKind } from './cash-entry.ts'
import * as repo from './cash-repo.server.ts'
import { lockOrders } from './changes-repo.server.ts'
import type { Order } from './contract.ts'
import { orderNumber } from './wire.ts'

type StaffMember = { userId: string; name: string }
type Window = { page: number; size: number }

export type Payment = {
  kind: CashKind
  amount: number
  courierId?: number | null
  method?: 'cash' | 'transfer'
  note?: string
  reverses?: number | null
}

/** Appends an entry for an order that the caller has locked. */
export function recordCash(
  tx: Db,
  { id, currency }: Pick<Order, 'id' | 'currency'>,
  actor: StaffMember,
  at: Date,
  { kind, amount, courierId = null, method = 'cash', note = '', reverses = null }: Payment,
): Promise<number> {
  return repo.insertEntry(tx, {
    kind,
    orderId: id,
    courierId,
    currency,
    amount,
    method,
    note,
    actorId: actor.userId,
    actorName: actor.name,
    at: at.toISOString(),
    reverses,
  })
}

/** The entries of a kind that were not taken back, newest first. */
export const standingCash = (tx: Db, orderId: string, kind: CashKind) => repo.standingEntries(tx, orderId, kind)

/** Takes the standing entries of a kind, or the newest of the shop or of couriers, back, each with an own entry. */
export async function reverseCash(
  tx: Db,
  order: Pick<Order, 'id' | 'currency'>,
  actor: StaffMember,
  at: Date,
  { kind, note, newestOf }: { kind: CashKind; note: string; newestOf?: 'shop' | 'courier' },
): Promise<void> {
  const entries = await repo.standingEntries(tx, order.id, kind)
  const newest = entries.filter((entry) => (entry.courierId === null) === (newestOf === 'shop')).slice(0, 1)
  for (const { id, amount, courierId, method } of newestOf ? newest : entries)
    await recordCash(tx, order, actor, at, { kind, amount: -amount, courierId, method, note, reverses: id })
}

const daysOnPage = 30
const dayMs = 24 * 3600 * 1000

const daysAgo = (now: Date, days: number) => shopDay(new Date(now.getTime() - days * dayMs))

/** Each page covers 30 days. A closed day may be tomorrow's, so the first page has no end. */
export async function readCashDays(db: Db, page: number, now = new Date()): Promise<CashDays> {
  const from = daysAgo(now, page * daysOnPage - 1)
  const until = page === 1 ? 'infinity' : daysAgo(now, (page - 1) * daysOnPage - 1)
  const rows = await repo.cashDays(db, { from, until })
  return {
    rows: rows.map(({ day, courierId, courier, isClosed, ...sums }) => ({
      day,
      courierId,
      courier,
      isClosed,
      ...daySumsOnWire(sums),
    })),
    closedUntil: await repo.readClosedUntil(db),
    from,
    page,
    hasMore: await repo.hasEntriesBefore(db, from),
  }
}

/** The query puts orders with outstanding cash on the first pages. Within a page, rows are sorted by id, so a row stays in place when its cash is marked as received. */
export async function readCashDay(db: Db, { day, courierId: id, ...window }: CashDayQuery): Promise<CashDay> {
  const courierId = id ?? null
  const sums = await repo.cashOfDay(db, { day, courierId })
  const found = await repo.cashOrders(db, { day, courierId, ...offsetAndLimit(window) })
  const { rows, ...page } = toListPage(found, window)
  return {
    ...page,
    ...daySumsOnWire(sums),
    courier: courierId === null ? null : await repo.courierName(db, courierId),
    rows: rows
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ collected, isOpen, ...row }) => ({
        ...rowOnWire(row),
        collected: toWire(Number(collected)),
        isReceived: !isOpen,
      })),
  }
}

function daySumsOnWire({ orders, received, dueNpr, dueUsd, openNpr, openUsd }: repo.DaySums): DaySums {
  const both = (npr: string, usd: string) => ({ npr: toWire(Number(npr)), usd: toWire(Number(usd)) })
  return { orders, received, due: both(dueNpr, dueUsd), open: both(openNpr, openUsd) }
}

export async function listCourierCash(db: Db): Promise<CourierCash> {
  const rows = await repo.cashOfCouriers(db)
  return rows.map(({ courierId, courier, ...sums }) => ({ courierId, courier, ...openOnWire(sums) }))
}

export async function readCourierOrders(db: Db, courierId: number, window: Window): Promise<CourierOrders> {
  const courier = await repo.courierName(db, courierId)
  if (courier === null) throw new ShopError('notFound', 'There is no such courier.')
  const sums = await repo.cashOfCourier(db, courierId)
  const found = await repo.ordersOfCourier(db, { courierId, ...offsetAndLimit(window) })
  const { rows, ...page } = toListPage(found, window)
  return {
    ...page,
    ...openOnWire(sums),
    courier,
    rows: rows.map(({ open, ...row }) => ({ ...rowOnWire(row), day: row.day, open: toWire(Number(open)) })),
  }
}

const openOnWire = ({ orders, openNpr, openUsd }: repo.CourierSums) => ({
  orders,
  open: { npr: toWire(Number(openNpr)), usd: toWire(Number(openUsd)) },
})

/** Returns the changed orders, without those that were already marked. */
export function markCashReceived(
  db: Db,
  actor: StaffMember,
  { orderIds, received }: { orderIds: string[]; received: boolean },
  at = new Date(),
): Promise<string[]> {
  return transactWithRetry(db, async (tx) => {
    const changed: { id: string; number: number }[] = []
    for (const order of await lockOrders(tx, orderIds)) {
      const { courierId, withCourier } = order
      if (received) {
        if (withCourier <= 0 || courierId === null) continue
        await recordCash(tx, order, actor, at, { kind: 'handed over', amount: withCourier, courierId })
      } else {
        const handedOver = await repo.standingEntries(tx, order.id, 'handed over')
        if (handedOver.length === 0) continue
        await reverseCash(tx, order, actor, at, { kind: 'handed over', note: '' })
      }
      changed.push(order)
    }
    for (const { number } of changed)
      await recordChange(tx, actor, {
        action: received ? 'received cash for' : 'marked cash as not received for',
        subject: 'order',
        subjectId: orderNumber(number),
      })
    return changed.map(({ id }) => id)
  })
}

export async function readLedgerDay(db: Db, { day, ...window }: LedgerQuery): Promise<LedgerDay> {
  const closing = (await repo.findClosing(db, day)) ?? null
  const sums = await repo.sumsOfDay(db, day)
  const { rows, ...page } = toListPage(await repo.entriesOfDay(db, { day, ...offsetAndLimit(window) }), window)
  return {
    ...page,
    day,
    isClosed: closing !== null,
    closing,
    cashIn: cashOf(sums, ({ kind, byCourier }) => isIncome(kind) && (kind === 'handed over' || !byCourier)),
    cashOut: cashOf(sums, ({ kind }) => kind === 'refunded'),
    sums: sums.map(({ amount, ...sum }) => ({ ...sum, amount: toWire(Number(amount)) })),
    rows: rows.map(entryOnWire),
  }
}

/** What a courier collected reaches the shop when it is handed over. */
const isIncome = (kind: CashKind) => kind === 'collected' || kind === 'handed over' || kind === 'deposit'

function cashOf(sums: repo.LedgerSum[], isCounted: (sum: repo.LedgerSum) => boolean) {
  const counted = sums.filter((sum) => sum.method === 'cash' && isCounted(sum))
  const total = (of: Currency) =>
    toWire(counted.reduce((sum, { currency, amount }) => (currency === of ? sum + Number(amount) : sum), 0))
  return { npr: total('NPR'), usd: total('USD') }
}

export function entryOnWire({ id, amount, orderNumber: number, ...entry }: StoredEntry): CashEntry {
  const { at, day, kind, orderId, courier, currency, method, note, actor } = entry
  const fields = { at, day, kind, orderId, courier, currency, method, note, actor }
  return { ...fields, id: Number(id), orderNumber: orderNumber(Number(number)), amount: toWire(Number(amount)) }
}

/** A closed day never changes: what happens later is an entry of a later day. */
export function closeCashDay(db: Db, actor: StaffMember, day: string): Promise<LedgerDay> {
  return db.transaction(async (tx) => {
    if (!(await repo.closeDay(tx, day, actor))) {
      const isFuture = day > shopDay(new Date())
      throw new ShopError(
        'conflict',
        isFuture ? 'This day is still to come.' : 'This day is closed. A closed day is never opened or closed again.',
      )
    }
    await recordChange(tx, actor, { action: 'closed', subject: 'cash day', subjectId: day })
    return readLedgerDay(tx, { day, page: 1, size: 100 })
  })
}
