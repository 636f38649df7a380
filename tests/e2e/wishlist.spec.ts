import type { Page } from '@playwright/test'
import type { WireWishlist } from '#modules/wishlist/contract.ts'
import { signIn } from './support/accounts.ts'
import { callApi, fetchCards, fetchProduct } from './support/api.ts'
import { cartLines, cartPanel } from './support/cart.ts'
import { product, search } from './support/paths.ts'
import { cardNames, cardOf, cards } from './support/product-cards.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const savedItems = '/profile?tab=SavedItems'
const heartOf = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: `Save ${name}` })

async function saveProducts(
  page: Page,
  session: { userId: string; token: string; userEmail: string },
  ...slugs: string[]
) {
  for (const slug of slugs) {
    const { productId } = await fetchProduct(page.request, slug)
    const data = { productIds: [productId] }
    await callApi<WireWishlist>(page.request, session, `/wishlist/${session.userId}`, { method: 'POST', data })
  }
}

test('a heart saves a product, is filled on every page and removes it', async ({ page, customer }) => {
  await page.goto(search('citrine point'))
  await waitForHydration(page)
  const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expectToast(page, ['status', 'product liked'], () => heart.click())
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  await page.goto(product('crystal', 'citrine-point'))
  await expect(heartOf(page, 'Citrine Point').first()).toHaveAttribute('aria-pressed', 'true')
  const wishlist = await callApi<WireWishlist>(page.request, customer, `/wishlist/${customer.userId}`)
  expect(wishlist.products.map(({ name }) => name)).toEqual(['Citrine Point'])

  await expectToast(page, ['status', 'item removed successfully'], () => heartOf(page, 'Citrine Point').first().click())
  await expect(heartOf(page, 'Citrine Point').first()).toHaveAttribute('aria-pressed', 'false')
  await expect
    .poll(
      async () => (await callApi<WireWishlist>(page.request, customer, `/wishlist/${customer.userId}`)).products.length,
    )
    .toBe(0)
})

test('the browser fills the hearts with one call, and the HTML is the same for everyone', {
  tag: onlyInFull,
}, async ({ page, request, customer }) => {
  await saveProducts(page, customer, 'citrine-point')
  const calls: string[] = []
  page.on('request', (call) => call.url().includes('/api/wishlist/') && calls.push(call.method()))
  await page.goto(search('citrine'))
  await expect(heartOf(page, 'Citrine Point').first()).toHaveAttribute('aria-pressed', 'true')
  expect(calls).toEqual(['GET'])
  const response = await request.get(search('citrine'), { headers: { Authorization: `Bearer ${customer.token}` } })
  expect(await response.text()).not.toContain('aria-pressed="true"')
})

test.describe('a like that fails', () => {
  test.use({ allowConsoleErrors: true })

  test('leaves the heart empty and logs the error in the console', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto(search('citrine point'))
    await waitForHydration(page)
    await page.route('**/api/wishlist/*', (route) => route.fulfill({ status: 503, json: { message: 'Resting.' } }))
    const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
    const logged = page.waitForEvent('console', (message) => message.text().includes('Could not save product'))
    await heart.click()
    await logged
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText('Resting.')).toHaveCount(0)
  })
})

test.describe('Saved Items', () => {
  test('lists the products, last saved first, and the heart removes one', async ({ page, customer }) => {
    await saveProducts(page, customer, 'citrine-point', 'lokta-notebook')
    await page.goto(savedItems)
    await expect(cardNames(page)).toHaveText(['Lokta Notebook', 'Citrine Point'])
    for (const heart of await cards(page).getByRole('button', { name: /^Save/ }).all())
      await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expectToast(page, ['status', 'item removed successfully'], () => heartOf(page, 'Lokta Notebook').click())
    await expect(cardNames(page)).toHaveText(['Citrine Point'])
    await heartOf(page, 'Citrine Point').click()
    await expect(page.getByText('You have not saved anything yet.')).toBeVisible()
    const featured = await fetchCards(page.request, '/api/product/tags/Featured?pageSize=4')
    const region = page.getByRole('region', { name: 'YOU MAY ALSO LIKE' })
    await expect(region.getByRole('link')).toHaveCount(4)
    for (const { name } of featured) await expect(region).toContainText(name)
  })

  test('adds a product to the cart in the chosen variant', { tag: onlyInFull }, async ({ page, customer }) => {
    await saveProducts(page, customer, 'smoky-quartz-point')
    await page.goto(savedItems)
    await cardOf(page, 'Smoky Quartz Point').getByRole('button', { name: 'ADD TO BAG' }).click()
    const small = page.getByRole('menuitem', { name: /^Small/ })
    await expectToast(page, ['status', 'Product added to cart successfully'], () => small.click())
    await expect(cartLines(cartPanel(page))).toContainText(/Smoky Quartz Point.*Small/s)
  })

  test('shows a sold-out product without an add button', { tag: onlyInFull }, async ({ page, customer }) => {
    await saveProducts(page, customer, 'rubellite-tourmaline')
    await page.goto(savedItems)
    const card = cardOf(page, 'Rubellite Tourmaline')
    await expect(card.getByText('SOLD OUT', { exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: 'ADD TO BAG' })).toHaveCount(0)
  })
})
