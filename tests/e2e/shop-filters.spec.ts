import type { Page } from '@playwright/test'
import { inFull } from '#tests/support/full-run.ts'
import { fetchProductNames } from './support/api.ts'
import { category, search, shop, tag } from './support/paths.ts'
import { cardNames, cards, loadMoreLink } from './support/product-cards.ts'
import { expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'

const shownNames = (page: Page): Promise<string[]> => cardNames(page).allTextContents()

test.describe('filters', () => {
  const filters = (page: Page) => page.getByRole('form', { name: 'Filters' })
  const selectOption = (page: Page, label: string, option: string) =>
    filters(page).getByLabel(label, { exact: true }).selectOption({ label: option })

  for (const javaScriptEnabled of inFull([true, false], [true])) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })

      test('are applied and stored in the URL', async ({ page, request }) => {
        await page.goto(shop)
        if (javaScriptEnabled) await waitForHydration(page)
        await selectOption(page, 'Sort by', 'Price low to high')
        await selectOption(page, 'Category', 'Jewellery')
        await selectOption(page, 'Size', 'Medium')
        await filters(page).getByRole('button', { name: 'Apply Filter' }).click()
        await expect(page).toHaveURL(/sortBy=priceAsc/)
        const { searchParams } = new URL(page.url())
        expect(searchParams.get('CategoryIds')).toBe('3')
        expect(searchParams.get('size')).toBe('medium')

        const call = '/api/product/search?sortBy=priceAsc&CategoryIds=3&size=medium'
        const names = await fetchProductNames(request, call)
        const { totalRecords } = (await (await request.get(call)).json()) as { totalRecords: number }
        expect(names.length).toBeGreaterThan(0)
        await expect(cards(page)).toHaveCount(names.length)
        await expect(cardNames(page)).toHaveText(names)
        await expect(filters(page).getByLabel('Category', { exact: true })).toHaveValue('3')
        await expect(filters(page).getByText(`${totalRecords} products`, { exact: true })).toBeVisible()
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')

        await page.reload()
        await expect(cardNames(page)).toHaveText(names)
        await expect(filters(page).getByLabel('Sort by')).toHaveValue('priceAsc')
      })

      test('are removed, but the search text stays', { tag: onlyInFull }, async ({ page }) => {
        await page.goto(`${search('quartz')}&size=small`)
        if (javaScriptEnabled) await waitForHydration(page)
        const remove = filters(page).getByRole('button', { name: 'Remove Filter' })
        await remove.click()
        await expect(page).toHaveURL(search('quartz'))
        await expect(filters(page).getByLabel('Size')).toHaveValue('')
        if (javaScriptEnabled) await waitForHydration(page)
        await selectOption(page, 'Color', 'Black')
        await remove.click()
        await expect(filters(page).getByLabel('Color')).toHaveValue('')
        await expect(page).toHaveURL(search('quartz'))
        await expect(page.getByRole('heading', { level: 1, name: 'Results for “quartz”' })).toBeVisible()
      })
    })
  }

  test('are collapsed on a phone, and their button shows the number in use', { tag: onlyPhone }, async ({ page }) => {
    await page.goto(shop)
    const apply = filters(page).getByRole('button', { name: 'Apply Filter' })
    await expect(apply).toBeHidden()
    await expect(page.getByRole('article').first()).toBeInViewport()
    await page.getByText('Filters', { exact: true }).tap()
    await expect(apply).toBeVisible()
    await waitForHydration(page)
    await selectOption(page, 'Color', 'Black')
    await selectOption(page, 'Sort by', 'Price low to high')
    await apply.tap()
    await expect(page).toHaveURL(`${shop}?sortBy=priceAsc&color=black`)
    await expect(page.getByText('Filters (2)', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Filters (2)', { exact: true })).toBeVisible()
    await expect(apply).toBeHidden()
  })

  test('are open on a wide screen without a collapse button', async ({ page }) => {
    await page.goto(`${shop}?color=black`)
    await expect(filters(page).getByRole('button', { name: 'Apply Filter' })).toBeVisible()
    await expect(page.getByText('Filters (1)', { exact: true })).toBeHidden()
  })

  test('keep the focus and follow back and forward', { tag: onlyInFull }, async ({ page, request }) => {
    // Fills the page cache, so the response arrives before the loading state shows.
    await request.get(`${shop}.data?color=black`)
    await page.goto(shop)
    await waitForHydration(page)
    await selectOption(page, 'Color', 'Black')
    const apply = filters(page).getByRole('button', { name: 'Apply Filter' })
    await apply.click()
    await expect(page).toHaveURL(`${shop}?color=black`)
    await expect(loadMoreLink(page)).toHaveCount(0)
    await expect(apply).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(shop)
    await expect(filters(page).getByLabel('Color')).toHaveValue('')
    await expect(cards(page)).toHaveCount(8)
  })
})

test.describe('a category', () => {
  test('shows its text and picture, and twelve products per page', async ({ page }) => {
    await page.goto(category('crystal'))
    await waitForHydration(page)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Crystal' })).toBeVisible()
    await expect(main.getByRole('img', { name: /^Three blue aquamarine crystals/ })).toBeVisible()
    await expect(page.getByText('12 of 24', { exact: true })).toBeVisible()
    await loadMoreLink(page).click()
    await expect(page.getByText('24 of 24', { exact: true })).toBeVisible()
    await expect(loadMoreLink(page)).toHaveCount(0)
  })

  test('sorts by price', async ({ page, request }) => {
    const names = await fetchProductNames(request, '/api/product/category/crystal?sortBy=priceDesc')
    await page.goto(category('crystal'))
    await waitForHydration(page)
    await page.getByLabel('Sort by').focus()
    await page.getByLabel('Sort by').selectOption({ label: 'Price high to low' })
    await expect(page).toHaveURL(`${category('crystal')}?sortBy=priceDesc`)
    await expect.poll(() => shownNames(page)).toEqual(names)
    await expect(page.getByLabel('Sort by')).toBeFocused()
  })

  test('opens another category from its select', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(category('crystal'))
    await waitForHydration(page)
    await page.getByLabel('Category').selectOption({ label: 'Jewellery' })
    await expect(page).toHaveURL(category('Jewellery'))
    await expect(page.getByRole('heading', { level: 1, name: 'Jewellery' })).toBeVisible()
    await page.getByLabel('Category').selectOption({ label: 'Accessory' })
    await expect(page).toHaveURL(category('accessory'))
  })

  test('has selects for color and size that do nothing', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(category('crystal'))
    await waitForHydration(page)
    const before = await shownNames(page)
    await page.getByLabel('Color').selectOption({ label: 'Black' })
    await page.getByLabel('Size').selectOption({ label: 'XL' })
    await expect(page).toHaveURL(category('crystal'))
    await expect(cardNames(page)).toHaveText(before)
  })
})

test.describe('a tag', () => {
  test('has a title and sorts by price', async ({ page, request }) => {
    const names = await fetchProductNames(request, '/api/product/tags/quartz?sortBy=priceAsc&pageSize=8')
    await page.goto(tag('quartz'))
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Quartz' })).toBeVisible()
    await page.getByLabel('Sort by').selectOption({ label: 'Price low to high' })
    await expect(page).toHaveURL(`${tag('quartz')}?sortBy=priceAsc`)
    await expect.poll(() => shownNames(page)).toEqual(names)
  })

  test('without products links back to the shop', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(tag('moonstone'))
    await waitForHydration(page)
    await expect(page.getByText('Nothing here yet! Time to start shopping!')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(shop)
  })
})
