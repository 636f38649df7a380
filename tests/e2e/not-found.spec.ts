import { someOf } from '#tests/support/full.ts'
import { product, search, shop } from './support/addresses.ts'
import { cards, productLink } from './support/product-cards.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'

const notFound = 'We could not find this page'

const missing = [
  ['a product that does not exist', product('crystal', 'no-such-stone')],
  ['an unknown path', '/nowhere'],
] as const

for (const [title, address] of someOf(missing, 2)) {
  test(`from the not-found page of ${title} a visitor goes back into the shop`, async ({ page }) => {
    const response = await page.goto(address)
    expect(response?.status()).toBe(404)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1, name: notFound })).toBeVisible()
    await expect(page).toHaveTitle(/^Not found/)
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(shop)
    await expect(cards(page).first()).toBeVisible()
  })
}

test.describe('where the browser itself logs the error', () => {
  test.use({ mayComplain: true })

  test('a product that is removed while its card is shown ends on the not-found page', { tag: onlyInFull }, async ({
    page,
  }) => {
    await page.route('**/citrine-point.data*', (route) =>
      route.continue({ url: route.request().url().replace('citrine-point', 'no-such-stone') }),
    )
    await page.goto(search('citrine point'))
    await hydrated(page)
    await productLink(page, 'Citrine Point').click()
    await expect(page.getByRole('heading', { level: 1, name: notFound })).toBeVisible()
    await expect(page.getByText('Product not found', { exact: true })).toBeVisible()
  })

  test('a form that is posted to a page shows that it can only be read', { tag: onlyInFull }, async ({ page }) => {
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
