import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

export type Toast = ['status' | 'alert', string]

export function toastOf(page: Page, [role, text]: Toast): Locator {
  return page.getByRole(role).filter({ has: page.getByText(text, { exact: true }) })
}

/** Without waiting for the three seconds after which they go by themselves. */
export async function dismissToasts(page: Page): Promise<void> {
  const buttons = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' })
  await buttons.evaluateAll((all) => {
    for (const button of all) if (button instanceof HTMLElement) button.click()
  })
  await expect(buttons).toHaveCount(0)
}

/**
 * A toast stays for three seconds, which a busy machine may need for a click: it is watched for from before the click.
 * One like it that stands there already is closed first, or an act that says nothing would pass.
 */
export async function expectToast(page: Page, expected: Toast, act: () => Promise<void>): Promise<void> {
  const toast = toastOf(page, expected)
  if ((await toast.count()) > 0) await dismissToasts(page)
  await expect(toast).toHaveCount(0)
  await Promise.all([expect(toast.first()).toBeVisible(), act()])
}
