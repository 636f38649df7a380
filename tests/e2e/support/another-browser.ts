import type { Browser, Page } from '@playwright/test'
import { awaitHydration } from './test.ts'

/** Somebody else's browser, in which dollars were chosen before; signed in where a session is given. */
export async function anotherBrowser(browser: Browser, session: Record<string, string> = {}): Promise<Page> {
  const page = await browser.newPage()
  await awaitHydration(page.context())
  const stored = { currency: JSON.stringify({ currency: 'USD', timestamp: Date.now() }), ...session }
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, stored)
  return page
}
