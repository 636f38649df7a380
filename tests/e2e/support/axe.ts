import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { dismissToasts } from './toasts.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
export const narrowest = 320

/** Colours are measured as they stand, so ask with reduced motion: not half-way through a fade. */
export async function expectNoBarriers(page: Page, except: string[] = []): Promise<void> {
  // What a toast lies over is measured without it.
  await dismissToasts(page)
  // The admin is dimmed while it fetches its next page.
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0)
  await page
    .locator('main')
    .evaluateAll((all) => Promise.all(all.flatMap((main) => main.getAnimations().map(({ finished }) => finished))))
  // Without the page of its own that it opens for pages with frames, of which we have none, it takes half the time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(standards)
    .disableRules(except)
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`)
  expect(found).toEqual([])
}

/** On the narrowest screen that is still used nothing is cut off, and there are no barriers. */
export async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: narrowest, height: 640 })
  await expectNoOverflow(page)
  await expectNoBarriers(page)
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
