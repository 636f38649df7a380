import { describe, expect, test, vi } from 'vitest'
import { authResultSchema } from '#modules/accounts/contract.ts'
import { findUserByEmail } from '#modules/accounts/repo.server.ts'
import { issueToken } from '#modules/accounts/tokens.server.ts'
import { ShopError } from '#shared/errors.ts'
import { as, person } from '#tests/support/accounts.ts'
import { withPlainPasswords } from '#tests/support/plain-passwords.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'

const password = 'Namaste-1234'

const open = async (environment: Record<string, string> = {}) =>
  withPlainPasswords(await testShop({ environment: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1', ...environment } }))

type Visit = { from?: string; cookie?: string | undefined }

const login = (on: TestShop, username: string, enteredPassword: string, { from = '203.0.113.1', cookie }: Visit = {}) =>
  on.fetch('/api/authentication/login', {
    ...as(undefined, 'POST', { username, password: enteredPassword }),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...(cookie ? { Cookie: cookie } : {}) },
  })
const loginStatus = async (...attempt: Parameters<typeof login>) => (await login(...attempt)).status
const cookieIn = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((each) => each.startsWith('device='))
    ?.split(';')[0]

async function guess(on: TestShop, username: string, visits: Visit[]): Promise<number[]> {
  const statuses: number[] = []
  for (const [n, visit] of visits.entries()) statuses.push(await loginStatus(on, username, `Wrong-${n}`, visit))
  return statuses
}

/** One address in each of `count` networks. */
const networks = (count: number, first = 0): Visit[] =>
  Array.from({ length: count }, (_, n) => ({ from: `10.${first + n}.7.9` }))
const times = (count: number, visit: Visit = {}): Visit[] => Array.from({ length: count }, () => visit)

describe('repeated wrong passwords', () => {
  test('lock a name for the guessing IP address, known or not, with Retry-After', async () => {
    const shop = await open()
    const asha = await person(shop, 'Asha Gurung', { password })
    const maya = await person(shop, 'Maya Rai', { password })
    for (const name of [asha.email, 'nobody@people.example']) {
      expect(await guess(shop, name, times(11))).toEqual([...Array(10).fill(401), 429])
    }
    const locked = await login(shop, asha.email, password)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(60)
    expect(await locked.json()).toEqual({ message: expect.stringContaining('Forgot password?') })
    expect(await loginStatus(shop, maya.email, password, { from: '203.0.113.2' })).toBe(200)
  })

  test('are counted per account for all its names, without revealing that they belong together', async () => {
    const shop = await open()
    const krishna = await person(shop, 'Krishna Shrestha', { password })
    const visit = { from: '203.0.113.1' }
    const names = [
      krishna.email,
      krishna.username,
      // If the database folds İ to i, this is the same account.
      krishna.email.replace('i', 'İ'),
    ]
    for (const name of names.slice(0, 2)) await guess(shop, name, times(5, visit))
    const checksBefore = vi.mocked(shop.passwords.matches).mock.calls.length
    for (const name of names) {
      const response = await login(shop, name, password, visit)
      expect([response.status, await response.json()]).toEqual([401, { message: 'Login failed' }])
    }
    expect(vi.mocked(shop.passwords.matches).mock.calls.length - checksBefore).toBe(names.length)
  })

  test('lock the IP address for all names; a correct login is not counted', async () => {
    const shop = await open({ RATE_LIMIT_FACTOR: '0.2' })
    const asha = await person(shop, 'Asha Gurung', { password })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) {
      statuses.push(await loginStatus(shop, `nobody${n}`, 'Wrong-1234'))
      statuses.push(await loginStatus(shop, asha.email, password))
    }
    statuses.push(await loginStatus(shop, 'nobody6', 'Wrong-1234'), await loginStatus(shop, 'nobody7', 'Wrong-1234'))
    expect(statuses).toEqual([...Array(5).fill([401, 200]).flat(), 401, 429])
  })

  test.each([
    ['198.51.100', (n: number) => `198.51.100.${n}`],
    ['2001:db8:1::/48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
  ])('lock the network %s, for any number of addresses', async (_, address) => {
    const shop = await open()
    const statuses: number[] = []
    for (let n = 1; n <= 101; n++)
      statuses.push(await loginStatus(shop, `nobody${n}`, 'Wrong-1234', { from: address(n) }))
    expect(statuses).toEqual([...Array(100).fill(401), 429])
    expect(await loginStatus(shop, 'nobody', 'Wrong-1234', { from: '192.0.2.1' })).toBe(401)
  })
})

describe('while strangers guess the password of an account', () => {
  test('its owner can sign in from an IP address without failures, also in the same network', async () => {
    const shop = await open()
    const asha = await person(shop, 'Asha Gurung', { password })
    for (const name of [asha.email, asha.username]) await guess(shop, name, times(15))
    for (const from of ['192.0.2.7', '203.0.113.200', '2001:db8::7']) {
      expect([from, await loginStatus(shop, asha.email, password, { from })]).toEqual([from, 200])
    }
  })

  test('its owner can sign in from another network, even after a wrong attempt, while one network attacks', async () => {
    const shop = await open()
    const asha = await person(shop, 'Asha Gurung', { password })
    await guess(shop, asha.email, times(30))
    const home = { from: '192.0.2.7' }
    expect([
      await loginStatus(shop, asha.email, 'Mistyped-1', home),
      await loginStatus(shop, asha.email, password, home),
    ]).toEqual([401, 200])
  })

  test('its owner can sign in with a known device from anywhere when all other limits are reached', async () => {
    const shop = await open()
    const asha = await person(shop, 'Asha Gurung', { password })
    const cookie = cookieIn(await login(shop, asha.email, password, { from: '192.0.2.7' }))
    await guess(shop, asha.email, [...times(30), ...networks(40)])
    expect(await loginStatus(shop, asha.email, password, { from: '203.0.113.1', cookie })).toBe(200)
    expect(await loginStatus(shop, asha.username, password, { from: '10.250.0.1', cookie })).toBe(200)
  })

  test('all networks together get 25 attempts in 15 minutes', async () => {
    const shop = await open()
    const asha = await person(shop, 'Asha Gurung', { password })
    for (const name of [asha.email, 'nobody@people.example']) {
      const statuses = await guess(shop, name, networks(60))
      expect(statuses.filter((status) => status === 401)).toHaveLength(25)
      expect(statuses.filter((status) => status === 429)).toHaveLength(35)
    }
    // The other name of the account is locked too, but the response does not show it.
    const checksBefore = vi.mocked(shop.passwords.matches).mock.calls.length
    expect(await loginStatus(shop, asha.username, password, { from: '10.0.7.9' })).toBe(401)
    expect(vi.mocked(shop.passwords.matches).mock.calls.length).toBe(checksBefore + 1)
  })

  test('a login of the owner does not reset the attempts of strangers', async () => {
    const shop = await open()
    const asha = await person(shop, 'Asha Gurung', { password })
    await guess(shop, asha.email, times(10))
    expect(await loginStatus(shop, asha.email, password, { from: '192.0.2.7' })).toBe(200)
    expect(await loginStatus(shop, asha.email, 'Wrong-1234')).toBe(429)
  })
})

describe('a known device', () => {
  test('is a signed HttpOnly cookie without account data; logout keeps it', async () => {
    const shop = await open({ SITE_URL: 'https://alpine.test' })
    const asha = await person(shop, 'Asha Gurung', { password })
    const response = await login(shop, asha.email, password)
    const [set = ''] = response.headers.getSetCookie()
    expect(set).toMatch(
      /^device=[\w-]{22}\.[\w-]{22}; Max-Age=31536000; Path=\/api\/authentication; HttpOnly; Secure; SameSite=Lax$/,
    )
    const { token } = authResultSchema.parse(await response.json())
    const logout = await shop.fetch('/api/authentication/logout', as({ token }, 'POST'))
    expect(logout.headers.getSetCookie()).toEqual([])
    expect((await login(shop, asha.email, 'Wrong-1234')).headers.getSetCookie()).toEqual([])
  })

  test('has ten attempts of its own, and then counts as unknown', async () => {
    const shop = await open()
    const asha = await person(shop, 'Asha Gurung', { password })
    const cookie = cookieIn(await login(shop, asha.email, password))
    await guess(shop, asha.email, times(30, { from: '10.9.9.9' }))
    const statuses = await guess(shop, asha.email, times(21, { from: '10.8.8.8', cookie }))
    expect(statuses).toEqual([...Array(20).fill(401), 429])
  })

  test('is recognized only for accounts that signed in on it, and not with a changed signature', async () => {
    const shop = await open()
    const asha = await person(shop, 'Asha Gurung', { password })
    const maya = await person(shop, 'Maya Rai', { password })
    const eve = await person(shop, 'Eve Stranger', { password })
    const first = cookieIn(await login(shop, asha.email, password))
    const both = cookieIn(await login(shop, maya.email, password, { cookie: first }))
    const cookieOfEve = cookieIn(await login(shop, eve.email, password))
    for (const { email } of [asha, maya]) await guess(shop, email, [...times(11), ...networks(40)])
    const attempts = async (cookie: string | undefined) => [
      await loginStatus(shop, asha.email, password, { from: '10.1.7.9', cookie }),
      await loginStatus(shop, maya.email, password, { from: '10.1.7.9', cookie }),
    ]
    expect(await attempts(both)).toEqual([200, 200])
    expect(await attempts(first)).toEqual([200, 429])
    expect(await attempts(cookieOfEve)).toEqual([429, 429])
    expect(await attempts(both?.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')))).toEqual([429, 200])
    expect(await attempts(`device=${'x'.repeat(5000)}`)).toEqual([429, 429])
  })

  test.each(['reset', 'change'])(
    'is unknown after a %s of the password, except the device that did it',
    async (method) => {
      const shop = await open()
      const asha = await person(shop, 'Asha Gurung', { password })
      const cookieOfThief = cookieIn(await login(shop, asha.email, password, { from: '192.0.2.1' }))
      const next = { password: 'Dhanyabad-5678', confirmPassword: 'Dhanyabad-5678' }
      const response =
        method === 'reset'
          ? await shop.fetch(
              '/api/authentication/reset-password',
              as(undefined, 'POST', { ...next, email: asha.email, token: await resetToken(shop, asha.email) }),
            )
          : await shop.fetch(
              '/api/authentication/change-password',
              as(asha, 'POST', { ...next, currentPassword: password }),
            )
      expect(response.status).toBe(200)
      await guess(shop, asha.email, [...times(11), ...networks(40)])
      const from = '10.1.7.9'
      expect(await loginStatus(shop, asha.email, next.password, { from, cookie: cookieOfThief })).toBe(429)
      expect(await loginStatus(shop, asha.email, next.password, { from, cookie: cookieIn(response) })).toBe(200)
    },
  )
})

async function resetToken({ db }: TestShop, email: string): Promise<string> {
  const user = await findUserByEmail(db, email)
  return db.transaction((tx) => issueToken(tx, user?.id ?? '', 'reset-password'))
}

test('an attempt is not counted if the server is too busy to check the password', async () => {
  const shop = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.1' } })
  const asha = await person(shop, 'Asha Gurung', { password })
  vi.spyOn(shop.passwords, 'matches').mockRejectedValueOnce(new ShopError('unavailable', 'Many people are signing in.'))
  expect(await loginStatus(shop, asha.email, password)).toBe(503)
  expect(await loginStatus(shop, asha.email, 'Wrong-1234')).toBe(401)
  expect(await loginStatus(shop, asha.email, password)).toBe(429)
})
