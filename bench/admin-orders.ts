import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { orderStatuses } from '#modules/orders/statuses.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { newId } from '#shared/ids.ts'
import { treeCpuSeconds } from './cpu.ts'
import { type Row, round, spreadOf } from './report.ts'
import { alternate } from './rounds.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'
import { districts, makers, stones } from './vocabulary.ts'

const small = 1_000
const large = 1_000_000
/** A quick run only shows that the benchmark works. */
const quickLarge = 50_000
const batch = 50_000
const connections = 10
const maxGrowth = 2
const maxStatements = 3
/** Processor time of the shop and PostgreSQL together. */
const maxTodayCpuMs = 50
const products = 500

export const firstNames = makers(300)
export const lastNames = [...stones, ...districts, ...makers(700)].map((word) => word.replaceAll(' ', ''))

/** One order every minute until now, in order of time; most are delivered, the newest open. */
const orders = `
  insert into orders (id, status, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at)
  select (lpad(to_hex(($6::bigint + n * 60) * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n > $5 - 60 then n % 3 when n % 40 = 0 then 4 when n % 55 = 0 then 5 else 3 end,
    case when n % 2 = 0 then 'NPR' else 'USD' end, 10000, 4000, 500000 + n, 8000 + n,
    json_build_object('firstName', ($3::text[])[1 + hashint4(n) & 255], 'lastName',
      ($4::text[])[1 + abs(hashint4(n + 7)) % cardinality($4::text[])], 'city', 'Lalitpur', 'country', 'Nepal',
      'phone', '98' || lpad(n::text, 8, '0')),
    to_timestamp($6::bigint + n * 60)
  from generate_series($1::int, $2::int) as n`

const lines = `
  insert into order_lines (order_id, position, product_id, product_name, slug, category_id, unit_npr, unit_usd, quantity)
  select o.id, 1, p.id, p.name, p.slug, p.category_id, 500000, 8000, 1
  from orders o join products p on p.id = 1 + o.number % $1`

const salesDays = `
  insert into sales_days (day, currency, orders, revenue, canceled, returned)
  select (placed_at at time zone 'Asia/Kathmandu')::date, currency, count(*) filter (where status in (1, 2, 3)),
    coalesce(sum(case currency when 'NPR' then total_npr else total_usd end) filter (where status in (1, 2, 3)), 0),
    count(*) filter (where status = 4), count(*) filter (where status = 5)
  from orders where status <> 0 group by 1, 2`

/** In order of time, like the totals of a shop. */
const salesOfProducts = `
  insert into sales_day_products (day, currency, product_id, quantity, revenue)
  select (o.placed_at at time zone 'Asia/Kathmandu')::date, o.currency, l.product_id, sum(l.quantity),
    sum(l.quantity * case o.currency when 'NPR' then l.unit_npr else l.unit_usd end)
  from orders o join order_lines l on l.order_id = o.id where o.status in (1, 2, 3) group by 1, 2, 3 order by 1, 2, 3`

type Side = { shop: ShopProcess; size: number; headers: Record<string, string> }

