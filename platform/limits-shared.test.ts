import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from './db.server.ts'
import { readSettings } from './env.server.ts'
import { createLimits, originOf } from './limits.server.ts'

type Query = { name?: string; text: string; values: unknown[] }

/** Counts like the table, and records all queries. The limiter recognizes a `pg` pool by the name of its class. */
class Pool {
  readonly queries: Query[] = []
  readonly #points = new Map<unknown, number>()
  failure: Error | undefined

  async query(query: Query) {
    this.queries.push(query)
    if (this.failure) throw this.failure
    const [key, added, expire] = query.values
    const points = (this.#points.get(key) ?? 0) + Number(added)
    this.#points.set(key, points)
    return { rowCount: 1, rows: [{ points, expire }] }
  }
}

let pool: Pool
beforeEach(() => {
  vi.useFakeTimers()
  pool = new Pool()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (kind: 'postgres' | 'pglite' = 'postgres', isShared = 'true') =>
  createLimits(readSettings({ MODE: 'test', RATE_LIMIT_FACTOR: '1', RATE_LIMIT_SHARED: isShared }), {
    kind,
    pool,
  } as unknown as Database)
const keys = () => pool.queries.map(({ values: [key] }) => key)

describe('limits that several processes share', () => {
  test('are counted in the database under the name of the budget', async () => {
    const limits = open()
    expect(pool.queries).toEqual([])
    await limits.spend('enquiry', { address: 'a', network: 'n', account: 'asha' })
    expect(keys()).toEqual(['enquiry.address:a', 'enquiry.network:n', 'enquiry.account:asha'])
    expect(pool.queries[0]?.text).toContain('INSERT INTO "rate_limits"')
  })

  test('are counted in the database for open budgets too', async () => {
    const limits = open()
    const caller = originOf('203.0.113.1', '203.0.113.1')
    for (let n = 0; n < 10; n++) await limits.claim('login', 'asha', caller)
    pool.queries.length = 0
    expect(
      (await limits.claim('login', 'asha', originOf('203.0.113.2', '203.0.113.2'))).retryAfterSeconds,
    ).toBeUndefined()
    expect(keys()).toEqual([
      'login.caller:asha 203.0.113.2',
      'login.perNetwork:asha 203.0.113.0/24',
      'login.newcomersOfNetwork:asha 203.0.113.0/24',
      'login.newcomers:asha',
    ])
    pool.queries.length = 0
    await limits.claim('login', 'maya', caller)
    expect(keys().at(-1)).toBe('login.total:maya')
  })

  test('reject calls above the count in the database', async () => {
    const limits = open()
    for (let n = 0; n < 10; n++) await limits.spend('enquiry', 'a')
    await expect(limits.spend('enquiry', 'a')).rejects.toMatchObject({ code: 'tooMany', retryAfterSeconds: 600 })
  })

  test('pass on a database error instead of a 429', async () => {
    const limits = open()
    pool.failure = new Error('The database is unavailable')
    await expect(limits.spend('enquiry', 'a')).rejects.toBe(pool.failure)
  })

  test('delete expired rows with one limiter only', async () => {
    open()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(pool.queries.map(({ text }) => text)).toEqual(['DELETE FROM "rate_limits" WHERE expire < $1'])
  })
})

describe('sends no unneeded statement', () => {
  test('for a limit that each process counts alone, nor for a recipient', async () => {
    const limits = open()
    await limits.spend('order', { address: 'a', account: 'asha' })
    await limits.countEmail('enquiry', 'shop@people.example')
    expect(pool.queries).toEqual([])
  })

  test('for scopes without a key', async () => {
    const limits = open()
    await limits.spend('enquiry', { account: 'asha' })
    await limits.refund('enquiry', { account: 'asha' })
    expect(keys()).toEqual(['enquiry.account:asha', 'enquiry.account:asha'])
  })

  test.each([
    ['postgres', 'false'],
    ['pglite', 'true'],
  ] as const)('on %s with RATE_LIMIT_SHARED=%s', async (kind, isShared) => {
    await open(kind, isShared).spend('enquiry', 'a')
    expect(pool.queries).toEqual([])
  })
})
