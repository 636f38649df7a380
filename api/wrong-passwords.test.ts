import { describe, expect, test, vi } from 'vitest'
import { findUserByEmail } from '#modules/accounts/repo.server.ts'
import { authResultSchema } from '#modules/accounts/schema.ts'
import { issueToken } from '#modules/accounts/tokens.server.ts'
import { ShopError } from '#shared/errors.ts'
import { as, person } from '#tests/support/people.ts'
import { withPlainPasswords } from '#tests/support/plain-passwords.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'

const password = 'Namaste-1234'

const open = async (environment: Record<string, string> = {}) =>
  withPlainPasswords(await testShop({ environment: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1', ...environment } }))

type Visit = { from?: string; cookie?: string | undefined }

const send = (on: TestShop, username: string, given: string, { from = '203.0.113.1', cookie }: Visit = {}) =>
  on.fetch('/api/authentication/login', {
    ...as(undefined, 'POST', { username, password: given }),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...(cookie ? { Cookie: cookie } : {}) },
  })
const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status
const cookieIn = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((each) => each.startsWith('device='))
    ?.split(';')[0]

async function guess(on: TestShop, username: string, visits: Visit[]): Promise<number[]> {
  const statuses: number[] = []
  for (const [n, visit] of visits.entries()) statuses.push(await statusOf(on, username, `Wrong-${n}`, visit))
  return statuses
}

/** Addresses in as many networks. */
const networks = (count: number, first = 0): Visit[] =>
  Array.from({ length: count }, (_, n) => ({ from: `10.${first + n}.7.9` }))
const times = (count: number, visit: Visit = {}): Visit[] => Array.from({ length: count }, () => visit)

describe('wrong passwords in a row', () => {
  test('shut the account for a while to the address that guesses, known or not, with a time to wait', async () => {
    const own = await open()
    const asha = await person(own, 'Asha Gurung', { password })
    const maya = await person(own, 'Maya Rai', { password })
    for (const name of [asha.email, 'nobody@people.example']) {
      expect(await guess(own, name, times(11))).toEqual([...Array(10).fill(401), 429])
    }
    const shut = await send(own, asha.email, password)
    expect(shut.status).toBe(429)
    expect(Number(shut.headers.get('Retry-After'))).toBeGreaterThan(60)
    expect(await shut.json()).toEqual({ message: expect.stringContaining('Forgot password?') })
    expect(await statusOf(own, maya.email, password, { from: '203.0.113.2' })).toBe(200)
  })

  test('are counted for the account by whatever names, which are not told to belong together', async () => {
    const own = await open()
    const krishna = await person(own, 'Krishna Shrestha', { password })
    const visit = { from: '203.0.113.1' }
    const names = [
      krishna.email,
      krishna.username,
      // Where the database folds İ to i, this is the same account under yet another name.
      krishna.email.replace('i', 'İ'),
    ]
    for (const name of names.slice(0, 2)) await guess(own, name, times(5, visit))
    const worked = vi.mocked(own.passwords.matches).mock.calls.length
    for (const name of names) {
      const answer = await send(own, name, password, visit)
      expect([answer.status, await answer.json()]).toEqual([401, { message: 'Login failed' }])
    }
    expect(vi.mocked(own.passwords.matches).mock.calls.length - worked).toBe(names.length)
  })

  test('shut the address that they come from, whatever names it tries; a right one takes the count back', async () => {
    const own = await open({ RATE_LIMIT_FACTOR: '0.2' })
    const asha = await person(own, 'Asha Gurung', { password })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) {
      statuses.push(await statusOf(own, `nobody${n}`, 'Wrong-1234'))
      statuses.push(await statusOf(own, asha.email, password))
    }
    statuses.push(await statusOf(own, 'nobody6', 'Wrong-1234'), await statusOf(own, 'nobody7', 'Wrong-1234'))
    expect(statuses).toEqual([...Array(5).fill([401, 200]).flat(), 401, 429])
  })

  test.each([
    ['198.51.100', (n: number) => `198.51.100.${n}`],
    ['2001:db8:1::/48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
  ])('shut the network %s, however many addresses it has', async (_, address) => {
    const own = await open()
    const statuses: number[] = []
    for (let n = 1; n <= 101; n++) statuses.push(await statusOf(own, `nobody${n}`, 'Wrong-1234', { from: address(n) }))
    expect(statuses).toEqual([...Array(100).fill(401), 429])
    expect(await statusOf(own, 'nobody', 'Wrong-1234', { from: '192.0.2.1' })).toBe(401)
  })
})

describe('while strangers guess the password of an account', () => {
  test('its owner signs in from an address without failures, in the same network too', async () => {
    const own = await open()
    const asha = await person(own, 'Asha Gurung', { password })
    for (const name of [asha.email, asha.username]) await guess(own, name, times(15))
    for (const from of ['192.0.2.7', '203.0.113.200', '2001:db8::7']) {
      expect([from, await statusOf(own, asha.email, password, { from })]).toEqual([from, 200])
    }
  })

  test('its owner signs in from another network, even after a wrong try, while one network attacks', async () => {
    const own = await open()
    const asha = await person(own, 'Asha Gurung', { password })
    await guess(own, asha.email, times(30))
    const home = { from: '192.0.2.7' }
    expect([
      await statusOf(own, asha.email, 'Mistyped-1', home),
      await statusOf(own, asha.email, password, home),
    ]).toEqual([401, 200])
  })

  test('its owner signs in with a known device, wherever it is, when all other budgets are spent', async () => {
    const own = await open()
    const asha = await person(own, 'Asha Gurung', { password })
    const cookie = cookieIn(await send(own, asha.email, password, { from: '192.0.2.7' }))
    await guess(own, asha.email, [...times(30), ...networks(40)])
    expect(await statusOf(own, asha.email, password, { from: '203.0.113.1', cookie })).toBe(200)
    expect(await statusOf(own, asha.username, password, { from: '10.250.0.1', cookie })).toBe(200)
  })

  test('many networks together get 25 tries in 15 minutes', async () => {
    const own = await open()
    const asha = await person(own, 'Asha Gurung', { password })
    for (const name of [asha.email, 'nobody@people.example']) {
      const statuses = await guess(own, name, networks(60))
      expect(statuses.filter((status) => status === 401)).toHaveLength(25)
      expect(statuses.filter((status) => status === 429)).toHaveLength(35)
    }
    // By its other name nothing more is tried, which is not told.
    const worked = vi.mocked(own.passwords.matches).mock.calls.length
    expect(await statusOf(own, asha.username, password, { from: '10.0.7.9' })).toBe(401)
    expect(vi.mocked(own.passwords.matches).mock.calls.length).toBe(worked + 1)
  })

  test('an owner who signs in does not give the strangers new tries', async () => {
    const own = await open()
    const asha = await person(own, 'Asha Gurung', { password })
    await guess(own, asha.email, times(10))
    expect(await statusOf(own, asha.email, password, { from: '192.0.2.7' })).toBe(200)
    expect(await statusOf(own, asha.email, 'Wrong-1234')).toBe(429)
  })
})

describe('a known device', () => {
  test('is a signed cookie that no script sees and that names nobody; a logout leaves it', async () => {
    const own = await open({ SITE_URL: 'https://alpine.test' })
    const asha = await person(own, 'Asha Gurung', { password })
    const response = await send(own, asha.email, password)
    const [set = ''] = response.headers.getSetCookie()
    expect(set).toMatch(
      /^device=[\w-]{22}\.[\w-]{22}; Max-Age=31536000; Path=\/api\/authentication; HttpOnly; Secure; SameSite=Lax$/,
    )
    const { token } = authResultSchema.parse(await response.json())
    const logout = await own.fetch('/api/authentication/logout', as({ token }, 'POST'))
    expect(logout.headers.getSetCookie()).toEqual([])
    expect((await send(own, asha.email, 'Wrong-1234')).headers.getSetCookie()).toEqual([])
  })

  test('has ten tries of its own, and is then a stranger', async () => {
    const own = await open()
    const asha = await person(own, 'Asha Gurung', { password })
    const cookie = cookieIn(await send(own, asha.email, password))
    await guess(own, asha.email, times(30, { from: '10.9.9.9' }))
    const statuses = await guess(own, asha.email, times(21, { from: '10.8.8.8', cookie }))
    expect(statuses).toEqual([...Array(20).fill(401), 429])
  })

  test('is known to each account that signed in on it, to no other, and not with a changed signature', async () => {
    const own = await open()
    const asha = await person(own, 'Asha Gurung', { password })
    const maya = await person(own, 'Maya Rai', { password })
    const eve = await person(own, 'Eve Stranger', { password })
    const first = cookieIn(await send(own, asha.email, password))
    const both = cookieIn(await send(own, maya.email, password, { cookie: first }))
    const eves = cookieIn(await send(own, eve.email, password))
    for (const { email } of [asha, maya]) await guess(own, email, [...times(11), ...networks(40)])
    const tries = async (cookie: string | undefined) => [
      await statusOf(own, asha.email, password, { from: '10.1.7.9', cookie }),
      await statusOf(own, maya.email, password, { from: '10.1.7.9', cookie }),
    ]
    expect(await tries(both)).toEqual([200, 200])
    expect(await tries(first)).toEqual([200, 429])
    expect(await tries(eves)).toEqual([429, 429])
    expect(await tries(both?.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')))).toEqual([429, 200])
    expect(await tries(`device=${'x'.repeat(5000)}`)).toEqual([429, 429])
  })

  test.each(['reset', 'change'])(
    'is a stranger after a %s of the password, but for the one it was done on',
    async (how) => {
      const own = await open()
      const asha = await person(own, 'Asha Gurung', { password })
      const thief = cookieIn(await send(own, asha.email, password, { from: '192.0.2.1' }))
      const next = { password: 'Dhanyabad-5678', confirmPassword: 'Dhanyabad-5678' }
      const done =
        how === 'reset'
          ? await own.fetch(
              '/api/authentication/reset-password',
              as(undefined, 'POST', { ...next, email: asha.email, token: await resetToken(own, asha.email) }),
            )
          : await own.fetch(
              '/api/authentication/change-password',
              as(asha, 'POST', { ...next, currentPassword: password }),
            )
      expect(done.status).toBe(200)
      await guess(own, asha.email, [...times(11), ...networks(40)])
      const from = '10.1.7.9'
      expect(await statusOf(own, asha.email, next.password, { from, cookie: thief })).toBe(429)
      expect(await statusOf(own, asha.email, next.password, { from, cookie: cookieIn(done) })).toBe(200)
    },
  )
})

async function resetToken({ db }: TestShop, email: string): Promise<string> {
  const user = await findUserByEmail(db, email)
  return db.transaction((tx) => issueToken(tx, user?.id ?? '', 'reset-password'))
}

test('a shop that is too busy to check a password counts nothing against anybody', async () => {
  const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.1' } })
  const asha = await person(own, 'Asha Gurung', { password })
  vi.spyOn(own.passwords, 'matches').mockRejectedValueOnce(new ShopError('unavailable', 'Many people are signing in.'))
  expect(await statusOf(own, asha.email, password)).toBe(503)
  expect(await statusOf(own, asha.email, 'Wrong-1234')).toBe(401)
  expect(await statusOf(own, asha.email, password)).toBe(429)
})
