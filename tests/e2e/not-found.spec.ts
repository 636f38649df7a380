import { someOf } from '#tests/support/full-run.ts'
import { product, search, shop } from './support/paths.ts'
import { cards, productLink } from './support/product-cards.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

const notFound = 'We could not find this page'

const unknownPaths = [
  ['a product that does not exist', product('crystal', 'no-such-stone')],
  ['an unknown path', '/nowhere'],
] as const

for (const [title, path] of someOf(unknownPaths, 2)) {
  test(`the not-found page of ${title} links back to the shop`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1, name: notFound })).toBeVisible()
    await expect(page).toHaveTitle(/^Not found/)
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(shop)
    await expect(cards(page).first()).toBeVisible()
  })
}

test.describe('errors that the browser logs', () => {
  test.use({ allowConsoleErrors: true })

  test('a product removed while its card is shown opens the not-found page in the same shell', async ({ page }) => {
    await page.route('**/citrine-point.data*', (route) =>
      route.continue({ url: route.request().url().replace('citrine-point', 'no-such-stone') }),
    )
    await page.goto(search('citrine point'))
    await waitForHydration(page)
    const header = await page.getByRole('banner').elementHandle()
    await productLink(page, 'Citrine Point').click()
    await expect(page.getByRole('heading', { level: 1, name: notFound })).toBeVisible()
    expect(await header?.evaluate((element) => element.isConnected), 'the header stays mounted').toBe(true)
    await expect(page.getByText('Product not found', { exact: true })).toBeVisible()
  })

  test('a form posted to a page shows that the page is read-only', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    await page.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<form method="post" action="/shop"></form>'),
    )
    await page.evaluate(() => [...document.forms].at(-1)?.submit())
    await expect(page.getByRole('heading', { level: 1, name: 'This page can only be read' })).toBeVisible()
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(shop)
    await expect(cards(page).first()).toBeVisible()
  })
})
