import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { newId } from '#shared/ids.ts'
import { type Row, round, spreadOf } from './report.ts'
import { takeTurns } from './rounds.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'
import { districts, makers, stones } from './vocabulary.ts'

const small = 1_000
const large = 1_000_000
/** A quick run shows that it works; only the large one shows that it holds. */
const quickLarge = 50_000
const batch = 50_000
const connections = 10
const mostGrowth = 2
const mostStatements = 3
const mostTodayMs = 1_000

export const firstNames = makers(300)
export const lastNames = [...stones, ...districts, ...makers(700)].map((word) => word.replaceAll(' ', ''))

/** In the order of time, as a shop's own are: one every minute until now, mostly delivered, the newest still open. */
const orders = `
  insert into orders (id, status, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at, courier)
  select (lpad(to_hex(($6::bigint + n * 60) * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n > $5 - 60 then n % 3 when n % 40 = 0 then 4 when n % 55 = 0 then 5 else 3 end,
    case when n % 2 = 0 then 'NPR' else 'USD' end, 10000, 4000, 500000 + n, 8000 + n,
    json_build_object('firstName', ($3::text[])[1 + hashint4(n) & 255], 'lastName',
      ($4::text[])[1 + abs(hashint4(n + 7)) % cardinality($4::text[])], 'city', 'Lalitpur', 'country', 'Nepal',
      'phone', '98' || lpad(n::text, 8, '0')),
    to_timestamp($6::bigint + n * 60), 'Valley Riders'
  from generate_series($1::int, $2::int) as n`

const lines = `
  insert into order_lines (order_id, position, product_id, product_name, slug, category_id, unit_npr, unit_usd, quantity)
  select o.id, 1, p.id, p.name, p.slug, p.category_id, 500000, 8000, 1 from orders o cross join products p`

type Side = { shop: ShopProcess; size: number; headers: Record<string, string> }

