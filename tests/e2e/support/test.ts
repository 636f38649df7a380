import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { onHydrated } from '#app/lib/on-hydrated.ts'
import { type Person, type Session, signIn } from './accounts.ts'
import { expect } from './expect.ts'
import { keptTab } from './kept-tab.ts'

export { expect }

/** A test without a tag runs on a wide screen. */
export const onlyPhone = '@phone'
export const bothWidths = '@widths'
/** For what hardly depends on the width: on a wide screen, and in `npm run test:all` on a phone too. */
export const bothWidthsInFull = '@in-full'
/** For details of a flow, rare failures and the way a page loads: `npm test` leaves them to `npm run test:all`. */
export const onlyInFull = '@only-in-full'

type Options = { ownContext: boolean; firstVisit: boolean; mayComplain: boolean; refusals: string[] }
type Fixtures = { customer: Person & Session }
type Kept = { keptContexts: Map<string, BrowserContext> }

/**
 * A visitor who chose dollars before, so that no page asks for the currency; with `firstVisit`, one who is here for the
 * first time. Every test fails on an error or a warning in the console of its page; `refusals` names the calls that a
 * test wants to see refused, and with `mayComplain` the console is right to complain. With `customer` a new customer is
 * signed in, in the browser of `page`.
 *
 * The tests of a worker share a tab, which is emptied after each; with `ownContext` a test has a new one, and a cache of
 * its own.
 */
export const test = base.extend<Options & Fixtures, Kept>({
  ownContext: [false, { option: true }],
  firstVisit: [false, { option: true }],
  mayComplain: [false, { option: true }],
  refusals: [[], { option: true }],
  keptContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>()
      await use(contexts)
      for (const context of contexts.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, keptContexts, ownContext, baseURL, viewport, javaScriptEnabled, contextOptions }, use) => {
    const key = JSON.stringify({ baseURL, viewport, javaScriptEnabled, contextOptions })
    const context = (ownContext ? undefined : keptContexts.get(key)) ?? (await browser.newContext())
    if (context.pages().length === 0) await awaitHydration(context)
    if (!ownContext) keptContexts.set(key, context)
    await use(context)
    if (ownContext) await context.close()
  },
  page: async ({ context, viewport, firstVisit, mayComplain, refusals }, use) => {
    const { page, empty } = await keptTab(context, viewport)
    const complaints = listenForComplaints(page, refusals)
    if (!firstVisit) await page.addInitScript(chooseDollars)
    await use(page)
    await empty()
    if (!mayComplain) expect(complaints, 'errors and warnings in the console').toEqual([])
  },
  customer: async ({ page }, use) => use(await signIn(page)),
})

/** Signing out forgets the currency; where no country can be told, the shop would ask for it over the page. */
export function chooseDollars(): void {
  // A mail shown in a sandbox has no storage.
  if (window.top !== window) return
  if (window.localStorage.getItem('currency')) return
  window.localStorage.setItem('currency', JSON.stringify({ currency: 'USD', timestamp: Date.now() }))
}

/** Pages that must always be there. */
const built = ['/shopping-bag', '/checkout']

/** What Chromium notes of the pictures and fonts that it was told not to load. */
const noMedia =
  /not used because image loading is disabled|^The resource \S+\.(avif|webp|svg|jpg|woff2) was preloaded using link preload but not used/

export function listenForComplaints(page: Page, refusals: string[]): string[] {
  const complaints: string[] = []
  const expected = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isPage = !built.includes(pathname) && (response.request().isNavigationRequest() || pathname.endsWith('.data'))
    const isNotFound = response.status() === 404 && (isPage || pathname === '/api/location')
    const isRefusal =
      [400, 401, 404, 409].includes(response.status()) && refusals.some((call) => pathname.startsWith(call))
    if (isNotFound || isRefusal) expected.add(response.url())
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    // Chromium itself notes every 404, of a page, of what the router fetches for it, and of where this machine stands,
    // and every call that is refused.
    const isExpectedNote = expected.has(url) && message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isExpectedNote && !noMedia.test(message.text()))
      complaints.push(`${page.url()}: ${message.text()} (${url})`)
  })
  return complaints
}

declare global {
  interface Window {
    hydrated: Promise<void>
  }
}

/** For a context that a test opens itself. */
export async function awaitHydration(context: BrowserContext): Promise<void> {
  await context.addInitScript((event) => {
    window.hydrated = new Promise((resolve) => window.addEventListener(event, () => resolve(), { once: true }))
  }, onHydrated)
}

/** Until then links load whole pages. */
export async function hydrated(page: Page): Promise<void> {
  await page.evaluate(() => window.hydrated)
}

/** Sections further down the page get their height while the browser is idle; until then what is below them moves. */
export async function laidOut(page: Page): Promise<void> {
  await hydrated(page)
  await expect(page.locator('.below:not([style*="content-visibility"])')).toHaveCount(0)
}
