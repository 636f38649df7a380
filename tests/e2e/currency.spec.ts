import type { Page } from '@playwright/test'
import { inFull, someOf } from '#tests/support/full-run.ts'
import { logIn, register } from './support/accounts.ts'
import { fillCart } from './support/cart.ts'
import { expectFocusTrapped, expectOpen, openOverlay } from './support/overlays.ts'
import { product, shop } from './support/paths.ts'
import { bothWidthsInFull, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'

const productPage = product('crystal', 'citrine-point')
const heading = 'VISITING FROM INTERNATIONAL?'
const text = 'You can switch to your comfortable currency for the best shopping experience.'

test.describe('on a first visit from an unknown country', () => {
  test.use({ firstVisit: true })

  test('opens the currency dialog and shows dollars meanwhile', { tag: bothWidthsInFull }, async ({ page }) => {
    await page.goto(productPage)
    const modal = page.getByRole('dialog', { name: heading })
    await expect(modal.getByText(text)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    await expectFocusTrapped(page, modal, 8)
  })

  const closeActions: [string, (page: Page) => Promise<void>][] = [
    ['Esc', (page) => page.keyboard.press('Escape')],
    ['the close button', (page) => page.getByRole('button', { name: 'Close' }).click()],
  ]

  for (const [action, close] of someOf(closeActions, 2)) {
    test(`${action} closes the dialog without storing a currency`, { tag: bothWidthsInFull }, async ({ page }) => {
      await page.goto(shop)
      await expectOpen(page.getByRole('dialog', { name: heading }))
      await close(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await page.evaluate(() => localStorage.getItem('currency'))).toBeNull()
    })
  }

  test('a dismissal lasts for the session, and the footer button opens the dialog again', async ({ page }) => {
    await page.goto(productPage)
    await page.getByRole('dialog', { name: heading }).getByRole('button', { name: 'Close' }).click()
    await page.goto(shop)
    await waitForHydration(page)
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Currency: US dollars' }).click()
    await page.getByRole('button', { name: 'Continue with NPR' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Currency: Nepalese rupees' })).toBeVisible()
  })

  const currencies = [
    ['NPR', 'Rs 3,200'],
    ['USD', '$ 24'],
  ] as const

  for (const [currency, price] of someOf(currencies, 2)) {
    test(`Continue with ${currency} is stored and shown at once`, async ({ page }) => {
      await page.goto(productPage)
      await page.getByRole('button', { name: `Continue with ${currency}` }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText(price, { exact: true }).first()).toBeVisible()
      const record = await page.evaluate(() => JSON.parse(localStorage.currency) as object)
      expect(record).toEqual({ currency, timestamp: expect.any(Number) })
      await page.goto(shop)
      await waitForHydration(page)
      await expect(page.locator('html')).toHaveAttribute('data-currency', currency)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  for (const [countryCode, currency] of [
    ['NP', 'NPR'],
    ['SE', 'USD'],
  ] as const) {
    test(`shows ${currency} to a visitor from ${countryCode} without the dialog`, async ({ page }) => {
      await page.route('**/api/location', (route) => route.fulfill({ json: { countryCode } }))
      await page.goto(shop)
      await expect(page.locator('html')).toHaveAttribute('data-currency', currency)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  test('shows dollars after logout and the currency of the country after the next login', async ({ page }) => {
    await page.route('**/api/location', (route) => route.fulfill({ json: { countryCode: 'NP' } }))
    const { email, password } = await register(page.request)
    const account = page.getByRole('banner').getByRole('button', { name: 'Account' })
    const expectCurrency = (currency: string) => expect(page.locator('html')).toHaveAttribute('data-currency', currency)

    await page.goto('/login')
    await waitForHydration(page)
    await logIn(page, email, password)
    await expect(page).toHaveURL('/')
    await expectCurrency('NPR')
    await account.click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectCurrency('USD')
    await account.click()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await expectCurrency('USD')
    await logIn(page, email, password)
    await expect(page).toHaveURL('/')
    await expectCurrency('NPR')
  })

  test.describe('when scripts fail to load', { tag: onlyInFull }, () => {
    test.use({ allowConsoleErrors: true })

    for (const [scripts, files] of [
      ['all scripts', '**/assets/*.js'],
      ['the entry script', '**/assets/entry*.js'],
    ] as const) {
      test(`shows prices in dollars: ${scripts}`, async ({ page }) => {
        await page.route(files, (route) => route.abort())
        await page.goto(productPage)
        await expect(page.getByText('$ 24', { exact: true }).first()).toBeVisible()
      })
    }
  })
})

const cartPages = [
  ['checkout', '/checkout'],
  ['cart', '/shopping-bag'],
] as const

for (const [name, path] of someOf(cartPages, 2)) {
  test(`the currency can be changed beside the total of the ${name}`, { tag: bothWidthsInFull }, async ({
    page,
    request,
    customer,
  }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await page.goto(path)
    const total = page.getByRole('complementary')
    await expect(total).toContainText('You pay in US dollars.')
    await expect(total).toContainText('$ 64')
    await total.getByRole('button', { name: 'Currency: US dollars' }).click()
    await page.getByRole('button', { name: 'Continue with NPR' }).click()
    await expect(total).toContainText('You pay in Nepalese rupees.')
    await expect(total).toContainText('Rs 3,300')
  })
}

test('the currency can be changed in the side menu', { tag: onlyPhone }, async ({ page }) => {
  await page.goto(shop)
  const menu = await openOverlay(page, 'Menu')
  await menu.getByRole('button', { name: 'Currency: US dollars' }).click()
  await page.getByRole('button', { name: 'Continue with NPR' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')
})

test('a stored currency expires after 24 hours', { tag: onlyInFull }, async ({ page }) => {
  await page.addInitScript(() => {
    const timestamp = Date.now() - 24 * 3600 * 1000
    window.localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp }))
  })
  await page.goto(shop)
  await expect(page.getByRole('dialog', { name: heading })).toBeVisible()
})

test('the not-found page keeps the stored currency', { tag: onlyInFull }, async ({ page }) => {
  await page.addInitScript(() => {
    window.localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp: Date.now() }))
  })
  await page.goto(productPage)
  await waitForHydration(page)
  const price = page.getByText('Rs 3,200', { exact: true }).first()
  await expect(price).toBeVisible()
  await page.evaluate(() => {
    window.history.pushState(null, '', '/nowhere')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { level: 1, name: 'We could not find this page' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')
  await page.goBack()
  await expect(price).toBeVisible()
})

test('a currency stored today needs no location call', { tag: onlyInFull }, async ({ page }) => {
  const locationCalls: string[] = []
  page.on('request', (request) => request.url().includes('/api/location') && locationCalls.push(request.url()))
  await page.addInitScript(() => {
    const timestamp = Date.now() - 23 * 3600 * 1000
    window.localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp }))
  })
  await page.goto(productPage)
  await waitForHydration(page)
  await expect(page.getByText('Rs 3,200', { exact: true }).first()).toBeVisible()
  expect(locationCalls).toEqual([])
})

for (const record of inFull(['{', 'null', '{"currency":"NPR"}'], ['{'])) {
  test(`ignores the invalid stored record ${record}`, async ({ page }) => {
    await page.addInitScript((text) => window.localStorage.setItem('currency', text), record)
    await page.goto(shop)
    await expect(page.getByRole('dialog', { name: heading })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
  })
}
