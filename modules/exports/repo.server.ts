import { type SQL, sql } from 'drizzle-orm'
import { phoneOf } from '#modules/accounts/fragments.server.ts'
import { buyerName } from '#modules/orders/fragments.server.ts'
import { statusTable } from '#modules/orders/statuses.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { shopTimeZone } from '#shared/days.ts'
import type { ExportRange, ExportReport } from './contract.ts'

export type Cell = string | number | null | { minor: number }
type ExportedRow = { cursor: string; cells: Cell[] }
type Report = {
  columns: string[]
  /** The next rows after the cursor of the last one. */
  query(range: ExportRange, after: string | null, limit: number): SQL
}

const zone = sql.raw(`'${shopTimeZone}'`)
const localTime = (moment: SQL) => sql`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`
const minor = (amount: SQL) => sql`json_build_object('minor', ${amount})`
const startOf = (day: SQL) => sql`(${day}::timestamp at time zone ${zone})`
const dayAfter = (day: string) => sql`(${day}::date + 1)`
/** Ids of orders and accounts begin with the time, so a range of ids is a range of times. */
const firstIdOf = (day: SQL) => sql`
  (lpad(to_hex((extract(epoch from ${startOf(day)}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
const idsIn = ({ from, to }: ExportRange, after: string | null, id: SQL) => sql`
  ${id} >= ${firstIdOf(sql`${from}::date`)} and ${id} < ${firstIdOf(dayAfter(to))}
  and (${after}::uuid is null or ${id} > ${after}::uuid)`

const statusName = sql`(array[${sql.join(
  statusTable.map(({ name }) => sql`${name}::text`),
  sql`, `,
)}])[o.status + 1]`
const inOrderCurrency = (npr: SQL, usd: SQL) => sql`case o.currency when 'NPR' then ${npr} else ${usd} end`
const total = inOrderCurrency(sql`o.total_npr`, sql`o.total_usd`)
const orderNumber = sql`'ALP-' || o.number`

type Column = [title: string, value: SQL]

const report = (
  columns: Column[],
  source: (cells: SQL, range: ExportRange, after: string | null, limit: number) => SQL,
): Report => ({
  columns: columns.map(([title]) => title),
  query: (range, after, limit) => {
    const cells = sql`json_build_array(${sql.join(
      columns.map(([, value]) => value),
      sql`, `,
    )}) as cells`
    return source(cells, range, after, limit)
  },
})

const orders = report(
  [
    ['Order', orderNumber],
    ['Placed', localTime(sql`o.placed_at`)],
    ['Status', statusName],
    ['Source', sql`o.source`],
    ['Name', buyerName],
    ['Email', sql`coalesce(u.email, o.address->>'email')`],
    ['Phone', sql`o.address->>'phone'`],
    ['City', sql`o.address->>'city'`],
    ['Country', sql`o.address->>'country'`],
    ['Currency', sql`o.currency`],
    ['Products NPR', minor(sql`o.total_npr - o.shipping_npr + o.discount_npr`)],
    ['Discount NPR', minor(sql`o.discount_npr`)],
    ['Shipping NPR', minor(sql`o.shipping_npr`)],
    ['Total NPR', minor(sql`o.total_npr`)],
    ['Products USD', minor(sql`o.total_usd - o.shipping_usd + o.discount_usd`)],
    ['Discount USD', minor(sql`o.discount_usd`)],
    ['Shipping USD', minor(sql`o.shipping_usd`)],
    ['Total USD', minor(sql`o.total_usd`)],
    ['Discount code', sql`o.discount_code`],
    ['Paid', minor(sql`o.paid`)],
    ['Refunded', minor(sql`o.refunded`)],
    ['Returned', minor(sql`o.returned_amount`)],
    ['Written off', minor(sql`o.written_off`)],
    [
      'Owed',
      minor(sql`case when o.status = 4 then 0
        else greatest(0, ${total} - o.returned_amount - o.written_off - o.paid + o.refunded) end`),
    ],
    [
      'To refund',
      minor(sql`greatest(0, o.paid - o.refunded -
        case when o.status = 4 then 0 else ${total} - o.returned_amount - o.written_off end)`),
    ],
    ['Courier', sql`c.name`],
    ['Tracking number', sql`o.tracking_number`],
    ['Delivered', localTime(sql`o.delivered_at`)],
  ],
  (cells, range, after, limit) => sql`
    select o.id::text as cursor, ${cells} from orders o left join users u on u.id = o.user_id
    left join couriers c on c.id = o.courier_id
    where ${idsIn(range, after, sql`o.id`)} order by o.id limit ${limit}`,
)

const lineAmount = (unit: SQL) => minor(sql`${unit} * l.quantity`)

/** The cursor is the order, so a batch has all lines of its orders. */
const orderLines = report(
  [
    ['Order', orderNumber],
    ['Placed', localTime(sql`o.placed_at`)],
    ['Status', statusName],
    ['Product', sql`l.product_id`],
    ['Name', sql`l.product_name`],
    ['Variant', sql`l.variant_value`],
    ['Quantity', sql`l.quantity`],
    ['Returned', sql`l.returned`],
    ['Currency', sql`o.currency`],
    ['Unit NPR', minor(sql`l.unit_npr`)],
    ['Amount NPR', lineAmount(sql`l.unit_npr`)],
    ['Unit USD', minor(sql`l.unit_usd`)],
    ['Amount USD', lineAmount(sql`l.unit_usd`)],
  ],
  (cells, range, after, limit) => sql`
    select o.id || ' ' || l.position as cursor, ${cells} from orders o join order_lines l on l.order_id = o.id
    where o.id >= ${firstIdOf(sql`${range.from}::date`)} and o.id < ${firstIdOf(dayAfter(range.to))}
      and l.order_id >= ${firstIdOf(sql`${range.from}::date`)}
      and (${after}::text is null or (l.order_id, l.position) >
        (split_part(${after}::text, ' ', 1)::uuid, split_part(${after}::text, ' ', 2)::int))
    order by l.order_id, l.position limit ${limit}`,
)

const cash = report(
  [
    ['Entry', sql`e.id`],
    ['Day', sql`e.day`],
    ['Entered', localTime(sql`e.at`)],
    ['Kind', sql`e.kind`],
    ['Order', orderNumber],
    ['Courier', sql`c.name`],
    ['Amount NPR', sql`case e.currency when 'NPR' then ${minor(sql`e.amount`)} end`],
    ['Amount USD', sql`case e.currency when 'USD' then ${minor(sql`e.amount`)} end`],
    ['Method', sql`e.method`],
    ['Note', sql`e.note`],
    ['By', sql`e.actor_name`],
  ],
  (cells, { from, to }, after, limit) => sql`
    select e.day || ' ' || e.id as cursor, ${cells} from cash_entries e join orders o on o.id = e.order_id
    left join couriers c on c.id = e.courier_id
    where e.day between ${from}::date and ${to}::date and (${after}::text is null or (e.day, e.id) >
      (split_part(${after}::text, ' ', 1)::date, split_part(${after}::text, ' ', 2)::bigint))
    order by e.day, e.id limit ${limit}`,
)

/** Negative on a credit note, so that a column adds up to what was sold. */
const invoiced = (currency: 'NPR' | 'USD', amount: SQL) => sql`
  case i.currency when ${currency} then ${minor(sql`case i.kind when 'invoice' then 1 else -1 end * (${amount})`)} end`

const invoices = report(
  [
    ['Number', sql`i.document::json->>'number'`],
    ['Kind', sql`i.kind`],
    ['Fiscal year', sql`i.fiscal_year`],
    ['Issued', localTime(sql`i.issued_at`)],
    ['Refers to', sql`i.document::json->>'refersTo'`],
    ['Order', orderNumber],
    ['Buyer', sql`i.document::json->'buyer'->>0`],
    ['Net NPR', invoiced('NPR', sql`i.total - i.vat`)],
    ['VAT NPR', invoiced('NPR', sql`i.vat`)],
    ['Total NPR', invoiced('NPR', sql`i.total`)],
    ['Net USD', invoiced('USD', sql`i.total - i.vat`)],
    ['VAT USD', invoiced('USD', sql`i.vat`)],
    ['Total USD', invoiced('USD', sql`i.total`)],
  ],
  (cells, { from, to }, after, limit) => sql`
    select to_char(i.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || i.id as cursor, ${cells}
    from invoices i join orders o on o.id = i.order_id
    where i.issued_at >= ${startOf(sql`${from}::date`)} and i.issued_at < ${startOf(dayAfter(to))}
      and (${after}::text is null or (i.issued_at, i.id) >
        (split_part(${after}::text, ' ', 1)::timestamptz, split_part(${after}::text, ' ', 2)::bigint))
    order by i.issued_at, i.id limit ${limit}`,
)

const spent = (currency: 'NPR' | 'USD', amount: SQL) =>
  minor(sql`(
  select coalesce(sum(${amount} - o.returned_amount), 0) from orders o
  where o.user_id = u.id and o.status = 3 and o.currency = ${currency})`)

const customers = report(
  [
    ['Name', sql`u.name`],
    ['Email', sql`u.email`],
    ['Email confirmed', sql`case when u.email_confirmed_at is null then 'no' else 'yes' end`],
    ['Phone', phoneOf(sql`u`)],
    ['Registered', localTime(sql`u.created_at`)],
    ['Orders', sql`(select count(*) from orders o where o.user_id = u.id)`],
    ['Spent NPR', spent('NPR', sql`o.total_npr`)],
    ['Spent USD', spent('USD', sql`o.total_usd`)],
  ],
  (cells, range, after, limit) => sql`
    select u.id::text as cursor, ${cells} from users u
    where ${idsIn(range, after, sql`u.id`)} and u.role = 'Customer' order by u.id limit ${limit}`,
)

const sales = report(
  [
    ['Day', sql`s.day`],
    ['Product', sql`s.product_id`],
    ['Name', sql`p.name`],
    ['Quantity', sql`s.quantity`],
    ['Revenue NPR', sql`case s.currency when 'NPR' then ${minor(sql`s.revenue`)} end`],
    ['Revenue USD', sql`case s.currency when 'USD' then ${minor(sql`s.revenue`)} end`],
  ],
  (cells, { from, to }, after, limit) => sql`
    select s.day || ' ' || s.currency || ' ' || s.product_id as cursor, ${cells}
    from sales_day_products s join products p on p.id = s.product_id
    where s.day between ${from}::date and ${to}::date and s.quantity <> 0 and (${after}::text is null
      or (s.day, s.currency, s.product_id) > (split_part(${after}::text, ' ', 1)::date,
        split_part(${after}::text, ' ', 2), split_part(${after}::text, ' ', 3)::int))
    order by s.day, s.currency, s.product_id limit ${limit}`,
)

const reports: Record<ExportReport, Report> = {
  orders,
  'order-lines': orderLines,
  cash,
  invoices,
  customers,
  sales,
}

export const columnsOf = (name: ExportReport) => reports[name].columns

export async function readReport(
  db: Db,
  name: ExportReport,
  range: ExportRange,
  after: string | null,
  limit: number,
): Promise<ExportedRow[]> {
  return readRows<ExportedRow>(db, reports[name].query(range, after, limit))
}
