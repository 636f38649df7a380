import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { openOverlay, overlayButton } from './support/overlays.ts'
import { product, search, shop } from './support/paths.ts'
import { cardOf } from './support/product-cards.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast, type Toast } from './support/toasts.ts'

test.use({ ownContext: true, allowConsoleErrors: true })

const loadFailure: Toast = ['alert', 'This could not be opened. Please check your connection, then reload the page.']

/** Adds a product; the cart panel then fails to open. */
async function addToCart(page: Page): Promise<void> {
  await signIn(page)
  await page.goto(search('citrine point'))
  await waitForHydration(page)
  const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' })
  await expectToast(page, loadFailure, () => add.click())
  await expect(overlayButton(page, 'Shopping bag, 1 item')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('shows an error when the cart panel’s script fails, and the page still works', { tag: onlyInFull }, async ({
  page,
}) => {
  await page.route('**/assets/cart-panel-*', (route) => route.abort())
  await addToCart(page)
  await openOverlay(page, 'Search')
})

test('shows an error when the picture viewer’s script fails, and the gallery still works', { tag: onlyInFull }, async ({
  page,
}) => {
  await page.goto(product('crystal', 'citrine-point'))
  await waitForHydration(page)
  await page.route('**/assets/viewer-*', (route) => route.abort())
  const gallery = page.getByRole('region', { name: /^Pictures of/ })
  await expectToast(page, loadFailure, () => gallery.getByRole('button', { name: /^View picture 1/ }).click())
  const second = gallery.getByRole('button', { name: /^Show picture 2/ })
  await second.click()
  await expect(second).toHaveAttribute('aria-current', 'true')
})

test.describe('on a first visit', () => {
  test.use({ firstVisit: true })

  test('shows dollars when the currency dialog’s script fails', { tag: onlyInFull }, async ({ page }) => {
    await page.route('**/assets/currency-modal-*', (route) => route.abort())
    const failedRequest = page.waitForEvent('requestfailed', (call) => call.url().includes('currency-modal'))
    await Promise.all([failedRequest, page.goto(shop)])
    await openOverlay(page, 'Search')
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
