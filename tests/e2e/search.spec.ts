import { fetchProductNames } from './support/api.ts'
import { expectFocusTrapped, openOverlay, overlayButton } from './support/overlays.ts'
import { category, home, product, search, shop, tag } from './support/paths.ts'
import { productLink } from './support/product-cards.ts'
import { bothWidthsInFull, expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test('opens with the field focused, traps the focus and returns it', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  await expect(overlay.getByRole('searchbox', { name: 'Search products' })).toBeFocused()
  await expectFocusTrapped(page, overlay)
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)
  await expect(overlayButton(page, 'Search')).toBeFocused()

  await openOverlay(page, 'Search')
  await overlay.getByRole('button', { name: 'Close search' }).click()
  await expect(overlay).toHaveCount(0)
})

test('stores the best sellers and shows the first three', { tag: bothWidthsInFull }, async ({ page, request }) => {
  const names = await fetchProductNames(request, '/api/product/tags/bestseller')
  expect(names.length).toBeGreaterThanOrEqual(3)
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  const cards = overlay.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')
  await expect(cards).toHaveCount(3)
  for (const [index, name] of names.slice(0, 3).entries()) await expect(cards.nth(index)).toContainText(name)
  const stored = await page.evaluate(() => JSON.parse(localStorage.bestSelling) as { name: string }[])
  expect(stored.map(({ name }) => name)).toEqual(names)
  await cards.first().click()
  await expect(page.getByRole('heading', { level: 1, name: names[0] ?? '' })).toBeVisible()
})

test('shows results and their count while typing, and opens a result by keyboard', { tag: bothWidthsInFull }, async ({
  page,
  request,
}) => {
  const [first = ''] = await fetchProductNames(request, '/api/product/search?Name=aquama&PageSize=6')
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  await page.keyboard.type('aquama')
  await expect(overlay.getByRole('status')).toHaveText(/^\d+ results?$/)
  await expect(overlay.getByRole('link', { name: first })).toBeVisible()
  const result = overlay.getByRole('link', { name: first })
  await result.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: first, exact: true })).toBeVisible()
  await expect(overlay).toHaveCount(0)
})

test('recommends four pages', async ({ page }) => {
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  const links = overlay.getByRole('region', { name: 'Recommendations' }).getByRole('link')
  await expect(links).toHaveText(['Crystals', 'Jewellery', 'Accessory', 'Wealth'])
  const paths = [category('crystal'), category('Jewellery'), category('accessory'), tag('wealth')]
  for (const [index, path] of paths.entries()) await expect(links.nth(index)).toHaveAttribute('href', path)
  await links.first().click()
  await expect(page).toHaveURL(category('crystal'))
  await expect(overlay).toHaveCount(0)
})

test('a best seller links to the category of its categoryId', { tag: onlyInFull }, async ({ page }) => {
  await page.route('**/api/product/tags/bestseller', (route) =>
    route.fulfill({ json: { data: [1, 2, 3].map((categoryId) => card({ categoryId })) } }),
  )
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  const cards = overlay.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')
  for (const [index, name] of ['crystal', 'accessory', 'Jewellery'].entries())
    await expect(cards.nth(index)).toHaveAttribute('href', product(name, 'a-product'))
})

test('searches by Enter and by the icon, but not with an empty text', async ({ page }) => {
  await page.goto(home)
  const overlay = await openOverlay(page, 'Search')
  const field = overlay.getByRole('searchbox')
  await page.keyboard.press('Enter')
  await field.fill('   ')
  await page.keyboard.press('Enter')
  await overlay.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(overlay).toBeVisible()
  await expect(page).toHaveURL(home)
  await field.fill('smoky quartz')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(search('smoky quartz'))
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “smoky quartz”' })).toBeVisible()
  await expect(overlay).toHaveCount(0)

  await openOverlay(page, 'Search')
  await field.fill('ruby & gold')
  await overlay.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(search('ruby & gold'))
  await expect(overlay).toHaveCount(0)
})

test('focuses the results without an outline', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(home)
  const overlay = await openOverlay(page, 'Search')
  await page.keyboard.type('citrine')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(search('citrine'))
  await expect(overlay).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('main')).toHaveCSS('outline-width', '0px')
  await openOverlay(page, 'Search')
  await page.keyboard.press('Escape')
  await expect(overlayButton(page, 'Search')).toBeFocused()
})

test('shows best sellers when there are few or no results', async ({ page }) => {
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  const bestSellers = overlay.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')
  await overlay.getByRole('searchbox').fill('ruby rng')
  await expect(overlay.getByRole('status')).toHaveText('1 result')
  await expect(bestSellers).toHaveCount(3)
  await overlay.getByRole('searchbox').fill('xyzzyq')
  await expect(overlay.getByRole('status')).toHaveText('No Results Found')
  await expect(bestSellers).toHaveCount(3)
  await overlay.getByRole('searchbox').fill('quartz')
  await expect(overlay.getByRole('status')).toHaveText(/^\d+ results$/)
  await expect(bestSellers).toHaveCount(0)
})

