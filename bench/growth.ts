import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile, truncate } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { ask } from './ask.ts'
import { treeCpuSeconds } from './cpu.ts'
import { fillShop, type Size } from './growth/fill.ts'
import { largeTables, type Plan, plansInLog, tellPlans } from './growth/plans.ts'
import { type Kind, type Question, questionsFor } from './growth/questions.ts'
import { type Row, round, thousands } from './report.ts'
import { nothingKept, type ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'

const connections = 4
const rounds = 5
const plannedOf = 4
const mostGrowth = 3
/** It reads every order of its span, so it grows with what is sold. */
const growsWithSales = /^Today/
const ordersPerProduct = 10 / 3
const peoplePerProduct = 1 / 3

const sizes = (quick: boolean) => (quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000])

/** A whole shop of 100,000 products has a third as many orders in a quick run: 300,000 lines. */
function sizeOf(products: number, quick: boolean): Size {
  const orders = Math.round(quick && products >= 100_000 ? products : products * ordersPerProduct)
  return { products, orders, people: Math.round(products * peoplePerProduct), now: Date.now() }
}

export type Taken = {
  products: number
  query: string
  /** In milliseconds; lists are held by then. */
  p95: number
  /** Processor time of the shop and of PostgreSQL for one answer, in milliseconds: other work hardly changes it. */
  cpu: { shop: number; postgres: number }
  /** The slowest first look: the list is made anew. */
  first: number
  rowsRead: number
  /** Those that read most, first. */
  scans: string[]
  /** Large tables that a statement reads from end to end. */
  whole: string[]
}

/** What each question costs, and how PostgreSQL answers it, while the shop grows a thousandfold. */
export const growth: Figure = {
  name: 'growth',
  async take(stage) {
    const server = await startPostgres({
      settings: {
        shared_buffers: '2GB',
        maintenance_work_mem: '1GB',
        max_wal_size: '16GB',
        wal_level: 'minimal',
        max_wal_senders: '0',
        // Everything is analysed when it is full, and its work would be counted with the answers.
        autovacuum: 'off',
      },
    })
    stage.onClose(server.stop)
    const taken: Taken[] = []
    for (const products of sizes(stage.quick)) {
      taken.push(...(await measureSize(stage, server, sizeOf(products, stage.quick))))
      keep(taken)
    }
    return tableOf(taken)
  },
}

/** After each size, since the largest takes its time. */
function keep(taken: Taken[]): void {
  const folder = path.join(projectRoot, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'growth.json'), `${JSON.stringify(taken, null, 2)}\n`)
}

async function measureSize(stage: Stage, server: PostgresServer, size: Size): Promise<Taken[]> {
  const name = `growth_${size.products}`
  await ask(server.url, `create database ${name}`)
  const url = new URL(`/${name}`, server.url).href
  const startedAt = performance.now()
  await fillShop(url, size)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`loaded ${thousands(size.products)} products, ${thousands(size.orders)} orders (${seconds.toFixed(0)} s)`)
  const settings = { DATABASE_URL: url, DATA_DIR: await stage.folder(), ...nothingKept }
  const kinds = await questionsFor(url, size)
  const shop = await stage.shop(settings)
  const times = []
  for (const kind of kinds) times.push({ first: await firstLook(shop, kind), ...(await looks(server, shop, kind)) })
  await shop.stop()
  await tellPlans(url, { level: 'log', analyze: true })
  const telling = await stage.shop(settings)
  const large = await largeTables(url)
  const taken: Taken[] = []
  for (const [index, kind] of kinds.entries()) {
    const asked = kind.questions.slice(0, plannedOf)
    const plans = await plansOf(server, telling, asked)
    const seen = times[index]
    if (seen) taken.push({ products: size.products, query: kind.name, ...seen, ...summary(plans, asked.length, large) })
  }
  await telling.stop()
  await ask(server.url, `drop database ${name} with (force)`)
  return taken
}

