import pg from 'pg'
import { newId } from '#shared/ids.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import { fillCatalog } from './catalog.ts'
import { type Row, round, spreadOf } from './report.ts'
import { alternate } from './rounds.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'
import { forms, stones } from './vocabulary.ts'

const small = 1_000
const large = 100_000
const connections = 5
const maxGrowth = 2

type Side = { shop: ShopProcess; headers: Record<string, string> }

const pages = Array.from({ length: 10 }, (_, index) => index + 1)
const productList = (query: string) => `/api/admin/products?${query}`

/** The same requests for both sizes; no page lies beyond the end of a shop with a thousand products. */
export const productRequests: { name: string; paths: string[] }[] = [
  { name: 'page', paths: pages.map((page) => productList(`page=${page}`)) },
  { name: 'page by name', paths: pages.map((page) => productList(`page=${page}&sort=name`)) },
  { name: 'page by price', paths: pages.map((page) => productList(`page=${page}&sort=-price`)) },
  {
    name: 'search',
    paths: [...stones, ...forms.map(([form]) => form)].map((word) => productList(`q=${encodeURIComponent(word)}`)),
  },
  {
    name: 'filter by category',
    paths: [1, 2, 3].flatMap((id) => pages.slice(0, 5).map((page) => productList(`category=${id}&page=${page}`))),
  },
  { name: 'filter by low stock', paths: [1, 2, 3].map((id) => productList(`stock=low&category=${id}`)) },
  { name: 'Today', paths: ['/api/admin/today'] },
  { name: 'filter by tag', paths: stones.map((stone) => productList(`tag=${encodeURIComponent(stone)}`)) },
]

/** The admin product list in a shop with a hundred times as many products. */
export const adminProducts: Benchmark = {
  name: 'admin product list, 100,000 products',
  async run(context) {
    const [smallSide, largeSide] = [await open(context, small), await open(context, large)]
    const rows: Row[] = []
    for (const kind of productRequests) rows.push(await compare(context, kind, smallSide, largeSide))
    await Promise.all([smallSide.shop.stop(), largeSide.shop.stop()])
    return rows
  },
}

async function open(context: RunContext, size: number): Promise<Side> {
  const databaseUrl = await context.database(`admin_products_${size}`)
  await fillCatalog(databaseUrl, size)
  const headers = { Authorization: `Bearer ${await ownerToken(databaseUrl)}` }
  return { shop: await context.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await context.folder() }), headers }
}

async function ownerToken(databaseUrl: string): Promise<string> {
  const [id, token] = [newId(), newSecret()]
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    "insert into users (id, username, email, role, name) values ($1, 'owner', 'owner@shop.example', 'Owner', 'Owner')",
    [id],
  )
  await client.query('insert into sessions (token_hash, user_id) values ($1, $2)', [hashSecret(token), id])
  await client.end()
  return token
}

async function compare(
  context: RunContext,
  { name, paths }: (typeof productRequests)[number],
  smallSide: Side,
  largeSide: Side,
): Promise<Row> {
  const seconds = context.quick ? 1 : 2
  const measure = ({ shop, headers }: Side) =>
    context.generator.measure({ url: shop.url, paths, connections, seconds, headers })
  for (const side of [smallSide, largeSide]) await measure(side)
  const results = await alternate(context.quick ? 2 : 5, {
    smallSide: () => measure(smallSide),
    largeSide: () => measure(largeSide),
  })
  const p95 = (side: keyof typeof results) => results[side].map((each) => each.p95)
  const [smallP95, largeP95] = [Math.min(...p95('smallSide')), Math.min(...p95('largeSide'))]
  const growth = largeP95 / smallP95
  return {
    name: `admin products, ${name}, p95`,
    measured: `${round(largeP95, 2)} ms at ${large / 1000}k`,
    baseline: `${round(smallP95, 2)} ms at ${small / 1000}k`,
    value: `${round(growth, 2)}×`,
    spread: `${spreadOf(p95('largeSide'))} | ${spreadOf(p95('smallSide'))} ms`,
    budget: `≤ ${maxGrowth}×`,
    ok: growth <= maxGrowth,
    raw: results,
  }
}
