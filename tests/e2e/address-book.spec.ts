import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { addressForm, fillNewAddress } from './support/address-form.ts'
import { holdRequests } from './support/network.ts'
import { bothWidthsInFull, expect, onlyInFull, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const addresses = (page: Page) => page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')

test('saves an address in Nepal with the keyboard only', { tag: bothWidthsInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto('/profile?tab=AddressSettings')
  await page.getByRole('button', { name: 'Add address' }).focus()
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

test('edits an address, makes it the default and deletes it', { tag: bothWidthsInFull }, async ({ page, customer }) => {
  const { userId, token } = customer
  for (const streetAddress of ['12 Götgatan', '4 Swotha Marg']) {
    const response = await page.request.post('/api/addresses', {
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
    expect(response.status()).toBe(201)
  }
  await page.goto('/profile?tab=AddressSettings')
  const first = addresses(page).filter({ hasText: 'Götgatan' })
  const second = addresses(page).filter({ hasText: 'Swotha' })
  await expect(first).toContainText('Default address')
  await second.getByRole('button', { name: 'Make default' }).click()
  await expect(second).toContainText('Default address')
  await expect(first).not.toContainText('Default address')

  await first.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit address' })
  await expect(form.getByLabel('Country', { exact: true })).toHaveValue('Sweden')
  await form.getByLabel('Street').fill('14 Götgatan')
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(first).toContainText('14 Götgatan')

  await first.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this address?' })
  await dialog.getByRole('button', { name: 'Keep address' }).click()
  await expect(first).toBeVisible()
  await first.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, ['status', 'Address deleted'], () =>
    dialog.getByRole('button', { name: 'Delete address' }).click(),
  )
  await expect(addresses(page)).toHaveCount(1)
})

test('saves an address once when the form is submitted twice', async ({ page }) => {
  await signIn(page)
  await page.goto('/profile?tab=AddressSettings')
  await page.getByRole('button', { name: 'Add address' }).click()
  const form = addressForm(page)
  await fillNewAddress(page)
  const release = await holdRequests(page, '**/alladdresses')
  const [reload] = await Promise.all([
    page.waitForRequest('**/alladdresses'),
    form.getByRole('button', { name: 'Save address' }).click(),
  ])
  await form.getByLabel('Street').press('Enter')
  release()
  await reload.response()
  await expect(page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')).toHaveCount(1)
  await expect(form).toHaveCount(0)
})

test('lists every country and rejects other names', { tag: onlyInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto('/profile?tab=AddressSettings')
  await page.getByRole('button', { name: 'Add address' }).click()
  const country = addressForm(page).getByLabel('Country', { exact: true })
  await country.click()
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThanOrEqual(193)
  await country.fill('atlantis')
  await expect(page.getByText('No country found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await addressForm(page).getByRole('button', { name: 'Save address' }).click()
  await expect(country).toHaveAccessibleDescription('Please choose a country from the list.')
  await expect(country).toHaveValue('atlantis')
  await country.fill('united')
  await expect(page.getByRole('option')).toHaveText(['United States', 'United Kingdom', 'United Arab Emirates'])
  await page.getByRole('option', { name: 'United States' }).click()
  await expect(addressForm(page).getByLabel('State', { exact: true })).toBeVisible()
  await expect(addressForm(page).getByLabel('ZIP code (optional)')).toBeVisible()
})
