import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { test as adminTest, enterAdmin, goTo, heading } from './support/admin.ts'
import { cartPanel } from './support/cart.ts'
import { holdRequests } from './support/network.ts'
import { overlayButton } from './support/overlays.ts'
import { home, product, search } from './support/paths.ts'
import { productLink } from './support/product-cards.ts'
import { bothWidthsInFull, expect, test, waitForHydration } from './support/test.ts'

const line = (page: Page) => page.getByRole('progressbar', { name: 'Loading' })

test.describe('while a page loads', () => {
  // An installed clock stays in its context.
  test.use({ ownContext: true })

  test('shows a line under the header after a short delay', { tag: bothWidthsInFull }, async ({ page }) => {
    await page.clock.install()
    await page.goto(search('citrine point'))
    await waitForHydration(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    const release = await holdRequests(page, '**/citrine-point.data*')
    await Promise.all([page.waitForRequest('**/citrine-point.data*'), productLink(page, 'Citrine Point').click()])
    await page.clock.runFor(100)
    await expect(line(page)).toHaveCount(0)
    await page.clock.runFor(100)
    await expect(line(page)).toBeVisible()
    const { height: header = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
    const { y = 0, height = 0, width = 0 } = (await line(page).boundingBox()) ?? {}
    expect(y + height).toBe(header)
    expect(width).toBe(page.viewportSize()?.width)
    release()
    await page.clock.resume()
    await expect(page).toHaveURL(product('crystal', 'citrine-point'))
    await expect(line(page)).toHaveCount(0)
  })
})

test('shows a line while the code of a panel loads', async ({ page }) => {
  await signIn(page)
  const release = await holdRequests(page, '**/assets/cart-panel-*')
  await page.goto(home)
  await waitForHydration(page)
  await overlayButton(page, 'Shopping bag').click()
  await expect(line(page)).toBeVisible()
  release()
  await expect(cartPanel(page)).toBeVisible()
  await expect(line(page)).toHaveCount(0)
})

adminTest('shows a line in the back office', { tag: bothWidthsInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin')
  await waitForHydration(page)
  await expect(heading(page, /\w/)).toBeVisible()
  const release = await holdRequests(page, '**/api/admin/customers*')
  await goTo(page, 'Customers')
  await expect(line(page)).toBeVisible()
  release()
  await expect(heading(page, 'Customers')).toBeVisible()
  await expect(line(page)).toHaveCount(0)
})
