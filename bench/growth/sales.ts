import { codeOf } from '#modules/orders/statuses.ts'
import type { Loader } from '../copy.ts'

/** All orders are spread over six years. */
const yearsMs = 6 * 365 * 24 * 3600 * 1000
const intervalMs = (orders: number) => Math.max(1, Math.floor(yearsMs / orders))
const buyerId = (customers: number) => `load.id(${Date.UTC(2024, 0, 1)}, 1 + (hashint4(n) & 2147483647) % ${customers})`

type Size = { orders: number; customers: number; products: number; now: number }

export function orderId(n: number, { orders, now }: Pick<Size, 'orders' | 'now'>): string {
  const hex = `${(now - (orders - n) * intervalMs(orders)).toString(16).padStart(12, '0')}70008000${n.toString(16).padStart(12, '0')}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Orders of one to five lines at even intervals until now; most are delivered, the newest sixty open. */
export async function loadSales({ run, fill }: Loader, { orders, customers, products, now }: Size): Promise<void> {
  const placed = `(${now} - (${orders} - n)::bigint * ${intervalMs(orders)})`
  const id = `load.id(${placed}, n)`
  const at = `to_timestamp(${placed} / 1000.0)`
  const status = `case when n > ${orders} - 60 then n % 3 when n % 40 = 0 then ${codeOf('Canceled')}
    when n % 55 = 0 then ${codeOf('Returned')} else ${codeOf('Delivered')} end`
  const isDelivered = `(${status}) = ${codeOf('Delivered')}`
  const total = `case when n % 2 = 0 then 500000 + n else 8000 + n end`
  const every = `generate_series(1, ${orders}) as n`
  await run(`insert into couriers (name) values ('Valley Riders')`)
  await fill(
    'orders',
    `id, number, user_id, status, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at, courier_id,
     delivered_at, paid, with_courier, returned_amount`,
    `select ${id}, 10000 + n, ${buyerId(customers)}, ${status}, case when n % 2 = 0 then 'NPR' else 'USD' end, 10000, 4000,
       500000 + n, 8000 + n,
       format('{"firstName":"%s","lastName":"%s","company":"","phone":"98%s","email":"","streetAddress":"Mangal Bazaar 4",'
         '"city":"Lalitpur","state":"Bagmati","zipCode":"","country":"Nepal"}', first.word, last.word, lpad(n::text, 8, '0')),
       ${at}, 1, case when ${isDelivered} then ${at} + interval '2 days' end,
       case when ${isDelivered} then ${total} else 0 end, case when ${isDelivered} and n % 50 = 0 then ${total} else 0 end,
       case when ${status} = ${codeOf('Returned')} then ${total} else 0 end
     from ${every}
     join load.names first on first.kind = 'first' and first.place = 1 + (hashint4(n) & 255)
     join load.names last on last.kind = 'last' and last.place = 1 + abs(hashint4(n + 7) % (select count(*)::int from load.names where kind = 'last'))
     order by n`,
  )
  await run(`select setval('order_numbers', 10001 + ${orders})`)
  await fill(
    'order_lines',
    'order_id, position, product_id, product_name, slug, category_id, unit_npr, unit_usd, quantity',
    `select ${id}, at, 1 + (hashint4(n * 7 + at) & 2147483647) % ${products}, 'Smoky Quartz Point', 'smoky-quartz-point', 1,
       133000, 1000, 1 + n % 2
     from ${every}, generate_series(1, 1 + n % 5) as at`,
  )
  const code = `regexp_replace(upper(left(md5(concat(l.order_id, l.position, unit)), 13)), '(.{4})(.{4})(.{4})', '\\1-\\2-\\3-')`
  await fill(
    'certificates',
    'code, order_id, position, unit, state, state_since, sold_at, product_name, facts',
    `select ${code}, l.order_id, l.position, unit, case o.status when ${codeOf('Canceled')} then 'withdrawn' else 'valid' end,
       o.placed_at, o.placed_at, l.product_name, '{"mineral":"Quartz","treatment":"none"}'
     from order_lines l join orders o on o.id = l.order_id, generate_series(1, l.quantity) as unit`,
  )
  await fill(
    'order_transitions',
    'order_id, to_status, changed_by, user_id, changed_at',
    `select ${id}, ${status}, 'customer', ${buyerId(customers)}, ${at} from ${every}`,
  )
  await fill(
    'stock_movements',
    'at, product_id, quantity, kind, order_id',
    `select o.placed_at, l.product_id, -l.quantity, 'order', l.order_id
     from order_lines l join orders o on o.id = l.order_id order by l.order_id, l.position`,
  )
  const entry = (kind: string, after: string, condition: string) => `
    select ${at} + ${after}, ((${at} + ${after}) at time zone 'Asia/Kathmandu')::date, '${kind}', ${id}, 1,
      case when n % 2 = 0 then 'NPR' else 'USD' end, ${total}, 'Pemba'
    from ${every} where ${isDelivered} and ${condition}`
  const entryColumns = 'at, day, kind, order_id, courier_id, currency, amount, actor_name'
  await fill('cash_entries', entryColumns, entry('collected', `interval '2 days'`, 'true'))
  await fill('cash_entries', entryColumns, entry('handed over', `interval '3 days'`, 'n % 50 > 0'))
  await fill(
    'invoices',
    'kind, fiscal_year, number, order_id, issued_at, currency, total, vat, document',
    `select 'invoice', '2026/27', n, ${id}, ${at} + interval '1 day', case when n % 2 = 0 then 'NPR' else 'USD' end,
       ${total}, 0, '{}' from ${every} where ${isDelivered}`,
  )
  const sold = [codeOf('Confirmed'), codeOf('Shipped'), codeOf('Delivered')].join()
  await run(`insert into sales_days (day, currency, orders, revenue, canceled, returned)
    select (placed_at at time zone 'Asia/Kathmandu')::date, currency, count(*) filter (where status in (${sold})),
      coalesce(sum(case currency when 'NPR' then total_npr else total_usd end) filter (where status in (${sold})), 0),
      count(*) filter (where status = ${codeOf('Canceled')}), count(*) filter (where status = ${codeOf('Returned')})
    from orders where status <> ${codeOf('Pending')} group by 1, 2`)
  await run(`insert into sales_day_products (day, currency, product_id, quantity, revenue)
    select (o.placed_at at time zone 'Asia/Kathmandu')::date, o.currency, l.product_id, sum(l.quantity),
      sum(l.quantity * case o.currency when 'NPR' then l.unit_npr else l.unit_usd end)
    from orders o join order_lines l on l.order_id = o.id where o.status in (${sold}) group by 1, 2, 3`)
}
