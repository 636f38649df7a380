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
export const narrowest = { width: 320, height: 640 }

/** Colours are measured as they stand, so ask with reduced motion: not half-way through a fade. */
export async function expectNoBarriers(page: Page, except: string[] = []): Promise<void> {
  // What a toast lies over is measured without it.
  await dismissToasts(page)
  // The admin is dimmed while it fetches its next page.
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0)
  await page
    .locator('main')
    .evaluateAll((all) => Promise.all(all.flatMap((main) => main.getAnimations().map(({ finished }) => finished))))
  expect(await barriersIn(page, except)).toEqual([])
}

async function barriersIn(page: Page, except: string[]): Promise<string[]> {
  await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: standards,
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  }
  return page.evaluate(async (given) => {
    const { violations } = await window.axe.run(given)
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`)
  }, options)
}

/** On the narrowest screen that is still used nothing is cut off, and there are no barriers. */
export async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize(narrowest)
  await expectNoOverflow(page)
  await expectNoBarriers(page)
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
