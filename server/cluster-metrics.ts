import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry } from 'prom-client'
import type { Metrics } from '#platform/metrics.server.ts'

const replyTimeoutMs = 5_000

type MetricsRequest = { kind: 'metrics?'; id: string }
type MetricsResponse = { kind: 'metrics'; id: string; text: string }

/** Runs in the primary process and sends the metrics of all workers to the worker that requests them. */
export function serveClusterMetrics(): void {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, { kind, id }: MetricsRequest) => {
    if (kind !== 'metrics?') return
    const text = await aggregator.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ kind: 'metrics', id, text } satisfies MetricsResponse)
  })
}

/** The metrics of this process or, in a cluster, of all workers. */
export function metricsReader({ registry }: Metrics): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
  return () => requestClusterMetrics().catch(() => registry.metrics())
}

function requestClusterMetrics(): Promise<string> {
  const id = randomUUID()
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      clearTimeout(timer)
      process.off('message', onMessage)
      done()
    }
    const onMessage = (reply: MetricsResponse) => {
      if (reply.kind === 'metrics' && reply.id === id) settle(() => resolve(reply.text))
    }
    const timer = setTimeout(() => settle(() => reject(new Error('The primary process did not reply'))), replyTimeoutMs)
    process.on('message', onMessage)
    process.send?.({ kind: 'metrics?', id } satisfies MetricsRequest)
  })
}
