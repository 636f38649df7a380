import type { Page } from '@playwright/test'
import { inFull } from '#tests/support/full.ts'
import { backgroundCalls, bringSession, logIn, loginForm, register, sessionOf, signIn } from './support/accounts.ts'
import { product } from './support/addresses.ts'
import { callApi, productOf } from './support/api.ts'
import { fillCart } from './support/cart.ts'
import { checkoutForm, fillAddress, inStockholm, saveAddress } from './support/checkout.ts'
import { expectOpen, opener } from './support/overlays.ts'
import { chooseDollars, expect, hydrated, listenForComplaints, onlyInFull, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const endSessions = (page: Page, token: string) =>
  page.request.post('/api/authentication/logout', { headers: { Authorization: `Bearer ${token}` } })

test.describe('the guard of the profile', () => {
  test('leads a visitor to the login, and from there back to the page', async ({ page, request }) => {
    const person = await register(request)
    await page.goto('/profile?tab=AddressSettings')
    await expect(page).toHaveURL('/login?returnTo=%2Fprofile%3Ftab%3DAddressSettings')
    await hydrated(page)
    await logIn(page, person.email, person.password)
    await expect(page).toHaveURL('/profile?tab=AddressSettings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Address')
  })

  const elsewheres = ['//evil.example', 'https://evil.example/', '/\\evil.example', '/.//evil.example']
  for (const elsewhere of inFull(elsewheres, elsewheres.slice(0, 1))) {
    test(`never leads off the site: ${elsewhere}`, async ({ page, request, baseURL }) => {
      const person = await register(request)
      await page.goto(`/login?${new URLSearchParams({ returnTo: elsewhere })}`)
      await hydrated(page)
      await logIn(page, person.email, person.password)
      await expect(page).toHaveURL(`${baseURL}/`)
    })
  }

  test('leads from an ended session to the login', { tag: onlyInFull }, async ({ page, refusals, customer }) => {
    refusals.push('/api/userdetails', '/api/order', ...backgroundCalls)
    const { token } = customer
    await endSessions(page, token)
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?returnTo=%2Fprofile')
    await expect(loginForm(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test.describe('several tabs', () => {
  test('sign out together, and sign in together', async ({ page, context, customer }) => {
    await page.goto('/profile?tab=AccountSettings')
    await expect(page.getByLabel('Full name')).toBeVisible()
    const second = await context.newPage()
    const complaints = listenForComplaints(second, [])
    await second.goto('/learn')
    await hydrated(second)
    await second.evaluate(() => {
      localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp: Date.now() }))
    })
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')

    await second.getByRole('banner').getByRole('button', { name: 'Account' }).click()
    const heard = second.waitForResponse('**/api/authentication/logout')
    await expectToast(second, ['status', 'Logout successful'], () =>
      second.getByRole('button', { name: 'Logout' }).click(),
    )
    await expect(page).toHaveURL('/login')
    expect(
      await page.evaluate(() => ['token', 'userId', 'userEmail', 'currency'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, null, null, null])
    for (const tab of [page, second]) await expect(tab.locator('html')).toHaveAttribute('data-currency', 'USD')
    await heard
    const dead = await page.request.get(`/api/userdetails/${customer.userId}`, {
      headers: { Authorization: `Bearer ${customer.token}` },
    })
    expect(dead.status()).toBe(401)

    await second.evaluate(chooseDollars)
    await second.goto('/login')
    await hydrated(second)
    await logIn(second, customer.email, customer.password)
    await expect(second).toHaveURL('/')
    await expect(page).toHaveURL('/')
    expect(complaints).toEqual([])
  })

  test('show the account that signed in last', { tag: onlyInFull }, async ({ page, context, request }) => {
    await signIn(page)
    await page.goto('/profile?tab=AccountSettings')
    await expect(page.getByLabel('Full name')).toBeVisible()
    const other = await register(request)
    const session = await sessionOf(request, other)
    const second = await context.newPage()
    await bringSession(second, session)
    await second.goto('/learn')
    await hydrated(second)
    await expect(page.getByRole('form', { name: 'Your details' }).getByLabel('Email')).toHaveValue(other.email)
  })

  test('show at the checkout nothing of the previous account', async ({ page, context, request }) => {
    const first = await signIn(page)
    await fillCart(request, first, { slug: 'citrine-point' })
    await saveAddress(request, first)
    const other = await register(request)
    const session = await sessionOf(request, other)
    await fillCart(request, session, { slug: 'citrine-point' })
    await saveAddress(request, session, { ...inStockholm, streetAddress: 'Kungsgatan 4' })

    await page.goto('/checkout')
    const form = checkoutForm(page)
    await form.getByRole('radio', { name: /Skeppsbron 12/ }).check()
    await form.getByRole('radio', { name: 'Another address' }).check()
    await fillAddress(page)
    const second = await context.newPage()
    await bringSession(second, session)
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
  const other = await sessionOf(request, await register(request))
  await fillCart(request, other, { slug: 'citrine-point', quantity: 2 })
  const heart = page.getByRole('main').getByRole('button', { name: 'Save Citrine Point' }).first()
  const comeBack = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  await page.goto(product('crystal', 'citrine-point'))
  await hydrated(page)
  await expect(opener(page, 'Shopping bag')).toBeVisible()
  await page.evaluate((session) => {
    // The page's own storage, of whose changes it is not told.
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value)
    localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp: Date.now() }))
  }, other)
  await comeBack()
  await expect(opener(page, 'Shopping bag, 2 items')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')

  const { productId } = await productOf(request, 'citrine-point')
  await callApi(request, other, `/wishlist/${other.userId}`, { method: 'POST', data: { productIds: [productId] } })
  await comeBack()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test.describe('a session that ends while its owner is at work', () => {
  test.use({ refusals: ['/api/userdetails', '/api/authentication/login', ...backgroundCalls] })

  test('is renewed over the page, and what was typed is saved', async ({ page, customer }) => {
    const { token, email, password } = customer
    await page.goto('/profile?tab=AccountSettings')
    const name = page.getByLabel('Full name')
    await name.fill('Maya of the mountains')
    await endSessions(page, token)
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

  test('need not be renewed at once: what was typed remains', { tag: onlyInFull }, async ({ page, customer }) => {
    const { token } = customer
    await page.goto('/profile?tab=AccountSettings')
    await page.getByLabel('Full name').fill('Maya of the mountains')
    await endSessions(page, token)
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    await expectOpen(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Full name')).toHaveValue('Maya of the mountains')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toBeVisible()
  })

  test('is renewed by signing in in another tab', { tag: onlyInFull }, async ({ page, context, request, customer }) => {
    await page.goto('/profile?tab=AccountSettings')
    await page.getByLabel('Full name').fill('Maya of the mountains')
    await endSessions(page, customer.token)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()

    const session = await sessionOf(request, customer)
    const second = await context.newPage()
    await bringSession(second, session)
    await expectToast(page, ['status', 'Profile Updated Successfully'], async () => {
      await second.goto('/learn')
    })
  })
})
