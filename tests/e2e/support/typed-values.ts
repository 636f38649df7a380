import type { Locator, Page } from '@playwright/test'

/** Each of them is 6000, in every field. */
export const grouped = ['6000', '6,000', '6 000', '6\u00a0000', "6'000"]
/** None of them is a number: the field says so, and nothing is saved. */
export const refused = ['six', '6,00', '1.2.3']

export type Form = {
  open: (page: Page) => Promise<unknown>
  submit: (page: Page) => Locator
}

export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name })

/** All numbers and texts of a request. */
function valuesIn(body: unknown): unknown[] {
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(valuesIn) : [body]
}

/** Refuses every change, so that a form can be sent many times. */
export async function refuseChanges(page: Page): Promise<void> {
  const answer = { status: 400, json: { message: 'Not saved in this test.' } }
  await page.route('**/api/admin/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(answer),
  )
}

/** Sends the form and returns the request, which never reaches the shop. */
export async function sentBy(page: Page, submit: () => Promise<void>): Promise<unknown[]> {
  await refuseChanges(page)
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() !== 'GET' && each.url().includes('/api/admin/')),
    submit(),
  ])
  return valuesIn(request.postDataJSON())
}
