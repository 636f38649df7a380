import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { product, search, shop } from './support/addresses.ts'
import { cartPanel } from './support/cart.ts'
import { expectOpen, open, opener } from './support/overlays.ts'
import { cardOf } from './support/product-cards.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'
import { expectToast, type Toast } from './support/toasts.ts'

test.use({ ownContext: true, mayComplain: true })

const notOpened: Toast = ['alert', 'This could not be opened. Please check your connection, then reload the page.']

/** Adds a product, whose panel then fails to open. */
async function addToCart(page: Page): Promise<void> {
  await signIn(page)
  await page.goto(search('citrine point'))
  await hydrated(page)
  const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' })
  await expectToast(page, notOpened, () => add.click())
  await expect(opener(page, 'Shopping bag, 1 item')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a cart panel whose script is lost says so, and the page goes on', { tag: onlyInFull }, async ({ page }) => {
  await page.route('**/assets/cart-panel-*', (route) => route.abort())
  await addToCart(page)
  await open(page, 'Search')
})

test('a cart panel whose styles are lost says so, and opens with them at the next try', { tag: onlyInFull }, async ({
  page,
}) => {
  const styles = '**/assets/bag-*.css'
  await page.route(styles, (route) => route.abort())
  await addToCart(page)
  await page.unroute(styles)
  // The words lie over the icon: it is pressed with a key.
  const press = () => opener(page, 'Shopping bag, 1 item').press('Enter')
  const [sheet] = await Promise.all([page.waitForResponse(styles), press()])
  expect(sheet.ok()).toBe(true)
  await expectOpen(cartPanel(page))
})

test('a picture viewer whose script is lost says so, and the gallery goes on', { tag: onlyInFull }, async ({
  page,
}) => {
  await page.goto(product('crystal', 'citrine-point'))
  await hydrated(page)
  await page.route('**/assets/viewer-*', (route) => route.abort())
  const gallery = page.getByRole('region', { name: /^Pictures of/ })
  await expectToast(page, notOpened, () => gallery.getByRole('button', { name: /^View picture 1/ }).click())
  const second = gallery.getByRole('button', { name: /^Show picture 2/ })
  await second.click()
  await expect(second).toHaveAttribute('aria-current', 'true')
})

test.describe('on a first visit', () => {
  test.use({ firstVisit: true })

  test('a currency dialog whose script is lost is not shown, and dollars stay', { tag: onlyInFull }, async ({
    page,
  }) => {
    await page.route('**/assets/currency-modal-*', (route) => route.abort())
    const lost = page.waitForEvent('requestfailed', (call) => call.url().includes('currency-modal'))
    await Promise.all([lost, page.goto(shop)])
    await open(page, 'Search')
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
