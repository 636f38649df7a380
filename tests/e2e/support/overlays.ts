import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { waitForHydration } from './test.ts'

/** The header button that opens an overlay. */
export function overlayButton(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('button', { name, exact: true })
}

export async function openOverlay(page: Page, name: string, title = name): Promise<Locator> {
  await waitForHydration(page)
  await overlayButton(page, name).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expectOpen(dialog)
  return dialog
}

/** The dialog is visible and has the focus. */
export async function expectOpen(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** The focus stays inside the dialog after any number of Tab presses. */
export async function expectFocusTrapped(page: Page, dialog: Locator, presses = 14): Promise<void> {
  for (let count = 0; count < presses; count++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
}
