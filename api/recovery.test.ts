import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { hashSecret } from '#shared/secrets.ts'
import { as, latestEmail, linkTo, type Person, person } from '#tests/support/accounts.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const oldPassword = 'Namaste-1234'
const newPassword = 'Dhanyabad-5678'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ environment: { SITE_URL: 'https://alpine.test' } })
})
afterAll(() => shop.close())

const post = <P extends string>(path: P, body?: unknown, caller?: Person) =>
  shop.json(`/api/authentication/${path}`, as(caller, 'POST', body))
const canSignIn = async ({ email }: Person, password: string) =>
  (await post('login', { username: email, password })).status === 200
const isSignedIn = async (account: Pick<Person, 'userId' | 'token'>) =>
  (await shop.fetch(`/api/userdetails/${account.userId}`, as(account))).status === 200
const confirm = (token: string, email: string) =>
  shop.json(`/api/authentication/confirm-email?${new URLSearchParams({ token, email })}`)
const reset = ({ email }: Person, token: string, fields: Record<string, unknown> = {}) =>
  post('reset-password', { email, token, password: newPassword, confirmPassword: newPassword, ...fields })
const emailSubjectsTo = async (email: string) => {
  const rows = await readRows<{ subject: string }>(
    shop.db,
    sql`select subject from emails where to_address = ${email} order by id`,
  )
  return rows.map(({ subject }) => subject)
}

async function requestResetToken({ email }: Person, init: RequestInit = {}): Promise<string> {
  const response = await shop.fetch(`/api/authentication/forgot-password?email=${encodeURIComponent(email)}`, {
    method: 'POST',
    ...init,
  })
  expect(response.status).toBe(200)
  return (await linkTo(shop, email, '/reset-password')).token
}

async function requestConfirmationToken(account: Person): Promise<string> {
  expect((await post('resend-confirmation', undefined, account)).status).toBe(200)
  return (await linkTo(shop, account.email, '/confirm-email')).token
}

const sendFrom = async (on: TestShop, from: string, path: string, body?: unknown) => {
  const request = as(undefined, 'POST', body)
  return (await on.fetch(path, { ...request, headers: { ...request.headers, 'X-Forwarded-For': from } })).status
}
const requestReset = (on: TestShop, email: string, from = '203.0.113.1') =>
  sendFrom(on, from, `/api/authentication/forgot-password?email=${encodeURIComponent(email)}`)

const createAccount = (name: string, confirmed = true) => person(shop, name, { password: oldPassword, confirmed })

