import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/shop.ts'
import type { Database } from './db.server.ts'
import { type Jobs, startJobs } from './jobs.server.ts'
import { createLog } from './log.server.ts'

type Errand = { what: string }

const soon = { timeout: 15_000, interval: 20 }
const lines: string[] = []
let database: Database
let jobs: Jobs
beforeAll(async () => {
  database = await freshDatabase()
  jobs = await startJobs(database, createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) }), [
    'errands',
    'quarrels',
  ])
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

const enqueue = (queue: string, what: string) => database.db.transaction((tx) => jobs.enqueue(tx, queue, { what }))

test('the first job of all may be queued inside a transaction, before anybody works', async () => {
  await enqueue('errands', 'first')
  const undone = database.db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'errands', { what: 'taken back' })
    throw new Error('a second thought')
  })
  await expect(undone).rejects.toThrow('a second thought')
  await enqueue('errands', 'last')
})

test('what was queued is done once, and what was taken back never', async () => {
  const done: string[] = []
  await jobs.work<Errand>('errands', async ({ what }) => void done.push(what))
  await vi.waitFor(() => expect(done).toContain('last'), soon)
  expect(done.sort()).toEqual(['first', 'last'])
})

test('a job that fails is tried again, knows its last attempt, and is in the log', async () => {
  const attempts: boolean[] = []
  await jobs.work<Errand>('quarrels', async (_, { last }) => {
    attempts.push(last)
    throw new Error('nobody gives in')
  })
  await enqueue('quarrels', 'whose turn it is')
  await vi.waitFor(() => expect(attempts).toEqual([false]), soon)
  await vi.waitFor(async () => {
    const { rows } = (await database.db.execute(
      sql`update jobs.job set start_after = now(), retry_count = retry_limit - 1
          where name = 'quarrels' and state = 'retry' returning id`,
    )) as unknown as { rows: unknown[] }
    expect(rows).toHaveLength(1)
  }, soon)
  await vi.waitFor(() => expect(attempts).toEqual([false, true]), soon)
  expect(lines.join('')).toContain('nobody gives in')
})
