import type { Locator, Page } from '@playwright/test'
import { category, search, shop, shopPage, tag } from './addresses.ts'
import { cardNames, cards, expect, hydrated, more, namesFrom, productLink, test } from './visit.ts'

const canonical = (page: Page): Locator => page.locator('link[rel="canonical"]')
const robots = (page: Page): Locator => page.locator('meta[name="robots"]')
const shownNames = (page: Page): Promise<string[]> => cardNames(page).allTextContents()

test.describe('filters', () => {
  const filters = (page: Page) => page.getByRole('form', { name: 'Filters' })
  const pick = (page: Page, label: string, option: string) =>
    filters(page).getByLabel(label, { exact: true }).selectOption({ label: option })

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })

      test('are applied and live in the address', async ({ page, request }) => {
        await page.goto(shop)
        if (javaScriptEnabled) await hydrated(page)
        await pick(page, 'Sort by', 'Price low to high')
        await pick(page, 'Category', 'Jewellery')
        await pick(page, 'Size', 'Medium')
        await filters(page).getByRole('button', { name: 'Apply Filter' }).click()
        await expect(page).toHaveURL(/sortBy=priceAsc/)
        const address = new URL(page.url())
        expect(address.searchParams.get('CategoryIds')).toBe('3')
        expect(address.searchParams.get('size')).toBe('medium')

        const told = await namesFrom(request, '/api/product/search?sortBy=priceAsc&CategoryIds=3&size=medium')
        expect(told.length).toBeGreaterThan(0)
        await expect(cards(page)).toHaveCount(told.length)
        await expect(cardNames(page)).toHaveText(told)
        await expect(filters(page).getByLabel('Category', { exact: true })).toHaveValue('3')
        await expect(robots(page)).toHaveAttribute('content', 'noindex')

        await page.reload()
        await expect(cardNames(page)).toHaveText(told)
        await expect(filters(page).getByLabel('Sort by')).toHaveValue('priceAsc')
      })

      test('are removed again, and a search is kept', async ({ page }) => {
        await page.goto(`${search('quartz')}&size=small`)
        if (javaScriptEnabled) await hydrated(page)
        const remove = filters(page).getByRole('button', { name: 'Remove Filter' })
        await remove.click()
        await expect(page).toHaveURL(search('quartz'))
        await expect(filters(page).getByLabel('Size')).toHaveValue('')
        if (javaScriptEnabled) await hydrated(page)
        await pick(page, 'Color', 'Black')
        await remove.click()
        await expect(filters(page).getByLabel('Color')).toHaveValue('')
        await expect(page).toHaveURL(search('quartz'))
        await expect(page.getByRole('heading', { level: 1, name: 'Results for “quartz”' })).toBeVisible()
      })
    })
  }

  test('offer what the specification lists', async ({ page }) => {
    await page.goto(shop)
    const options = (label: string) =>
      filters(page).getByLabel(label, { exact: true }).getByRole('option').allTextContents()
    expect((await options('Sort by')).slice(1)).toEqual(['Price low to high', 'Price high to low'])
    expect((await options('Category')).slice(1)).toEqual(['Crystal', 'Jewellery', 'Accessory'])
    expect((await options('Color')).slice(1)).toEqual(['Black', 'Grey'])
    expect((await options('Size')).slice(1)).toEqual(['Small', 'Medium', 'Large', 'XL'])
  })

  test('leave the focus where it is, and follow the way back', async ({ page, request }) => {
    // Kept from now on, so that it comes before the page shows that it waits.
    await request.get(`${shop}.data?color=black`)
    await page.goto(shop)
    await hydrated(page)
    await pick(page, 'Color', 'Black')
    const apply = filters(page).getByRole('button', { name: 'Apply Filter' })
    await apply.click()
    await expect(page).toHaveURL(`${shop}?color=black`)
    await expect(more(page)).toHaveCount(0)
    await expect(apply).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(shop)
    await expect(filters(page).getByLabel('Color')).toHaveValue('')
    await expect(cards(page)).toHaveCount(8)
  })

  test('that leave nothing say so', async ({ page }) => {
    await page.goto(`${shop}?CategoryIds=3&color=black&size=xl`)
    await expect(page.getByText('Nothing here yet! Time to start shopping!')).toBeVisible()
    await expect(robots(page)).toHaveAttribute('content', 'noindex')
  })
})

test.describe('load more', () => {
  test('a deep address opens its own set, with the way to what came before', async ({ page }) => {
    await page.goto(shopPage(7))
    await expect(page.getByText('49 to 56 of 60', { exact: true })).toBeVisible()
    await expect(cards(page)).toHaveCount(8)
    await page.getByRole('link', { name: 'Show the pieces before these' }).click()
    await expect(page).toHaveURL(shopPage(6))
    await expect(cards(page)).toHaveCount(48)
  })

  test('keeps sort and filters', async ({ page, request }) => {
    const told = await namesFrom(request, '/api/product/search?sortBy=priceDesc&CategoryIds=1&PageSize=16')
    await page.goto(`${shop}?sortBy=priceDesc&CategoryIds=1`)
    await hydrated(page)
    await more(page).click()
    await expect(cards(page)).toHaveCount(16)
    await expect(cardNames(page)).toHaveText(told)
    await expect(page).toHaveURL(`${shop}?sortBy=priceDesc&CategoryIds=1&page=2`)
  })
})