describe('a password reset', () => {
  test('sets the new password with the emailed token: old sessions end, an email confirms it', async () => {
    const asha = await createAccount('Asha Gurung')
    const token = await requestResetToken(asha)
    expect(await isSignedIn(asha)).toBe(true)
    expect(await reset(asha, token)).toEqual({ status: 200, body: { message: 'Password reset successfully !' } })
    expect(await isSignedIn(asha)).toBe(false)
    expect([await canSignIn(asha, oldPassword), await canSignIn(asha, newPassword)]).toEqual([false, true])
    expect(await emailSubjectsTo(asha.email)).toEqual(['Reset your password', 'Your password was changed'])
  })

  test('gives the same response after the same statements, whether or not the account exists', async () => {
    const own = await testShop()
    const asha = await person(own, 'Asha Gurung')
    const measure = async (email: string) => {
      let response: unknown
      const statements = await own.countStatements(async () => {
        const { status, body } = await own.json(`/api/authentication/forgot-password?email=${email}`, {
          method: 'POST',
        })
        response = { status, body }
      })
      return { statements, response }
    }
    const unknown = await measure('nobody@people.example')
    expect(await measure(asha.email)).toEqual(unknown)
    expect(unknown).toMatchObject({ statements: 1, response: { status: 200 } })
  })

  test('never uses a host from the request in the link', async () => {
    const maya = await createAccount('Maya Rai')
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' }
    await requestResetToken(maya, { headers })
    const { html, text } = await latestEmail(shop, maya.email)
    expect(html + text).not.toContain('evil.example')
    expect(text).toContain('https://alpine.test/reset-password?token=')
  })

  test('accepts a token once, also for concurrent requests', async () => {
    const jon = await createAccount('Jon Twice')
    const token = await requestResetToken(jon)
    const responses = await Promise.all([reset(jon, token), reset(jon, token)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    const again = await reset(jon, token, { password: 'Third-9999', confirmPassword: 'Third-9999' })
    expect(again.status).toBe(400)
    expect(again.body.errors?.[0]).toMatchObject({ code: 'InvalidToken', field: 'token' })
    expect(await canSignIn(jon, newPassword)).toBe(true)
  })

  test('rejects an expired token, one of another user, an unknown one and one for confirmation', async () => {
    const sita = await createAccount('Sita Old', false)
    const other = await createAccount('Other One')
    const token = await requestResetToken(sita)
    const confirmation = await requestConfirmationToken(sita)
    expect((await reset(other, token)).status).toBe(400)
    expect((await reset(sita, confirmation)).status).toBe(400)
    expect((await reset(sita, 'A'.repeat(43))).status).toBe(400)
    expect((await confirm(token, sita.email)).status).toBe(400)
    await shop.db.execute(
      sql`update account_tokens set expires_at = now() - interval '1 second' where token_hash = ${hashSecret(token)}`,
    )
    expect((await reset(sita, token)).status).toBe(400)
    for (const account of [sita, other]) expect(await canSignIn(account, oldPassword)).toBe(true)
  })

  test('token expires after 1 hour, a confirmation token after 24 hours; only hashes are stored', async () => {
    const pema = await createAccount('Pema Hours', false)
    const tokens = { reset: await requestResetToken(pema), confirmation: await requestConfirmationToken(pema) }
    const rows = await readRows<{ purpose: string; hours: number; token_hash: string }>(
      shop.db,
      sql`select purpose, token_hash, round(extract(epoch from expires_at - now()) / 3600)::int as hours
          from account_tokens where user_id = ${pema.userId} order by purpose`,
    )
    expect(rows).toEqual([
      { purpose: 'confirm-email', hours: 24, token_hash: hashSecret(tokens.confirmation) },
      { purpose: 'reset-password', hours: 1, token_hash: hashSecret(tokens.reset) },
    ])
    expect(Buffer.from(tokens.reset, 'base64url')).toHaveLength(32)
  })

  test('link stays valid after a second request, and both become invalid when one is used', async () => {
    const tara = await createAccount('Tara Two')
    const first = await requestResetToken(tara)
    await shop.fetch(`/api/authentication/forgot-password?email=${tara.email}`, { method: 'POST' })
    await vi.waitFor(async () => expect((await emailSubjectsTo(tara.email)).length).toBe(2), { timeout: 10_000 })
    const second = (await linkTo(shop, tara.email, '/reset-password')).token
    expect((await reset(tara, first)).status).toBe(200)
    expect((await reset(tara, second)).status).toBe(400)
  })

  test('unlocks an account that is locked by wrong passwords', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    const asha = await person(own, 'Asha Shut', { password: oldPassword })
    const login = (password: string) =>
      own.fetch('/api/authentication/login', as(undefined, 'POST', { username: asha.email, password }))
    for (let n = 0; n < 11; n++) await login('Wrong-12345')
    expect((await login(oldPassword)).status).toBe(429)
    await own.fetch(`/api/authentication/forgot-password?email=${asha.email}`, { method: 'POST' })
    const { token } = await linkTo(own, asha.email, '/reset-password')
    const fields = { email: asha.email, token, password: newPassword, confirmPassword: newPassword }
    await own.fetch('/api/authentication/reset-password', as(undefined, 'POST', fields))
    expect((await login(newPassword)).status).toBe(200)
  })

  test.each([
    [{ password: 'weak', confirmPassword: 'weak' }, 'password'],
    [{ confirmPassword: 'Other-5678' }, 'confirmPassword'],
    [{ confirmPassword: undefined }, 'confirmPassword'],
    [{ token: '' }, 'token'],
    [{ token: 7 }, 'token'],
    [{ token: 'x'.repeat(10_000) }, 'token'],
    [{ token: 'a\0b' }, 'token'],
    [{ email: 'nobody' }, 'email'],
  ])('rejects %j', async (fields, field) => {
    const tom = { email: 'tom@people.example' } as Person
    const { status, body } = await reset(tom, 'A'.repeat(43), fields)
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  })

  test.each(['', 'email=', 'email=asha', 'email=a%00b@c.de', `email=${'a'.repeat(300)}@c.de`])(
    'rejects the query %j',
    async (query) => {
      const { status, body } = await post(`forgot-password?${query}`)
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'email'])
    },
  )

  test('sends at most five emails per hour and network to an address, known or not', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } })
    const asha = await person(own, 'Asha Five')
    for (const email of [asha.email, 'nobody@people.example']) {
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) statuses.push(await requestReset(own, email))
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
  })

  test('works from another network after one network used up its limit', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } })
    const email = 'owner@people.example'
    const resend = (from: string) => sendFrom(own, from, '/api/authentication/resend-confirmation', { email })
    for (let n = 0; n < 6; n++) await resend('203.0.113.1')
    expect(await resend('203.0.113.1')).toBe(429)
    expect(await requestReset(own, email)).toBe(200)
    for (let n = 0; n < 8; n++) await requestReset(own, email)
    expect(await requestReset(own, email)).toBe(429)
    for (let n = 0; n < 5; n++) await requestReset(own, email, '198.51.100.1')
    expect([await requestReset(own, email, '192.0.2.7'), await requestReset(own, email, '2001:db8::7')]).toEqual([
      200, 200,
    ])
  })

  test('sends at most twelve links per hour to a mailbox, for any number of networks', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } })
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) statuses.push(await requestReset(own, `victim+${n}@people.example`, `10.${n}.0.1`))
    expect(statuses.filter((status) => status === 200)).toHaveLength(12)
    const rejected = await own.json('/api/authentication/forgot-password?email=victim@people.example', {
      method: 'POST',
      headers: { 'X-Forwarded-For': '10.1.0.1' },
    })
    expect(rejected.body.message).toContain('the newest link works')
  })
})

