import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const narrowest = 320

/** Colours are measured as they stand, so ask with reduced motion: not half-way through a fade. */
export async function expectNoBarriers(page: Page, except: string[] = []): Promise<void> {
  // What a toast lies over for three seconds is measured without it; under a mouse it would stay.
  await page.mouse.move(0, 0)
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByRole('button', { name: 'Close' })).toHaveCount(0)
  // The office is dimmed while it fetches its next page.
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

/** As wide as the test has it, and on the narrowest screen that is still used. */
export async function expectToFit(page: Page): Promise<void> {
  await expectNoBarriers(page)
  await page.setViewportSize({ width: narrowest, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrowest)
  await expectNoBarriers(page)
}
