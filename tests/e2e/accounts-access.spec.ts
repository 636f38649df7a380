import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { signedIn } from './accounts-people.ts'
import { expect, hydrated, test } from './visit.ts'

const narrowest = 320
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// Colours are measured as they stand, not half-way through a fade.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function expectUsable(page: Page, except: string[] = []): Promise<void> {
  // What a toast lies over for three seconds is measured without it.
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' })).toHaveCount(
    0,
  )
  const { violations } = await new AxeBuilder({ page }).withTags(standards).disableRules(except).analyze()
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`),
  ).toEqual([])
}

async function expectToFit(page: Page): Promise<void> {
  await expectUsable(page)
  await page.setViewportSize({ width: narrowest, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrowest)
  await expectUsable(page)
}

for (const [address, button] of [
  ['/login', 'Login'],
  ['/register', 'Create account'],
  ['/forget-password', 'Send reset link'],
  ['/reset-password?token=t&email=maya%40mail.example', 'Save new password'],
] as const) {
  test(`everybody can use ${address.split('?')[0]}, and its messages`, async ({ page }) => {
    await page.goto(address)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectUsable(page)
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused()
    await expectToFit(page)
  })
}

for (const address of ['/confirm-email', '/confirm-email?sent=1']) {
  test(`everybody can use ${address}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'Go to Home' })).toBeVisible()
    await expectToFit(page)
  })
}

for (const tab of ['MyOrders', 'AccountSettings', 'SavedItems', 'AddressSettings']) {
  test(`everybody can use the profile: ${tab}`, async ({ page }) => {
    await signedIn(page)
    await page.goto(`/profile?tab=${tab}`)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectToFit(page)
  })
}

test('everybody can use the form of an address, its list of countries and its messages', async ({ page }) => {
  await signedIn(page)
  await page.goto('/profile?tab=AddressSettings')
  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByLabel('Country', { exact: true }).fill('ne')
  await expect(page.getByRole('option').first()).toBeVisible()
  // While the list is open, Base UI hides the rest of the page from screen readers; a step out of the field closes it.
  await expectUsable(page, ['aria-hidden-focus'])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expectToFit(page)
})

test('everybody can use the dialogs', async ({ page }) => {
  await signedIn(page)
  await page.goto('/profile?tab=AccountSettings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectUsable(page)
})
