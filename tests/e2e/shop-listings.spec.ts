import { fetchProductNames } from './support/api.ts'
import { holdRequests } from './support/network.ts'
import { category, home, product, search, shop, shopPage } from './support/paths.ts'
import { cardNames, cardOf, cards, loadMoreLink, productLink } from './support/product-cards.ts'
import { bothWidths, bothWidthsInFull, expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.describe('load more', { tag: bothWidthsInFull }, () => {
  test('appends products, keeps the scroll position and updates the URL', { tag: bothWidths }, async ({
    page,
    request,
  }) => {
    const [first, second] = [
      await fetchProductNames(request, '/api/product?pageNumber=1'),
      await fetchProductNames(request, '/api/product?pageNumber=2'),
    ]
    await page.goto(shop)
    await waitForHydration(page)
    await expect(page.getByText('8 of 60', { exact: true })).toBeVisible()
    await loadMoreLink(page).scrollIntoViewIfNeeded()
    const top = await cardOf(page, first.at(-1) ?? '').boundingBox()
    await loadMoreLink(page).click()
    await expect(page.getByText('16 of 60', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(shopPage(2))
    await expect(cardNames(page)).toHaveText([...first, ...second])
    expect((await cardOf(page, first.at(-1) ?? '').boundingBox())?.y).toBe(top?.y)

    await page.reload()
    await expect(cards(page)).toHaveCount(16)
  })

  test('disappears after the last product, and Back restores the long list', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    await waitForHydration(page)
    for (let shown = 16; shown <= 64; shown += 8) {
      await loadMoreLink(page).click()
      await expect(page.getByText(`${Math.min(shown, 60)} of 60`, { exact: true })).toBeVisible()
    }
    await expect(cards(page)).toHaveCount(60)
    expect(new Set(await cardNames(page).allTextContents()).size).toBe(60)
    await expect(loadMoreLink(page)).toHaveCount(0)
    await expect(page.getByText('60 of 60', { exact: true })).toBeFocused()

    // Back from a product restores the list and its scroll position.
    const scrolled = await page.evaluate(() => window.scrollY)
    await cards(page).nth(57).getByRole('link').click()
    await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
    await page.goBack()
    await expect(cards(page)).toHaveCount(60)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled / 2)
  })

  test('shows placeholders and a loading text while the next products load', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    await waitForHydration(page)
    const release = await holdRequests(page, '**/shop.data*')
    await loadMoreLink(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Loading products...' })).toBeAttached()
    await expect(page.getByRole('region', { name: 'Products' }).getByRole('listitem')).toHaveCount(16)
    release()
    await expect(cards(page)).toHaveCount(16)
    await expect(page.getByText('Loading products...')).toHaveCount(0)
  })
})

test.describe('load more', () => {
  test('a later page shows its products with a link to the previous ones', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shopPage(7))
    await expect(page.getByText('49 to 56 of 60', { exact: true })).toBeVisible()
    await expect(cards(page)).toHaveCount(8)
    await page.getByRole('link', { name: 'Show previous products' }).click()
    await expect(page).toHaveURL(shopPage(6))
    await expect(cards(page)).toHaveCount(48)
  })

  test('keeps sort and filters', { tag: onlyInFull }, async ({ page, request }) => {
    const names = await fetchProductNames(request, '/api/product/search?sortBy=priceDesc&CategoryIds=1&PageSize=16')
    await page.goto(`${shop}?sortBy=priceDesc&CategoryIds=1`)
    await waitForHydration(page)
    await loadMoreLink(page).click()
    await expect(cards(page)).toHaveCount(16)
    await expect(cardNames(page)).toHaveText(names)
    await expect(page).toHaveURL(`${shop}?sortBy=priceDesc&CategoryIds=1&page=2`)
  })
})

test('another list shows placeholders while it loads', { tag: [bothWidths, onlyInFull] }, async ({ page }) => {
  await page.goto(category('crystal'))
  await waitForHydration(page)
  const release = await holdRequests(page, '**/crystal.data*')
  await page.getByLabel('Sort by').selectOption('priceAsc')
  await expect(page.getByText('Loading products...')).toBeAttached()
  await expect(cards(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('listitem')).toHaveCount(12)
  release()
  await expect(cards(page)).toHaveCount(12)
})

test('the home page links to the shop', async ({ page }) => {
  await page.goto(home)
  await expect(page.getByRole('heading', { level: 1, name: 'Elevated from the Himalayas' })).toBeVisible()
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await expect(page).toHaveTitle(/^Shop/)
})

test('a product card links to its product page', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(search('citrine point'))
  await productLink(page, 'Citrine Point').click()
  await expect(page).toHaveURL(product('crystal', 'citrine-point'))
  await expect(page.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
})

test('navigation inside the shop does not reload the document', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(home)
  await waitForHydration(page)
  await page.evaluate(() => Object.assign(window, { visitor: 'still here' }))
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await loadMoreLink(page).click()
  await expect(page).toHaveURL(shopPage(2))
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
  await expect(page.getByText(/This item takes 5-7 days to process/)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'visitor') as string)).toBe('still here')
})

test('back and forward restore the previous pages', async ({ page, request }) => {
  const [second = ''] = await fetchProductNames(request, '/api/product?pageNumber=2')
  const heading = page.getByRole('heading', { level: 1, name: second, exact: true })
  await page.goto(home)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await loadMoreLink(page).click()
  await productLink(page, second).click()
  await expect(heading).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(shopPage(2))
  await expect(productLink(page, second)).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
  await expect(heading).toBeVisible()
  await page.reload()
  await expect(heading).toBeVisible()
})

test('only the price in the selected currency is visible', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(product('crystal', 'citrine-point'))
  await expect(page.getByText('$ 24', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Rs 3,200', { exact: true }).first()).toBeAttached()
  await expect(page.getByText('Rs 3,200', { exact: true }).first()).toBeHidden()
})

test('a URL with a utm parameter shows the shop', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(`${shop}?utm_source=newsletter`)
  await waitForHydration(page)
  await loadMoreLink(page).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})
