import type { Page } from '@playwright/test'
import { signedIn } from './accounts-people.ts'
import { holdBack } from './hold-back.ts'
import { addressForm, fillNewAddress, main } from './profile-page.ts'
import { expect, hydrated, test } from './visit.ts'

const details = (page: Page) => page.getByRole('form', { name: 'Your details' })

test.describe('the tabs', () => {
  test.use({ refusals: ['/api/userdetails'] })

  test('say what is empty', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=SavedItems')
    await expect(main(page).getByText('You have not saved anything yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'YOU MAY ALSO LIKE' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'YOU MAY ALSO LIKE' }).getByRole('link')).toHaveCount(4)
    await page.goto('/profile?tab=MyOrders')
    await expect(main(page).getByText('You have not ordered anything yet.')).toBeVisible()
    await page.goto('/profile?tab=AddressSettings')
    await expect(main(page).getByText('You have no address yet.')).toBeVisible()
  })

  test('a shop that is away for a moment is asked again, without losing the page', async ({ page }) => {
    await signedIn(page)
    await page.goto('/learn')
    await hydrated(page)
    await page.route('**/api/userdetails/**', (route) =>
      route.fulfill({ status: 404, json: { message: 'The shop is resting.' } }),
    )
    await page.goto('/profile')
    await expect(main(page).getByText('Your account could not be reached just now.')).toBeVisible()
    await page.unroute('**/api/userdetails/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(main(page).getByText('You have not ordered anything yet.')).toBeVisible()
  })
})

test.describe('account settings', () => {
  test.use({ refusals: ['/api/userdetails', '/api/authentication/change-password'] })

  test('need a name and the terms', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AccountSettings')
    await expect(details(page).getByLabel('I accept the terms')).toBeChecked()
    await details(page).getByLabel('Full name').fill('  ')
    await details(page).getByLabel('I accept the terms').uncheck()
    await details(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(details(page).getByLabel('Full name')).toBeFocused()
    await expect(details(page).getByLabel('Full name')).toHaveAccessibleDescription('Please enter your full name.')
    await expect(details(page).getByLabel('I accept the terms')).toHaveAccessibleDescription('Please accept the terms.')
  })

  test('refuse in the server’s words, beside the field', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AccountSettings')
    await details(page).getByLabel('Full name').fill('M'.repeat(200))
    await details(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(details(page).getByLabel('Full name')).toHaveAccessibleDescription(
      'Please use at most 120 characters.',
    )
  })

  test('show that the email is not confirmed, and send the link again', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AccountSettings')
    await expect(main(page).getByText('Your email is not confirmed yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page).toHaveURL('/confirm-email?sent=1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification sent')
  })

  test('a wrong current password changes nothing', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AccountSettings')
    const change = page.getByRole('form', { name: 'Change password' })
    await change.getByLabel('Current password', { exact: true }).fill('Wrong-password-1')
    await change.getByLabel('New password', { exact: true }).fill('Snow-Leopard-5')
    await change.getByLabel('New password, again', { exact: true }).fill('Snow-Leopard-5')
    await change.getByRole('button', { name: 'Change password' }).click()
    await expect(change.getByLabel('Current password', { exact: true })).toBeFocused()
    await expect(change.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  })

  test('an account is not deleted by accident', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AccountSettings')
    const opener = page.getByRole('button', { name: 'Delete my account' })
    await opener.click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Please enter your password.')
    await dialog.getByLabel('Your password').fill('Wrong-password-1')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(page).toHaveURL('/profile?tab=AccountSettings')
  })
})

test.describe('the address book', () => {
  test('keeps an address once, however often it is sent', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AddressSettings')
    await page.getByRole('button', { name: 'Add an address' }).click()
    const form = addressForm(page)
    await fillNewAddress(page)
    const letGo = await holdBack(page, '**/alladdresses')
    const [reload] = await Promise.all([
      page.waitForRequest('**/alladdresses'),
      form.getByRole('button', { name: 'Save address' }).click(),
    ])
    await form.getByLabel('Street').press('Enter')
    letGo()
    await reload.response()
    await expect(page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')).toHaveCount(1)
    await expect(form).toHaveCount(0)
  })

  test('offers every country, and only countries', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AddressSettings')
    await page.getByRole('button', { name: 'Add an address' }).click()
    const country = addressForm(page).getByLabel('Country', { exact: true })
    await country.click()
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThanOrEqual(193)
    await country.fill('atlantis')
    await expect(page.getByText('No name fits.')).toBeVisible()
    await page.keyboard.press('Escape')
    await addressForm(page).getByRole('button', { name: 'Save address' }).click()
    await expect(country).toHaveAccessibleDescription('Please choose a country.')
    await country.fill('united')
    await expect(page.getByRole('option')).toHaveText(['United Arab Emirates', 'United Kingdom', 'United States'])
    await page.getByRole('option', { name: 'United States' }).click()
    await expect(addressForm(page).getByLabel('State', { exact: true })).toBeVisible()
    await expect(addressForm(page).getByLabel('ZIP code (optional)')).toBeVisible()
  })
})
