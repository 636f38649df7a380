import type { Load, LoadResult } from './load-generator.ts'
import { kilobytes, round, thousands } from './report.ts'
import type { RunContext } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'

export type CostedResult = LoadResult & { appMs: number; postgresMs: number | undefined }

export type CallCost = { statements: number; bytes: number }

type SingleCall = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/** A round of load with the processor time of the shop and PostgreSQL for each response. */
export async function measureCost(context: RunContext, shop: ShopProcess, load: Load): Promise<CostedResult> {
  const [appBefore, postgresBefore] = [await appSeconds(shop), await context.postgresCpuSeconds()]
  const result = await context.generator.measure(load)
  const [app, postgres] = [await appSeconds(shop), await context.postgresCpuSeconds()]
  const perResponse = (seconds: number) => (seconds * 1000) / result.responses
  return {
    ...result,
    appMs: perResponse(app - appBefore),
    postgresMs:
      postgres === undefined || postgresBefore === undefined ? undefined : perResponse(postgres - postgresBefore),
  }
}

const appSeconds = (shop: ShopProcess) => shop.metric('process_cpu_seconds_total')

/** SQL statements and bytes of one call: the minimum of several calls, because jobs run statements too. */
export async function callCost(shop: ShopProcess, calls: SingleCall[]): Promise<CallCost> {
  const costs: CallCost[] = []
  for (const { path, ...init } of calls) {
    const before = await shop.metric('alpine_sql_statements_total')
    const response = await fetch(shop.url + path, init)
    const bytes = (await response.arrayBuffer()).byteLength
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    costs.push({ bytes, statements: (await shop.metric('alpine_sql_statements_total')) - before })
  }
  return { statements: Math.min(...costs.map((each) => each.statements)), bytes: costs[0]?.bytes ?? 0 }
}

/** Describes the best of several rounds. */
export function rateOf(results: LoadResult[]): string {
  const best = (pick: (each: LoadResult) => number) => round(Math.min(...results.map(pick)))
  const rate = Math.max(...results.map(({ perSecond }) => perSecond))
  return `${thousands(rate)}/s, p50 ${best(({ p50 }) => p50)}, p99 ${best(({ p99 }) => p99)} ms`
}

export function costOf(results: CostedResult[], { statements, bytes }: CallCost): string {
  const app = Math.min(...results.map(({ appMs }) => appMs))
  const postgres = Math.min(...results.map(({ postgresMs }) => postgresMs ?? Number.NaN))
  const processor = `${round(app, 2)} + ${Number.isNaN(postgres) ? '?' : round(postgres, 2)} ms`
  return `${statements} statements, ${kilobytes(bytes)}, CPU ${processor}`
}
