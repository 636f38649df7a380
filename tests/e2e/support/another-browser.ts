import type { Browser, Page } from '@playwright/test'
import { trackHydration } from './test.ts'

/** A second browser with the currency USD, signed in if a session is passed. */
export async function anotherBrowser(browser: Browser, session: Record<string, string> = {}): Promise<Page> {
  const page = await browser.newPage()
  await trackHydration(page.context())
  const stored = { currency: JSON.stringify({ currency: 'USD', timestamp: Date.now() }), ...session }
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, stored)
  return page
}
