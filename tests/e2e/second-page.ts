import type { Browser, Page } from '@playwright/test'

/** Somebody else's browser, who chose dollars before. */
export async function secondPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  const chosen = JSON.stringify({ currency: 'USD', timestamp: Date.now() })
  await page.addInitScript((value) => window.localStorage.setItem('currency', value), chosen)
  return page
}
