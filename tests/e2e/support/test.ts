import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { hydratedEvent } from '#app/lib/hydrated-event.ts'
import { type Person, type Session, signIn } from './accounts.ts'
import { expect } from './expect.ts'
import { reusePage } from './reused-page.ts'

export { expect }

/** Tests without a tag run at the desktop width. */
export const onlyPhone = '@phone'
export const bothWidths = '@widths'
/** Runs at the desktop width, and in `npm run test:all` at the phone width too. */
export const bothWidthsInFull = '@in-full'
/** For details of a flow, rare failures and page loading: runs only in `npm run test:all`. */
export const onlyInFull = '@only-in-full'

type Options = { ownContext: boolean; firstVisit: boolean; allowConsoleErrors: boolean; expectedFailures: string[] }
type Fixtures = { customer: Person & Session }
type WorkerFixtures = { sharedContexts: Map<string, BrowserContext> }

/**
 * By default USD is already stored, so no page opens the currency modal; `firstVisit` starts without a currency.
 * A test fails on console errors and warnings, except with `allowConsoleErrors` and for calls in `expectedFailures`.
 * `customer` signs a new customer in to the browser of `page`.
 *
 * The tests of a worker share a page, which is reset after each test; `ownContext` gives a test a new context.
 */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  ownContext: [false, { option: true }],
  firstVisit: [false, { option: true }],
  allowConsoleErrors: [false, { option: true }],
  expectedFailures: [[], { option: true }],
  sharedContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>()
      await use(contexts)
      for (const context of contexts.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    { browser, sharedContexts, ownContext, baseURL, viewport, hasTouch, javaScriptEnabled, contextOptions },
    use,
  ) => {
    const key = JSON.stringify({ baseURL, viewport, hasTouch, javaScriptEnabled, contextOptions })
    const context = (ownContext ? undefined : sharedContexts.get(key)) ?? (await browser.newContext())
    if (context.pages().length === 0) await trackHydration(context)
    if (!ownContext) sharedContexts.set(key, context)
    await use(context)
    if (ownContext) await context.close()
  },
  page: async ({ context, viewport, firstVisit, allowConsoleErrors, expectedFailures }, use) => {
    const { page, reset } = await reusePage(context, viewport)
    const consoleErrors = collectConsoleErrors(page, expectedFailures)
    if (!firstVisit) await page.addInitScript(storeUsdCurrency)
    await use(page)
    await reset()
    if (!allowConsoleErrors) expect(consoleErrors, 'errors and warnings in the console').toEqual([])
  },
  customer: async ({ page }, use) => use(await signIn(page)),
})

/** Logout clears the currency, and without a country lookup the currency modal would cover the page. */
export function storeUsdCurrency(): void {
  // A sandboxed frame has no storage.
  if (window.top !== window) return
  // The first page of a test may still see the currency of the test before, which is cleared in a moment.
  const isFirst = window.sessionStorage.getItem('dollars stored') === null
  if (window.localStorage.getItem('currency') && !isFirst) return
  window.sessionStorage.setItem('dollars stored', 'yes')
  window.localStorage.setItem('currency', JSON.stringify({ currency: 'USD', timestamp: Date.now() }))
}

/** A 404 of these pages is always an error. */
const existingPages = ['/shopping-bag', '/checkout']

/** Chromium logs these warnings for the pictures and fonts it is configured not to load. */
const mediaWarnings =
  /not used because image loading is disabled|^The resource \S+\.(avif|webp|svg|jpg|woff2) was preloaded using link preload but not used/

/** Logged by Playwright, which blocks service workers in most tests. */
const blockedServiceWorker = 'Service Worker registration blocked by Playwright'

export function collectConsoleErrors(page: Page, expectedFailures: string[]): string[] {
  const consoleErrors: string[] = []
  const expected = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isPage =
      !existingPages.includes(pathname) && (response.request().isNavigationRequest() || pathname.endsWith('.data'))
    const isNotFound = response.status() === 404 && (isPage || pathname === '/api/location')
    const isExpectedFailure =
      [400, 401, 404, 409].includes(response.status()) && expectedFailures.some((call) => pathname.startsWith(call))
    if (isNotFound || isExpectedFailure) expected.add(response.url())
  })
  page.on('pageerror', (error) => consoleErrors.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    // Chromium logs every failed response: 404 pages and their router data, the location lookup and failed calls.
    const isExpectedMessage = expected.has(url) && message.text().startsWith('Failed to load resource')
    const isIgnored = mediaWarnings.test(message.text()) || message.text() === blockedServiceWorker
    if (['error', 'warning'].includes(message.type()) && !isExpectedMessage && !isIgnored)
      consoleErrors.push(`${page.url()}: ${message.text()} (${url})`)
  })
  return consoleErrors
}

declare global {
  interface Window {
    hydrated: Promise<void>
  }
}

/** Needed for contexts that a test opens itself. */
export async function trackHydration(context: BrowserContext): Promise<void> {
  await context.addInitScript((event) => {
    window.hydrated = new Promise((resolve) => window.addEventListener(event, () => resolve(), { once: true }))
  }, hydratedEvent)
}

/** Before hydration, links load whole pages. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.evaluate(() => window.hydrated)
}
