import { expect, test } from 'vitest'
import { BoundedRateLimiter } from './memory-limiter.server.ts'

const createLimiter = (max: number) => new BoundedRateLimiter({ keyPrefix: 'test', points: 2, duration: 60 }, max)

test('rejects a key whose points are spent', async () => {
  const limits = createLimiter(5)
  for (const _ of [1, 2]) await limits.consume('a')
  await expect(limits.consume('a')).rejects.toMatchObject({ remainingPoints: 0 })
})

test('evicts the least recently used key, and keeps the busy one', async () => {
  const limits = createLimiter(5)
  await limits.consume('busy')
  for (let index = 0; index < 100; index++) {
    await limits.consume(`caller-${index}`)
    if (index % 3 === 0) await limits.consume('busy').catch(() => {})
    expect(limits.keys).toBeLessThanOrEqual(5)
  }
  expect(await limits.get('caller-0')).toBeNull()
  expect((await limits.get('busy'))?.consumedPoints).toBeGreaterThan(2)
})

test('stores fewer keys when they are long', async () => {
  const limits = createLimiter(100)
  for (let index = 0; index < 50; index++) await limits.consume(`${index}`.padEnd(1000, 'x'))
  expect(limits.keys).toBe(6)
})
