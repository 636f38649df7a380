import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'

type Options = { firstVisit: boolean; mayComplain: boolean; refusals: string[] }

/**
 * A visitor who chose dollars before, so that no page asks for the currency; with `firstVisit`, one who is here for the
 * first time. Every test fails on an error or a warning in the console of its page; `refusals` names the calls that a
 * test wants to see refused, and with `mayComplain` the console is right to complain.
 */
export const test = base.extend<Options>({
  firstVisit: [false, { option: true }],
  mayComplain: [false, { option: true }],
  refusals: [[], { option: true }],
  page: async ({ page, firstVisit, mayComplain, refusals }, use) => {
    const complaints = listenForComplaints(page, refusals)
    if (!firstVisit) await page.addInitScript(chooseDollars)
    await use(page)
    // A page looks things up by itself; what it is still asking when the test has ended interests nobody.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (!mayComplain) expect(complaints, 'errors and warnings in the console').toEqual([])
  },
})

export { expect }

/** Signing out forgets the currency; where no country can be told, the shop would ask for it over the page. */
export function chooseDollars(): void {
  // A mail shown in a sandbox has no storage.
  if (window.top !== window) return
  if (window.localStorage.getItem('currency')) return
  window.localStorage.setItem('currency', JSON.stringify({ currency: 'USD', timestamp: Date.now() }))
}

/** Pages that must always be there. */
const built = ['/shopping-bag', '/checkout']

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
    if (['error', 'warning'].includes(message.type()) && !isExpectedNote)
      complaints.push(`${page.url()}: ${message.text()} (${url})`)
  })
  return complaints
}

/** The router takes the scroll position over as soon as it runs, and only then; until then links load whole pages. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.history.scrollRestoration === 'manual')
}

/** It is in sight, and the keys are its own. */
export async function expectOpen(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** The link to a product among the page's own content: not in the header, not in the footer. */
export function productLink(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('link', { name, exact: true }).first()
}

/** The cards of the page's own content, in their order. */
export function cards(page: Page): Locator {
  return page.getByRole('main').getByRole('article')
}

export function cardOf(page: Page, name: string): Locator {
  return cards(page).filter({ has: page.getByRole('link', { name, exact: true }) })
}

export function cardNames(page: Page): Locator {
  return cards(page).getByRole('heading')
}

/** The link that opens a list further. */
export function more(page: Page): Locator {
  return page.getByRole('main').getByRole('link', { name: 'Load more' })
}

type Named = { name: string }

/** What the other door, the API, says of the same shelf. */
export async function namesFrom(request: APIRequestContext, call: string): Promise<string[]> {
  const answer = await request.get(call)
  expect(answer.status(), call).toBe(200)
  const body = (await answer.json()) as { data?: Named[]; products?: Named[] }
  return (body.data ?? body.products ?? []).map(({ name }) => name)
}
