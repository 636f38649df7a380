import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { cartLines, cartPanel } from './support/cart.ts'
import { checkoutForm } from './support/checkout.ts'
import { holdRequests } from './support/network.ts'
import { overlayButton } from './support/overlays.ts'
import { product, search } from './support/paths.ts'
import { productLink } from './support/product-cards.ts'
import { bothWidths, expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.use({ ownContext: true })
test.slow()

/** Emulates a latency of 400 ms and a processor four times slower. */
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

test('on a slow network each step to the checkout shows feedback before the server responds', {
  tag: [bothWidths, onlyInFull],
}, async ({ page }) => {
  const line = page.getByRole('progressbar', { name: 'Loading' })
  const main = page.getByRole('main')
  await signIn(page)
  await slowDown(page)
  await page.goto(search('citrine point'))
  await waitForHydration(page)

  // Open the product through a link that was not prefetched.
  await Promise.all([expect(line).toBeVisible(), productLink(page, 'Citrine Point').dispatchEvent('click')])
  await expect(page).toHaveURL(product('crystal', 'citrine-point'))
  await expect(main.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
  await expect(line).toHaveCount(0)

  // The heart is filled while the call is pending.
  const releaseSave = await holdRequests(page, '**/api/wishlist/*')
  const heart = main.getByRole('button', { name: 'Save Citrine Point' })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  releaseSave()
  await expect(page.getByText('product liked', { exact: true })).toBeVisible()

  // The count and the button change while the call is pending.
  const releaseAdd = await holdRequests(page, '**/api/ShoppingCart/CartItem')
  await main.getByRole('button', { name: 'Add to Bag', exact: true }).first().click()
  await expect(main.getByRole('button', { name: 'Adding to Bag...' }).first()).toHaveAttribute('aria-busy', 'true')
  await expect(overlayButton(page, 'Shopping bag, 1 item')).toBeVisible()
  releaseAdd()
  await expect(cartLines(cartPanel(page))).toContainText('Citrine Point')

  await cartPanel(page).getByRole('button', { name: 'CHECKOUT' }).click()
  await expect(line).toBeVisible()
  await expect(page).toHaveURL('/checkout')
  await expect(checkoutForm(page)).toBeVisible()
  await expect(line).toHaveCount(0)
})
