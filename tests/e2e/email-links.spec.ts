import { inFull } from '#tests/support/full-run.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.describe('the confirmation link', () => {
  test.use({ expectedFailures: ['/api/authentication/confirm-email'] })

  const incomplete = ['/confirm-email?token=abc', '/confirm-email', '/confirm-email?email=a%40b.example']
  for (const path of inFull(incomplete, incomplete.slice(0, 1))) {
    test(`${path} without its parameters shows Verification Failed and a link to the home page`, async ({ page }) => {
      await expectToast(page, ['alert', 'Invalid or missing verification details.'], async () => {
        await page.goto(path)
      })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed')
      await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click()
      await expect(page).toHaveURL('/')
    })
  }

  test('shows the server’s message for an invalid token', { tag: onlyInFull }, async ({ page }) => {
    await expectToast(page, ['alert', 'This link is no longer valid. Please ask for a new one.'], async () => {
      await page.goto('/confirm-email?token=wrong&email=maya%40mail.example')
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed')
  })

  test('turns spaces into plus signs and shows a loading text', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const confirmCall = page.waitForRequest('**/api/authentication/confirm-email**')
    await page.route('**/api/authentication/confirm-email**', async (route) => {
      await promise
      await route.fulfill({ json: { message: 'Email confirmed successfully' } })
    })
    await page.goto('/confirm-email?token=a+b%20c&email=maya+shop@mail.example')
    const { searchParams } = new URL((await confirmCall).url())
    expect(Object.fromEntries(searchParams)).toEqual({ token: 'a+b+c', email: 'maya+shop@mail.example' })
    await expect(page.getByText('We are checking your link.')).toBeVisible()
    await expectToast(page, ['status', 'Email confirmed successfully'], async () => resolve())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Email is successfully verified')
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible()
  })

  test('shows Verification sent after a resend', { tag: onlyInFull }, async ({ page }) => {
    await page.goto('/confirm-email?sent=1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification sent')
  })
})

test.describe('the reset-password link', () => {
  test.use({ expectedFailures: ['/api/authentication/reset-password'] })

  test('shows the not-found page only if both parameters are missing', { tag: onlyInFull }, async ({ page }) => {
    const response = await page.goto('/reset-password')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not find this page')
    for (const path of ['/reset-password?token=abc', '/reset-password?email=maya%40mail.example']) {
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    }
  })

  test('requires the same password twice', async ({ page }) => {
    await page.goto('/reset-password?token=abc&email=maya%40mail.example')
    await waitForHydration(page)
    const form = page.getByRole('form', { name: 'Reset your password' })
    const first = form.getByLabel('New password', { exact: true })
    const second = form.getByLabel('Confirm new password', { exact: true })
    await form.getByRole('button', { name: 'Save new password' }).click()
    await expect(first).toBeFocused()
    await expect(second).toHaveAccessibleDescription('Please enter the password again.')
    await first.fill('Snow-Leopard-4')
    await second.fill('Snow-Leopard-5')
    await form.getByRole('button', { name: 'Save new password' }).click()
    await expect(second).toHaveAccessibleDescription('The two passwords are not the same.')
    await expect(second).toBeFocused()
  })

  test('links to a new one when it was already used', { tag: onlyInFull }, async ({ page }) => {
    await page.goto('/reset-password?token=abc&email=maya%40mail.example')
    await waitForHydration(page)
    const form = page.getByRole('form', { name: 'Reset your password' })
    await form.getByLabel('New password', { exact: true }).fill('Snow-Leopard-4')
    await form.getByLabel('Confirm new password', { exact: true }).fill('Snow-Leopard-4')
    await expectToast(page, ['alert', 'This link is no longer valid. Please ask for a new one.'], () =>
      form.getByRole('button', { name: 'Save new password' }).click(),
    )
    await form.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL('/forget-password')
  })
})

test('forgot password shows the same response for an unknown email', { tag: onlyInFull }, async ({ page }) => {
  await page.goto('/forget-password')
  await waitForHydration(page)
  await page.getByLabel('Email').fill('nobody-at-all@mail.example')
  await expectToast(page, ['status', 'Reset email sent successful'], () =>
    page.getByRole('button', { name: 'Send reset link' }).click(),
  )
  await expect(page.getByText('Please check your email')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/login')
})
