import type { Page } from '@playwright/test'
import { signedIn } from './accounts-people.ts'
import { expectToast } from './frame-visit.ts'
import { expect, hydrated, test } from './visit.ts'

const main = (page: Page) => page.getByRole('main')
const details = (page: Page) => page.getByRole('form', { name: 'Your details' })
const addresses = (page: Page) => page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')
const addressForm = (page: Page) => page.getByRole('form', { name: 'New address' })

test.describe('the tabs', () => {
  test('are chosen by the address, and change it', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
    for (const [label, key] of [
      ['Account Settings', 'AccountSettings'],
      ['Saved Items', 'SavedItems'],
      ['Address', 'AddressSettings'],
      ['My Orders', 'MyOrders'],
    ] as const) {
      const link = page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: label })
      await link.click()
      await expect(page).toHaveURL(`/profile?tab=${key}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(label)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(link).toBeInViewport({ ratio: 1 })
    }
    await page.goto('/profile?tab=Nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
  })

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
  test.use({ refusals: ['/api/userdetails'] })
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
  test('keeps an address in Nepal, chosen with the keyboard alone', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AddressSettings')
    await page.getByRole('button', { name: 'Add an address' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'New address' })).toBeFocused()
    const form = addressForm(page)
    await expect(form.getByLabel('First name')).toHaveValue('Maya')
    await form.getByLabel('Country', { exact: true }).focus()
    await page.keyboard.type('nep')
    await expect(page.getByRole('option')).toHaveText(['Nepal'])
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Country', { exact: true })).toHaveValue('Nepal')
    await expect(form.getByLabel('Phone')).toHaveValue('+977 ')
    await expect(form.getByLabel('Province').getByRole('option')).toHaveCount(8)
    await form.getByLabel('Province').selectOption('Bagmati')
    await form.getByLabel('City or district').focus()
    await page.keyboard.type('lal')
    await expect(page.getByRole('option', { name: 'Lalitpur' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('City or district')).toHaveValue('Lalitpur')
    await form.getByLabel('Street').fill('Swotha Marg 4')
    await form.getByLabel('Phone').fill('+977 12')
    await expectToast(page, ['alert', 'Please fill out all required fields.'], () =>
      form.getByRole('button', { name: 'Save address' }).click(),
    )
    await expect(form.getByLabel('Phone')).toHaveAccessibleDescription(
      'Please enter a phone number, such as +977 984 123 4567.',
    )
    await form.getByLabel('Phone').fill('984 123 4567')
    await expectToast(page, ['status', 'Addresses saved successfully!'], () =>
      form.getByRole('button', { name: 'Save address' }).click(),
    )
    await expect(addresses(page)).toHaveCount(1)
    await expect(addresses(page)).toContainText('Bagmati, Nepal')
    await expect(addresses(page)).toContainText('Default address')
  })

  test('offers every country, and only countries', async ({ page }) => {
    await signedIn(page)
    await page.goto('/profile?tab=AddressSettings')
    await page.getByRole('button', { name: 'Add an address' }).click()
    const country = addressForm(page).getByLabel('Country', { exact: true })
    await country.click()
    expect(await page.getByRole('option').count()).toBeGreaterThanOrEqual(193)
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

  test('changes, prefers and deletes', async ({ page }) => {
    const { userId, token } = await signedIn(page)
    for (const streetAddress of ['12 Götgatan', '4 Swotha Marg']) {
      const answer = await page.request.post('/api/addresses', {
        headers: { Authorization: `Bearer ${token}` },
        data: {
          id: userId,
          country: 'Sweden',
          state: 'Stockholms län',
          city: 'Stockholm',
          streetAddress,
          zipCode: '118 46',
          firstName: 'Maya',
          lastName: 'Tamang',
          phone: '+46 70 555 01 00',
          email: 'maya@mail.example',
        },
      })
      expect(answer.status()).toBe(201)
    }
    await page.goto('/profile?tab=AddressSettings')
    const first = addresses(page).filter({ hasText: 'Götgatan' })
    const second = addresses(page).filter({ hasText: 'Swotha' })
    await expect(first).toContainText('Default address')
    await second.getByRole('button', { name: 'Make default' }).click()
    await expect(second).toContainText('Default address')
    await expect(first).not.toContainText('Default address')

    await first.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('form', { name: 'Change the address' })
    await expect(form.getByLabel('Country', { exact: true })).toHaveValue('Sweden')
    await form.getByLabel('Street').fill('14 Götgatan')
    await form.getByRole('button', { name: 'Save address' }).click()
    await expect(first).toContainText('14 Götgatan')

    await first.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this address?' })
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(first).toBeVisible()
    await first.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, ['status', 'Address deleted'], () =>
      dialog.getByRole('button', { name: 'Delete', exact: true }).click(),
    )
    await expect(addresses(page)).toHaveCount(1)
  })
})
