import { afterEach, describe, expect, test, vi } from 'vitest'
import { databaseKind, freshPostgresUrl, testShop } from '#tests/support/shop.ts'
import type { Database } from './db.server.ts'
import { openPostgres } from './db-postgres.server.ts'
import { readSettings } from './env.server.ts'
import { createLimits, originOf } from './limits.server.ts'
import { createLog } from './log.server.ts'

const spendUntilRefused = async (spend: () => Promise<void>, most: number): Promise<number> => {
  for (let spent = 0; spent < most; spent++) {
    try {
      await spend()
    } catch {
      return spent
    }
  }
  return most
}

test('each caller and each kind of call has a limit of its own', async () => {
  const { limits } = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.5' } })
  expect(await spendUntilRefused(() => limits.spend('enquiry', 'asha'), 50)).toBe(5)
  await expect(limits.spend('enquiry', 'asha')).rejects.toMatchObject({
    code: 'tooMany',
    retryAfterSeconds: expect.any(Number),
  })
  await limits.spend('enquiry', 'pemba')
  await limits.spend('api', 'asha')
})

describe('the budget of a key that strangers can name', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('leaves a network its tries for the day when the reserve is empty', async () => {
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

  test('count together where they share it', async () => {
    const url = await freshPostgresUrl()
    const [one, other] = [await open(url, 'true'), await open(url, 'true')]
    for (let n = 0; n < 5; n++) await one.limits.spend('enquiry', 'asha')
    expect(await spendUntilRefused(() => other.limits.spend('enquiry', 'asha'), 50)).toBe(5)
  })

  test('count alone where they do not', async () => {
    const url = await freshPostgresUrl()
    const [one, other] = [await open(url, 'false'), await open(url, 'false')]
    for (let n = 0; n < 5; n++) await one.limits.spend('enquiry', 'asha')
    expect(await spendUntilRefused(() => other.limits.spend('enquiry', 'asha'), 50)).toBe(10)
  })
})
