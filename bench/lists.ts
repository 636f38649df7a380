import { fillCatalog } from './catalog.ts'
import { catalogRequests, type RequestKind } from './catalog-requests.ts'
import { query } from './query.ts'
import { type Row, round, spreadOf } from './report.ts'
import { alternate, median } from './rounds.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import { cacheDisabled, type ShopProcess } from './shop-process.ts'

const small = 1_000
const large = 100_000
const connections = 10
const maxGrowth = 2

type Side = { shop: ShopProcess; kinds: RequestKind[]; databaseUrl: string }

/** Compares calls in a shop with a hundred times as many products. */
export const lists: Benchmark = {
  name: 'lists at 100,000 products',
  async run(context) {
    const smallSide = await open(context, small)
    const largeSide = await open(context, large)
    const rows: Row[] = []
    for (const [index, { name }] of smallSide.kinds.entries())
      rows.push(await compare(context, name, index, smallSide, largeSide))
    rows.push(...(await firstTimes(context, smallSide, largeSide)))
    await Promise.all([smallSide.shop.stop(), largeSide.shop.stop()])
    return rows
  },
}

async function open(context: RunContext, size: number): Promise<Side> {
  const databaseUrl = await context.database(`products_${size}`)
  await fillCatalog(databaseUrl, size)
  const shop = await context.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await context.folder(), ...cacheDisabled })
  return { shop, databaseUrl, kinds: await catalogRequests(databaseUrl, size) }
}

async function compare(
  context: RunContext,
  name: string,
  index: number,
  smallSide: Side,
  largeSide: Side,
): Promise<Row> {
  const seconds = context.quick ? 1 : 2
  const measure = ({ shop, kinds }: Side) => {
    const paths = kinds[index]?.paths ?? []
    return context.generator.measure({ url: shop.url, paths, connections, seconds })
  }
  for (const { shop, kinds } of [smallSide, largeSide]) await readEach(shop, kinds[index]?.paths ?? [])
  const results = await alternate(context.quick ? 2 : 5, {
    smallSide: () => measure(smallSide),
    largeSide: () => measure(largeSide),
  })
  const p95 = (side: keyof typeof results) => results[side].map((each) => each.p95)
  const [smallP95, largeP95] = [Math.min(...p95('smallSide')), Math.min(...p95('largeSide'))]
  const growth = largeP95 / smallP95
  return {
    name: `${name}, p95`,
    measured: `${round(largeP95, 2)} ms at ${large / 1000}k`,
    baseline: `${round(smallP95, 2)} ms at ${small / 1000}k`,
    value: `${round(growth, 2)}×`,
    spread: `${spreadOf(p95('largeSide'))} | ${spreadOf(p95('smallSide'))} ms`,
    budget: `≤ ${maxGrowth}×`,
    ok: growth <= maxGrowth,
    raw: results,
  }
}

/** Fills the list caches: each path once, four at a time. */
async function readEach({ url }: ShopProcess, paths: string[]): Promise<void> {
  const queue = [...paths]
  let empty = 0
  const work = async () => {
    for (let path = queue.shift(); path; path = queue.shift()) {
      const response = await fetch(url + path)
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      if ((await response.text()).includes('"totalRecords":0')) empty++
    }
  }
  await Promise.all([work(), work(), work(), work()])
  if (empty > paths.length / 10) throw new Error(`${empty} of ${paths.length} requests have no results: ${paths[0]}`)
}

const firstRequests = [
  ['product list', '/api/product?pageSize=12'],
  ['category by price', '/api/product/category/crystal?sortBy=priceAsc'],
  ['tag', '/api/product/tags/quartz'],
  ['search, plain', '/api/product/search?Name=quartz'],
  ['search, one typo', '/api/product/search?Name=aquamrine'],
  ['color and category', '/api/product/search?color=green&CategoryIds=1'],
] as const

/** The first request after a price has changed: a short list is read again, a long one gets the change. */
async function firstTimes(context: RunContext, smallSide: Side, largeSide: Side): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of firstRequests) {
    const results = await alternate(context.quick ? 3 : 7, {
      smallSide: () => afterChange(smallSide, path),
      largeSide: () => afterChange(largeSide, path),
    })
    rows.push({
      name: `${name}, first after a change`,
      measured: `${round(median(results.largeSide))} ms at ${large / 1000}k`,
      baseline: `${round(median(results.smallSide))} ms at ${small / 1000}k`,
      value: `${round(median(results.largeSide) / median(results.smallSide))}×`,
      spread: `${spreadOf(results.largeSide)} | ${spreadOf(results.smallSide)} ms`,
      budget: 'none',
      ok: undefined,
      raw: results,
    })
  }
  return rows
}

async function afterChange({ shop, databaseUrl }: Side, path: string): Promise<number> {
  await query(databaseUrl, 'update products set price_usd = price_usd + 1 where id = (select max(id) from products)')
  const startedAt = performance.now()
  await (await fetch(shop.url + path)).arrayBuffer()
  return performance.now() - startedAt
}
