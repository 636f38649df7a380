import { test as plain } from '@playwright/test'
import { product, shop } from './addresses.ts'
import { expect, hydrated, test } from './visit.ts'

const piece = product('crystal', 'citrine-point')
const heading = 'VISITING FROM INTERNATIONAL?'
const text = 'You can switch to your comfortable currency for the best shopping experience.'

test.describe('on a first visit from a place that cannot be told', () => {
  test.use({ firstVisit: true })

  test('the visitor is asked for a currency, and sees dollars meanwhile', async ({ page }) => {
    await page.goto(piece)
    const modal = page.getByRole('dialog', { name: heading })
    await expect(modal.getByText(text)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      await expect(modal.locator(':focus')).toHaveCount(1)
    }
  })

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

  for (const [way, close] of [
    ['Esc', (page) => page.keyboard.press('Escape')],
    ['the close button', (page) => page.getByRole('button', { name: 'Close' }).click()],
  ] as [string, (page: import('@playwright/test').Page) => Promise<void>][]) {
    test(`${way} closes the question without an answer`, async ({ page }) => {
      await page.goto(shop)
      await expect(page.getByRole('dialog', { name: heading })).toBeVisible()
      await close(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await page.evaluate(() => localStorage.getItem('currency'))).toBeNull()
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

// The note in the console is what is tested here.
plain('a best seller in an unknown category is noted and leads nowhere', async ({ page }) => {
  const notes: string[] = []
  page.on('console', (message) => message.type() === 'error' && notes.push(message.text()))
  await page.addInitScript(() => {
    if (window.top !== window) return
    window.localStorage.setItem('currency', JSON.stringify({ currency: 'USD', timestamp: Date.now() }))
  })
  const stray = { productId: 9, id: 9, name: 'A stray piece', slugs: 'a-stray-piece', categoryId: 9, imageUrlList: [] }
  const data = [{ ...stray, price: 100, priceInUSD: 1, stockQuantity: 1, isSaved: false, tags: [] }]
  await page.route('**/api/product/tags/bestseller', (route) => route.fulfill({ json: { data } }))
  await page.goto(shop)
  await hydrated(page)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'A stray piece' }).click()
  await expect.poll(() => notes).toContainEqual(expect.stringContaining('Unknown categoryId 9'))
  await expect(page).toHaveURL(shop)
})
