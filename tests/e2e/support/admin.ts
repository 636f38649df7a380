import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { createSession, type Session, storeSession } from './accounts.ts'
import { shopUnderTest } from './shop-under-test.ts'
import { test as shopTest } from './test.ts'

/** Runs against the second shop, which only admin tests change. */
export const test = shopTest.extend({ baseURL: process.env.ADMIN_URL })

/** Credentials of the demo owner, printed by the shop at its first start. */
export function ownerCredentials(): { email: string; password: string } {
  const [, email = '', password = ''] = /Owner +(\S+) +(\S+)/.exec(shopUnderTest().startOutputs[0].join('\n')) ?? []
  return { email, password }
}

/** By the address of the shop. */
const ownerSessions = new Map<string, Session>()

/** One for all tests of a worker: an account keeps its newest 20 sessions, so a sign-in per test would end others. */
export async function ownerSession(request: APIRequestContext): Promise<Session> {
  const { origin } = new URL((await request.get('/robots.txt')).url())
  const session = ownerSessions.get(origin) ?? (await createSession(request, ownerCredentials()))
  ownerSessions.set(origin, session)
  return session
}

/** Signs the owner in. */
export async function enterAdmin(page: Page): Promise<Session> {
  const session = await ownerSession(page.request)
  await storeSession(page, session)
  return session
}

export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

/** Below 1024 px the menu must be opened first. */
export async function goTo(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 1024) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true }).click()
}
