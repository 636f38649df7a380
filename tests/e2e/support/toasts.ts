import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

export type Toast = ['status' | 'alert', string]

export function toastOf(page: Page, [role, text]: Toast): Locator {
  return page.getByRole(role).filter({ has: page.getByText(text, { exact: true }) })
}

/** Closes all toasts instead of waiting for their timeout. */
export async function dismissToasts(page: Page): Promise<void> {
  const buttons = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' })
  await buttons.evaluateAll((all) => {
    for (const button of all) if (button instanceof HTMLElement) button.click()
  })
  await expect(buttons).toHaveCount(0)
}

/**
 * Waits for the toast while `act` runs, because a slow click can outlast the toast's three seconds. Closes an equal
 * toast first, so an old one does not pass the test.
 */
export async function expectToast(page: Page, expected: Toast, act: () => Promise<void>): Promise<void> {
  const toast = toastOf(page, expected)
  if ((await toast.count()) > 0) await dismissToasts(page)
  await expect(toast).toHaveCount(0)
  await Promise.all([expect(toast.first()).toBeVisible(), act()])
}
