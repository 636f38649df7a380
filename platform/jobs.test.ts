import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/shop.ts'
import { type Database, readRows } from './db.server.ts'
import { type Jobs, startJobs } from './jobs.server.ts'
import { createLog } from './log.server.ts'

type Payload = { name: string }

const soon = { timeout: 15_000, interval: 20 }
const lines: string[] = []
let database: Database
let jobs: Jobs
beforeAll(async () => {
  database = await freshDatabase()
  jobs = await startJobs(database, createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) }), [
    'working',
    'failing',
    { name: 'compared', retryLimit: 3 },
  ])
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

const enqueue = (queue: string, name: string) => database.db.transaction((tx) => jobs.enqueue(tx, queue, { name }))

/** Ended jobs are deleted at once, because their data may be secret. */
const expectNoJobs = (queue: string) =>
  vi.waitFor(
    async () => expect(await readRows(database.db, sql`select state from jobs.job where name = ${queue}`)).toEqual([]),
    soon,
  )

test('a job can be queued inside a transaction before any handler is registered', async () => {
  await enqueue('working', 'first')
  const rolledBack = database.db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'working', { name: 'rolled back' })
    throw new Error('roll back')
  })
  await expect(rolledBack).rejects.toThrow('roll back')
  await enqueue('working', 'last')
})

test('a queued job has the same row as one that pg-boss inserts itself', async () => {
  await database.db.transaction((tx) => jobs.enqueue(tx, 'compared', { name: 'ours' }, { afterSeconds: 60 }))
  const startAfter = new Date(Date.now() + 60_000).toISOString()
  await jobs.restore([{ id: crypto.randomUUID(), queue: 'compared', data: { name: 'theirs' }, startAfter }])
  const rows = await readRows<{ row: object }>(
    database.db,
    sql`select to_jsonb(job) - '{id,data,start_after,created_on,keep_until}'::text[]
          || jsonb_build_object('kept', keep_until - start_after) as row
        from jobs.job where name = 'compared' order by data->>'name'`,
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual(rows[1])
})

test('a queued job runs once, and a job of a rolled-back transaction never', async () => {
  const finished: string[] = []
  jobs.work<Payload>('working', async ({ name }) => void finished.push(name))
  await vi.waitFor(() => expect(finished).toContain('last'), soon)
  expect(finished.sort()).toEqual(['first', 'last'])
  await expectNoJobs('working')
})

test('a later start finds the queues, and a job can be queued inside a transaction at once', async () => {
  const later = await startJobs(database, createLog({ logLevel: 'error' }), ['working', 'failing'])
  await database.db.transaction((tx) => later.enqueue(tx, 'working', { name: 'later' }))
  await expectNoJobs('working')
  await later.stop()
})

test('a failed job is retried, gets a flag on the last attempt, and is logged', async () => {
  const attempts: boolean[] = []
  jobs.work<Payload>('failing', async (_, { last }) => {
    attempts.push(last)
    throw new Error('always fails')
  })
  await enqueue('failing', 'retried')
  await vi.waitFor(() => expect(attempts).toEqual([false]), soon)
  await vi.waitFor(async () => {
    const { rows } = (await database.db.execute(
      sql`update jobs.job set start_after = now(), retry_count = retry_limit - 1
          where name = 'failing' and state = 'retry' returning id`,
    )) as unknown as { rows: unknown[] }
    expect(rows).toHaveLength(1)
  }, soon)
  await vi.waitFor(() => expect(attempts).toEqual([false, true]), soon)
  expect(lines.join('')).toContain('always fails')
  await expectNoJobs('failing')
})
