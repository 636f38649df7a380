import { newPerson, register } from './support/accounts.ts'
import { fillProviderForm, goToProvider } from './support/provider.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const failureMessage = 'The sign-in with Google did not work. Please try again, or use your password.'

test('a new customer signs in through the provider, returns to the page and deletes the account', async ({ page }) => {
  const { email } = newPerson()
  const visitedUrls: string[] = []
  page.on('framenavigated', (frame) => visitedUrls.push(frame.url()))
  await page.goto('/profile?tab=AccountSettings')
  await expect(page).toHaveURL(/^[^?]*\/login\?returnTo=/)
  await goToProvider(page)
  await expectToast(page, ['status', 'successfully login'], () =>
    fillProviderForm(page, { email, name: 'Maya Tamang' }),
  )
  await expect(page).toHaveURL('/profile?tab=AccountSettings')
  await expect(page.getByRole('form', { name: 'Your details' }).getByLabel('Email')).toHaveValue(email)
  await expect(page.getByText('not confirmed yet')).toHaveCount(0)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(visitedUrls.join(' ')).not.toContain(token)

  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Enter your email to confirm').fill(email)
  await expectToast(page, ['status', 'Your account has been deleted'], () =>
    dialog.getByRole('button', { name: 'Delete my account' }).click(),
  )
})

test('a new customer sets a password and then needs it', async ({ page }) => {
  await page.goto('/login?returnTo=%2Fprofile%3Ftab%3DAccountSettings')
  await goToProvider(page)
  await fillProviderForm(page, { email: newPerson().email, name: 'Maya Tamang' })
  const form = page.getByRole('form', { name: 'Change password' })
  const current = form.getByLabel('Current password', { exact: true })
  const choose = async (password: string) => {
    await form.getByLabel('New password', { exact: true }).fill(password)
    await form.getByLabel('Confirm new password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await expectToast(page, ['status', 'Your password has been changed'], () => choose('Snow-Leopard-4'))
  await current.fill('Snow-Leopard-4')
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Your password').fill('Snow-Leopard-4')
  await expectToast(page, ['status', 'Your account has been deleted'], () =>
    dialog.getByRole('button', { name: 'Delete my account' }).click(),
  )
})

test('joins the account with this email and disables its old password', { tag: onlyInFull }, async ({
  page,
  request,
}) => {
  const { email } = await register(request)
  await page.goto('/login')
  await goToProvider(page)
  const message = 'Your old password no longer works. Please choose a new one in your account settings.'
  await expectToast(page, ['status', message], () => fillProviderForm(page, { email, name: 'Another Name' }))
  await expect(page).toHaveURL('/profile?tab=AccountSettings')
  await expect(page.getByText('Your account has no password.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('userEmail'))).toBe(email)
})

test('returns to the login page when the sign-in is refused', { tag: onlyInFull }, async ({ page }) => {
  await page.goto('/login')
  await goToProvider(page)
  await expectToast(page, ['alert', failureMessage], () => page.getByRole('button', { name: 'Refuse' }).click())
  await expect(page).toHaveURL('/login')
})

test('rejects an email that the provider has not verified', { tag: onlyInFull }, async ({ page, request }) => {
  const { email } = await register(request)
  await page.goto('/login')
  await goToProvider(page)
  await expectToast(page, ['alert', failureMessage], () =>
    fillProviderForm(page, { email, name: 'An impostor', verified: false }),
  )
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('rejects a forged response of the provider', { tag: onlyInFull }, async ({ page }) => {
  await expectToast(page, ['alert', failureMessage], async () => {
    await page.goto('/api/authentication/callback?code=forged&state=forged')
  })
  await expect(page).toHaveURL('/login')
})

test.describe('without the one-time cookie', { tag: onlyInFull }, () => {
  test.use({ expectedFailures: ['/api/authentication/session', '/api/authentication/signin-google'] })

  test('the signed-in page redirects to the login page', async ({ page, context }) => {
    const { email } = newPerson()
    await page.goto('/login')
    await goToProvider(page)
    await fillProviderForm(page, { email, name: 'Maya Tamang' })
    await expect(page).toHaveURL('/')
    await page.evaluate(() => localStorage.clear())
    const second = await context.newPage()
    await second.goto('/signed-in')
    await expect(second).toHaveURL('/login')
  })

  test('a shop without a provider shows a message and stays on the page', async ({ page }) => {
    await page.route('**/api/authentication/signin-google**', (route) =>
      route.fulfill({ status: 404, json: { message: 'Sign-in with Google is not set up' } }),
    )
    await page.goto('/login')
    await waitForHydration(page)
    await expectToast(page, ['alert', 'Sign-in with Google is not set up'], () =>
      page.getByRole('button', { name: 'Continue with Google' }).click(),
    )
    await expect(page).toHaveURL('/login')
  })
})
