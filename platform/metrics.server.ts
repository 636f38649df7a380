import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './db.server.ts'
import type { Settings } from './env.server.ts'
import { pendingCountsQuery } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import { currentRequest } from './request-scope.server.ts'

export type Metrics = ReturnType<typeof createMetrics>

const maxStatementLength = 500

export function createMetrics(database: Database, { slowQueryMs }: Pick<Settings, 'slowQueryMs'>, log: Log) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'alpine_sql_statements_total',
    help: 'SQL statements sent to the database',
    registers,
    collect() {
      this.set(database.statementCount())
    },
  })
  const queries = new Histogram({
    name: 'alpine_query_seconds',
    help: 'Duration of SQL statements, including the wait for a connection',
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  database.onStatement((text, ms) => {
    queries.observe(ms / 1000)
    if (slowQueryMs === 0 || ms < slowQueryMs) return
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, maxStatementLength)
    log.warn({ requestId: currentRequest(), ms: Math.round(ms), statement }, 'slow statement')
  })
  new Gauge({
    name: 'alpine_jobs_waiting',
    help: 'Jobs that wait for their first attempt or a retry',
    labelNames: ['queue'] as const,
    registers,
    async collect() {
      this.reset()
      const { rows } = await database.jobs.executeSql(pendingCountsQuery).catch(() => ({ rows: [] }))
      for (const { queue, count } of rows as { queue: string; count: number }[]) this.set({ queue }, count)
    },
  })
  return {
    registry,
    pageCacheBytes: new Gauge({ name: 'alpine_page_cache_bytes', help: 'Memory used by the page cache', registers }),
    jobs: new Counter({
      name: 'alpine_jobs_total',
      help: 'Finished jobs by queue and outcome',
      labelNames: ['queue', 'outcome'] as const,
      registers,
    }),
    emails: new Counter({
      name: 'alpine_emails_total',
      help: 'Emails by outcome: sent, stored, to be retried or failed',
      labelNames: ['outcome'] as const,
      registers,
    }),
    requests: new Histogram({
      name: 'alpine_request_seconds',
      help: 'Duration of HTTP requests, without those answered from the cache',
      labelNames: ['kind', 'method', 'status'] as const,
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    responses: countOrigins(
      { name: 'alpine_responses_total', help: 'Cacheable API responses, from the cache or computed', registers },
      { memory: 0, created: 0 },
    ),
    pages: countOrigins(
      { name: 'alpine_pages_total', help: 'Public pages, from the cache or rendered', registers },
      { memory: 0, rendered: 0 },
    ),
  }
}

/** Plain numbers, because counting with labels would take a tenth of the time of a cached response. */
function countOrigins<Counts extends Record<string, number>>(
  options: { name: string; help: string; registers: Registry[] },
  counts: Counts,
): Counts {
  new Counter({
    ...options,
    labelNames: ['from'] as const,
    collect() {
      this.reset()
      for (const [from, count] of Object.entries(counts)) this.inc({ from }, count)
    },
  })
  return counts
}
