import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { product, search } from './support/addresses.ts'
import { cartLines, cartPanel } from './support/cart.ts'
import { checkoutForm } from './support/checkout.ts'
import { holdRequests } from './support/network.ts'
import { opener } from './support/overlays.ts'
import { productLink } from './support/product-cards.ts'
import { bothWidths, expect, hydrated, onlyInFull, test } from './support/test.ts'

test.use({ ownContext: true })
test.slow()

/** A round trip of 400 ms, and a processor four times slower than this one. */
async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

test('on a slow network each step of the way to the checkout answers before the server does', {
  tag: [bothWidths, onlyInFull],
}, async ({ page }) => {
  const line = page.getByRole('progressbar', { name: 'Loading' })
  const main = page.getByRole('main')
  await signIn(page)
  await slowDown(page)
  await page.goto(search('citrine point'))
  await hydrated(page)

  // To the product: a link that was not prefetched.
  await Promise.all([expect(line).toBeVisible(), productLink(page, 'Citrine Point').dispatchEvent('click')])
  await expect(page).toHaveURL(product('crystal', 'citrine-point'))
  await expect(main.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
  await expect(line).toHaveCount(0)

  // The heart is filled while the call is under way.
  const saveCall = await holdRequests(page, '**/api/wishlist/*')
  const heart = main.getByRole('button', { name: 'Save Citrine Point' })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  saveCall()
  await expect(page.getByText('product liked', { exact: true })).toBeVisible()

  // So are the count and the button.
  const addCall = await holdRequests(page, '**/api/ShoppingCart/CartItem')
  await main.getByRole('button', { name: 'Add to Bag', exact: true }).first().click()
  await expect(main.getByRole('button', { name: 'Adding to Bag...' }).first()).toHaveAttribute('aria-busy', 'true')
  await expect(opener(page, 'Shopping bag, 1 item')).toBeVisible()
  addCall()
  await expect(cartLines(cartPanel(page))).toContainText('Citrine Point')

  await cartPanel(page).getByRole('button', { name: 'CHECKOUT' }).click()
  await expect(line).toBeVisible()
  await expect(page).toHaveURL('/checkout')
  await expect(checkoutForm(page)).toBeVisible()
  await expect(line).toHaveCount(0)
})
