import type { Locator, Page } from '@playwright/test'
import { home, shop, tag } from './addresses.ts'
import { expectToast, open, opener, signIn } from './frame-visit.ts'
import { expect, namesFrom, test } from './visit.ts'

/** However often Tab is pressed, the focus stays inside. */
async function expectFocusKept(page: Page, dialog: Locator): Promise<void> {
  for (let presses = 0; presses < 14; presses++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
}

test.describe('search', () => {
  test('it opens with the field in focus, keeps the focus and gives it back', async ({ page }) => {
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    await expect(sheet.getByRole('searchbox', { name: 'Search products' })).toBeFocused()
    await expectFocusKept(page, sheet)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(opener(page, 'Search')).toBeFocused()

    await open(page, 'Search')
    await sheet.getByRole('button', { name: 'Close search' }).click()
    await expect(sheet).toHaveCount(0)
  })

  test('it stores the best sellers and shows the first three', async ({ page, request }) => {
    const names = await namesFrom(request, '/api/product/tags/bestseller')
    expect(names.length).toBeGreaterThanOrEqual(3)
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    const cards = sheet.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')
    await expect(cards).toHaveCount(3)
    for (const [index, name] of names.slice(0, 3).entries()) await expect(cards.nth(index)).toContainText(name)
    const stored = await page.evaluate(() => JSON.parse(localStorage.bestSelling) as { name: string }[])
    expect(stored.map(({ name }) => name)).toEqual(names)
    await cards.first().click()
    await expect(page.getByRole('heading', { level: 1, name: names[0] ?? '' })).toBeVisible()
  })

  test('results come while typing, with a count, and are reached by the keyboard', async ({ page, request }) => {
    const [first = ''] = await namesFrom(request, '/api/product/search?Name=aquama&PageSize=6')
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    await page.keyboard.type('aquama')
    await expect(sheet.getByRole('status')).toHaveText(/^\d+ results?$/)
    await expect(sheet.getByRole('link', { name: first })).toBeVisible()
    const result = sheet.getByRole('link', { name: first })
    await result.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: first, exact: true })).toBeVisible()
    await expect(sheet).toHaveCount(0)
  })
})

test.describe('bag', () => {
  test('the empty bag says so, keeps the focus and gives it back', async ({ page }) => {
    await signIn(page)
    await page.goto(shop)
    const panel = await open(page, 'Shopping bag', 'SHOPPING BAG')
    await expect(panel.getByRole('heading', { name: 'SHOPPING BAG' })).toBeVisible()
    await expect(panel.getByText('No items in cart')).toBeVisible()
    await expect(panel.getByRole('link', { name: 'VIEW SHOPPING BAG' })).toHaveAttribute('href', '/shopping-bag')
    await expectFocusKept(page, panel)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(opener(page, 'Shopping bag')).toBeFocused()
  })
})

test.describe('the side menu of a small screen', () => {
  test.skip(({ isMobile }) => !isMobile, 'a wide screen has its menus in the header')

  test('it lists the shelves one at a time and leads to them', async ({ page }) => {
    await page.goto(home)
    const menu = await open(page, 'Menu')
    for (const [shelf, first] of [
      ['Crystals', 'Quartz'],
      ['Jewellery', 'Ring'],
      ['Accessories', 'Home decore'],
    ] as const) {
      await expect(menu.getByRole('link', { name: first, exact: true })).toHaveCount(0)
      await menu.getByRole('button', { name: shelf }).click()
      await expect(menu.getByRole('link', { name: first, exact: true })).toBeVisible()
    }
    await expect(menu.getByRole('link', { name: 'Quartz', exact: true })).toHaveCount(0)
    await menu.getByRole('link', { name: 'Phone case' }).click()
    await expect(page).toHaveURL(tag('phone case'))
    await expect(menu).toHaveCount(0)
  })

  test('its links lead to the other pages, and to Login and Register', async ({ page }) => {
    await page.goto(home)
    const menu = await open(page, 'Menu')
    for (const [name, to] of [
      ['Alpine Collection', '/alpine-collection'],
      ['Learn', '/learn'],
      ['Blogs', '/blogs'],
      ['Bulk Buying', '/bulk-buying'],
      ['Login', '/login'],
      ['Register', '/register'],
    ] as const)
      await expect(menu.getByRole('link', { name })).toHaveAttribute('href', to)
    await expectFocusKept(page, menu)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(opener(page, 'Menu')).toBeFocused()
  })

  test('a customer leaves from here', async ({ page }) => {
    await signIn(page)
    await page.goto(home)
    const menu = await open(page, 'Menu')
    await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0)
    await expectToast(page, ['status', 'Logout successful'], () => menu.getByRole('button', { name: 'Logout' }).click())
    await open(page, 'Menu')
    await expect(menu.getByRole('link', { name: 'Register' })).toBeVisible()
  })
})
