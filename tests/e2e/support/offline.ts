import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** For the tests of the service worker. Chromium logs the requests that fail without a connection. */
export const withServiceWorker = { ownContext: true, serviceWorkers: 'allow', allowConsoleErrors: true } as const

export const offlineHeading = (page: Page): Locator => page.getByRole('heading', { level: 1, name: 'You are offline' })

/** The line at the bottom of a page. */
export const offlineNotice = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'You are offline.' })

export const timedNotice = /^You are offline\. This page is from \d\d:\d\d\.$/

/** The paths that the service worker has stored. */
export const storedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const stored = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    return stored.flat().map((url) => url.slice(window.location.origin.length))
  })

export async function waitUntilStored(page: Page, path: string): Promise<void> {
  await expect.poll(() => storedPaths(page)).toContain(path)
}