async function get({ url }: ShopProcess, { path: target, headers }: Question): Promise<void> {
  const answer = await fetch(url + target, headers ? { headers } : {})
  if (!answer.ok) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function firstLook(shop: ShopProcess, { questions }: Kind): Promise<number> {
  let slowest = 0
  for (const question of questions) {
    const startedAt = performance.now()
    await get(shop, question)
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  return slowest
}

/** Each question several times, a few at once; by time alone, a busy machine would answer next to none. */
async function looks(
  server: PostgresServer,
  shop: ShopProcess,
  { questions }: Kind,
): Promise<Pick<Taken, 'p95' | 'cpu'>> {
  const waiting = Array.from({ length: rounds }, () => questions).flat()
  const count = waiting.length
  const times: number[] = []
  const spent = () => [treeCpuSeconds(shop.pid) ?? 0, treeCpuSeconds(server.pid()) ?? 0] as const
  const before = spent()
  const work = async () => {
    for (let question = waiting.shift(); question; question = waiting.shift()) {
      const startedAt = performance.now()
      await get(shop, question)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const after = spent()
  times.sort((a, b) => a - b)
  const each = (side: 0 | 1) => ((after[side] - before[side]) * 1000) / count
  return { p95: times[Math.floor(count * 0.95)] ?? Number.NaN, cpu: { shop: each(0), postgres: each(1) } }
}

async function plansOf(server: PostgresServer, shop: ShopProcess, questions: Question[]): Promise<Plan[]> {
  const log = path.join(server.folder, 'server.log')
  await truncate(log)
  for (const question of questions) await get(shop, question)
  return plansInLog(await readFile(log, 'utf8')).filter(({ statement }) => !/\bjobs\./.test(statement))
}

function summary(plans: Plan[], asked: number, large: Set<string>): Pick<Taken, 'rowsRead' | 'scans' | 'whole'> {
  const isLarge = (table: string) => large.has(table)
  const byScan = Map.groupBy(
    plans.flatMap(({ scans }) => scans),
    ({ of }) => of,
  )
  const scans = [...byScan].map(([of, each]) => ({ of, rows: each.reduce((sum, { rows }) => sum + rows, 0) }))
  return {
    rowsRead: Math.round(plans.reduce((sum, { rowsRead }) => sum + rowsRead, 0) / asked),
    scans: scans.toSorted((a, b) => b.rows - a.rows).map(({ of }) => of),
    whole: [...new Set(plans.flatMap(({ wholeTables }) => wholeTables.filter(isLarge)))],
  }
}

function tableOf(taken: Taken[]): Row[] {
  const queries = [...new Set(taken.map(({ query }) => query))]
  return queries.map((query) => {
    const bySize = taken.filter((each) => each.query === query)
    const [least, most] = [bySize[0], bySize.at(-1)]
    if (!least || !most) throw new Error(`Nothing was measured of ${query}`)
    const whole = bySize.flatMap((each) => each.whole.map((table) => `${table} at ${thousands(each.products)}`))
    const work = ({ cpu }: Taken) => cpu.shop + cpu.postgres
    const grown = work(most) / work(least)
    return {
      what: `growth, ${query}, p95`,
      measured: `${bySize.map(({ p95 }) => round(p95)).join(' → ')} ms`,
      cost: `CPU ${bySize.map((each) => round(work(each))).join(' → ')} ms, first ${round(most.first, 0)} ms, ${thousands(most.rowsRead)} rows`,
      yardstick: whole.length > 0 ? `WHOLE ${whole.join(', ')}` : most.scans.slice(0, 3).join(', '),
      figure: `${round(grown)}×`,
      spread: '',
      budget: growsWithSales.test(query) ? 'no whole table' : `≤ ${mostGrowth}×, no whole table`,
      ok: whole.length === 0 && (grown <= mostGrowth || growsWithSales.test(query)),
      raw: bySize,
    }
  })
}
