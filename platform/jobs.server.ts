import { setTimeout as sleep } from 'node:timers/promises'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { newId } from '#shared/ids.ts'
import { type Database, type Db, runNamed } from './db.server.ts'
import type { Log } from './log.server.ts'

type JobHandler<Data extends object> = (data: Data, attempt: { last: boolean }) => Promise<void>

/** Work that was waiting when a backup was taken. */
export type WaitingJob = { id: string; queue: string; data: object; startAfter: string }

/** Unfinished work, whoever has begun it: it begins anew. */
export const waitingJobsQuery = `
  select id::text as id, name as queue, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startAfter"
  from jobs.job where state in ('created', 'retry', 'active') order by id`

export const waitingCountsQuery = `
  select name as queue, count(*)::int as count from jobs.job where state in ('created', 'retry') group by name`

export type Jobs = {
  /** Puts work into the queue as part of the caller's transaction: both happen, or neither. */
  enqueue(tx: Db, queue: string, data: object, when?: { notBefore: Date }): Promise<void>
  /** Where this process leaves the jobs to another, nothing happens. */
  work<Data extends object>(queue: string, handler: JobHandler<Data>): Promise<void>
  /** Puts back what waited when a backup was taken; what is there already stays as it is. */
  putBack(jobs: WaitingJob[]): Promise<void>
  stop(): Promise<void>
}

const retryLimit = 8
const retryDelaySeconds = 5
const inBatches = {
  includeMetadata: true,
  perJobResults: true,
  batchSize: 25,
} as const

type JobOptions = {
  worksOnJobs?: boolean
  /** No faster than a batch a second: letters as fast as they go took a tenth of the orders' rate. */
  jobsEverySeconds?: number
  onEnd?: (queue: string, outcome: 'done' | 'failed') => void
}

export async function startJobs(
  database: Database,
  log: Log,
  queues: readonly string[],
  { worksOnJobs = true, jobsEverySeconds = 1, onEnd = () => {} }: JobOptions = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    db: database.jobs,
    backend: database.kind,
    schema: 'jobs',
    schedule: false,
    supervise: worksOnJobs,
  })
  boss.on('error', (error) =>
    log.error({ err: error instanceof Error ? error.message : error }, 'the job queue met an error'),
  )
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue, {
      retryLimit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      retentionSeconds: 14 * 24 * 3600,
      deleteAfterSeconds: 3600,
    })
    // pg-boss looks a queue up at its first use, and not through the caller's transaction: on PGlite's one connection
    // that would wait for ever, so any question makes it look now.
    await boss.findJobs(queue, { id: newId() })
  }
  return {
    enqueue: async (tx, queue, data, when) => {
      // pg-boss writes one and the same text for all jobs of a queue, so it is planned once like our own statements.
      const name = `jobs_send_${queue}${when ? '_later' : ''}`
      const executeSql = async (text: string, params: unknown[] = []) => ({
        rows: await runNamed(tx, name, { sql: text, params }),
      })
      await boss.send(queue, data, { db: { executeSql }, ...(when ? { startAfter: when.notBefore } : {}) })
    },
    work: async <Data extends object>(queue: string, handler: JobHandler<Data>) => {
      if (!worksOnJobs) return
      const workOne = async (job: JobWithMetadata<Data>): Promise<JobResult> => {
        try {
          await handler(job.data, { last: job.retryCount >= job.retryLimit })
          onEnd(queue, 'done')
          return { id: job.id, status: 'completed' }
        } catch (error) {
          onEnd(queue, 'failed')
          log.warn({ queue, jobId: job.id, attempt: job.retryCount + 1, err: String(error) }, 'a job failed')
          return { id: job.id, status: 'failed', output: { message: String(error) } }
        }
      }
      const options = { ...inBatches, pollingIntervalSeconds: jobsEverySeconds }
      await boss.work<Data, void, typeof options>(queue, options, (jobs) => Promise.all(jobs.map(workOne)))
    },
    putBack: async (jobs) => {
      for (const [queue, waiting] of Map.groupBy(jobs, (job) => job.queue)) {
        await boss.insert(
          queue,
          waiting.map(({ id, data, startAfter }) => ({ id, data, startAfter })),
        )
      }
    },
    stop: async () => {
      // pg-boss looks twice a second whether its workers have ended: this waits for the end itself.
      const ended = Promise.all(queues.map((queue) => boss.offWork(queue)))
      await Promise.race([ended, sleep(7_000, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: 1_000 })
    },
  }
}
