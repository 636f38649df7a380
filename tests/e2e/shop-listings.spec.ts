import { category, home, product, search, shop, shopPage } from './support/addresses.ts'
import { namesFrom } from './support/api.ts'
import { holdRequests } from './support/network.ts'
import { cardNames, cardOf, cards, more, productLink } from './support/product-cards.ts'
import { bothWidths, bothWidthsInFull, expect, hydrated, onlyInFull, test } from './support/test.ts'

test.describe('load more', { tag: bothWidthsInFull }, () => {
  test('appends, keeps the place and writes the address', { tag: bothWidths }, async ({ page, request }) => {
    const [first, second] = [
      await namesFrom(request, '/api/product?pageNumber=1'),
      await namesFrom(request, '/api/product?pageNumber=2'),
    ]
    await page.goto(shop)
    await hydrated(page)
    await expect(page.getByText('8 of 60', { exact: true })).toBeVisible()
    await more(page).scrollIntoViewIfNeeded()
    const top = await cardOf(page, first.at(-1) ?? '').boundingBox()
    await more(page).click()
    await expect(page.getByText('16 of 60', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(shopPage(2))
    await expect(cardNames(page)).toHaveText([...first, ...second])
    expect((await cardOf(page, first.at(-1) ?? '').boundingBox())?.y).toBe(top?.y)

    await page.reload()
    await expect(cards(page)).toHaveCount(16)
  })

  test('goes on to the last product and then is gone', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    for (let shown = 16; shown <= 64; shown += 8) {
      await more(page).click()
      await expect(page.getByText(`${Math.min(shown, 60)} of 60`, { exact: true })).toBeVisible()
    }
    await expect(cards(page)).toHaveCount(60)
    expect(new Set(await cardNames(page).allTextContents()).size).toBe(60)
    await expect(more(page)).toHaveCount(0)
    await expect(page.getByText('60 of 60', { exact: true })).toBeFocused()

    // From a product the way back leads to the same place of the same long list.
    const scrolled = await page.evaluate(() => window.scrollY)
    await cards(page).nth(57).getByRole('link').click()
    await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
    await page.goBack()
    await expect(cards(page)).toHaveCount(60)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled / 2)
  })

  test('shows placeholders while the next products load, and says so', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    const letGo = await holdRequests(page, '**/shop.data*')
    await more(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Loading products...' })).toBeAttached()
    await expect(page.getByRole('region', { name: 'Products' }).getByRole('listitem')).toHaveCount(16)
    letGo()
    await expect(cards(page)).toHaveCount(16)
    await expect(page.getByText('Loading products...')).toHaveCount(0)
  })
})

test.describe('load more', () => {
  test('a later page shows its own products, with a link to those before', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shopPage(7))
    await expect(page.getByText('49 to 56 of 60', { exact: true })).toBeVisible()
    await expect(cards(page)).toHaveCount(8)
    await page.getByRole('link', { name: 'Show the pieces before these' }).click()
    await expect(page).toHaveURL(shopPage(6))
    await expect(cards(page)).toHaveCount(48)
  })

  test('keeps sort and filters', { tag: onlyInFull }, async ({ page, request }) => {
    const told = await namesFrom(request, '/api/product/search?sortBy=priceDesc&CategoryIds=1&PageSize=16')
    await page.goto(`${shop}?sortBy=priceDesc&CategoryIds=1`)
    await hydrated(page)
    await more(page).click()
    await expect(cards(page)).toHaveCount(16)
    await expect(cardNames(page)).toHaveText(told)
    await expect(page).toHaveURL(`${shop}?sortBy=priceDesc&CategoryIds=1&page=2`)
  })
})

test('while another list loads, placeholders stand in its place', { tag: [bothWidths, onlyInFull] }, async ({
  page,
}) => {
  await page.goto(category('crystal'))
  await hydrated(page)
  const letGo = await holdRequests(page, '**/crystal.data*')
  await page.getByLabel('Sort by').selectOption('priceAsc')
  await expect(page.getByText('Loading products...')).toBeAttached()
  await expect(cards(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('listitem')).toHaveCount(12)
  letGo()
  await expect(cards(page)).toHaveCount(12)
})

test('the home page leads into the shop', async ({ page }) => {
  await page.goto(home)
  await expect(page.getByRole('heading', { level: 1, name: 'Elevated from the Himalayas' })).toBeVisible()
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await expect(page).toHaveTitle(/^Shop/)
})

test('a product card leads to the page of its product', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(search('citrine point'))
  await productLink(page, 'Citrine Point').click()
  await expect(page).toHaveURL(product('crystal', 'citrine-point'))
  await expect(page.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
})

test('moving inside the shop loads no page anew', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(home)
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { visitor: 'still here' }))
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await more(page).click()
  await expect(page).toHaveURL(shopPage(2))
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
  await expect(page.getByText(/This item takes 5-7 days to process/)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'visitor') as string)).toBe('still here')
})

test('back and forward lead to the pages that were there', async ({ page, request }) => {
  const [second = ''] = await namesFrom(request, '/api/product?pageNumber=2')
  const heading = page.getByRole('heading', { level: 1, name: second, exact: true })
  await page.goto(home)
  await hydrated(page)
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await more(page).click()
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

test('of the two prices of a product the one in the chosen currency is visible', { tag: onlyInFull }, async ({
  page,
}) => {
  await page.goto(product('crystal', 'citrine-point'))
  await expect(page.getByText('$ 24', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Rs 3,200', { exact: true }).first()).toBeAttached()
  await expect(page.getByText('Rs 3,200', { exact: true }).first()).toBeHidden()
})

test('an address with the mark of a newsletter shows the same shop', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(`${shop}?utm_source=newsletter`)
  await hydrated(page)
  await more(page).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})
