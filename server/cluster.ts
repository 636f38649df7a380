import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#platform/env.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import { serveClusterMetrics } from './cluster-metrics.ts'

const minRestartDelayMs = 500
const maxRestartDelayMs = 30_000
const stableAfterMs = 60_000

/**
 * Runs several workers behind one port; only worker 1 runs jobs. A worker that dies is replaced. SIGHUP replaces the
 * workers one at a time and stops each only after its successor listens.
 */
export async function runCluster(settings: Settings): Promise<void> {
  const log = createLog(settings)
  const workers = new Map<number, Worker>()
  let stopping = false
  serveClusterMetrics()

  const startWorker = async (number: number, restartDelayMs = minRestartDelayMs): Promise<void> => {
    const worker = cluster.fork({ ALPINE_WORKER: String(number) })
    const startedAt = performance.now()
    worker.once('exit', (code, signal) => {
      if (stopping || workers.get(number) !== worker) return
      log.error({ worker: number, code, signal, processId: worker.process.pid }, 'a worker died and will be replaced')
      const wasStable = performance.now() - startedAt > stableAfterMs
      void replaceDead(worker, number, wasStable ? minRestartDelayMs : restartDelayMs)
    })
    await waitUntilListening(worker)
    const previous = workers.get(number)
    workers.set(number, worker)
    if (previous && !previous.isDead()) await stopWorker(previous, 'SIGTERM')
  }

  /** Retries until a worker starts: the cause, such as an unavailable database, may also stop the next worker. */
  const replaceDead = async (dead: Worker, number: number, delayMs: number): Promise<void> => {
    await sleep(delayMs)
    if (stopping || workers.get(number) !== dead) return
    const nextDelayMs = Math.min(maxRestartDelayMs, delayMs * 2)
    try {
      await startWorker(number, nextDelayMs)
    } catch (error) {
      log.error({ worker: number, err: String(error) }, 'a worker did not start and will be retried')
      await replaceDead(dead, number, nextDelayMs)
    }
  }

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    Promise.all(running.map((worker) => stopWorker(worker, signal))).then((codes) =>
      process.exit(Math.max(0, ...codes)),
    )
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)

  const allStarted = Promise.withResolvers<void>()
  replaceOnHangup(log, allStarted.promise, async () => {
    for (const number of workers.keys()) if (!stopping) await startWorker(number)
  })

  // Worker 1 migrates the database. It prints the error itself if it cannot start.
  try {
    await startWorker(1)
  } catch {
    process.exit(1)
  }
  await Promise.all(Array.from({ length: settings.processes - 1 }, (_, index) => startWorker(index + 2)))
  allStarted.resolve()
}

/** The handler is installed at once: without it SIGHUP ends the process. */
function replaceOnHangup(log: Log, ready: Promise<void>, replaceAll: () => Promise<void>): void {
  let replacing = ready
  process.on('SIGHUP', () => {
    replacing = replacing.then(replaceAll).then(
      () => log.info('all workers were replaced'),
      (error) => log.error({ err: String(error) }, 'a new worker did not start; the old workers keep running'),
    )
  })
}

async function waitUntilListening(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit').then(([code]) => Promise.reject(new Error(`The worker exited with code ${code}`)))
  await Promise.race([once(worker, 'listening'), exited])
}

async function stopWorker(worker: Worker, signal: NodeJS.Signals): Promise<number> {
  if (worker.isDead()) return 0
  const exited = once(worker, 'exit')
  worker.process.kill(signal)
  const [code] = await exited
  return Number(code ?? 0)
}
