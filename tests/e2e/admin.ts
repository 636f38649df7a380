import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { bringSession, type Session, sessionOf } from './accounts-people.ts'
import { shopUnderTest } from './shop-under-test.ts'

/** The owner of the demo shop, as the banner of its first start named them. */
export async function ownerSession(request: APIRequestContext): Promise<Session> {
  const [, email = '', password = ''] = /Owner +(\S+) +(\S+)/.exec(shopUnderTest().openings[0]?.banner ?? '') ?? []
  return sessionOf(request, { email, password })
}

/** Somebody else's browser, in which dollars were chosen before; signed in where a session is given. */
export async function anotherBrowser(browser: Browser, session: Record<string, string> = {}): Promise<Page> {
  const page = await browser.newPage()
  const stored = { currency: JSON.stringify({ currency: 'USD', timestamp: Date.now() }), ...session }
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, stored)
  return page
}

/** The owner's browser. */
export async function enterOffice(page: Page): Promise<Session> {
  const session = await ownerSession(page.request)
  await bringSession(page, session)
  return session
}

export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

/** On a phone the navigation opens first. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true }).click()
}
