import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#platform/env.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import { answerForAll } from './cluster-metrics.ts'

const shortestRest = 500
const longestRest = 30_000
const settledAfterMs = 60_000

/**
 * Several processes behind one port. Each has a seat; the first seat alone works on the jobs. A process that dies is
 * replaced; SIGHUP replaces them one after the other, each only once its successor listens.
 */
export async function leadProcesses(settings: Settings): Promise<void> {
  const log = createLog(settings)
  const seats = new Map<number, Worker>()
  let stopping = false
  answerForAll()

  const take = async (seat: number, rest = shortestRest): Promise<void> => {
    const worker = cluster.fork({ ALPINE_SEAT: String(seat) })
    const startedAt = performance.now()
    worker.once('exit', (code, signal) => {
      if (stopping || seats.get(seat) !== worker) return
      log.error(
        { seat, code, signal, processId: worker.process.pid },
        'a process ended by itself, another takes its seat',
      )
      const isSettled = performance.now() - startedAt > settledAfterMs
      void fillAfter(worker, seat, isSettled ? shortestRest : rest)
    })
    await listens(worker)
    const previous = seats.get(seat)
    seats.set(seat, worker)
    if (previous && !previous.isDead()) await end(previous, 'SIGTERM')
  }

  /** What one process died of, the database away perhaps, may keep the next from starting: so it is tried until one does. */
  const fillAfter = async (dead: Worker, seat: number, rest: number): Promise<void> => {
    await sleep(rest)
    if (stopping || seats.get(seat) !== dead) return
    const nextRest = Math.min(longestRest, rest * 2)
    try {
      await take(seat, nextRest)
    } catch (error) {
      log.error({ seat, err: String(error) }, 'a seat stays empty, it is tried again')
      await fillAfter(dead, seat, nextRest)
    }
  }

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    Promise.all(all.map((worker) => end(worker, signal))).then((codes) => process.exit(Math.max(0, ...codes)))
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)

  const everySeatTaken = Promise.withResolvers<void>()
  replaceOnHangup(log, everySeatTaken.promise, async () => {
    for (const seat of seats.keys()) if (!stopping) await take(seat)
  })

  // The first prepares the database, and says what is wrong where it cannot.
  try {
    await take(1)
  } catch {
    process.exit(1)
  }
  await Promise.all(Array.from({ length: settings.processes - 1 }, (_, index) => take(index + 2)))
  everySeatTaken.resolve()
}

/** Listens from the start: unheard, the signal would end the process. */
function replaceOnHangup(log: Log, ready: Promise<void>, replaceAll: () => Promise<void>): void {
  let replacing = ready
  process.on('SIGHUP', () => {
    replacing = replacing.then(replaceAll).then(
      () => log.info('every process was replaced'),
      (error) => log.error({ err: String(error) }, 'a new process did not start, the old ones go on'),
    )
  })
}

async function listens(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}`)))
  await Promise.race([once(worker, 'listening'), ended])
}

async function end(worker: Worker, signal: NodeJS.Signals): Promise<number> {
  if (worker.isDead()) return 0
  const exited = once(worker, 'exit')
  worker.process.kill(signal)
  const [code] = await exited
  return Number(code ?? 0)
}
