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
  const every = `generate_series(1, ${orders}) as n`
  await fill(
    'orders',
    `id, number, user_id, status, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at, courier,
     delivered_at, cash_received_at`,
    `select ${id}, 10000 + n, ${buyerId(customers)}, ${status}, case when n % 2 = 0 then 'NPR' else 'USD' end, 10000, 4000,
       500000 + n, 8000 + n,
       format('{"firstName":"%s","lastName":"%s","company":"","phone":"98%s","email":"","streetAddress":"Mangal Bazaar 4",'
         '"city":"Lalitpur","state":"Bagmati","zipCode":"","country":"Nepal"}', first.word, last.word, lpad(n::text, 8, '0')),
       ${at}, 'Valley Riders', case when ${status} = ${codeOf('Delivered')} then ${at} + interval '2 days' end,
       case when n % 50 > 0 then ${at} + interval '3 days' end
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
  await fill(
    'order_transitions',
    'order_id, to_status, changed_by, user_id, changed_at',
    `select ${id}, ${status}, 'customer', ${buyerId(customers)}, ${at} from ${every}`,
  )
}
