import { register, somebody } from './support/accounts.ts'
import { goToProvider, introduce } from './support/provider.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const refusal = 'The sign-in with Google did not work. Please try again, or use your password.'

test('a new customer signs in through the provider, returns to the page, and deletes the account', async ({ page }) => {
  const { email } = somebody()
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/profile?tab=AccountSettings')
  await expect(page).toHaveURL(/^[^?]*\/login\?returnTo=/)
  await goToProvider(page)
  await expectToast(page, ['status', 'successfully login'], () => introduce(page, { email, name: 'Maya Tamang' }))
  await expect(page).toHaveURL('/profile?tab=AccountSettings')
  await expect(page.getByRole('form', { name: 'Your details' }).getByLabel('Email')).toHaveValue(email)
  await expect(page.getByText('not confirmed yet')).toHaveCount(0)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(addresses.join(' ')).not.toContain(token)

  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Your email, to be sure').fill(email)
  await expectToast(page, ['status', 'Your account has been deleted'], () =>
    dialog.getByRole('button', { name: 'Delete my account' }).click(),
  )
})

test('a new customer chooses a password, and needs it from then on', async ({ page }) => {
  await page.goto('/login?returnTo=%2Fprofile%3Ftab%3DAccountSettings')
  await goToProvider(page)
  await introduce(page, { email: somebody().email, name: 'Maya Tamang' })
  const form = page.getByRole('form', { name: 'Change password' })
  const current = form.getByLabel('Current password', { exact: true })
  const choose = async (password: string) => {
    await form.getByLabel('New password', { exact: true }).fill(password)
    await form.getByLabel('New password, again', { exact: true }).fill(password)
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

test('joins the account with this email, and disables its old password', { tag: onlyInFull }, async ({
  page,
  request,
}) => {
  const { email } = await register(request)
  await page.goto('/login')
  await goToProvider(page)
  const asked = 'Your old password no longer works. Please choose a new one in your account settings.'
  await expectToast(page, ['status', asked], () => introduce(page, { email, name: 'Another Name' }))
  await expect(page).toHaveURL('/profile?tab=AccountSettings')
  await expect(page.getByText('Your account has no password.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('userEmail'))).toBe(email)
})

test('leads back to the login where the sign-in is refused', { tag: onlyInFull }, async ({ page }) => {
  await page.goto('/login')
  await goToProvider(page)
  await expectToast(page, ['alert', refusal], () => page.getByRole('button', { name: 'Refuse' }).click())
  await expect(page).toHaveURL('/login')
})

test('rejects an email that the provider has not verified', { tag: onlyInFull }, async ({ page, request }) => {
  const { email } = await register(request)
  await page.goto('/login')
  await goToProvider(page)
  await expectToast(page, ['alert', refusal], () => introduce(page, { email, name: 'An impostor', verified: false }))
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('rejects a forged answer of the provider', { tag: onlyInFull }, async ({ page }) => {
  await expectToast(page, ['alert', refusal], async () => {
    await page.goto('/api/authentication/callback?code=forged&state=forged')
  })
  await expect(page).toHaveURL('/login')
})

test.describe('without a ticket', { tag: onlyInFull }, () => {
  test.use({ refusals: ['/api/authentication/session', '/api/authentication/signin-google'] })

  test('the page that ends a sign-in leads to the login', async ({ page, context }) => {
    const { email } = somebody()
    await page.goto('/login')
    await goToProvider(page)
    await introduce(page, { email, name: 'Maya Tamang' })
    await expect(page).toHaveURL('/')
    await page.evaluate(() => localStorage.clear())
    const second = await context.newPage()
    await second.goto('/signed-in')
    await expect(second).toHaveURL('/login')
  })

  test('a shop without a provider says so, and the page stays', async ({ page }) => {
    await page.route('**/api/authentication/signin-google**', (route) =>
      route.fulfill({ status: 404, json: { message: 'Sign-in with Google is not set up' } }),
    )
    await page.goto('/login')
    await hydrated(page)
    await expectToast(page, ['alert', 'Sign-in with Google is not set up'], () =>
      page.getByRole('button', { name: 'Continue with Google' }).click(),
    )
    await expect(page).toHaveURL('/login')
  })
})
