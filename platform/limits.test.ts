import { afterEach, describe, expect, test, vi } from 'vitest'
import { databaseKind, freshPostgresUrl, testShop } from '#tests/support/shop.ts'
import type { Database } from './db.server.ts'
import { openPostgres } from './db-postgres.server.ts'
import { readSettings } from './env.server.ts'
import { createLimits, originOf } from './limits.server.ts'
import { createLog } from './log.server.ts'

const spendUntilRejected = async (spend: () => Promise<void>, max: number): Promise<number> => {
  for (let spent = 0; spent < max; spent++) {
    try {
      await spend()
    } catch {
      return spent
    }
  }
  return max
}

test('each caller and each limit name has a separate budget', async () => {
  const { limits } = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.5' } })
  expect(await spendUntilRejected(() => limits.spend('enquiry', 'asha'), 50)).toBe(5)
  await expect(limits.spend('enquiry', 'asha')).rejects.toMatchObject({
    code: 'tooMany',
    retryAfterSeconds: expect.any(Number),
  })
  await limits.spend('enquiry', 'pemba')
  await limits.spend('api', 'asha')
})

describe('an open budget', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('does not charge a network for newcomers when the reserve is empty', async () => {
    vi.useFakeTimers()
    const settings = readSettings({ MODE: 'test', RATE_LIMIT_FACTOR: '1' })
    const limits = createLimits(settings, { kind: 'pglite' } as Database)
    const isAllowed = async (address: string) =>
      (await limits.claim('login', 'asha', originOf(address, address))).retryAfterSeconds === undefined
    const attack = async (first: number, count: number) => {
      for (let n = 0; n < count; n++) await isAllowed(`10.${first}.${n}.1`)
    }
    await attack(0, 25)
    for (const host of [1, 2, 3]) expect(await isAllowed(`192.0.2.${host}`)).toBe(false)
    vi.advanceTimersByTime(16 * 60_000)
    await attack(1, 20)
    expect(await isAllowed('192.0.2.4')).toBe(true)
  })
})

describe.runIf(databaseKind === 'postgres')('several processes on one database', () => {
  const open = (url: string, shared: string) =>
    testShop({
      environment: { RATE_LIMIT_FACTOR: '1', RATE_LIMIT_SHARED: shared },
      database: openPostgres(url, 5, createLog({ logLevel: 'silent' })),
    })

  test('count together with RATE_LIMIT_SHARED', async () => {
    const url = await freshPostgresUrl()
    const [first, second] = [await open(url, 'true'), await open(url, 'true')]
    for (let n = 0; n < 5; n++) await first.limits.spend('enquiry', 'asha')
    expect(await spendUntilRejected(() => second.limits.spend('enquiry', 'asha'), 50)).toBe(5)
  })

  test('count separately without RATE_LIMIT_SHARED', async () => {
    const url = await freshPostgresUrl()
    const [first, second] = [await open(url, 'false'), await open(url, 'false')]
    for (let n = 0; n < 5; n++) await first.limits.spend('enquiry', 'asha')
    expect(await spendUntilRejected(() => second.limits.spend('enquiry', 'asha'), 50)).toBe(10)
  })
})
