import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { waitForHydration } from './test.ts'

/** Loads a page and returns its cumulative layout shift. */
export async function measureLayoutShift(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await waitForHydration(page)
  await expect(page.locator('main[aria-busy="true"], main [aria-busy="true"], main .skeleton')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Reflect.get(entry, 'value')
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered layout-shift entries arrive before the paint entries observed after them.
        new PerformanceObserver(() => resolve(sum)).observe({ type: 'paint', buffered: true })
      }),
  )
}
