import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { startForgingProvider } from '#tests/support/forging-provider.ts'
import { type Visitor, visitProvider } from '#tests/support/identity-provider.ts'
import {
  browser,
  findUsersByEmail,
  isSignedIn,
  openShopWithIdentityProvider,
  refused,
  signIn,
  siteUrl,
} from '#tests/support/provider-sign-in.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'

const asha: Visitor = { email: 'asha@gurung.example', name: 'Asha Gurung', verified: true }

let shop: TestShop
beforeAll(async () => {
  shop = await openShopWithIdentityProvider()
})
afterAll(() => shop.close())

describe('an OpenID sign-in', () => {
  test('creates an account, and exchanges a one-time cookie for a token', async () => {
    const { own, landingPath } = await signIn(shop, asha)
    expect(landingPath).toBe('/signed-in')
    const { status, body } = await own.exchangeToken()
    expect({ status, body }).toEqual({
      status: 200,
      body: { token: expect.any(String), userId: expect.any(String), userEmail: asha.email },
    })
    expect(await isSignedIn(shop, body)).toBe(true)
    expect(await findUsersByEmail(shop, asha.email)).toMatchObject([
      { username: 'AshaGurung', name: 'Asha Gurung', password_hash: null, confirmed: true },
    ])
    const emails = await readRows<{ subject: string }>(
      shop.db,
      sql`select subject from emails where to_address = ${asha.email}`,
    )
    expect(emails).toEqual([{ subject: 'Welcome to ALPINE' }])
    expect((await own.exchangeToken()).status).toBe(401)
  })

  test('finds the same account again, also with another name', async () => {
    const [first] = await findUsersByEmail(shop, asha.email)
    const { own } = await signIn(shop, { ...asha, name: 'Another Name' })
    expect((await own.exchangeToken()).body.userId).toBe(first?.id)
    expect(await findUsersByEmail(shop, asha.email)).toHaveLength(1)
  })

  test('requests a code with PKCE, state and nonce, and a callback to the site URL', async () => {
    const own = browser(shop)
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

  test('keeps secrets in HttpOnly SameSite cookies, and none in a URL', async () => {
    const { own, landingPath } = await signIn(shop, asha)
    const { body } = await own.exchangeToken()
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
      expect(landingPath).not.toContain(value)
      expect(JSON.stringify(stored)).not.toContain(value)
    }
    expect(landingPath).not.toContain(body.token)
    expect(shop.logged()).not.toContain(body.token)
  })

  test.each([
    ['?returnTo=/profile%3Ftab%3DMyOrders', '/signed-in?returnTo=%2Fprofile%3Ftab%3DMyOrders'],
    ['?returnTo=https://evil.example/', '/signed-in'],
    ['?returnTo=//evil.example', '/signed-in'],
    ['?returnTo=/%5Cevil.example', '/signed-in'],
    ['?returnTo=javascript:alert(1)', '/signed-in'],
  ])('with %s returns to %s', async (query, landingPath) => {
    expect((await signIn(shop, asha, query)).landingPath).toBe(landingPath)
  })

  test('rejects a returnTo that is too long', async () => {
    const response = await shop.fetch(`/api/authentication/signin-google?returnTo=/${'x'.repeat(2000)}`)
    expect(response.status).toBe(400)
  })

  test('refused by the user redirects to the login page', async () => {
    const { own, landingPath } = await signIn(shop, 'refuse')
    expect(landingPath).toBe(refused)
    expect((await own.exchangeToken()).status).toBe(401)
  })

  test('accepts its ticket for 60 seconds', async () => {
    const { own } = await signIn(shop, asha)
    await shop.db.execute(
      sql`update account_tokens set expires_at = expires_at - interval '61 seconds' where purpose = 'sign-in'`,
    )
    expect((await own.exchangeToken()).status).toBe(401)
  })
})

describe('a forged callback', () => {
  test('from another browser or with another state gets no session', async () => {
    const own = browser(shop)
    const url = await visitProvider((await own.begin()).href, asha)
    const thief = browser(shop)
    expect(await thief.followCallback(url)).toBe(refused)
    const forged = new URL(url)
    forged.searchParams.set('state', 'A'.repeat(43))
    expect(await own.followCallback(forged)).toBe(refused)
    for (const each of [own, thief]) expect((await each.exchangeToken()).status).toBe(401)
  })

  test('is rejected when it is replayed, in the same browser or with another request', async () => {
    const own = browser(shop)
    const url = await visitProvider((await own.begin()).href, asha)
    const cookies = [...own.cookies]
    expect(await own.followCallback(url)).toBe('/signed-in')
    for (const [name, value] of cookies) own.cookies.set(name, value)
    expect(await own.followCallback(url)).toBe(refused)

    const thief = browser(shop)
    const request = await thief.begin()
    const replayed = new URL(url)
    replayed.searchParams.set('state', request.searchParams.get('state') ?? '')
    expect(await thief.followCallback(replayed)).toBe(refused)
  })

  test('is rejected after the request has expired', async () => {
    const own = browser(shop)
    const url = await visitProvider((await own.begin()).href, asha)
    await shop.db.execute(sql`update openid_requests set expires_at = now()`)
    expect(await own.followCallback(url)).toBe(refused)
  })

  test.each([
    '',
    '?code=x',
    '?error=access_denied&state=x',
    '?code=a&code=b&state=x',
    '?state=%00',
    `?code=${'x'.repeat(5000)}`,
  ])('with %j redirects to the login page', async (search) => {
    const own = browser(shop)
    await own.begin()
    expect(await own.followCallback(new URL(`${siteUrl}/${search}`))).toBe(refused)
    expect((await own.exchangeToken()).status).toBe(401)
  })

  test('with an ID token that is not for us, not for this request or not from the provider is rejected', async () => {
    const forger = await startForgingProvider('alpine')
    onTestFinished(() => forger.close())
    const settings = { OPENID_ISSUER: forger.issuer, OPENID_CLIENT_ID: 'alpine', OPENID_CLIENT_SECRET: 'secret' }
    const own = await testShop({ environment: { ...settings, SITE_URL: siteUrl } })
    const past = Math.floor(Date.now() / 1000) - 3600
    const landings: Record<string, string> = {}
    for (const [name, forgery] of Object.entries({
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
      const request = await visitor.begin()
      forger.forge(request.searchParams.get('nonce') ?? '', forgery)
      const state = request.searchParams.get('state') ?? ''
      landings[name] = await visitor.followCallback(
        new URL(`${siteUrl}/?${new URLSearchParams({ code: 'code', state })}`),
      )
      expect([name, (await visitor.exchangeToken()).status]).toEqual([name, name === 'honest' ? 200 : 401])
    }
    const { honest, ...forged } = landings
    expect(honest).toBe('/signed-in')
    expect(new Set(Object.values(forged))).toEqual(new Set([refused]))
    expect(await readRows(own.db, sql`select from users`)).toHaveLength(1)
    expect(own.logged()).not.toContain('forged@people.example')
  })
})

describe('OpenID sign-in', () => {
  test('without a configured provider is 404 and accepts no ticket', async () => {
    const own = await testShop()
    expect(await own.json('/api/authentication/signin-google')).toEqual({
      status: 404,
      body: { message: 'Sign-in with Google is not set up' },
    })
    expect(await browser(own).followCallback(new URL(`${siteUrl}/?code=x&state=y`))).toBe(refused)
  })

  test('with an unreachable provider redirects to the login page, and can be retried', async () => {
    const silent = { OPENID_ISSUER: 'http://127.0.0.1:9', OPENID_CLIENT_ID: 'alpine', OPENID_CLIENT_SECRET: 'secret' }
    const own = await testShop({ environment: silent })
    for (const _ of [1, 2]) {
      const response = await own.fetch('/api/authentication/signin-google')
      expect([response.status, response.headers.get('location')]).toEqual([302, refused])
    }
  })
})
