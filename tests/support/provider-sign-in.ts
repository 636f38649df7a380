import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, type Person } from './accounts.ts'
import { startIdentityProvider, type Visitor, visitProvider } from './identity-provider.ts'
import { readResponse } from './openapi-check.ts'
import { openTestShop, type TestShop } from './shop.ts'

export const siteUrl = 'https://alpine.test'
const session = '/api/authentication/session'
/** The landing page after a failed sign-in. */
export const refused = '/login?signin=refused'

/** A shop with an identity provider; closing the shop closes both. */
export async function openShopWithIdentityProvider(): Promise<TestShop> {
  const provider = await startIdentityProvider({ callback: `${siteUrl}/api/authentication/callback` })
  const shop = await openTestShop({ environment: { ...provider.settings, SITE_URL: siteUrl } })
  const close = async () => {
    await shop.close()
    await provider.close()
  }
  return { ...shop, close }
}

/** A browser that stores cookies and sends them back. */
export function browser(shop: TestShop) {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []
  return {
    cookies,
    setCookies,
    async go(path: string, init: RequestInit = {}): Promise<Response> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await shop.fetch(path, { ...init, headers: { ...init.headers, cookie } })
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
    /** Opens the callback URL and returns the redirect target. */
    async followCallback(url: URL): Promise<string> {
      const response = await this.go(`/api/authentication/callback${url.search}`)
      expect(response.status).toBe(302)
      return response.headers.get('location') ?? ''
    },
    async exchangeToken() {
      return readResponse('POST', session, await this.go(session, { method: 'POST' }))
    },
  }
}

/** Signs in through the provider in a new browser. */
export async function signIn(shop: TestShop, visitor: Visitor | 'refuse', query = '') {
  const own = browser(shop)
  const landingPath = await own.followCallback(await visitProvider((await own.begin(query)).href, visitor))
  return { own, landingPath }
}

type User = { id: string; username: string; name: string; password_hash: string | null; confirmed: boolean }

export const findUsersByEmail = (shop: TestShop, email: string) =>
  readRows<User>(
    shop.db,
    sql`select id, username, name, password_hash, email_confirmed_at is not null as confirmed
        from users where lower(email) = lower(${email})`,
  )

export const isSignedIn = async (shop: TestShop, who: Pick<Person, 'userId' | 'token'>) =>
  (await shop.fetch(`/api/userdetails/${who.userId}`, as(who))).status === 200
