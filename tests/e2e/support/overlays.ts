import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { hydrated } from './test.ts'

/** The icon in the header that opens a panel. */
export function opener(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('button', { name, exact: true })
}

export async function open(page: Page, name: string, title = name): Promise<Locator> {
  await hydrated(page)
  await opener(page, name).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expectOpen(dialog)
  return dialog
}

/** It is in sight, and the keys are its own. */
export async function expectOpen(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** However often Tab is pressed, the focus stays inside. */
export async function expectFocusKept(page: Page, dialog: Locator, presses = 14): Promise<void> {
  for (let count = 0; count < presses; count++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
}