async function open(context: RunContext, size: number): Promise<Side> {
  const databaseUrl = await context.database(`orders_${size}`)
  const database = openPostgres(databaseUrl, 1, createLog({ logLevel: 'silent' }))
  await database.migrate()
  await database.close()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
    select 'sample-' || n, 'Sample ' || n, 'A sample.', 1, 500000, 8000, 10 from generate_series(1, ${products}) as n`)
  const since = Math.floor(Date.now() / 1000) - size * 60
  for (let from = 1; from <= size; from += batch) {
    const to = Math.min(size, from + batch - 1)
    await client.query(orders, [from, to, firstNames.slice(0, 256), lastNames, size, since])
  }
  await client.query(lines, [products])
  await client.query(salesDays)
  await client.query(salesOfProducts)
  const token = randomBytes(32).toString('base64url')
  const userId = newId()
  await client.query(
    `insert into users (id, username, email, role, name) values ($1, 'Dolma', 'dolma@bench.example', 'Manager', 'Dolma')`,
    [userId],
  )
  const hash = createHash('sha256').update(token).digest('hex')
  await client.query('insert into sessions (token_hash, user_id) values ($1, $2)', [hash, userId])
  await client.query('vacuum analyze')
  await client.end()
  const shop = await context.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await context.folder() })
  return { shop, size, headers: { Authorization: `Bearer ${token}` } }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const path = (query: Record<string, string>) => `/api/admin/orders?${new URLSearchParams(query)}`

/** The same requests for both sizes. */
export const orderRequests: { name: string; paths(size: number): string[] }[] = [
  { name: 'orders, page', paths: () => numbers(40).map((page) => path({ page: String(page + 1), size: '25' })) },
  {
    name: 'orders, filter',
    paths: () =>
      orderStatuses.flatMap((status) =>
        ['placed', '-placed'].flatMap((sort) =>
          numbers(5).map((page) => path({ status, sort, page: String(page + 1) })),
        ),
      ),
  },
  {
    name: 'orders, search by number or phone',
    paths: (size) =>
      numbers(100).flatMap((index) => {
        const n = 1 + Math.floor((index * size) / 101)
        return [path({ q: `ALP-${10_000 + n}` }), path({ q: `98${String(n).padStart(8, '0')}` })]
      }),
  },
  {
    name: 'orders, search by name',
    paths: () =>
      numbers(100).flatMap((index) => {
        const last = lastNames[(index * 7) % lastNames.length] ?? ''
        return [path({ q: last }), path({ q: `${firstNames[index % 256] ?? ''} ${last}` })]
      }),
  },
]

/** The admin order list in a shop with a thousand times as many orders. */
export const adminOrders: Benchmark = {
  name: 'admin order list',
  async run(context) {
    const smallSide = await open(context, small)
    const largeSide = await open(context, context.quick ? quickLarge : large)
    const rows: Row[] = []
    for (const kind of orderRequests) rows.push(await compare(context, kind, smallSide, largeSide))
    rows.push(await statementsRow(largeSide))
    rows.push(await todayRow(context, largeSide))
    await Promise.all([smallSide.shop.stop(), largeSide.shop.stop()])
    return rows
  },
}

async function compare(
  context: RunContext,
  { name, paths }: (typeof orderRequests)[number],
  smallSide: Side,
  largeSide: Side,
): Promise<Row> {
  const measure = ({ shop, size, headers }: Side) =>
    context.generator.measure({
      url: shop.url,
      paths: paths(size),
      connections,
      seconds: context.quick ? 1 : 2,
      headers,
    })
  for (const side of [smallSide, largeSide]) await measure(side)
  const results = await alternate(context.quick ? 2 : 5, {
    smallSide: () => measure(smallSide),
    largeSide: () => measure(largeSide),
  })
  const failures = [...results.smallSide, ...results.largeSide].reduce((sum, each) => sum + each.failures, 0)
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed`)
  const p95 = (side: keyof typeof results) => results[side].map((each) => each.p95)
  const [smallP95, largeP95] = [Math.min(...p95('smallSide')), Math.min(...p95('largeSide'))]
  const growth = largeP95 / smallP95
  return {
    name: `${name}, p95`,
    measured: `${round(largeP95, 2)} ms at ${largeSide.size / 1000}k`,
    baseline: `${round(smallP95, 2)} ms at ${smallSide.size / 1000}k`,
    value: `${round(growth, 2)}×`,
    spread: `${spreadOf(p95('largeSide'))} | ${spreadOf(p95('smallSide'))} ms`,
    budget: `≤ ${maxGrowth}×`,
    ok: growth <= maxGrowth,
    raw: results,
  }
}

async function statementsRow({ shop, size, headers }: Side): Promise<Row> {
  const counts: number[] = []
  for (const { paths } of orderRequests) {
    const [target = ''] = paths(size)
    const before = await shop.metric('alpine_sql_statements_total')
    const response = await fetch(shop.url + target, { headers })
    if (!response.ok) throw new Error(`${target} answered ${response.status}`)
    await response.arrayBuffer()
    counts.push((await shop.metric('alpine_sql_statements_total')) - before)
  }
  const highest = Math.max(...counts)
  return {
    name: 'SQL statements, admin orders',
    measured: String(highest),
    baseline: '',
    value: String(highest),
    spread: counts.join(', '),
    budget: `≤ ${maxStatements}`,
    ok: highest <= maxStatements,
    raw: counts,
  }
}

/** The dashboard reads totals by day, so its cost does not grow with the number of orders. */
async function todayRow(context: RunContext, { shop, size, headers }: Side): Promise<Row> {
  const read = async (count: number) => {
    for (let index = 0; index < count; index++)
      await (await fetch(`${shop.url}/api/admin/today?days=90`, { headers })).arrayBuffer()
  }
  const cpuSeconds = async () => (treeCpuSeconds(shop.pid) ?? 0) + ((await context.postgresCpuSeconds()) ?? 0)
  const count = context.quick ? 30 : 100
  await read(10)
  const before = await cpuSeconds()
  await read(count)
  const milliseconds = (1000 * ((await cpuSeconds()) - before)) / count
  return {
    name: 'Today, 90 days of an order a minute, processor time',
    measured: `${round(milliseconds, 1)} ms at ${size / 1000}k`,
    baseline: '',
    value: `${round(milliseconds, 1)} ms`,
    spread: '',
    budget: `≤ ${maxTodayCpuMs} ms`,
    ok: milliseconds <= maxTodayCpuMs,
    raw: milliseconds,
  }
}