test.describe('a category', () => {
  test('shows its own words and picture, and twelve pieces at a time', async ({ page }) => {
    await page.goto(category('crystal'))
    await hydrated(page)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Crystal' })).toBeVisible()
    await expect(main.getByRole('img', { name: /^Three blue aquamarine crystals/ })).toBeVisible()
    await expect(page.getByText('12 of 24', { exact: true })).toBeVisible()
    await more(page).click()
    await expect(page.getByText('24 of 24', { exact: true })).toBeVisible()
    await expect(more(page)).toHaveCount(0)
  })

  test('is sorted by price', async ({ page, request }) => {
    const told = await namesFrom(request, '/api/product/category/crystal?sortBy=priceDesc')
    await page.goto(category('crystal'))
    await hydrated(page)
    await page.getByLabel('Sort by').focus()
    await page.getByLabel('Sort by').selectOption({ label: 'Price high to low' })
    await expect(page).toHaveURL(`${category('crystal')}?sortBy=priceDesc`)
    await expect.poll(() => shownNames(page)).toEqual(told)
    await expect(page.getByLabel('Sort by')).toBeFocused()
  })

  test('leads to another by its select', async ({ page }) => {
    await page.goto(category('crystal'))
    await hydrated(page)
    await page.getByLabel('Category').selectOption({ label: 'Jewellery' })
    await expect(page).toHaveURL(category('Jewellery'))
    await expect(page.getByRole('heading', { level: 1, name: 'Jewellery' })).toBeVisible()
    await page.getByLabel('Category').selectOption({ label: 'Accessory' })
    await expect(page).toHaveURL(category('accessory'))
  })

  test('has selects for color and size that do nothing', async ({ page }) => {
    await page.goto(category('crystal'))
    await hydrated(page)
    const before = await shownNames(page)
    await page.getByLabel('Color').selectOption({ label: 'Black' })
    await page.getByLabel('Size').selectOption({ label: 'XL' })
    await expect(page).toHaveURL(category('crystal'))
    await expect(cardNames(page)).toHaveText(before)
  })
})

test.describe('a tag', () => {
  test('is titled, sorted and opened eight pieces at a time', async ({ page, request }) => {
    const told = await namesFrom(request, '/api/product/tags/quartz?sortBy=priceAsc&pageSize=8')
    await page.goto(tag('quartz'))
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Quartz' })).toBeVisible()
    await page.getByLabel('Sort by').selectOption({ label: 'Price low to high' })
    await expect(page).toHaveURL(`${tag('quartz')}?sortBy=priceAsc`)
    await expect.poll(() => shownNames(page)).toEqual(told)
  })

  test('that nobody uses is empty, kindly', async ({ page }) => {
    await page.goto(tag('moonstone'))
    await expect(page.getByText('Nothing here yet! Time to start shopping!')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(shop)
  })

  test('has one address, however it is written', async ({ page }) => {
    for (const spelling of ['home decore', 'Home-Decore', 'homedecore']) {
      await page.goto(tag(spelling))
      await expect(canonical(page)).toHaveAttribute('href', /\/shop\/product\/home%20decore$/)
    }
  })
})

test.describe('what an address may hold', () => {
  for (const [title, query] of [
    ['an order that we do not know', 'sortBy=beauty'],
    ['a colour that we do not know', 'color=mauve'],
    ['a category that is none', 'CategoryIds=one'],
    ['nothing but empty fields', 'sortBy=&CategoryIds=&color=&size='],
  ] as const) {
    test(`${title} shows the whole shop, under its own address`, async ({ page, request }) => {
      const response = await page.goto(`${shop}?${query}`)
      expect(response?.status()).toBe(200)
      await expect(cardNames(page)).toHaveText(await namesFrom(request, '/api/product'))
      await expect(canonical(page)).toHaveAttribute('href', /\/shop$/)
      await expect(robots(page)).toHaveCount(0)
    })
  }

  test('a page past the end is an empty shelf that is not indexed', async ({ page }) => {
    const response = await page.goto(shopPage(999))
    expect(response?.status()).toBe(200)
    await expect(page.getByText('Nothing here yet! Time to start shopping!')).toBeVisible()
    await expect(robots(page)).toHaveAttribute('content', 'noindex')
  })

  test('search results are headed, and not indexed', async ({ page }) => {
    await page.goto(search('tourmalin'))
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “tourmalin”' })).toBeVisible()
    await expect(robots(page)).toHaveAttribute('content', 'noindex')
    await expect(productLink(page, 'Watermelon Tourmaline')).toBeVisible()
  })

  for (const spelling of ['jewellery', 'jewelry', 'JEWELLERY']) {
    test(`the category written ${spelling} names its one address`, async ({ page }) => {
      await page.goto(category(spelling))
      await expect(canonical(page)).toHaveAttribute('href', /\/shop\/Jewellery$/)
    })
  }
})
