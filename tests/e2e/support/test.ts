import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { cameToLife } from '#app/lib/came-to-life.ts'
import { type Person, type Session, signIn } from './accounts.ts'
import { expect } from './expect.ts'

export { expect }

/** A test without a tag runs on a wide screen. */
export const onlyPhone = '@phone'
export const bothWidths = '@widths'

type Options = { firstVisit: boolean; mayComplain: boolean; refusals: string[] }
type Fixtures = { customer: Person & Session }

/**
 * A visitor who chose dollars before, so that no page asks for the currency; with `firstVisit`, one who is here for the
 * first time. Every test fails on an error or a warning in the console of its page; `refusals` names the calls that a
 * test wants to see refused, and with `mayComplain` the console is right to complain. With `customer` a new customer is
 * signed in, in the browser of `page`.
 */
export const test = base.extend<Options & Fixtures>({
  firstVisit: [false, { option: true }],
  mayComplain: [false, { option: true }],
  refusals: [[], { option: true }],
  context: async ({ context }, use) => {
    await awaitHydration(context)
    await use(context)
  },
  page: async ({ page, firstVisit, mayComplain, refusals }, use) => {
    const complaints = listenForComplaints(page, refusals)
    if (!firstVisit) await page.addInitScript(chooseDollars)
    await use(page)
    // A page looks things up by itself; what it is still asking when the test has ended interests nobody.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await forgetSession(page)
    if (!mayComplain) expect(complaints, 'errors and warnings in the console').toEqual([])
  },
  customer: async ({ page }, use) => use(await signIn(page)),
})

/** The next test gets the same tab, and Playwright does not clear its sessionStorage. */
async function forgetSession(page: Page): Promise<void> {
  if (!page.isClosed()) await page.evaluate(() => window.sessionStorage.clear()).catch(() => undefined)
}

/** Signing out forgets the currency; where no country can be told, the shop would ask for it over the page. */
export function chooseDollars(): void {
  // A mail shown in a sandbox has no storage.
  if (window.top !== window) return
  if (window.localStorage.getItem('currency')) return
  window.localStorage.setItem('currency', JSON.stringify({ currency: 'USD', timestamp: Date.now() }))
}

/** Pages that must always be there. */
const built = ['/shopping-bag', '/checkout']

/** What Chromium notes of the pictures that it was told not to load. */
const noPictures =
  /not used because image loading is disabled|^The resource \S+\.(avif|webp|svg|jpg) was preloaded using link preload but not used/

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
    if (['error', 'warning'].includes(message.type()) && !isExpectedNote && !noPictures.test(message.text()))
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
  }, cameToLife)
}

/** Until then links load whole pages. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.hydrated.then(() => true))
}
