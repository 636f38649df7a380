import { expect, test } from 'vitest'
import type { ShopError } from '#shared/errors.ts'
import { createPasswords } from './passwords.server.ts'

test('hashes and checks passwords with Argon2id and the parameters of OWASP', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('Namaste-1234')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches('Namaste-1234', hash)).toBe(true)
  expect(await passwords.matches('namaste-1234', hash)).toBe(false)
  for (const missing of [null, undefined, '']) expect(await passwords.matches('Namaste-1234', missing)).toBe(false)
})

test('normalizes composed and decomposed characters', async () => {
  const passwords = createPasswords()
  expect(await passwords.matches('Café-1234', await passwords.hash('Cafe\u0301-1234'))).toBe(true)
})

test('queues passwords, and rejects those above the queue length', async () => {
  const passwords = createPasswords({ concurrency: 2, maxWaiting: 3 })
  const codes = async () => {
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.matches('x', null)))
    return settled.map((each) => (each.status === 'rejected' ? (each.reason as ShopError).code : 'done'))
  }
  expect(await codes()).toEqual([...Array(5).fill('done'), ...Array(3).fill('unavailable')])
  expect(passwords.completed()).toBe(5)
  expect(await codes()).toEqual([...Array(5).fill('done'), ...Array(3).fill('unavailable')])
})

test('rejects without work after the maximum wait', async () => {
  const passwords = createPasswords({ concurrency: 1, maxWaitMs: 0 })
  const settled = await Promise.allSettled(Array.from({ length: 4 }, () => passwords.matches('x', null)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(passwords.completed()).toBe(1)
  expect(await passwords.matches('x', null)).toBe(false)
})

test('throws for an invalid hash, and still checks the next password', async () => {
  const passwords = createPasswords({ concurrency: 1 })
  await expect(passwords.matches('x', 'not a hash')).rejects.toThrow()
  expect(await passwords.matches('x', null)).toBe(false)
})

test('does not block the main thread', async () => {
  const passwords = createPasswords({ concurrency: 1 })
  await passwords.matches('x', null)
  let ticks = 0
  const timer = setInterval(() => void ticks++, 1)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 10 }, () => passwords.matches('x', null)))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan((performance.now() - startedAt) / 20)
})
