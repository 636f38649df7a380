import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './db.server.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(database: Database) {
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
  return {
    registry,
    requests: new Histogram({
      name: 'alpine_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['kind', 'method', 'status'] as const,
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
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
