import { PgBoss } from 'pg-boss'
import { newId } from '#shared/ids.ts'
import { type Database, type Db, runNamed } from './db.server.ts'
import type { Log } from './log.server.ts'

type JobHandler<Data extends object> = (data: Data, attempt: { last: boolean }) => Promise<void>

export type Jobs = {
  /** Puts work into the queue as part of the caller's transaction: both happen, or neither. */
  enqueue(tx: Db, queue: string, data: object, when?: { notBefore: Date }): Promise<void>
  work<Data extends object>(queue: string, handler: JobHandler<Data>): Promise<void>
  stop(): Promise<void>
}

const retryLimit = 8
const retryDelaySeconds = 5
const pollingSeconds = 1

export async function startJobs(database: Database, log: Log, queues: readonly string[]): Promise<Jobs> {
  const boss = new PgBoss({
    db: database.jobs,
    backend: database.kind,
    schema: 'jobs',
    schedule: false,
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
      await boss.work<Data, void, { includeMetadata: true; pollingIntervalSeconds: number }>(
        queue,
        { includeMetadata: true, pollingIntervalSeconds: pollingSeconds },
        async ([job]) => {
          if (!job) return
          try {
            await handler(job.data, { last: job.retryCount >= job.retryLimit })
          } catch (error) {
            log.warn({ queue, jobId: job.id, attempt: job.retryCount + 1, err: String(error) }, 'a job failed')
            throw error
          }
        },
      )
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  }
}
