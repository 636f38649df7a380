import type { Page } from '@playwright/test'
import { inFull } from '#tests/support/full-run.ts'
import { backgroundCalls, createSession, logIn, loginForm, register, signIn, storeSession } from './support/accounts.ts'
import { callApi, fetchProduct } from './support/api.ts'
import { fillCart } from './support/cart.ts'
import { checkoutForm, fillAddress, saveAddress, stockholmAddress } from './support/checkout.ts'
import { expectOpen, overlayButton } from './support/overlays.ts'
import { product } from './support/paths.ts'
import { collectConsoleErrors, expect, onlyInFull, storeUsdCurrency, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const endSession = (page: Page, token: string) =>
  page.request.post('/api/authentication/logout', { headers: { Authorization: `Bearer ${token}` } })

test.describe('the profile redirect', () => {
  test('sends a visitor to the login page and back after login', async ({ page, request }) => {
    const person = await register(request)
    await page.goto('/profile?tab=AddressSettings')
    await expect(page).toHaveURL('/login?returnTo=%2Fprofile%3Ftab%3DAddressSettings')
    await waitForHydration(page)
    await logIn(page, person.email, person.password)
    await expect(page).toHaveURL('/profile?tab=AddressSettings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Address')
  })

  const foreignUrls = ['//evil.example', 'https://evil.example/', '/\\evil.example', '/.//evil.example']
  for (const foreignUrl of inFull(foreignUrls, foreignUrls.slice(0, 1))) {
    test(`never leaves the site: ${foreignUrl}`, async ({ page, request, baseURL }) => {
      const person = await register(request)
      await page.goto(`/login?${new URLSearchParams({ returnTo: foreignUrl })}`)
      await waitForHydration(page)
      await logIn(page, person.email, person.password)
      await expect(page).toHaveURL(`${baseURL}/`)
    })
  }

  test('sends a customer with an ended session to the login page', { tag: onlyInFull }, async ({
    page,
    expectedFailures,
    customer,
  }) => {
    expectedFailures.push('/api/userdetails', '/api/order', ...backgroundCalls)
    const { token } = customer
    await endSession(page, token)
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?returnTo=%2Fprofile')
    await expect(loginForm(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test.describe('several tabs', () => {
  test('sign out together and sign in together', async ({ page, context, customer }) => {
    await page.goto('/profile?tab=AccountSettings')
    await expect(page.getByLabel('Full name')).toBeVisible()
    const second = await context.newPage()
    const consoleErrors = collectConsoleErrors(second, [])
    await second.goto('/learn')
    await waitForHydration(second)
    await second.evaluate(() => {
      localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp: Date.now() }))
    })
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')

    await second.getByRole('banner').getByRole('button', { name: 'Account' }).click()
    const logoutResponse = second.waitForResponse('**/api/authentication/logout')
    await expectToast(second, ['status', 'Logout successful'], () =>
      second.getByRole('button', { name: 'Logout' }).click(),
    )
    await expect(page).toHaveURL('/login')
    expect(
      await page.evaluate(() => ['token', 'userId', 'userEmail', 'currency'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, null, null, null])
    for (const tab of [page, second]) await expect(tab.locator('html')).toHaveAttribute('data-currency', 'USD')
    await logoutResponse
    const callWithOldToken = await page.request.get(`/api/userdetails/${customer.userId}`, {
      headers: { Authorization: `Bearer ${customer.token}` },
    })
    expect(callWithOldToken.status()).toBe(401)

    await second.evaluate(storeUsdCurrency)
    await second.goto('/login')
    await waitForHydration(second)
    await logIn(second, customer.email, customer.password)
    await expect(second).toHaveURL('/')
    await expect(page).toHaveURL('/')
    expect(consoleErrors).toEqual([])
  })

  test('show the account that signed in last', { tag: onlyInFull }, async ({ page, context, request }) => {
    await signIn(page)
    await page.goto('/profile?tab=AccountSettings')
    await expect(page.getByLabel('Full name')).toBeVisible()
    const other = await register(request)
    const session = await createSession(request, other)
    const second = await context.newPage()
    await storeSession(second, session)
    await second.goto('/learn')
    await waitForHydration(second)
    await expect(page.getByRole('form', { name: 'Your details' }).getByLabel('Email')).toHaveValue(other.email)
  })

  test('show nothing of the previous account in the checkout', async ({ page, context, request }) => {
    const first = await signIn(page)
    await fillCart(request, first, { slug: 'citrine-point' })
    await saveAddress(request, first)
    const other = await register(request)
    const session = await createSession(request, other)
    await fillCart(request, session, { slug: 'citrine-point' })
    await saveAddress(request, session, { ...stockholmAddress, streetAddress: 'Kungsgatan 4' })

    await page.goto('/checkout')
    const form = checkoutForm(page)
    await form.getByRole('radio', { name: /Skeppsbron 12/ }).check()
    await form.getByRole('radio', { name: 'Another address' }).check()
    await fillAddress(page)
    const second = await context.newPage()
    await storeSession(second, session)
    await second.goto('/learn')
    await expect(form.getByRole('radio', { name: /Kungsgatan 4/ })).toBeVisible()
    await expect(form.getByRole('radio', { name: /Skeppsbron 12/ })).toHaveCount(0)
    await form.getByRole('radio', { name: 'Another address' }).check()
    await expect(form.getByLabel('Email')).toHaveValue(other.email)
    await expect(form.getByLabel('Street')).toHaveValue('')
  })
})

test('a page restored by Back shows the current account’s cart, hearts and currency', { tag: onlyInFull }, async ({
  page,
  request,
}) => {
  await signIn(page)
  const other = await createSession(request, await register(request))
  await fillCart(request, other, { slug: 'citrine-point', quantity: 2 })
  const heart = page.getByRole('main').getByRole('button', { name: 'Save Citrine Point' }).first()
  const restorePage = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  await page.goto(product('crystal', 'citrine-point'))
  await waitForHydration(page)
  await expect(overlayButton(page, 'Shopping bag')).toBeVisible()
  await page.evaluate((session) => {
    // A page gets no storage event for its own changes.
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
    localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp: Date.now() }))
  }, other)
  await restorePage()
  await expect(overlayButton(page, 'Shopping bag, 2 items')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')

  const { productId } = await fetchProduct(request, 'citrine-point')
  await callApi(request, other, `/wishlist/${other.userId}`, { method: 'POST', data: { productIds: [productId] } })
  await restorePage()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test.describe('a session that ends while the customer fills in a form', () => {
  test.use({ expectedFailures: ['/api/userdetails', '/api/authentication/login', ...backgroundCalls] })

  test('is renewed in a dialog, and the input is saved', async ({ page, customer }) => {
    const { token, email, password } = customer
    await page.goto('/profile?tab=AccountSettings')
    const name = page.getByLabel('Full name')
    await name.fill('Maya of the mountains')
    await endSession(page, token)
    await page.getByRole('button', { name: 'Save changes' }).click()

    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong-password-1')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()

    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await expectToast(page, ['status', 'Profile Updated Successfully'], () => page.keyboard.press('Enter'))
    await expect(dialog).toBeHidden()
    await expect(name).toHaveValue('Maya of the mountains')
    await page.reload()
    await expect(name).toHaveValue('Maya of the mountains')
  })

  test('keeps the input when the dialog is closed', { tag: onlyInFull }, async ({ page, customer }) => {
    const { token } = customer
    await page.goto('/profile?tab=AccountSettings')
    await page.getByLabel('Full name').fill('Maya of the mountains')
    await endSession(page, token)
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    await expectOpen(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Full name')).toHaveValue('Maya of the mountains')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toBeVisible()
  })

  test('is renewed by a sign-in in another tab', { tag: onlyInFull }, async ({ page, context, request, customer }) => {
    await page.goto('/profile?tab=AccountSettings')
    await page.getByLabel('Full name').fill('Maya of the mountains')
    await endSession(page, customer.token)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()

    const session = await createSession(request, customer)
    const second = await context.newPage()
    await storeSession(second, session)
    await expectToast(page, ['status', 'Profile Updated Successfully'], async () => {
      await second.goto('/learn')
    })
  })
})
