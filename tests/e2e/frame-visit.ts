import { expect, type Locator, type Page } from '@playwright/test'
import { type Session, signedIn } from './accounts-people.ts'
import { expectOpen, hydrated } from './visit.ts'

/** A new customer's browser, with the currency chosen before; set once, so that signing out lasts. */
export async function signIn(page: Page, currency: 'USD' | 'NPR' = 'USD'): Promise<Session> {
  const chosen = { currency: JSON.stringify({ currency, timestamp: Date.now() }) }
  await page.addInitScript((entries) => {
    if (window.top !== window || window.sessionStorage.getItem('currency brought')) return
    window.sessionStorage.setItem('currency brought', 'yes')
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, chosen)
  return signedIn(page)
}

export type Said = ['status' | 'alert', string]

export function toastOf(page: Page, [role, text]: Said): Locator {
  return page.getByRole(role).filter({ has: page.getByText(text, { exact: true }) })
}

/**
 * A toast stays for three seconds, which a busy machine may need for a click: it is watched for from before the click.
 * None like it may stand there already, or an act that says nothing would pass.
 */
export async function expectToast(page: Page, said: Said, act: () => Promise<void>): Promise<void> {
  const toast = toastOf(page, said)
  await expect(toast).toHaveCount(0)
  await Promise.all([expect(toast.first()).toBeVisible(), act()])
}

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