describe('email confirmation', () => {
  test('can be requested again, signed in or by email; a confirmed account gets no email', async () => {
    const asha = await createAccount('Asha Again', false)
    const token = await requestConfirmationToken(asha)
    const [byAddress, unknownAddress] = [
      await post('resend-confirmation', { email: asha.email }),
      await post('resend-confirmation', { email: 'nobody@people.example' }),
    ]
    expect(byAddress).toEqual(unknownAddress)
    await vi.waitFor(async () => expect(await emailSubjectsTo(asha.email)).toHaveLength(2), { timeout: 10_000 })
    expect((await confirm(token, asha.email.toUpperCase())).status).toBe(200)
    const { body } = await shop.json(`/api/userdetails/${asha.userId}`, as(asha))
    expect(body.data.emailConfirmed).toBe(true)
    await post('resend-confirmation', undefined, asha)
    const marker = await createAccount('Marker Mail', false)
    await requestConfirmationToken(marker)
    expect(await emailSubjectsTo(asha.email)).toHaveLength(3)
    expect((await post('resend-confirmation')).status).toBe(401)
  })

  test('accepts an address whose plus sign became a space', async () => {
    await shop.json(
      '/api/authentication/register',
      as(undefined, 'POST', { username: 'Plus', email: 'asha+shop@people.example', password: oldPassword }),
    )
    const { token, url } = await linkTo(shop, 'asha+shop@people.example', '/confirm-email')
    expect(url.searchParams.get('email')).toBe('asha+shop@people.example')
    expect(
      (await shop.json(`/api/authentication/confirm-email?token=${token}&email=asha+shop@people.example`)).status,
    ).toBe(200)
  })

  test('rejects a missing, expired or unknown token, and one of another user', async () => {
    const lhamo = await createAccount('Lhamo Late', false)
    const token = await requestConfirmationToken(lhamo)
    expect((await shop.json('/api/authentication/confirm-email')).body.errors?.map(({ field }) => field)).toEqual([
      'token',
      'email',
    ])
    expect((await confirm(token, 'other@people.example')).status).toBe(400)
    expect((await confirm(`${token}x`, lhamo.email)).status).toBe(400)
    await shop.db.execute(sql`update account_tokens set expires_at = now() where token_hash = ${hashSecret(token)}`)
    const { status, body } = await confirm(token, lhamo.email)
    expect([status, body.errors?.[0]?.code]).toEqual([400, 'InvalidToken'])
    expect((await shop.json(`/api/userdetails/${lhamo.userId}`, as(lhamo))).body.data.emailConfirmed).toBe(false)
  })
})
