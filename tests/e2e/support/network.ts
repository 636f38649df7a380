import type { Page } from '@playwright/test'

/** Holds the requests to an address back until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
