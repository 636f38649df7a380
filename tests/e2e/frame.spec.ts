import type { Page } from '@playwright/test'
import { category, home, product, shop, tag } from './addresses.ts'
import { expectToast, signIn } from './frame-visit.ts'
import { expect, hydrated, namesFrom, test } from './visit.ts'

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
  test.skip(({ isMobile }) => isMobile, 'the menus of the header are for wide screens')

  for (const { name, to, first, call } of menus) {
    test(`the pointer opens ${name}: its links and two of its pieces`, async ({ page, request }) => {
      const names = await namesFrom(request, call)
      expect(names).toHaveLength(2)
      await page.goto(home)
      await hydrated(page)
      await expect(viewAll(page)).toHaveCount(0)
      await trigger(page, name).hover()
      await expect(viewAll(page)).toHaveAttribute('href', to)
      await expect(trigger(page, name)).toHaveAttribute('aria-expanded', 'true')
      if (first) await expect(shopMenu(page).getByRole('link', { name: first, exact: true })).toBeVisible()
      for (const piece of names) await expect(shopMenu(page).getByRole('link', { name: piece })).toBeVisible()
      await page.getByRole('contentinfo').hover()
      await expect(viewAll(page)).toHaveCount(0)
    })
  }

  test('a press opens a dropdown, another press closes it', async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
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

  test('the keyboard opens a dropdown, walks through it and closes it', async ({ page }) => {
    await page.goto(home)
    await hydrated(page)
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

  test('a subcategory of a dropdown leads to its shelf, and the dropdown closes', async ({ page }) => {
    await page.goto(home)
    await hydrated(page)
    await trigger(page, 'Accessories').hover()
    await shopMenu(page).getByRole('link', { name: 'Key ring', exact: true }).click()
    await expect(page).toHaveURL(tag('key ring'))
    await page.getByRole('contentinfo').hover()
    await expect(viewAll(page)).toHaveCount(0)
  })

  test('the right menu leads to what there is to read', async ({ page }) => {
    await page.goto(shop)
    const read = banner(page).getByRole('navigation', { name: 'Read' })
    for (const [name, to] of [
      ['Learn', '/learn'],
      ['Blogs', '/blogs'],
      ['Bulk Buying', '/bulk-buying'],
    ] as const)
      await expect(read.getByRole('link', { name })).toHaveAttribute('href', to)
  })

  test('a visitor finds Login and Register under the account', async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    const account = banner(page).getByRole('button', { name: 'Account' })
    await account.click()
    await expect(banner(page).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    await expect(banner(page).getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
    await expect(banner(page).getByRole('button', { name: 'Logout' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(banner(page).getByRole('link', { name: 'Login' })).toHaveCount(0)
    await expect(account).toBeFocused()
  })

  test('a customer finds Profile and Logout, and leaves without a trace', async ({ page }) => {
    await signIn(page, 'NPR')
    await page.goto(shop)
    await hydrated(page)
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'NPR')
    await banner(page).getByRole('button', { name: 'Account' }).click()
    await expect(banner(page).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
    const logout = banner(page).getByRole('button', { name: 'Logout' })
    await expectToast(page, ['status', 'Logout successful'], () => logout.click())
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    const left = await page.evaluate(() => ['token', 'userId', 'userEmail', 'currency'].map((key) => localStorage[key]))
    expect(left).toEqual([undefined, undefined, undefined, undefined])
    await banner(page).getByRole('button', { name: 'Account' }).click()
    await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible()
  })
})

test.describe('clear or solid', () => {
  const header = (page: Page) => page.locator('header.header')

  for (const [address, clear] of [
    [home, 'snow'],
    [shop, 'ink'],
    [`${shop}?page=2`, 'ink'],
    [category('crystal'), undefined],
    [product('crystal', 'citrine-point'), undefined],
    ['/nowhere', undefined],
  ] as const) {
    test(`the page ${address} is sent with a ${clear ?? 'solid'} header`, async ({ request }) => {
      const html = await (await request.get(address)).text()
      expect(/<header class="header"[^>]*data-clear="(\w+)"/.exec(html)?.[1]).toBe(clear)
      expect(html.includes('<main id="content" class="pt-header"')).toBe(clear === undefined)
    })
  }

  test('it is solid after fifty pixels, and clear again at the top', async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    await expect(header(page)).toHaveAttribute('data-clear', 'ink')
    await page.evaluate(() => window.scrollTo(0, 50))
    await expect(header(page)).toHaveAttribute('data-clear', 'ink')
    await page.evaluate(() => window.scrollTo(0, 51))
    await expect(header(page)).not.toHaveAttribute('data-clear')
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(header(page)).toHaveAttribute('data-clear', 'ink')
  })

  test('it is solid while a dropdown is open, and follows the page', async ({ page, isMobile }) => {
    test.skip(isMobile, 'the menus of the header are for wide screens')
    await page.goto(home)
    await hydrated(page)
    await expect(header(page)).toHaveAttribute('data-clear', 'snow')
    await trigger(page, 'Crystal').click()
    await expect(header(page)).not.toHaveAttribute('data-clear')
    await viewAll(page).click()
    await expect(page).toHaveURL(category('crystal'))
    await expect(header(page)).not.toHaveAttribute('data-clear')
    await banner(page).getByRole('link', { name: 'ALPINE', exact: true }).click()
    await expect(page).toHaveURL(home)
    await expect(header(page)).toHaveAttribute('data-clear', 'snow')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the words and icons of the header are links', async ({ page, isMobile }) => {
    await page.goto(home)
    await expect(banner(page).getByRole('link', { name: 'Search' })).toHaveAttribute('href', shop)
    if (isMobile) {
      await banner(page).getByRole('link', { name: 'Menu' }).click()
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Jewellery' })).toBeInViewport()
      return
    }
    for (const { name, to } of menus) await expect(trigger(page, name)).toHaveAttribute('href', to)
    await expect(banner(page).getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/login')
    await trigger(page, 'Jewellery').click()
    await expect(page).toHaveURL(category('Jewellery'))
  })
})

test('the footer names the shop, its shelves and how to reach it', async ({ page }) => {
  await page.goto(shop)
  const footer = page.getByRole('contentinfo')
  for (const { name, to } of menus)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
  await expect(footer.getByRole('heading', { name: 'Contact us' })).toBeVisible()
  await expect(footer.getByRole('link', { name: '+977 1 555 0100' })).toHaveAttribute('href', 'tel:+97715550100')
  await expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@.+/)
  for (const text of ['Instagram', 'Facebook', '© 2025 ALPINE. All rights reserved.'])
    await expect(footer.getByText(text)).toBeVisible()
  const outside = await footer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(outside.filter((href) => /^https?:|^#$/.test(href ?? ''))).toEqual([])
})