async function open(stage: Stage, size: number): Promise<Side> {
  const databaseUrl = await stage.database(`orders_${size}`)
  const database = openPostgres(databaseUrl, 1, createLog({ logLevel: 'silent' }))
  await database.migrate()
  await database.close()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
    values ('piece', 'Piece', 'A piece.', 1, 500000, 8000, 10)`)
  const since = Math.floor(Date.now() / 1000) - size * 60
  for (let from = 1; from <= size; from += batch) {
    const to = Math.min(size, from + batch - 1)
    await client.query(orders, [from, to, firstNames.slice(0, 256), lastNames, size, since])
  }
  await client.query(lines)
  const token = randomBytes(32).toString('base64url')
  const userId = newId()
  await client.query(
    `insert into users (id, username, email, role, name) values ($1, 'Dolma', 'dolma@bench.example', 'Staff', 'Dolma')`,
    [userId],
  )
  const hash = createHash('sha256').update(token).digest('hex')
  await client.query('insert into sessions (token_hash, user_id) values ($1, $2)', [hash, userId])
  await client.query('vacuum analyze')
  await client.end()
  const shop = await stage.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder() })
  return { shop, size, headers: { Authorization: `Bearer ${token}` } }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const states = ['Pending', 'Confirmed', 'Shipped', 'Delivered', 'Canceled', 'Returned']
const path = (query: Record<string, string>) => `/api/admin/orders?${new URLSearchParams(query)}`

/** The same questions for either size, as far as both can answer them. */
export const kinds: { name: string; paths(size: number): string[] }[] = [
  { name: 'orders, a page', paths: () => numbers(40).map((page) => path({ page: String(page + 1), size: '25' })) },
  {
    name: 'orders, a filter',
    paths: () =>
      states.flatMap((state) =>
        ['placed', '-placed'].flatMap((sort) =>
          numbers(5).map((page) => path({ state, sort, page: String(page + 1) })),
        ),
      ),
  },
  {
    name: 'orders, a search by number or phone',
    paths: (size) =>
      numbers(100).flatMap((turn) => {
        const n = 1 + Math.floor((turn * size) / 101)
        return [path({ q: `ALP-${10_000 + n}` }), path({ q: `98${String(n).padStart(8, '0')}` })]
      }),
  },
  {
    name: 'orders, a search by name',
    paths: () =>
      numbers(100).flatMap((turn) => {
        const last = lastNames[(turn * 7) % lastNames.length] ?? ''
        return [path({ q: last }), path({ q: `${firstNames[turn % 256] ?? ''} ${last}` })]
      }),
  },
]

/** What the order desk costs when the shop has sold a thousand times as much. */
export const desk: Figure = {
  name: 'order desk',
  async take(stage) {
    const few = await open(stage, small)
    const many = await open(stage, stage.quick ? quickLarge : large)
    const rows: Row[] = []
    for (const kind of kinds) rows.push(await compare(stage, kind, few, many))
    rows.push(await statementsOf(many))
    rows.push(await todayOf(stage, many))
    await Promise.all([few.shop.stop(), many.shop.stop()])
    return rows
  },
}

async function compare(stage: Stage, { name, paths }: (typeof kinds)[number], few: Side, many: Side): Promise<Row> {
  const measure = ({ shop, size, headers }: Side) =>
    stage.generator.measure({ url: shop.url, paths: paths(size), connections, seconds: stage.quick ? 1 : 2, headers })
  for (const side of [few, many]) await measure(side)
  const taken = await takeTurns(stage.quick ? 2 : 5, { few: () => measure(few), many: () => measure(many) })
  const failures = [...taken.few, ...taken.many].reduce((sum, each) => sum + each.failures, 0)
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed`)
  const p95 = (side: keyof typeof taken) => taken[side].map((each) => each.p95)
  const [least, most] = [Math.min(...p95('few')), Math.min(...p95('many'))]
  const growth = most / least
  return {
    what: `${name}, p95`,
    measured: `${round(most, 2)} ms at ${many.size / 1000}k`,
    yardstick: `${round(least, 2)} ms at ${few.size / 1000}k`,
    figure: `${round(growth, 2)}×`,
    spread: `${spreadOf(p95('many'))} | ${spreadOf(p95('few'))} ms`,
    budget: `≤ ${mostGrowth}×`,
    ok: growth <= mostGrowth,
    raw: taken,
  }
}

async function statementsOf({ shop, size, headers }: Side): Promise<Row> {
  const counts: number[] = []
  for (const { paths } of kinds) {
    const [target = ''] = paths(size)
    const before = await shop.metric('alpine_sql_statements_total')
    const answer = await fetch(shop.url + target, { headers })
    if (!answer.ok) throw new Error(`${target} answered ${answer.status}`)
    await answer.arrayBuffer()
    counts.push((await shop.metric('alpine_sql_statements_total')) - before)
  }
  const most = Math.max(...counts)
  return {
    what: 'SQL statements, order desk',
    measured: String(most),
    yardstick: '',
    figure: String(most),
    spread: counts.join(', '),
    budget: `≤ ${mostStatements}`,
    ok: most <= mostStatements,
    raw: counts,
  }
}

/** The first page of the morning: it reads every order of its span, so it grows with what is sold, not with the shop. */
async function todayOf(stage: Stage, { shop, size, headers }: Side): Promise<Row> {
  const paths = ['/api/admin/today?days=90']
  const load = { url: shop.url, paths, connections: 1, seconds: stage.quick ? 2 : 5, headers }
  await stage.generator.measure(load)
  const { p95 } = await stage.generator.measure(load)
  return {
    what: 'Today, 90 days of an order a minute, p95',
    measured: `${round(p95, 1)} ms at ${size / 1000}k`,
    yardstick: '',
    figure: `${round(p95, 1)} ms`,
    spread: '',
    budget: `≤ ${mostTodayMs} ms`,
    ok: p95 <= mostTodayMs,
    raw: p95,
  }
}
