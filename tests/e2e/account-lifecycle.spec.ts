import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { logIn, newPerson } from './support/accounts.ts'
import { linkFromEmail } from './support/emails.ts'
import { overlayButton } from './support/overlays.ts'
import { expect, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const newPassword = 'Snow-Leopard-5'
const lastPassword = 'हिम Leopard 6'
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

test('a customer registers, uses and deletes an account', async ({ page }) => {
  test.setTimeout(180_000)
  const { firstName, lastName, email, password } = newPerson()

  await test.step('register', async () => {
    await page.goto('/')
    await waitForHydration(page)
    await overlayButton(page, 'Account').click()
    await page.getByRole('link', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('MY ALPINE ACCOUNT')
    await form(page, 'Register').getByLabel('Email').fill(email)
    await form(page, 'Register').getByLabel('Password', { exact: true }).fill(password)
    await form(page, 'Register').getByLabel('First name').fill(firstName)
    await form(page, 'Register').getByLabel('Last name').fill(lastName)
    await form(page, 'Register').getByRole('button', { name: 'Create account' }).click()
    await expect(form(page, 'Register').getByRole('status')).toContainText(/\w/)
    await expect(form(page, 'Register').getByLabel('Email')).toHaveValue('')
  })

  await test.step('confirm the email with a link in which plus signs became spaces', async () => {
    const link = await linkFromEmail(page.request, email, '/confirm-email')
    await expectToast(page, ['status', 'Email confirmed successfully'], async () => {
      await page.goto(link.replaceAll('%2B', '+'))
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Email is successfully verified')
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  })

  await test.step('log in with the username', async () => {
    await expectToast(page, ['status', 'successfully login'], () => logIn(page, firstName + lastName, password))
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Elevated from the Himalayas' })).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(
      expect.arrayContaining(['token', 'userId', 'userEmail']),
    )
  })

  await test.step('edit the profile', async () => {
    await overlayButton(page, 'Account').click()
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
    await page.getByRole('link', { name: 'Account Settings' }).click()
    await expect(page.getByText('not confirmed yet')).toHaveCount(0)
    const details = form(page, 'Your details')
    await expect(details.getByLabel('Email')).toHaveValue(email)
    await expect(details.getByLabel('Email')).toBeDisabled()
    await details.getByLabel('Full name').fill('माया तामाङ')
    await details.getByLabel('Phone').fill('+977 984 123 4567')
    await expectToast(page, ['status', 'Profile Updated Successfully'], () =>
      details.getByRole('button', { name: 'Save changes' }).click(),
    )
    await expect(page.getByRole('main').getByText('माया तामाङ')).toBeVisible()
  })

  await test.step('change the password', async () => {
    const change = form(page, 'Change password')
    await change.getByLabel('Current password', { exact: true }).fill(password)
    await change.getByLabel('New password', { exact: true }).fill(newPassword)
    await change.getByLabel('Confirm new password', { exact: true }).fill(newPassword)
    await expectToast(page, ['status', 'Your password has been changed'], () =>
      change.getByRole('button', { name: 'Change password' }).click(),
    )
  })

  await test.step('sign out everywhere', async () => {
    await expectToast(page, ['status', 'Logout successful'], () =>
      page.getByRole('button', { name: 'Sign out everywhere' }).click(),
    )
    await expect(page).toHaveURL('/login')
  })

  await test.step('reset the forgotten password', async () => {
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await form(page, 'Forgot password').getByLabel('Email').fill(email)
    await expectToast(page, ['status', 'Reset email sent successful'], () =>
      form(page, 'Forgot password').getByRole('button', { name: 'Send reset link' }).click(),
    )
    await expect(page.getByRole('heading', { name: 'The reset link was sent' })).toBeFocused()
    await page.goto(await linkFromEmail(page.request, email, '/reset-password'))
    await waitForHydration(page)
    const reset = form(page, 'Reset your password')
    await reset.getByLabel('New password', { exact: true }).fill(lastPassword)
    await reset.getByLabel('Confirm new password', { exact: true }).fill(lastPassword)
    await expectToast(page, ['status', 'Password reset successfully !'], () =>
      reset.getByRole('button', { name: 'Save new password' }).click(),
    )
    await expect(page).toHaveURL('/login')
    await logIn(page, email.toUpperCase(), lastPassword)
    await expect(page).toHaveURL('/')
  })

  await test.step('download the data', async () => {
    await page.goto('/profile?tab=AccountSettings')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('alpine-my-data.json')
    const data = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(data)).toMatchObject({ account: { email } })
    expect(data).not.toContain('$argon2')
  })

  await test.step('delete the account', async () => {
    const stored = JSON.stringify({ writtenAt: Date.now(), draft: { street: 'Mangal Bazaar 9' } })
    await page.evaluate((draft) => localStorage.setItem('draft:me:checkout', draft), stored)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await expect(dialog).toContainText('This cannot be undone.')
    await expect(dialog).toContainText('Your orders, without your name')
    await dialog.getByLabel('Your password').fill(lastPassword)
    await expectToast(page, ['status', 'Your account has been deleted'], () =>
      dialog.getByRole('button', { name: 'Delete my account' }).click(),
    )
    await expect(page).toHaveURL('/')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:me:checkout'))).toBeNull()
    const nextLogin = await page.request.post('/api/authentication/login', {
      data: { username: email, password: lastPassword },
    })
    expect(nextLogin.status()).toBe(401)
  })
})
