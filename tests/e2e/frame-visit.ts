import { expect, type Locator, type Page } from '@playwright/test'
import { hydrated } from './visit.ts'

const userId = '01900000-0000-7000-8000-000000000001'

type Customer = { currency?: 'USD' | 'NPR'; pieces?: number[] }

/** A browser in which somebody signed in before; set once, so that signing out lasts. */
export async function signIn(page: Page, { currency = 'USD', pieces = [] }: Customer = {}): Promise<void> {
  const stored = {
    token: 'a-session-of-the-tests',
    userId,
    userEmail: 'asha@alpine.example',
    currency: JSON.stringify({ currency, timestamp: Date.now() }),
    [`cart:${userId}`]: JSON.stringify(pieces.map((quantity) => ({ quantity }))),
  }
  await page.addInitScript((entries) => {
    if (window.top !== window || window.sessionStorage.getItem('visited')) return
    window.sessionStorage.setItem('visited', 'yes')
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, stored)
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
  await Promise.all([expect(toast).toBeVisible(), act()])
}

/** The icon in the header that opens a panel. */
export function opener(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('button', { name, exact: true })
}

export async function open(page: Page, name: string, title = name): Promise<Locator> {
  await hydrated(page)
  await opener(page, name).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}
