import type { Locator, Page } from '@playwright/test'

/** The new-address form of the profile. */
export const addressForm = (page: Page): Locator => page.getByRole('form', { name: 'New address' })

export async function fillNewAddress(page: Page): Promise<void> {
  const form = addressForm(page)
  await form.getByLabel('Country', { exact: true }).fill('sweden')
  await page.getByRole('option', { name: 'Sweden' }).click()
  for (const [label, value] of [
    ['Street', 'Skeppsbron 12'],
    ['City', 'Stockholm'],
    ['County', 'Stockholms län'],
    ['Phone', '+46 70 555 01 00'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(value)
}
