import { fetchCards, fetchProductNames } from './support/api.ts'
import { category, home } from './support/paths.ts'
import { expect, test, waitForHydration } from './support/test.ts'

test('the tiles link to their categories', async ({ page }) => {
  await page.goto(home)
  await waitForHydration(page)
  for (const [title, path] of [
    ['CRYSTAL', 'crystal'],
    ['Jewellery', 'Jewellery'],
    ['ACCESSORIES', 'accessory'],
  ] as const) {
    const tile = page
      .getByRole('region', { name: 'Categories' })
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await expect(tile.getByRole('link', { name: 'Explore' })).toHaveAttribute('href', category(path))
  }
  await page.getByRole('link', { name: 'Explore' }).nth(1).click()
  await expect(page).toHaveURL(category('Jewellery'))
})

test('shows two random featured products', async ({ page, request }) => {
  const featured = await fetchProductNames(request, '/api/product/tags/Featured')
  expect(featured.length).toBeGreaterThan(2)
  await page.addInitScript(() => {
    Math.random = () => 0.999
  })
  await page.goto(home)
  await waitForHydration(page)
  const names = page.getByRole('region', { name: 'Featured' }).getByRole('heading', { level: 2 })
  await expect(names).toHaveText([featured.at(-1) ?? '', featured.at(-2) ?? ''])
  await page.getByRole('region', { name: 'Featured' }).getByRole('link', { name: 'Shop Now' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: featured.at(-1) })).toBeVisible()
})

test('stores the popular products, and Shop Now opens a product', async ({ page, request }) => {
  const popular = await fetchCards(request, '/api/product/tags/popular')
  const names = popular.map(({ name }) => name)
  await page.goto(home)
  await waitForHydration(page)
  // Ignores the stock, because other tests buy these products meanwhile.
  const withoutStock = (cards: object[]) => cards.map((card) => ({ ...card, stockQuantity: undefined }))
  const stored = () => page.evaluate(() => JSON.parse(window.localStorage.getItem('popular') ?? '[]') as object[])
  await expect.poll(async () => withoutStock(await stored())).toEqual(withoutStock(popular.slice(0, 8)))
  const items = page.getByRole('region', { name: 'POPULAR' }).getByRole('listitem')
  const shownNames = await items.getByRole('heading', { level: 3 }).allTextContents()
  expect(shownNames).toEqual(names.slice(0, shownNames.length))
  const item = items.nth(1)
  await expect(item.getByRole('img')).toHaveAttribute('alt', /\w/)
  await expect(item.getByRole('paragraph')).not.toBeEmpty()
  await item.getByRole('link', { name: 'Shop Now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: shownNames[1] })).toBeVisible()
})

test('POPULAR is not animated with reduced motion', async ({ page }) => {
  await page.goto(home)
  await waitForHydration(page)
  const popular = page.getByRole('region', { name: 'POPULAR' })
  await expect(popular.locator('.opacity-0')).toBeAttached()
  await popular.scrollIntoViewIfNeeded()
  await expect(popular.locator('.animate-rise')).toHaveCSS('animation-name', 'none')
})
