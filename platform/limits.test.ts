import { describe, expect, test } from 'vitest'
import { databaseKind, freshPostgresUrl, testShop } from '#tests/support/shop.ts'
import { openPostgres } from './db-postgres.server.ts'
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
