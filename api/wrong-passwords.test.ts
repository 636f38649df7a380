import { describe, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/errors.ts'
import { as, person } from '#tests/support/people.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'

const password = 'Namaste-1234'

const login = (username: string, given: string, on: TestShop) =>
  on.json('/api/authentication/login', as(undefined, 'POST', { username, password: given }))

describe('wrong passwords in a row', () => {
  test('shut the account for a while, known or not, also for the right one, and nobody else', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } })
    const asha = await person(own, 'Asha Gurung', { password })
    const maya = await person(own, 'Maya Rai', { password })
    let caller = 0
    const from = (username: string, given: string) =>
      own.fetch('/api/authentication/login', {
        ...as(undefined, 'POST', { username, password: given }),
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${++caller}` },
      })
    for (const name of [asha.email, 'nobody@people.example']) {
      const statuses: number[] = []
      for (let n = 0; n < 11; n++) statuses.push((await from(n % 2 ? name : name.toUpperCase(), 'Wrong-1234')).status)
      expect(statuses).toEqual([...Array(10).fill(401), 429])
    }
    const shut = await from(asha.email, password)
    expect(shut.status).toBe(429)
    expect(Number(shut.headers.get('Retry-After'))).toBeGreaterThan(60)
    expect((await from(maya.email, password)).status).toBe(200)
  })

  test('are counted for the account by whatever names, which are not told to belong together', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.2' } })
    const krishna = await person(own, 'Krishna Shrestha', { password })
    const tries: [string, string][] = [
      [krishna.email, 'Wrong-1234'],
      [krishna.username, 'Wrong-1234'],
      [krishna.username, password],
      // Where the database folds İ to i and JavaScript does not, this is the same account under yet another name.
      [krishna.email.replace('i', 'İ'), password],
    ]
    const before = own.passwords.worked()
    for (const [name, given] of tries) {
      expect(await login(name, given, own)).toEqual({ status: 401, body: { message: 'Login failed' } })
    }
    expect(own.passwords.worked() - before).toBe(tries.length)
  })

  test('shut the address that they come from, whatever names it tries; a right one takes the count back', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.2' } })
    const asha = await person(own, 'Asha Gurung', { password })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) {
      statuses.push((await login(`nobody${n}`, 'Wrong-1234', own)).status)
      statuses.push((await login(asha.email, password, own)).status)
    }
    statuses.push(
      (await login('nobody6', 'Wrong-1234', own)).status,
      (await login('nobody7', 'Wrong-1234', own)).status,
    )
    expect(statuses).toEqual([...Array(5).fill([401, 200]).flat(), 401, 429])
  })
})

test('a shop that is too busy to check a password counts nothing against anybody', async () => {
  const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.1' } })
  const asha = await person(own, 'Asha Gurung', { password })
  vi.spyOn(own.passwords, 'matches').mockRejectedValueOnce(new ShopError('unavailable', 'Many people are signing in.'))
  expect((await login(asha.email, password, own)).status).toBe(503)
  expect((await login(asha.email, 'Wrong-1234', own)).status).toBe(401)
  expect((await login(asha.email, password, own)).status).toBe(429)
})
