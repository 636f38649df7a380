import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { databaseFolder } from '#platform/data-folder.server.ts'
import { pgliteExtensions } from '#platform/db-pglite.server.ts'
import type { Currency } from '#shared/money.ts'

/** Computes all amounts again from the stored lines, cash entries and stock, and from no stored sum. */

type Sums = Record<Currency, number>
export type StoredOrder = {
  id: string
  number: string
  day: string
  status: string
  currency: Currency
  discount: number
  shipping: number
}
type Line = {
  order: string
  product: string
  quantity: number
  returned: number
  unit: number
  restocked: number
  from_stock: boolean
}
type Entry = {
  order: string
  day: string
  kind: string
  courier: string | null
  currency: Currency
  amount: number
  method: string
}
type Invoice = { order: string; kind: string; series: string; number: number; total: number }
type Movement = { order: string | null; product: string; quantity: number }
export type RawRows = {
  orders: StoredOrder[]
  lines: Line[]
  entries: Entry[]
  invoices: Invoice[]
  movements: Movement[]
}

const inOrderCurrency = (column: string) => `case o.currency when 'NPR' then ${column}_npr else ${column}_usd end`

/** The shop must be closed. */
export async function readRawRows(dataDir: string): Promise<RawRows> {
  const client = await PGlite.create(path.join(dataDir, databaseFolder), { extensions: pgliteExtensions })
  const rows = async <T>(query: string) => (await client.query<T>(query)).rows
  try {
    return {
      orders: await rows(`select o.id::text, 'ALP-' || o.number as number, o.currency,
        (array['pending', 'confirmed', 'shipped', 'delivered', 'canceled', 'returned'])[o.status + 1] as status,
        (o.placed_at at time zone 'Asia/Kathmandu')::date::text as day,
        ${inOrderCurrency('o.discount')} as discount, ${inOrderCurrency('o.shipping')} as shipping from orders o`),
      lines: await rows(`select l.order_id::text as order, l.product_name as product, l.quantity, l.returned,
        ${inOrderCurrency('l.unit')} as unit, l.restocked, l.from_stock
        from order_lines l join orders o on o.id = l.order_id`),
      entries:
        await rows(`select e.order_id::text as order, e.day::text, e.kind, c.name as courier, e.currency, e.amount,
        e.method from cash_entries e left join couriers c on c.id = e.courier_id`),
      invoices: await rows(
        `select order_id::text as order, kind, kind || ' ' || fiscal_year as series, number, total from invoices`,
      ),
      movements: await rows(`select m.order_id::text as order, p.name as product, m.quantity
        from stock_movements m join products p on p.id = m.product_id`),
    }
  } finally {
    await client.close()
  }
}

export const sumOf = <T>(rows: T[], amount: (row: T) => number) => rows.reduce((sum, row) => sum + amount(row), 0)

export type OrderAmounts = ReturnType<typeof amountsOf>

/** What the customer of an order bought, gave back, paid, got back and owes. */
export function amountsOf({ lines, entries }: RawRows, order: StoredOrder) {
  const own = lines.filter((line) => line.order === order.id)
  const paidIn = entries.filter((entry) => entry.order === order.id)
  const cash = (kinds: string[], isOfCourier?: boolean) =>
    sumOf(
      paidIn.filter(
        ({ kind, courier }) =>
          kinds.includes(kind) && (isOfCourier === undefined || (courier !== null) === isOfCourier),
      ),
      ({ amount }) => amount,
    )
  const products = sumOf(own, ({ unit, quantity }) => unit * quantity)
  const cameBack = sumOf(own, ({ unit, returned }) => unit * returned)
  const isAll = own.every(({ quantity, returned }) => quantity === returned)
  const total = products - order.discount + order.shipping
  const returned = cameBack - Math.floor((order.discount * cameBack) / products) + (isAll ? order.shipping : 0)
  const paid = cash(['collected', 'deposit'])
  const refunded = cash(['refunded'])
  const writtenOff = cash(['written off'], false)
  const due = order.status === 'canceled' ? 0 : total - returned - writtenOff
  return {
    total,
    returned,
    writtenOff,
    paid,
    refunded,
    netPaid: paid - refunded,
    owed: Math.max(0, due - paid + refunded),
    toRefund: Math.max(0, paid - refunded - due),
    withCourier: cash(['collected'], true) - cash(['handed over', 'written off'], true),
  }
}

function inBothCurrencies(amount: (currency: Currency) => number): Sums {
  return { NPR: amount('NPR'), USD: amount('USD') }
}

/** Cash that came into the shop and left it on a day. */
export function cashOfDay({ entries }: RawRows, day: string) {
  const ofDay = entries.filter((entry) => entry.day === day && entry.method === 'cash')
  const sum = (of: Currency, isCounted: (entry: Entry) => boolean) =>
    sumOf(
      ofDay.filter((entry) => entry.currency === of && isCounted(entry)),
      ({ amount }) => amount,
    )
  const cameIn = ({ kind, courier }: Entry) =>
    kind === 'handed over' || kind === 'deposit' || (kind === 'collected' && courier === null)
  return {
    cashIn: inBothCurrencies((currency) => sum(currency, cameIn)),
    cashOut: inBothCurrencies((currency) => sum(currency, ({ kind }) => kind === 'refunded')),
  }
}

/** Confirmed, shipped and delivered orders of the days, less what came back. */
export function salesOf(rows: RawRows, { from, to }: { from: string; to: string }) {
  const ofPeriod = rows.orders.filter(({ day }) => day >= from && day <= to)
  const sold = ofPeriod.filter((order) => ['confirmed', 'shipped', 'delivered'].includes(order.status))
  const counted = ofPeriod.filter((order) => sold.includes(order) || order.status === 'returned')
  return {
    orders: sold.length,
    revenue: inBothCurrencies((currency) =>
      sumOf(
        counted.filter((order) => order.currency === currency),
        (order) => amountsOf(rows, order).total - amountsOf(rows, order).returned,
      ),
    ),
    lines: rows.lines.filter(({ order }) => sold.some(({ id }) => id === order)),
  }
}

/** How many pieces of a product left the stock for good. */
export function takenFromStock({ orders, lines }: RawRows, product: string, numbers: string[]): number {
  const counted = orders.filter(({ number, status }) => numbers.includes(number) && status !== 'canceled')
  return sumOf(
    lines.filter((line) => line.product === product && line.from_stock && counted.some(({ id }) => id === line.order)),
    ({ quantity, restocked }) => quantity - restocked,
  )
}
