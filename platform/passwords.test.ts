import { expect, test } from 'vitest'
import type { ShopError } from '#shared/errors.ts'
import { createPasswords } from './passwords.server.ts'

test('a password is hashed with Argon2id at OWASP’s parameters, and matched', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('Namaste-1234')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches('Namaste-1234', hash)).toBe(true)
  expect(await passwords.matches('namaste-1234', hash)).toBe(false)
  for (const nobody of [null, undefined, '']) expect(await passwords.matches('Namaste-1234', nobody)).toBe(false)
})

test('é is é, from whichever keyboard', async () => {
  const passwords = createPasswords()
  expect(await passwords.matches('Café-1234', await passwords.hash('Cafe\u0301-1234'))).toBe(true)
})

test('a flood waits in turn, and is sent away beyond what can wait', async () => {
  const passwords = createPasswords({ atOnce: 2, mostWaiting: 3 })
  const codes = async () => {
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.matches('x', null)))
    return settled.map((each) => (each.status === 'rejected' ? (each.reason as ShopError).code : 'done'))
  }
  expect(await codes()).toEqual([...Array(5).fill('done'), ...Array(3).fill('unavailable')])
  expect(passwords.worked()).toBe(5)
  expect(await codes()).toEqual([...Array(5).fill('done'), ...Array(3).fill('unavailable')])
})

test('whoever has waited too long is sent away without the work', async () => {
  const passwords = createPasswords({ atOnce: 1, longestWaitMs: 0 })
  const settled = await Promise.allSettled(Array.from({ length: 4 }, () => passwords.matches('x', null)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(passwords.worked()).toBe(1)
  expect(await passwords.matches('x', null)).toBe(false)
})

test('what cannot be a hash is an error, and the next password is worked on all the same', async () => {
  const passwords = createPasswords({ atOnce: 1 })
  await expect(passwords.matches('x', 'not a hash')).rejects.toThrow()
  expect(await passwords.matches('x', null)).toBe(false)
})

test('the main thread is free meanwhile', async () => {
  const passwords = createPasswords({ atOnce: 1 })
  await passwords.matches('x', null)
  let turns = 0
  const ticking = setInterval(() => void turns++, 1)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 10 }, () => passwords.matches('x', null)))
  clearInterval(ticking)
  expect(turns).toBeGreaterThan((performance.now() - startedAt) / 20)
})
