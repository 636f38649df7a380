import { ask } from './ask.ts'
import { fillCatalogue } from './catalogue.ts'
import { type Kind, questions } from './questions.ts'
import { type Row, round, spreadOf } from './report.ts'
import { median, takeTurns } from './rounds.ts'
import { nothingKept, type ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'

const small = 1_000
const large = 100_000
const connections = 10
const mostGrowth = 2

type Side = { shop: ShopProcess; kinds: Kind[]; databaseUrl: string }

/** What a call costs when the shop holds a hundred times as much. */
export const lists: Figure = {
  name: 'lists at 100,000 products',
  async take(stage) {
    const few = await open(stage, small)
    const many = await open(stage, large)
    const rows: Row[] = []
    for (const [index, { name }] of few.kinds.entries()) rows.push(await compare(stage, name, index, few, many))
    rows.push(...(await firstTimes(stage, few, many)))
    await Promise.all([few.shop.stop(), many.shop.stop()])
    return rows
  },
}

async function open(stage: Stage, size: number): Promise<Side> {
  const databaseUrl = await stage.database(`products_${size}`)
  await fillCatalogue(databaseUrl, size)
  const shop = await stage.shop({ DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder(), ...nothingKept })
  return { shop, databaseUrl, kinds: await questions(databaseUrl, size) }
}

async function compare(stage: Stage, name: string, index: number, few: Side, many: Side): Promise<Row> {
  const seconds = stage.quick ? 1 : 2
  const measure = ({ shop, kinds }: Side) => {
    const paths = kinds[index]?.paths ?? []
    return stage.generator.measure({ url: shop.url, paths, connections, seconds })
  }
  for (const { shop, kinds } of [few, many]) await readEach(shop, kinds[index]?.paths ?? [])
  const taken = await takeTurns(stage.quick ? 2 : 5, { few: () => measure(few), many: () => measure(many) })
  const p95 = (side: keyof typeof taken) => taken[side].map((each) => each.p95)
  const [least, most] = [Math.min(...p95('few')), Math.min(...p95('many'))]
  const growth = most / least
  return {
    what: `${name}, p95`,
    measured: `${round(most, 2)} ms at ${large / 1000}k`,
    yardstick: `${round(least, 2)} ms at ${small / 1000}k`,
    figure: `${round(growth, 2)}×`,
    spread: `${spreadOf(p95('many'))} | ${spreadOf(p95('few'))} ms`,
    budget: `≤ ${mostGrowth}×`,
    ok: growth <= mostGrowth,
    raw: taken,
  }
}

/** Once each, four at a time, so that a round measures lists that the process already holds. */
async function readEach({ url }: ShopProcess, paths: string[]): Promise<void> {
  const waiting = [...paths]
  let empty = 0
  const work = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const answer = await fetch(url + path)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      if ((await answer.text()).includes('"totalRecords":0')) empty++
    }
  }
  await Promise.all([work(), work(), work(), work()])
  if (empty > paths.length / 10) throw new Error(`${empty} of ${paths.length} questions found nothing: ${paths[0]}`)
}

const firstAsked = [
  ['product list', '/api/product?pageSize=12'],
  ['category by price', '/api/product/category/crystal?sortBy=priceAsc'],
  ['tag', '/api/product/tags/quartz'],
  ['search, plain', '/api/product/search?Name=quartz'],
  ['search, one typo', '/api/product/search?Name=aquamrine'],
  ['colour and category', '/api/product/search?color=green&CategoryIds=1'],
] as const

/** The first who asks after the catalogue changed waits for the whole list to be made. */
async function firstTimes(stage: Stage, few: Side, many: Side): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of firstAsked) {
    const taken = await takeTurns(stage.quick ? 3 : 7, {
      few: () => afterChange(few, path),
      many: () => afterChange(many, path),
    })
    rows.push({
      what: `${name}, first after a change`,
      measured: `${round(median(taken.many))} ms at ${large / 1000}k`,
      yardstick: `${round(median(taken.few))} ms at ${small / 1000}k`,
      figure: `${round(median(taken.many) / median(taken.few))}×`,
      spread: `${spreadOf(taken.many)} | ${spreadOf(taken.few)} ms`,
      budget: 'none',
      ok: undefined,
      raw: taken,
    })
  }
  return rows
}

async function afterChange({ shop, databaseUrl }: Side, path: string): Promise<number> {
  await ask(
    databaseUrl,
    "update products set treatment = case treatment when 'none' then 'heated' else 'none' end where id = 1",
  )
  const startedAt = performance.now()
  await (await fetch(shop.url + path)).arrayBuffer()
  return performance.now() - startedAt
}
