import { setTimeout as sleep } from 'node:timers/promises'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { shopTimeZone } from '#shared/days.ts'
import { newId } from '#shared/ids.ts'
import { type Database, type Db, named } from './db.server.ts'
import type { Log } from './log.server.ts'

/** `id` is that of the job: the same when it is repeated. */
type JobHandler<Data extends object> = (data: Data, attempt: { last: boolean; id: string }) => Promise<void>

/** A job that was not finished when a backup was made. */
export type PendingJob = { id: string; queue: string; data: object; startAfter: string }

/** Jobs of pg-boss itself start the daily ones. */
const isOwn = `name not like '\\_\\_pgboss\\_\\_%'`

/** Includes active jobs, which start again after a restore. */
export const pendingJobsQuery = `
  select id::text as id, name as queue, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startAfter"
  from jobs.job where state in ('created', 'retry', 'active') and ${isOwn} order by id`

export const pendingCountsQuery = `
  select name as queue, count(*)::int as count from jobs.job where state in ('created', 'retry') and ${isOwn} group by name`

export type Jobs = {
  /** Part of the caller's transaction: the job exists only if the transaction commits. */
  enqueue(tx: Db, queue: string, data: object, when?: { notBefore: Date } | { afterSeconds: number }): Promise<void>
  work<Data extends object>(queue: string, handler: JobHandler<Data>): Promise<void>
  /** Runs a job every day at this hour of the shop. If no instance ran then, the next one that starts does it. */
  daily(queue: string, hour: number): Promise<void>
  /** Inserts the jobs of a backup; existing jobs do not change. */
  restore(jobs: PendingJob[]): Promise<void>
  stop(): Promise<void>
}

/** A queue with another number of retries than the default. */
export type Queue = { name: string; retryLimit: number }

const retryLimit = 8
const retryDelaySeconds = 5
const batchOptions = {
  includeMetadata: true,
  perJobResults: true,
  batchSize: 25,
} as const

type JobOptions = {
  /** The default of one batch per second is deliberate: without a limit, emails took a tenth of the order throughput. */
  jobPollSeconds?: number
  onEnd?: (queue: string, outcome: 'done' | 'failed') => void
}

export async function startJobs(
  database: Database,
  log: Log,
  queues: readonly (string | Queue)[],
  { jobPollSeconds = 1, onEnd = () => {} }: JobOptions = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    db: database.jobs,
    backend: database.kind,
    schema: 'jobs',
    supervise: true,
  })
  boss.on('error', (error) =>
    log.error({ err: error instanceof Error ? error.message : error }, 'the job queue reported an error'),
  )
  await boss.start()
  const definitions = queues.map((queue) => (typeof queue === 'string' ? { name: queue, retryLimit } : queue))
  for (const { name: queue, retryLimit: limit } of definitions) {
    await boss.createQueue(queue, {
      retryLimit: limit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      retentionSeconds: 14 * 24 * 3600,
      deleteAfterSeconds: 3600,
    })
    // pg-boss reads a queue's settings at its first use, outside the caller's transaction. On PGlite's single connection
    // that would deadlock, so any query here makes it read them now.
    await boss.findJobs(queue, { id: newId() })
  }
  const sends = new Map<string, ReturnType<typeof named>>()
  return {
    enqueue: async (tx, queue, data, when) => {
      // pg-boss writes one and the same text for all jobs of a queue, so it is planned once like our own statements.
      const name = `jobs_send_${queue}${when ? '_later' : ''}`
      const executeSql = async (text: string, params: unknown[] = []) => {
        const send = sends.get(name) ?? named(name, text)
        sends.set(name, send)
        return { rows: await send(tx, params) }
      }
      const startAfter = when && ('notBefore' in when ? when.notBefore : when.afterSeconds)
      await boss.send(queue, data, { db: { executeSql }, ...(startAfter ? { startAfter } : {}) })
    },
    work: async <Data extends object>(queue: string, handler: JobHandler<Data>) => {
      const isLast = (job: JobWithMetadata<Data>) => job.retryCount >= job.retryLimit
      const runJob = async (job: JobWithMetadata<Data>): Promise<JobResult> => {
        try {
          await handler(job.data, { last: isLast(job), id: job.id })
          onEnd(queue, 'done')
          return { id: job.id, status: 'completed' }
        } catch (error) {
          onEnd(queue, 'failed')
          log.warn({ queue, jobId: job.id, attempt: job.retryCount + 1, err: String(error) }, 'job failed')
          return { id: job.id, status: 'failed', output: { message: String(error) } }
        }
      }
      const options = { ...batchOptions, pollingIntervalSeconds: jobPollSeconds }
      await boss.work<Data, void, typeof options>(queue, options, async (jobs) => {
        const results = await Promise.all(jobs.map(runJob))
        // The data may be personal or secret, and pg-boss deletes ended jobs only once a day.
        const ended = jobs.filter((job, index) => results[index]?.status === 'completed' || isLast(job))
        if (ended.length > 0)
          await boss.deleteJob(
            queue,
            ended.map(({ id }) => id),
          )
        return results
      })
    },
    daily: (queue, hour) => boss.schedule(queue, `0 ${hour} * * *`, {}, { tz: shopTimeZone, missed: 'once' }),
    restore: async (jobs) => {
      for (const [queue, queueJobs] of Map.groupBy(jobs, (job) => job.queue)) {
        await boss.insert(
          queue,
          queueJobs.map(({ id, data, startAfter }) => ({ id, data, startAfter })),
        )
      }
    },
    stop: async () => {
      // `boss.stop` polls twice a second whether its workers have ended; waiting for `offWork` is faster.
      const ended = Promise.all(definitions.map(({ name }) => boss.offWork(name)))
      await Promise.race([ended, sleep(7_000, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: 1_000 })
    },
  }
}
