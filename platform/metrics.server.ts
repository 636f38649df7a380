import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './db.server.ts'
import type { Settings } from './env.server.ts'
import { waitingCountsQuery } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import { currentRequest } from './request-scope.server.ts'

export type Metrics = ReturnType<typeof createMetrics>

const longestStatement = 500

export function createMetrics(database: Database, { slowQueryMs }: Pick<Settings, 'slowQueryMs'>, log: Log) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'alpine_sql_statements_total',
    help: 'Statements sent to the database',
    registers,
    collect() {
      this.set(database.statements())
    },
  })
  const queries = new Histogram({
    name: 'alpine_query_seconds',
    help: 'Time to answer a statement, the wait for a connection included',
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  database.watch((text, ms) => {
    queries.observe(ms / 1000)
    if (slowQueryMs === 0 || ms < slowQueryMs) return
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, longestStatement)
    log.warn({ requestId: currentRequest(), ms: Math.round(ms), statement }, 'a slow statement')
  })
  new Gauge({
    name: 'alpine_jobs_waiting',
    help: 'Jobs that wait for their turn, or for another attempt',
    labelNames: ['queue'] as const,
    registers,
    // Every process would tell the same number.
    aggregator: 'max',
    async collect() {
      this.reset()
      const { rows } = await database.jobs.executeSql(waitingCountsQuery).catch(() => ({ rows: [] }))
      for (const { queue, count } of rows as { queue: string; count: number }[]) this.set({ queue }, count)
    },
  })
  return {
    registry,
    keptBytes: new Gauge({ name: 'alpine_kept_pages_bytes', help: 'Memory taken by kept pages', registers }),
    reads: new Counter({
      name: 'alpine_reads_total',
      help: 'Reads of the catalogue, where there is a replica',
      labelNames: ['from'] as const,
      registers,
    }),
    jobs: new Counter({
      name: 'alpine_jobs_total',
      help: 'Jobs that were worked on',
      labelNames: ['queue', 'outcome'] as const,
      registers,
    }),
    mails: new Counter({
      name: 'alpine_mails_total',
      help: 'Mails sent, kept for the mailbox, to be tried again, or given up',
      labelNames: ['outcome'] as const,
      registers,
    }),
    requests: new Histogram({
      name: 'alpine_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['kind', 'method', 'status'] as const,
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    answers: new Counter({
      name: 'alpine_answers_total',
      help: 'Public answers of the API that may be kept, from memory or made',
      labelNames: ['from'] as const,
      registers,
    }),
    pages: new Counter({
      name: 'alpine_pages_total',
      help: 'Public pages answered from memory or rendered',
      labelNames: ['from'] as const,
      registers,
    }),
  }
}
