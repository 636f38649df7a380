import type { Page } from '@playwright/test'
import { product, shop } from './addresses.ts'
import { expect, expectOpen, test } from './visit.ts'

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

  for (const [way, close] of [
    ['Esc', (page) => page.keyboard.press('Escape')],
    ['the close button', (page) => page.getByRole('button', { name: 'Close' }).click()],
  ] as [string, (page: Page) => Promise<void>][]) {
    test(`${way} closes the question without an answer`, async ({ page }) => {
      await page.goto(shop)
      await expectOpen(page.getByRole('dialog', { name: heading }))
      await close(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await page.evaluate(() => localStorage.getItem('currency'))).toBeNull()
    })
  }
})
