import type { Load, Measured } from './load-generator.ts'
import { kilobytes, round, thousands } from './report.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Stage } from './stage.ts'

export type Costly = Measured & { appMs: number; postgresMs: number | undefined }

export type CallCost = { statements: number; bytes: number }

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/** A round of load with the processor time that the shop and PostgreSQL spent on each answer. */
export async function measureCost(stage: Stage, shop: ShopProcess, load: Load): Promise<Costly> {
  const [appBefore, postgresBefore] = [await appSeconds(shop), await stage.postgresCpuSeconds()]
  const measured = await stage.generator.measure(load)
  const [app, postgres] = [await appSeconds(shop), await stage.postgresCpuSeconds()]
  const each = (seconds: number) => (seconds * 1000) / measured.answers
  return {
    ...measured,
    appMs: each(app - appBefore),
    postgresMs: postgres === undefined || postgresBefore === undefined ? undefined : each(postgres - postgresBefore),
  }
}

const appSeconds = (shop: ShopProcess) => shop.metric('process_cpu_seconds_total')

/** What one call asks of the database and sends back: the least of a few, since jobs ask questions of their own. */
export async function callCost(shop: ShopProcess, calls: Sent[]): Promise<CallCost> {
  const costs: CallCost[] = []
  for (const { path, ...init } of calls) {
    const before = await shop.metric('alpine_sql_statements_total')
    const answer = await fetch(shop.url + path, init)
    const bytes = (await answer.arrayBuffer()).byteLength
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    costs.push({ bytes, statements: (await shop.metric('alpine_sql_statements_total')) - before })
  }
  return { statements: Math.min(...costs.map((each) => each.statements)), bytes: costs[0]?.bytes ?? 0 }
}

/** In words, the best of several rounds. */
export function rateOf(taken: Measured[]): string {
  const best = (pick: (each: Measured) => number) => round(Math.min(...taken.map(pick)))
  const rate = Math.max(...taken.map(({ perSecond }) => perSecond))
  return `${thousands(rate)}/s, p50 ${best(({ p50 }) => p50)}, p99 ${best(({ p99 }) => p99)} ms`
}

export function costOf(taken: Costly[], { statements, bytes }: CallCost): string {
  const app = Math.min(...taken.map(({ appMs }) => appMs))
  const postgres = Math.min(...taken.map(({ postgresMs }) => postgresMs ?? Number.NaN))
  const processor = `${round(app, 2)} + ${Number.isNaN(postgres) ? '?' : round(postgres, 2)} ms`
  return `${statements} statements, ${kilobytes(bytes)}, CPU ${processor}`
}
