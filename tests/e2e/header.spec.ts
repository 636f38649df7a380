import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { fetchProductNames } from './support/api.ts'
import { category, home, shop, tag } from './support/paths.ts'
import { bothWidthsInFull, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const banner = (page: Page) => page.getByRole('banner')
const shopMenu = (page: Page) => banner(page).getByRole('navigation', { name: 'Shop' })
const trigger = (page: Page, name: string) => shopMenu(page).getByRole('link', { name, exact: true })
const viewAll = (page: Page) => shopMenu(page).getByRole('link', { name: 'View all' })

const menus = [
  { name: 'Crystal', to: category('crystal'), first: 'Quartz', call: '/api/product/category/crystal?pageSize=2' },
  { name: 'Jewellery', to: category('Jewellery'), first: 'Ring', call: '/api/product/category/Jewellery?pageSize=2' },
  {
    name: 'Accessories',
    to: category('accessory'),
    first: 'Home decore',
    call: '/api/product/category/accessory?pageSize=2',
  },
  { name: 'Alpine Collection', to: '/alpine-collection', first: null, call: '/api/product/tags/collection?pageSize=2' },
]

test.describe('the header of a wide screen', () => {
  test('hovering over a category shows its links and two of its products', async ({ page, request }) => {
    await page.goto(home)
    await waitForHydration(page)
    await expect(viewAll(page)).toHaveCount(0)
    for (const { name, to, first, call } of menus) {
      const names = await fetchProductNames(request, call)
      expect(names).toHaveLength(2)
      await trigger(page, name).hover()
      await expect(viewAll(page)).toHaveAttribute('href', to)
      await expect(trigger(page, name)).toHaveAttribute('aria-expanded', 'true')
      if (first) await expect(shopMenu(page).getByRole('link', { name: first, exact: true })).toBeVisible()
      for (const productName of names)
        await expect(shopMenu(page).getByRole('link', { name: productName })).toBeVisible()
      await page.getByRole('contentinfo').hover()
      await expect(viewAll(page)).toHaveCount(0)
      await page.evaluate(() => window.scrollTo(0, 0))
    }
  })

  test('a click opens a dropdown, another click closes it', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    await waitForHydration(page)
    await trigger(page, 'Jewellery').click()
    await expect(viewAll(page)).toBeVisible()
    await expect(page).toHaveURL(shop)
    await trigger(page, 'Jewellery').click()
    await expect(viewAll(page)).toHaveCount(0)
    await trigger(page, 'Jewellery').click()
    await expect(viewAll(page)).toBeVisible()
    await page.getByRole('main').click({ position: { x: 5, y: 700 } })
    await expect(viewAll(page)).toHaveCount(0)
  })

  test('the keyboard opens a dropdown, moves through it and closes it', async ({ page }) => {
    await page.goto(home)
    await waitForHydration(page)
    await trigger(page, 'Crystal').focus()
    await page.keyboard.press('Enter')
    await expect(viewAll(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(viewAll(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(shopMenu(page).getByRole('link', { name: 'Quartz', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(viewAll(page)).toHaveCount(0)
    await expect(trigger(page, 'Crystal')).toBeFocused()

    await page.keyboard.press('ArrowRight')
    await expect(trigger(page, 'Jewellery')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(viewAll(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(trigger(page, 'Jewellery')).toBeFocused()
  })

  test('a subcategory link opens its page and closes the dropdown', async ({ page }) => {
    await page.goto(home)
    await waitForHydration(page)
    await trigger(page, 'Accessories').hover()
    await shopMenu(page).getByRole('link', { name: 'Key ring', exact: true }).click()
    await expect(page).toHaveURL(tag('key ring'))
    await page.getByRole('contentinfo').hover()
    await expect(viewAll(page)).toHaveCount(0)
  })

  test('the right menu links to Learn, Blogs and Bulk Buying', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    const rightMenu = banner(page).getByRole('navigation', { name: 'Read' })
    for (const [name, to] of [
      ['Learn', '/learn'],
      ['Blogs', '/blogs'],
      ['Bulk Buying', '/bulk-buying'],
    ] as const)
      await expect(rightMenu.getByRole('link', { name })).toHaveAttribute('href', to)
  })

  test('the account menu of a visitor has Login and Register', async ({ page }) => {
    await page.goto(shop)
    await waitForHydration(page)
    const account = banner(page).getByRole('button', { name: 'Account' })
    await account.click()
    await expect(banner(page).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    await expect(banner(page).getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
    await expect(banner(page).getByRole('button', { name: 'Logout' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(banner(page).getByRole('link', { name: 'Login' })).toHaveCount(0)
    await expect(account).toBeFocused()
  })

  test('the account menu of a customer has Profile and Logout, and Logout clears the storage', async ({ page }) => {
    await signIn(page, 'NPR')
    await page.goto(shop)
    await waitForHydration(page)
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')
    await banner(page).getByRole('button', { name: 'Account' }).click()
    await expect(banner(page).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
    const logout = banner(page).getByRole('button', { name: 'Logout' })
    await expectToast(page, ['status', 'Logout successful'], () => logout.click())
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    const storedValues = await page.evaluate(() =>
      ['token', 'userId', 'userEmail', 'currency'].map((key) => localStorage.getItem(key)),
    )
    expect(storedValues).toEqual([null, null, null, null])
    await banner(page).getByRole('button', { name: 'Account' }).click()
    await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible()
  })
})

test.describe('the header style', () => {
  const header = (page: Page) => page.locator('header.header')

  test('is solid after 50 px of scroll and clear again at the top', { tag: bothWidthsInFull }, async ({ page }) => {
    await page.goto(shop)
    await waitForHydration(page)
    await expect(header(page)).toHaveAttribute('data-over-hero', 'ink')
    await page.evaluate(() => window.scrollTo(0, 50))
    await expect(header(page)).toHaveAttribute('data-over-hero', 'ink')
    await page.evaluate(() => window.scrollTo(0, 51))
    await expect(header(page)).not.toHaveAttribute('data-over-hero')
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(header(page)).toHaveAttribute('data-over-hero', 'ink')
  })

  test('is solid while a dropdown is open and changes with the page', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(home)
    await waitForHydration(page)
    await expect(header(page)).toHaveAttribute('data-over-hero', 'snow')
    await trigger(page, 'Crystal').click()
    await expect(header(page)).not.toHaveAttribute('data-over-hero')
    await viewAll(page).click()
    await expect(page).toHaveURL(category('crystal'))
    await expect(header(page)).not.toHaveAttribute('data-over-hero')
    await banner(page).getByRole('link', { name: 'ALPINE', exact: true }).click()
    await expect(page).toHaveURL(home)
    await expect(header(page)).toHaveAttribute('data-over-hero', 'snow')
  })
})

test.describe('without JavaScript', { tag: onlyPhone }, () => {
  test.use({ javaScriptEnabled: false })

  test('the menu link of the header jumps to the footer links', async ({ page }) => {
    await page.goto(home)
    await banner(page).getByRole('link', { name: 'Menu' }).click()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Jewellery' })).toBeInViewport()
  })
})
