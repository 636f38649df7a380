import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry } from 'prom-client'
import type { Metrics } from '#platform/metrics.server.ts'

const answerWithinMs = 5_000

type Question = { kind: 'metrics?'; id: string }
type Answer = { kind: 'metrics'; id: string; text: string }

/** In the leading process: whoever is asked for the metrics hears those of all processes from here. */
export function answerForAll(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, { kind, id }: Question) => {
    if (kind !== 'metrics?') return
    const text = await all.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ kind: 'metrics', id, text } satisfies Answer)
  })
}

/** The metrics of this process, or of all where there are several. */
export function metricsReader({ registry }: Metrics): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
  return () => askForAll().catch(() => registry.metrics())
}

function askForAll(): Promise<string> {
  const id = randomUUID()
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(timer)
      process.off('message', onMessage)
      done()
    }
    const onMessage = (answer: Answer) => {
      if (answer.kind === 'metrics' && answer.id === id) settle(() => resolve(answer.text))
    }
    const timer = setTimeout(() => settle(() => reject(new Error('Nobody answered'))), answerWithinMs)
    process.on('message', onMessage)
    process.send?.({ kind: 'metrics?', id } satisfies Question)
  })
}
