import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryLimiter } from './memory-limiter.server.ts'

const createLimiter = (max = 5) => new MemoryLimiter({ points: 2, duration: 60 }, max)
const consumeTwice = (limits: MemoryLimiter, key: string) => [limits.consume(key), limits.consume(key)]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('rejects a key whose points are spent, with the time until its window ends', () => {
  const limits = createLimiter()
  expect(consumeTwice(limits, 'a')).toEqual([undefined, undefined])
  vi.advanceTimersByTime(20_000)
  expect([limits.consume('a'), limits.consume('b')]).toEqual([40_000, undefined])
  vi.advanceTimersByTime(39_999)
  expect(limits.consume('a')).toBe(1)
  vi.advanceTimersByTime(1)
  expect(consumeTwice(limits, 'a')).toEqual([undefined, undefined])
  expect(limits.consume('a')).toBe(60_000)
})

test('gives a point back, and forgets a key', () => {
  const limits = createLimiter()
  consumeTwice(limits, 'a')
  limits.reward('a')
  limits.reward('unknown')
  expect([limits.consume('a'), limits.consume('a')]).toEqual([undefined, 60_000])
  limits.delete('a')
  expect(limits.consume('a')).toBeUndefined()
})

test('evicts the least recently used key, and keeps the busy one', () => {
  const limits = createLimiter()
  limits.consume('busy')
  for (let index = 0; index < 100; index++) {
    limits.consume(`caller-${index}`)
    if (index % 3 === 0) limits.consume('busy')
    expect(limits.keys).toBeLessThanOrEqual(5)
  }
  expect(consumeTwice(limits, 'caller-0')).toEqual([undefined, undefined])
  expect(limits.consume('busy')).toBe(60_000)
})

test('stores fewer keys when they are long', () => {
  const limits = createLimiter(100)
  for (let index = 0; index < 50; index++) limits.consume(`${index}`.padEnd(1000, 'x'))
  expect(limits.keys).toBe(6)
})
