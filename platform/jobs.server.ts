import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { shopTimeZone } from '#shared/days.ts'
import { type Database, type Db, statement } from './db.server.ts'
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

/**
 * Inserts a job with the options of its queue, as pg-boss does, for each row of `jobs (queue, data, start_after)`. Its own
 * statement can neither be a part of another nor be planned as cheaply.
 */
export const insertJobs = (jobs: SQL) => sql`
  insert into jobs.job (name, data, start_after, keep_until, policy, expire_seconds, deletion_seconds, retry_limit,
                        retry_delay, retry_backoff, retry_delay_max, dead_letter, heartbeat_seconds)
  select q.name, new.data, new.start_after, new.start_after + q.retention_seconds * interval '1 second', q.policy,
    q.expire_seconds, q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
    q.dead_letter, q.heartbeat_seconds
  from (${jobs}) as new (queue, data, start_after) join jobs.queue q on q.name = new.queue`

type NewJob = { queue: string; data: string; notBefore: string | null; afterSeconds: number }

const enqueueStatement = statement<NewJob, never>('jobs_enqueue', ({ queue, data, notBefore, afterSeconds }) =>
  insertJobs(sql`
    select ${queue}::text, ${data}::jsonb,
      coalesce(${notBefore}::timestamptz, now() + ${afterSeconds}::int * interval '1 second')`),
)

export type Jobs = {
  /** Part of the caller's transaction: the job exists only if the transaction commits. */
  enqueue(tx: Db, queue: string, data: object, when?: { notBefore: Date } | { afterSeconds: number }): Promise<void>
  /** The first batch is read within one poll interval, so that it does not delay the start. */
  work<Data extends object>(queue: string, handler: JobHandler<Data>): void
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
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name: queue, retryLimit: limit } of definitions.filter(({ name }) => !existing.has(name))) {
    await boss.createQueue(queue, {
      retryLimit: limit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      retentionSeconds: 14 * 24 * 3600,
      deleteAfterSeconds: 3600,
    })
  }
  const workerStarts: NodeJS.Timeout[] = []
  return {
    enqueue: async (tx, queue, data, when = { afterSeconds: 0 }) => {
      const notBefore = 'notBefore' in when ? when.notBefore.toISOString() : null
      const afterSeconds = 'afterSeconds' in when ? when.afterSeconds : 0
      await enqueueStatement(tx, { queue, data: JSON.stringify(data), notBefore, afterSeconds })
    },
    work: <Data extends object>(queue: string, handler: JobHandler<Data>) => {
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
      const runBatch = async (jobs: JobWithMetadata<Data>[]) => {
        const results = await Promise.all(jobs.map(runJob))
        // The data may be personal or secret, and pg-boss deletes ended jobs only once a day.
        const ended = jobs.filter((job, index) => results[index]?.status === 'completed' || isLast(job))
        if (ended.length > 0)
          await boss.deleteJob(
            queue,
            ended.map(({ id }) => id),
          )
        return results
      }
      // One queue after the other, so that they do not all ask at the same moment of each interval.
      const delayMs = (jobPollSeconds * 1_000 * workerStarts.length) / definitions.length
      workerStarts.push(setTimeout(() => void boss.work<Data, void, typeof options>(queue, options, runBatch), delayMs))
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
      for (const start of workerStarts) clearTimeout(start)
      // `boss.stop` polls twice a second whether its workers have ended; waiting for `offWork` is faster.
      const ended = Promise.all(definitions.map(({ name }) => boss.offWork(name)))
      await Promise.race([ended, sleep(7_000, undefined, { ref: false })])
      await boss.stop({ graceful: true, timeout: 1_000 })
    },
  }
}
