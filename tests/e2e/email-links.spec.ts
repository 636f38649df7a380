import { inFull } from '#tests/support/full.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.describe('the link that confirms an email', () => {
  test.use({ refusals: ['/api/authentication/confirm-email'] })

  const incomplete = ['/confirm-email?token=abc', '/confirm-email', '/confirm-email?email=a%40b.example']
  for (const address of inFull(incomplete, incomplete.slice(0, 1))) {
    test(`${address} without its details fails, and leads home`, async ({ page }) => {
      await expectToast(page, ['alert', 'Invalid or missing verification details.'], async () => {
        await page.goto(address)
      })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed')
      await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click()
      await expect(page).toHaveURL('/')
    })
  }

  test('that is wrong shows the server’s message', { tag: onlyInFull }, async ({ page }) => {
    await expectToast(page, ['alert', 'This link is no longer valid. Please ask for a new one.'], async () => {
      await page.goto('/confirm-email?token=wrong&email=maya%40mail.example')
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed')
  })

  test('is checked with plus signs in the place of spaces, while the page says so', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const asked = page.waitForRequest('**/api/authentication/confirm-email**')
    await page.route('**/api/authentication/confirm-email**', async (route) => {
      await promise
      await route.fulfill({ json: { message: 'Email confirmed successfully' } })
    })
    await page.goto('/confirm-email?token=a+b%20c&email=maya+shop@mail.example')
    const { searchParams } = new URL((await asked).url())
    expect(Object.fromEntries(searchParams)).toEqual({ token: 'a+b+c', email: 'maya+shop@mail.example' })
    await expect(page.getByText('We are checking your link.')).toBeVisible()
    await expectToast(page, ['status', 'Email confirmed successfully'], async () => resolve())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Email is successfully verified')
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible()
  })

  test('that was sent again is announced', { tag: onlyInFull }, async ({ page }) => {
    await page.goto('/confirm-email?sent=1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification sent')
  })
})

test.describe('the link to a new password', () => {
  test.use({ refusals: ['/api/authentication/reset-password'] })

  test('is the not-found page only where both its details are missing', { tag: onlyInFull }, async ({ page }) => {
    const answer = await page.goto('/reset-password')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not find this page')
    for (const address of ['/reset-password?token=abc', '/reset-password?email=maya%40mail.example']) {
      expect((await page.goto(address))?.status()).toBe(200)
      await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    }
  })

  test('requires the same password twice', async ({ page }) => {
    await page.goto('/reset-password?token=abc&email=maya%40mail.example')
    await hydrated(page)
    const form = page.getByRole('form', { name: 'Reset your password' })
    const first = form.getByLabel('New password', { exact: true })
    const second = form.getByLabel('New password, again', { exact: true })
    await form.getByRole('button', { name: 'Save new password' }).click()
    await expect(first).toBeFocused()
    await expect(second).toHaveAccessibleDescription('Please enter the password again.')
    await first.fill('Snow-Leopard-4')
    await second.fill('Snow-Leopard-5')
    await form.getByRole('button', { name: 'Save new password' }).click()
    await expect(second).toHaveAccessibleDescription('The two passwords are not the same.')
    await expect(second).toBeFocused()
  })

  test('that is used up leads to a new one', { tag: onlyInFull }, async ({ page }) => {
    await page.goto('/reset-password?token=abc&email=maya%40mail.example')
    await hydrated(page)
    const form = page.getByRole('form', { name: 'Reset your password' })
    await form.getByLabel('New password', { exact: true }).fill('Snow-Leopard-4')
    await form.getByLabel('New password, again', { exact: true }).fill('Snow-Leopard-4')
    await expectToast(page, ['alert', 'This link is no longer valid. Please ask for a new one.'], () =>
      form.getByRole('button', { name: 'Save new password' }).click(),
    )
    await form.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL('/forget-password')
  })
})

test('forgot password shows the same answer for an unknown email', { tag: onlyInFull }, async ({ page }) => {
  await page.goto('/forget-password')
  await hydrated(page)
  await page.getByLabel('Email').fill('nobody-at-all@mail.example')
  await expectToast(page, ['status', 'Reset email sent successful'], () =>
    page.getByRole('button', { name: 'Send reset link' }).click(),
  )
  await expect(page.getByText('Please check your mail')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/login')
})
