import pg from 'pg'
import { newId } from '#shared/ids.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import { fillCatalogue } from './catalogue.ts'
import { type Row, round, spreadOf } from './report.ts'
import { takeTurns } from './rounds.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'
import { forms, stones } from './vocabulary.ts'

const small = 1_000
const large = 100_000
const connections = 5
const mostGrowth = 2

type Side = { shop: ShopProcess; headers: Record<string, string> }

const pages = Array.from({ length: 10 }, (_, index) => index + 1)
const of = (query: string) => `/api/admin/products?${query}`

/** The same questions for either size; each kind asks no further than a shop of a thousand goes. */
export const kinds: { name: string; paths: string[] }[] = [
  { name: 'page', paths: pages.map((page) => of(`page=${page}`)) },
  { name: 'page by name', paths: pages.map((page) => of(`page=${page}&sort=name`)) },
  { name: 'page by price', paths: pages.map((page) => of(`page=${page}&sort=-price`)) },
  {
    name: 'search',
    paths: [...stones, ...forms.map(([form]) => form)].map((word) => of(`q=${encodeURIComponent(word)}`)),
  },
  {
    name: 'filter by category',
    paths: [1, 2, 3].flatMap((id) => pages.slice(0, 5).map((page) => of(`category=${id}&page=${page}`))),
  },
  { name: 'filter by low stock', paths: [1, 2, 3].map((id) => of(`stock=low&category=${id}`)) },
  { name: 'Today', paths: ['/api/admin/today'] },
  { name: 'filter by tag', paths: stones.map((stone) => of(`tag=${encodeURIComponent(stone)}`)) },
]

/** What the owner's list of products costs when the shop holds a hundred times as much. */
export const officeProducts: Figure = {
  name: 'back office, 100,000 products',
  async take(stage) {
    const [few, many] = [await open(stage, small), await open(stage, large)]
    const rows: Row[] = []
    for (const kind of kinds) rows.push(await compare(stage, kind, few, many))
    await Promise.all([few.shop.stop(), many.shop.stop()])
    return rows
  },
}

async function open(stage: Stage, size: number): Promise<Side> {
  const databaseUrl = await stage.database(`office_products_${size}`)
  await fillCatalogue(databaseUrl, size)
  const headers = { Authorization: `Bearer ${await ownerToken(databaseUrl)}` }
  return { shop: await stage.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder() }), headers }
}

async function ownerToken(databaseUrl: string): Promise<string> {
  const [id, token] = [newId(), newSecret()]
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    "insert into users (id, username, email, role, name) values ($1, 'owner', 'owner@shop.example', 'Admin', 'Owner')",
    [id],
  )
  await client.query('insert into sessions (token_hash, user_id) values ($1, $2)', [hashSecret(token), id])
  await client.end()
  return token
}

async function compare(stage: Stage, { name, paths }: (typeof kinds)[number], few: Side, many: Side): Promise<Row> {
  const seconds = stage.quick ? 1 : 2
  const measure = ({ shop, headers }: Side) =>
    stage.generator.measure({ url: shop.url, paths, connections, seconds, headers })
  for (const side of [few, many]) await measure(side)
  const taken = await takeTurns(stage.quick ? 2 : 5, { few: () => measure(few), many: () => measure(many) })
  const p95 = (side: keyof typeof taken) => taken[side].map((each) => each.p95)
  const [least, most] = [Math.min(...p95('few')), Math.min(...p95('many'))]
  const growth = most / least
  return {
    what: `products in the back office, ${name}, p95`,
    measured: `${round(most, 2)} ms at ${large / 1000}k`,
    yardstick: `${round(least, 2)} ms at ${small / 1000}k`,
    figure: `${round(growth, 2)}×`,
    spread: `${spreadOf(p95('many'))} | ${spreadOf(p95('few'))} ms`,
    budget: `≤ ${mostGrowth}×`,
    ok: growth <= mostGrowth,
    raw: taken,
  }
}
