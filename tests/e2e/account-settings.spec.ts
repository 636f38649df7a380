import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { expect, onlyInFull, test } from './support/test.ts'

const main = (page: Page) => page.getByRole('main')
const details = (page: Page) => page.getByRole('form', { name: 'Your details' })

test.describe('account settings', () => {
  test.use({ expectedFailures: ['/api/userdetails', '/api/authentication/change-password'] })

  test('require a name and the terms', async ({ page }) => {
    await signIn(page)
    await page.goto('/profile?tab=AccountSettings')
    await expect(details(page).getByLabel('I accept the terms')).toBeChecked()
    await details(page).getByLabel('Full name').fill('  ')
    await details(page).getByLabel('I accept the terms').uncheck()
    await details(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(details(page).getByLabel('Full name')).toBeFocused()
    await expect(details(page).getByLabel('Full name')).toHaveAccessibleDescription('Please enter your full name.')
    await expect(details(page).getByLabel('I accept the terms')).toHaveAccessibleDescription('Please accept the terms.')
  })

  test('show the server’s message beside the field', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/profile?tab=AccountSettings')
    await details(page).getByLabel('Full name').fill('M'.repeat(200))
    await details(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(details(page).getByLabel('Full name')).toHaveAccessibleDescription(
      'Please use at most 120 characters.',
    )
  })

  test('show that the email is not confirmed and resend the link', async ({ page }) => {
    await signIn(page)
    await page.goto('/profile?tab=AccountSettings')
    await expect(main(page).getByText('Your email is not confirmed yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page).toHaveURL('/confirm-email?sent=1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification sent')
  })

  test('reject a wrong current password', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/profile?tab=AccountSettings')
    const change = page.getByRole('form', { name: 'Change password' })
    await change.getByLabel('Current password', { exact: true }).fill('Wrong-password-1')
    await change.getByLabel('New password', { exact: true }).fill('Snow-Leopard-5')
    await change.getByLabel('Confirm new password', { exact: true }).fill('Snow-Leopard-5')
    await change.getByRole('button', { name: 'Change password' }).click()
    await expect(change.getByLabel('Current password', { exact: true })).toBeFocused()
    await expect(change.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  })

  test('delete an account only with its password', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/profile?tab=AccountSettings')
    const deleteButton = page.getByRole('button', { name: 'Delete my account' })
    await deleteButton.click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Please enter your password.')
    await dialog.getByLabel('Your password').fill('Wrong-password-1')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(deleteButton).toBeFocused()
    await expect(page).toHaveURL('/profile?tab=AccountSettings')
  })
})
