import { register } from './accounts-people.ts'
import { product, shop } from './addresses.ts'
import { expect, hydrated, test } from './visit.ts'

const piece = product('crystal', 'citrine-point')
const heading = 'VISITING FROM INTERNATIONAL?'

test.describe('on a first visit from a place that cannot be told', () => {
  test.use({ firstVisit: true })

  for (const [currency, price] of [
    ['USD', '$ 24'],
    ['NPR', 'Rs 3,200'],
  ] as const) {
    test(`Continue with ${currency} is kept and shown at once`, async ({ page }) => {
      await page.goto(piece)
      await page.getByRole('button', { name: `Continue with ${currency}` }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText(price, { exact: true }).first()).toBeVisible()
      const record = await page.evaluate(() => JSON.parse(localStorage.currency) as object)
      expect(record).toEqual({ currency, timestamp: expect.any(Number) })
      await page.goto(shop)
      await hydrated(page)
      await expect(page.locator('html')).toHaveAttribute('data-currency', currency)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  for (const [countryCode, currency] of [
    ['NP', 'NPR'],
    ['SE', 'USD'],
  ] as const) {
    test(`a visitor from ${countryCode} sees ${currency} and is asked nothing`, async ({ page }) => {
      await page.route('**/api/location', (route) => route.fulfill({ json: { countryCode } }))
      await page.goto(shop)
      await expect(page.locator('html')).toHaveAttribute('data-currency', currency)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  test('signing out shows dollars, and signing in again what is paid with in the country', async ({ page }) => {
    await page.route('**/api/location', (route) => route.fulfill({ json: { countryCode: 'NP' } }))
    const { email, password } = await register(page.request)
    const account = page.getByRole('banner').getByRole('button', { name: 'Account' })
    const logIn = async () => {
      const form = page.getByRole('form', { name: 'Login', exact: true })
      await form.getByLabel('Email or username').fill(email)
      await form.getByLabel('Password', { exact: true }).fill(password)
      await form.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL('/')
    }
    const expectCurrency = (currency: string) => expect(page.locator('html')).toHaveAttribute('data-currency', currency)

    await page.goto('/login')
    await hydrated(page)
    await logIn()
    await expectCurrency('NPR')
    await account.click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectCurrency('USD')
    await account.click()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await expectCurrency('USD')
    await logIn()
    await expectCurrency('NPR')
  })

  test.describe('where the scripts cannot be had', () => {
    test.use({ mayComplain: true })

    for (const [lost, files] of [
      ['not one comes', '**/assets/*.js'],
      ['the one that begins does not come', '**/assets/entry*.js'],
    ] as const) {
      test(`prices show in dollars: ${lost}`, async ({ page }) => {
        await page.route(files, (route) => route.abort())
        await page.goto(piece)
        await expect(page.getByText('$ 24', { exact: true }).first()).toBeVisible()
      })
    }
  })
})

test('a choice older than a day no longer counts', async ({ page }) => {
  await page.addInitScript(() => {
    const timestamp = Date.now() - 24 * 3600 * 1000
    window.localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp }))
  })
  await page.goto(shop)
  await expect(page.getByRole('dialog', { name: heading })).toBeVisible()
})

test('the chosen currency outlasts a visit to the not-found page', async ({ page }) => {
  await page.addInitScript(() => {
    window.localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp: Date.now() }))
  })
  await page.goto(piece)
  await hydrated(page)
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

test('a choice of today is shown without asking where the visitor is', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/location') && asked.push(request.url()))
  await page.addInitScript(() => {
    const timestamp = Date.now() - 23 * 3600 * 1000
    window.localStorage.setItem('currency', JSON.stringify({ currency: 'NPR', timestamp }))
  })
  await page.goto(piece)
  await hydrated(page)
  await expect(page.getByText('Rs 3,200', { exact: true }).first()).toBeVisible()
  expect(asked).toEqual([])
})

for (const record of ['{', 'null', '{"currency":"NPR"}']) {
  test(`the record ${record} counts as none`, async ({ page }) => {
    await page.addInitScript((text) => window.localStorage.setItem('currency', text), record)
    await page.goto(shop)
    await expect(page.getByRole('dialog', { name: heading })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
  })
}
