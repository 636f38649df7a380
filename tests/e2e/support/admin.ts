import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { bringSession, type Session, sessionOf } from './accounts.ts'
import { shopUnderTest } from './shop-under-test.ts'
import { test as shopTest } from './test.ts'

/** In the copy of the shop in which the owner works. */
export const test = shopTest.extend({ baseURL: process.env.ADMIN_URL })

/** The owner of the demo shop, as its first start named them. */
export async function ownerSession(request: APIRequestContext): Promise<Session> {
  const [, email = '', password = ''] = /Owner +(\S+) +(\S+)/.exec(shopUnderTest().openings[0].join('\n')) ?? []
  return sessionOf(request, { email, password })
}

/** The owner's browser. */
export async function enterAdmin(page: Page): Promise<Session> {
  const session = await ownerSession(page.request)
  await bringSession(page, session)
  return session
}

export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

/** Below 1024 px the navigation opens first. */
export async function goTo(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 1024) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true }).click()
}
