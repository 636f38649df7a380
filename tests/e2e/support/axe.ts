import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './expect.ts'
import { dismissToasts } from './toasts.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
export const narrowViewport = { width: 320, height: 640 }

/** Use it with reduced motion: axe measures colors at this moment, which may be in the middle of a fade. */
export async function expectAccessible(page: Page, except: string[] = []): Promise<void> {
  // A toast would hide the content below it from the check.
  await dismissToasts(page)
  // The admin pages are dimmed while the next page loads.
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0)
  await page
    .locator('main')
    .evaluateAll((all) => Promise.all(all.flatMap((main) => main.getAnimations().map(({ finished }) => finished))))
  expect(await findViolations(page, except)).toEqual([])
}

async function findViolations(page: Page, except: string[]): Promise<string[]> {
  await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: standards,
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  }
  return page.evaluate(async (runOptions) => {
    const { violations } = await window.axe.run(runOptions)
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`)
  }, options)
}

/** At the narrowest supported width the page has no horizontal overflow and no axe violations. */
export async function expectAccessibleWhenNarrow(page: Page): Promise<void> {
  await page.setViewportSize(narrowViewport)
  await expectNoOverflow(page)
  await expectAccessible(page)
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
