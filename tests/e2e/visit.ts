import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'

/** A page that has nothing to complain about: every test fails on an error or a warning in its console. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = listenForComplaints(page)
    await use(page)
    expect(complaints, 'errors and warnings in the console').toEqual([])
  },
})

export { expect }

function listenForComplaints(page: Page): string[] {
  const complaints: string[] = []
  const notFound = new Set<string>()
  page.on('response', (response) => {
    if (response.status() === 404 && response.request().isNavigationRequest()) notFound.add(response.url())
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    // Chromium itself notes every document that is answered with 404.
    const isNotFoundNote = notFound.has(url) && message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isNotFoundNote)
      complaints.push(`${page.url()}: ${message.text()}`)
  })
  return complaints
}

/** The router takes the scroll position over as soon as it runs, and only then; until then links load whole pages. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.history.scrollRestoration === 'manual')
}

/** The link to a product among the page's own content: not in the header, not in the footer. */
export function productLink(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('link', { name, exact: true }).first()
}

type Named = { name: string }

/** What the other door, the API, says of the same shelf. */
export async function namesFrom(request: APIRequestContext, call: string): Promise<string[]> {
  const answer = await request.get(call)
  expect(answer.status(), call).toBe(200)
  const body = (await answer.json()) as { data?: Named[]; products?: Named[] }
  return (body.data ?? body.products ?? []).map(({ name }) => name)
}
