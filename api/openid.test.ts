import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { startForgingProvider } from '#tests/support/forging-provider.ts'
import { type Visitor, visitProvider } from '#tests/support/identity-provider.ts'
import {
  browser,
  isSignedIn,
  openShopWithProvider,
  refused,
  signIn,
  siteUrl,
  usersWith,
} from '#tests/support/provider-sign-in.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'

const asha: Visitor = { email: 'asha@gurung.example', name: 'Asha Gurung', verified: true }

let shop: TestShop
beforeAll(async () => {
  shop = await openShopWithProvider()
})
afterAll(() => shop.close())

describe('a sign-in', () => {
  test('makes an account, and trades a one-time cookie for a token', async () => {
    const { own, landed } = await signIn(shop, asha)
    expect(landed).toBe('/signed-in')
    const { status, body } = await own.trade()
    expect({ status, body }).toEqual({
      status: 200,
      body: { token: expect.any(String), userId: expect.any(String), userEmail: asha.email },
    })
    expect(await isSignedIn(shop, body)).toBe(true)
    expect(await usersWith(shop, asha.email)).toMatchObject([
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
    const [first] = await usersWith(shop, asha.email)
    const { own } = await signIn(shop, { ...asha, name: 'Another Name' })
    expect((await own.trade()).body.userId).toBe(first?.id)
    expect(await usersWith(shop, asha.email)).toHaveLength(1)
  })

  test('asks the provider for a code with PKCE, state and nonce, back to our own address', async () => {
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

  test('keeps its secrets in cookies that no script and no other site can use, and none in an address', async () => {
    const { own, landed } = await signIn(shop, asha)
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
    expect((await signIn(shop, asha, query)).landed).toBe(landed)
  })

  test('rejects a way back that is too long', async () => {
    const answer = await shop.fetch(`/api/authentication/signin-google?returnTo=/${'x'.repeat(2000)}`)
    expect(answer.status).toBe(400)
  })

  test('that is refused at the provider leads back to the login', async () => {
    const { own, landed } = await signIn(shop, 'refuse')
    expect(landed).toBe(refused)
    expect((await own.trade()).status).toBe(401)
  })

  test('takes its ticket for 60 seconds', async () => {
    const { own } = await signIn(shop, asha)
    await shop.db.execute(
      sql`update account_tokens set expires_at = expires_at - interval '61 seconds' where purpose = 'sign-in'`,
    )
    expect((await own.trade()).status).toBe(401)
  })
})

describe('a forged callback', () => {
  test('without the browser that began, or with another state, gets no session', async () => {
    const own = browser(shop)
    const url = await visitProvider((await own.begin()).href, asha)
    const thief = browser(shop)
    expect(await thief.comeBack(url)).toBe(refused)
    const forged = new URL(url)
    forged.searchParams.set('state', 'A'.repeat(43))
    expect(await own.comeBack(forged)).toBe(refused)
    for (const each of [own, thief]) expect((await each.trade()).status).toBe(401)
  })

  test('is refused when it is replayed, in the same browser and with a request of another', async () => {
    const own = browser(shop)
    const url = await visitProvider((await own.begin()).href, asha)
    const cookies = [...own.cookies]
    expect(await own.comeBack(url)).toBe('/signed-in')
    for (const [name, value] of cookies) own.cookies.set(name, value)
    expect(await own.comeBack(url)).toBe(refused)

    const thief = browser(shop)
    const begun = await thief.begin()
    const replayed = new URL(url)
    replayed.searchParams.set('state', begun.searchParams.get('state') ?? '')
    expect(await thief.comeBack(replayed)).toBe(refused)
  })

  test('is refused when it comes too late', async () => {
    const own = browser(shop)
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
    const own = browser(shop)
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