test('shows No Results Found', async ({ page }) => {
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  await overlay.getByRole('searchbox').fill('xyzzyq')
  await expect(overlay.getByRole('status')).toHaveText('No Results Found')
  await overlay.getByRole('searchbox').fill('')
  await expect(overlay.getByRole('heading', { name: 'Our Best Sellers' })).toBeVisible()
})

test('ignores a late response to an older text', { tag: onlyInFull }, async ({ page }) => {
  let sendOldResponse = () => {}
  const oldResponse = new Promise<void>((resolve) => {
    sendOldResponse = resolve
  })
  await page.route('**/api/product/search?*', async (route) => {
    const name = new URL(route.request().url()).searchParams.get('Name') ?? ''
    if (name === 'old') await oldResponse
    await route
      .fulfill({ json: { products: [card({ name: `Product for ${name}` })], totalRecords: 1 } })
      .catch(() => {})
  })
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  const oldRequest = page.waitForRequest((request) => request.url().includes('Name=old'))
  await overlay.getByRole('searchbox').fill('old')
  await oldRequest
  await overlay.getByRole('searchbox').fill('new')
  await expect(overlay.getByRole('link', { name: 'Product for new' })).toBeVisible()
  sendOldResponse()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(overlay.getByRole('link', { name: 'Product for old' })).toHaveCount(0)
})

function card(values: { categoryId?: number; name?: string }) {
  const { categoryId = 1, name = 'A product' } = values
  const rest = { slugs: 'a-product', price: 100, priceInUSD: 1, stockQuantity: 1, isSaved: false, tags: [] }
  return { productId: categoryId, id: categoryId, name, categoryId, imageUrlList: [], ...rest }
}

test.describe('when a call fails', { tag: onlyInFull }, () => {
  test.use({ allowConsoleErrors: true })

  test('the console logs missing best sellers, and the search still works', async ({ page }) => {
    const messages: string[] = []
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
    await page.route('**/api/product/tags/bestseller', (route) => route.abort())
    await page.goto(shop)
    const overlay = await openOverlay(page, 'Search')
    await expect.poll(() => messages).toContainEqual(expect.stringContaining('Could not load the best sellers'))
    await expect(page.getByRole('alert')).toHaveCount(0)
    await overlay.getByRole('searchbox').fill('citrine point')
    await expect(overlay.getByRole('link', { name: /^Citrine Point/ })).toBeVisible()
  })

  test('the overlay shows an error and searches again after the next character', async ({ page }) => {
    await page.route('**/api/product/search*', (route) => route.abort())
    await page.goto(shop)
    const overlay = await openOverlay(page, 'Search')
    await overlay.getByRole('searchbox').fill('citrine poin')
    await expect(overlay.getByRole('status')).toHaveText('The shop could not be reached. Please check your connection.')
    await page.unrouteAll()
    await page.keyboard.type('t')
    await expect(overlay.getByRole('link', { name: /^Citrine Point/ })).toBeVisible()
  })
})

test.describe('without JavaScript', { tag: onlyInFull }, () => {
  test.use({ javaScriptEnabled: false })

  test('the icon opens a page with a search field', async ({ page }) => {
    await page.goto(home)
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL(shop)
    await page.getByRole('searchbox', { name: 'Search products' }).fill('citrine point')
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(search('citrine point'))
    await expect(productLink(page, 'Citrine Point')).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('citrine point')
  })
})

test('has no second search field when JavaScript runs', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(shop)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

// This test expects an error in the console.
test.describe('a best seller', () => {
  test.use({ allowConsoleErrors: true })

  test('in an unknown category logs an error and does not navigate', { tag: onlyInFull }, async ({ page }) => {
    const messages: string[] = []
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
    const unknownCategoryCard = {
      productId: 9,
      id: 9,
      name: 'A stray product',
      slugs: 'a-stray-product',
      categoryId: 9,
      imageUrlList: [],
    }
    const data = [{ ...unknownCategoryCard, price: 100, priceInUSD: 1, stockQuantity: 1, isSaved: false, tags: [] }]
    await page.route('**/api/product/tags/bestseller', (route) => route.fulfill({ json: { data } }))
    await page.goto(shop)
    await waitForHydration(page)
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'A stray product' }).click()
    await expect.poll(() => messages).toContainEqual(expect.stringContaining('Unknown categoryId 9'))
    await expect(page).toHaveURL(shop)
  })
})
