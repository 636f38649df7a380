import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueToken } from '#modules/accounts/tokens.server.ts'
import { readLatestMail } from '#modules/mail/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { startForgingProvider } from '#tests/support/forging-provider.ts'
import {
  type IdentityProvider,
  startIdentityProvider,
  type Visitor,
  visitProvider,
} from '#tests/support/identity-provider.ts'
import { as, linkTo, type Person, person } from '#tests/support/people.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const siteUrl = 'https://alpine.test'
const asha: Visitor = { email: 'asha@gurung.example', name: 'Asha Gurung', verified: true }
const password = 'Namaste-1234'

let provider: IdentityProvider
let shop: TestShop
beforeAll(async () => {
  provider = await startIdentityProvider({ callback: `${siteUrl}/api/authentication/callback` })
  shop = await openTestShop({ environment: { ...provider.settings, SITE_URL: siteUrl } })
})
afterAll(async () => {
  await shop.close()
  await provider.close()
})

/** One browser: it keeps the cookies of the sign-in and sends them back. */
function browser(on = shop) {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []
  return {
    cookies,
    setCookies,
    async go(path: string, init: RequestInit = {}): Promise<Response> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await on.fetch(path, { ...init, headers: { ...init.headers, cookie } })
      for (const each of response.headers.getSetCookie()) {
        setCookies.push(each)
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
        if (/Max-Age=0/i.test(each)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
    async begin(query = ''): Promise<URL> {
      const response = await this.go(`/api/authentication/signin-google${query}`)
      expect(response.status).toBe(302)
      return new URL(response.headers.get('location') ?? '')
    },
    /** Where the browser ends after it has come back to us. */
    async comeBack(url: URL): Promise<string> {
      const response = await this.go(`/api/authentication/callback${url.search}`)
      expect(response.status).toBe(302)
      return response.headers.get('location') ?? ''
    },
    async trade() {
      const response = await this.go('/api/authentication/session', { method: 'POST' })
      return { status: response.status, body: await response.json() }
    },
  }
}

const refused = '/login?signin=refused'

async function signIn(visitor: Visitor | 'refuse', query = '') {
  const own = browser()
  const landed = await own.comeBack(await visitProvider((await own.begin(query)).href, visitor))
  return { own, landed }
}

const usersWith = (email: string) =>
  readRows<{ id: string; username: string; name: string; password_hash: string | null; confirmed: boolean }>(
    shop.db,
    sql`select id, username, name, password_hash, email_confirmed_at is not null as confirmed
        from users where lower(email) = lower(${email})`,
  )
const isSignedIn = async (who: Pick<Person, 'userId' | 'token'>) =>
  (await shop.fetch(`/api/userdetails/${who.userId}`, as(who))).status === 200

describe('a sign-in', () => {
  test('makes an account, and trades a one-time cookie for a token', async () => {
    const { own, landed } = await signIn(asha)
    expect(landed).toBe('/signed-in')
    const { status, body } = await own.trade()
    expect({ status, body }).toEqual({
      status: 200,
      body: { token: expect.any(String), userId: expect.any(String), userEmail: asha.email },
    })
    expect(await isSignedIn(body)).toBe(true)
    expect(await usersWith(asha.email)).toMatchObject([
      { username: 'AshaGurung', name: 'Asha Gurung', password_hash: null, confirmed: true },
    ])
    const mails = await readRows<{ subject: string }>(
      shop.db,
      sql`select subject from mails where to_address = ${asha.email}`,
    )
    expect(mails).toEqual([{ subject: 'Welcome to ALPINE' }])
    expect((await own.trade()).status).toBe(401)
  })

  test('finds the same account the next time, also under another name', async () => {
    const [first] = await usersWith(asha.email)
    const { own } = await signIn({ ...asha, name: 'Another Name' })
    expect((await own.trade()).body.userId).toBe(first?.id)
    expect(await usersWith(asha.email)).toHaveLength(1)
  })

  test('asks the provider for a code with PKCE, state and nonce, back to our own address', async () => {
    const own = browser()
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
    const response = await own.go('/api/authentication/signin-google', { headers })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${siteUrl}/api/authentication/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{40,}$/),
      nonce: expect.stringMatching(/^[\w-]{40,}$/),
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('keeps its secrets in cookies that no script and no other site can use, and none in an address', async () => {
    const { own, landed } = await signIn(asha)
    const { body } = await own.trade()
    expect(own.setCookies.map((each) => each.split('=', 1)[0])).toEqual([
      'openid_request',
      'openid_request',
      'signed_in',
      'signed_in',
      'device',
    ])
    for (const each of own.setCookies) {
      expect(each).toMatch(/HttpOnly/)
      expect(each).toMatch(/SameSite=Lax/)
      expect(each).toMatch(/Secure/)
      expect(each).toMatch(/Path=\/api\/authentication/)
    }
    expect(own.setCookies[2]).toMatch(/^signed_in=[\w-]{43}; Max-Age=60;/)
    expect([...own.cookies.keys()]).toEqual(['device'])
    const stored = await readRows<{ row: string }>(
      shop.db,
      sql`select openid_requests::text as row from openid_requests
      union all select account_tokens::text from account_tokens`,
    )
    for (const each of own.setCookies) {
      const [, value = ''] = /^\w+=([^;]*)/.exec(each) ?? []
      if (!value) continue
      expect(landed).not.toContain(value)
      expect(JSON.stringify(stored)).not.toContain(value)
    }
    expect(landed).not.toContain(body.token)
    expect(shop.logged()).not.toContain(body.token)
  })

  test.each([
    ['?returnTo=/profile%3Ftab%3DMyOrders', '/signed-in?returnTo=%2Fprofile%3Ftab%3DMyOrders'],
    ['?returnTo=https://evil.example/', '/signed-in'],
    ['?returnTo=//evil.example', '/signed-in'],
    ['?returnTo=/%5Cevil.example', '/signed-in'],
    ['?returnTo=javascript:alert(1)', '/signed-in'],
  ])('comes back to %s as %s', async (query, landed) => {
    expect((await signIn(asha, query)).landed).toBe(landed)
  })

  test('that is refused at the provider leads back to the login', async () => {
    const { own, landed } = await signIn('refuse')
    expect(landed).toBe(refused)
    expect((await own.trade()).status).toBe(401)
  })

  test('takes its ticket for 60 seconds', async () => {
    const { own } = await signIn(asha)
    await shop.db.execute(
      sql`update account_tokens set expires_at = expires_at - interval '61 seconds' where purpose = 'sign-in'`,
    )
    expect((await own.trade()).status).toBe(401)
  })
})

describe('joining an account', () => {
  test('with a confirmed email keeps its password and sessions', async () => {
    const maya = await person(shop, 'Maya Rai', { password })
    const { own } = await signIn({ email: maya.email.toUpperCase(), name: 'Maya', verified: true })
    expect((await own.trade()).body.userId).toBe(maya.userId)
    expect(await isSignedIn(maya)).toBe(true)
    expect((await usersWith(maya.email))[0]?.password_hash).not.toBeNull()
  })

  test('whose password is older than the confirmation of its email drops it, and asks for a new one', async () => {
    const registrant = await person(shop, 'Registrant', { password, confirmed: false })
    const search = new URLSearchParams({ email: registrant.email })
    search.set('token', await shop.db.transaction((tx) => issueToken(tx, registrant.userId, 'confirm-email')))
    expect((await shop.fetch(`/api/authentication/confirm-email?${search}`)).status).toBe(200)
    const { own, landed } = await signIn({ email: registrant.email, name: 'Rightful Owner', verified: true })
    expect(landed).toBe('/signed-in?choosePassword=1')
    const { body } = await own.trade()
    expect([body.userId, await isSignedIn(registrant)]).toEqual([registrant.userId, false])
    expect(await usersWith(registrant.email)).toMatchObject([{ password_hash: null, confirmed: true }])
    const { text } = await readLatestMail(shop.db, registrant.email)
    expect(text).toContain('PLEASE CHOOSE A NEW PASSWORD')
    const { token } = await linkTo(shop, registrant.email, '/reset-password')
    const next = { email: registrant.email, token, password: 'Dhanyabad-5678', confirmPassword: 'Dhanyabad-5678' }
    expect((await shop.fetch('/api/authentication/reset-password', as(undefined, 'POST', next))).status).toBe(200)

    await shop.db.execute(sql`delete from identities where user_id = ${registrant.userId}`)
    const again = await signIn({ email: registrant.email, name: 'Rightful Owner', verified: true })
    expect(again.landed).toBe('/signed-in')
    expect((await usersWith(registrant.email))[0]?.password_hash).not.toBeNull()
  })

  test('whose registrant changed the password after the confirmation drops it too', async () => {
    const registrant = await person(shop, 'Quick Registrant', { password, confirmed: false })
    await shop.db.execute(sql`update users set email_confirmed_at = now() where id = ${registrant.userId}`)
    const change = { currentPassword: password, password: 'Dhanyabad-5678', confirmPassword: 'Dhanyabad-5678' }
    const changed = await shop.fetch('/api/authentication/change-password', as(registrant, 'POST', change))
    expect(changed.status).toBe(200)
    await signIn({ email: registrant.email, name: 'Rightful Owner', verified: true })
    expect(await isSignedIn(registrant)).toBe(false)
    expect(await usersWith(registrant.email)).toMatchObject([{ password_hash: null }])
  })

  test('whose email was never confirmed drops its password and sessions first', async () => {
    const squatter = await person(shop, 'Squatter', { password, confirmed: false })
    const { own } = await signIn({ email: squatter.email, name: 'Rightful Owner', verified: true })
    const { body } = await own.trade()
    expect(body.userId).toBe(squatter.userId)
    expect(await isSignedIn(squatter)).toBe(false)
    expect(await isSignedIn(body)).toBe(true)
    expect(await usersWith(squatter.email)).toMatchObject([{ password_hash: null, confirmed: true }])
  })

  test('needs an email that the provider has verified', async () => {
    const victim = await person(shop, 'Victim', { password })
    for (const email of [victim.email, 'new@people.example']) {
      const { own, landed } = await signIn({ email, name: 'Eve', verified: false })
      expect(landed).toBe(refused)
      expect((await own.trade()).status).toBe(401)
    }
    expect(await usersWith('new@people.example')).toEqual([])
    const [identities] = await readRows<{ count: number }>(
      shop.db,
      sql`select count(*)::int as count from identities where user_id = ${victim.userId}`,
    )
    expect(identities?.count).toBe(0)
  })

  test('of a person who comes twice at once makes one account', async () => {
    const twin: Visitor = { email: 'twin@people.example', name: 'Twin', verified: true }
    const visits = await Promise.all(
      [browser(), browser()].map(async (own) => ({ own, url: await visitProvider((await own.begin()).href, twin) })),
    )
    const landed = await Promise.all(visits.map(({ own, url }) => own.comeBack(url)))
    expect(landed).toEqual(['/signed-in', '/signed-in'])
    expect(await usersWith(twin.email)).toHaveLength(1)
  })
})

describe('a forged callback', () => {
  test('without the browser that began, or with another state, gets no session', async () => {
    const own = browser()
    const url = await visitProvider((await own.begin()).href, asha)
    const thief = browser()
    expect(await thief.comeBack(url)).toBe(refused)
    const forged = new URL(url)
    forged.searchParams.set('state', 'A'.repeat(43))
    expect(await own.comeBack(forged)).toBe(refused)
    for (const each of [own, thief]) expect((await each.trade()).status).toBe(401)
  })

  test('is refused when it is replayed, in the same browser and with a request of another', async () => {
    const own = browser()
    const url = await visitProvider((await own.begin()).href, asha)
    const cookies = [...own.cookies]
    expect(await own.comeBack(url)).toBe('/signed-in')
    for (const [name, value] of cookies) own.cookies.set(name, value)
    expect(await own.comeBack(url)).toBe(refused)

    const thief = browser()
    const begun = await thief.begin()
    const replayed = new URL(url)
    replayed.searchParams.set('state', begun.searchParams.get('state') ?? '')
    expect(await thief.comeBack(replayed)).toBe(refused)
  })

  test('is refused when it comes too late', async () => {
    const own = browser()
    const url = await visitProvider((await own.begin()).href, asha)
    await shop.db.execute(sql`update openid_requests set expires_at = now()`)
    expect(await own.comeBack(url)).toBe(refused)
  })

  test.each([
    '',
    '?code=x',
    '?error=access_denied&state=x',
    '?code=a&code=b&state=x',
    '?state=%00',
    `?code=${'x'.repeat(5000)}`,
  ])('with %j leads to the login', async (search) => {
    const own = browser()
    await own.begin()
    expect(await own.comeBack(new URL(`${siteUrl}/${search}`))).toBe(refused)
    expect((await own.trade()).status).toBe(401)
  })

  test('with an ID token that is not for us, not for this request or not from the provider is refused', async () => {
    const forger = await startForgingProvider('alpine')
    onTestFinished(() => forger.close())
    const settings = { OPENID_ISSUER: forger.issuer, OPENID_CLIENT_ID: 'alpine', OPENID_CLIENT_SECRET: 'secret' }
    const own = await testShop({ environment: { ...settings, SITE_URL: siteUrl } })
    const past = Math.floor(Date.now() / 1000) - 3600
    const landings: Record<string, string> = {}
    for (const [what, forgery] of Object.entries({
      honest: {},
      nonce: { claims: { nonce: 'another' } },
      'no nonce': { claims: { nonce: undefined } },
      audience: { claims: { aud: 'another-shop' } },
      issuer: { claims: { iss: 'https://accounts.google.com' } },
      signature: { signedByAnother: true },
      unsigned: { unsigned: true },
      expired: { claims: { iat: past, exp: past + 60 } },
      'email_verified missing': { claims: { email_verified: undefined } },
      'email_verified as text': { claims: { email_verified: 'true' } },
      'no email': { claims: { email: '' } },
      'bad email': { claims: { email: 'a\r\nBcc: x@y.zz' } },
    })) {
      const visitor = browser(own)
      const begun = await visitor.begin()
      forger.forge(begun.searchParams.get('nonce') ?? '', forgery)
      const state = begun.searchParams.get('state') ?? ''
      landings[what] = await visitor.comeBack(new URL(`${siteUrl}/?${new URLSearchParams({ code: 'code', state })}`))
      expect([what, (await visitor.trade()).status]).toEqual([what, what === 'honest' ? 200 : 401])
    }
    const { honest, ...forged } = landings
    expect(honest).toBe('/signed-in')
    expect(new Set(Object.values(forged))).toEqual(new Set([refused]))
    expect(await readRows(own.db, sql`select from users`)).toHaveLength(1)
    expect(own.logged()).not.toContain('forged@people.example')
  })
})

describe('without a provider', () => {
  test('there is none: 404, and no ticket is taken', async () => {
    const own = await testShop()
    expect(await own.json('/api/authentication/signin-google')).toEqual({
      status: 404,
      body: { message: 'Sign-in with Google is not set up' },
    })
    expect(await browser(own).comeBack(new URL(`${siteUrl}/?code=x&state=y`))).toBe(refused)
  })

  test('that answers, a visitor is led back to the login, and the next one may try again', async () => {
    const silent = { OPENID_ISSUER: 'http://127.0.0.1:9', OPENID_CLIENT_ID: 'alpine', OPENID_CLIENT_SECRET: 'secret' }
    const own = await testShop({ environment: silent })
    for (const _ of [1, 2]) {
      const response = await own.fetch('/api/authentication/signin-google')
      expect([response.status, response.headers.get('location')]).toEqual([302, refused])
    }
  })
})
