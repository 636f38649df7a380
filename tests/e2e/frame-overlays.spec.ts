import type { Locator, Page } from '@playwright/test'
import { category, home, product, search, shop, tag } from './addresses.ts'
import { expectToast, signIn } from './frame-visit.ts'
import { expect, hydrated, namesFrom, test } from './visit.ts'

const opener = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

async function open(page: Page, name: string, title = name): Promise<Locator> {
  await hydrated(page)
  await opener(page, name).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

/** However often Tab is pressed, the focus stays inside. */
async function expectFocusKept(page: Page, dialog: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
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

  test('it recommends four shelves', async ({ page }) => {
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    const shelves = sheet.getByRole('region', { name: 'Recommendations' }).getByRole('link')
    await expect(shelves).toHaveText(['Crystals', 'Jewellery', 'Accessory', 'Wealth'])
    const addresses = [category('crystal'), category('Jewellery'), category('accessory'), tag('wealth')]
    for (const [index, address] of addresses.entries())
      await expect(shelves.nth(index)).toHaveAttribute('href', address)
    await shelves.first().click()
    await expect(page).toHaveURL(category('crystal'))
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

  test('a best seller leads to the category of its id', async ({ page }) => {
    await page.route('**/api/product/tags/bestseller', (route) =>
      route.fulfill({ json: { data: [1, 2, 3].map((categoryId) => card({ categoryId })) } }),
    )
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    const cards = sheet.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')
    for (const [index, name] of ['crystal', 'accessory', 'Jewellery'].entries())
      await expect(cards.nth(index)).toHaveAttribute('href', product(name, 'a-piece'))
  })

  test('Enter and the icon search only when there is a text', async ({ page }) => {
    await page.goto(home)
    const sheet = await open(page, 'Search')
    const field = sheet.getByRole('searchbox')
    await page.keyboard.press('Enter')
    await field.fill('   ')
    await page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(sheet).toBeVisible()
    await expect(page).toHaveURL(home)
    await field.fill('smoky quartz')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(search('smoky quartz'))
    await expect(sheet).toHaveCount(0)

    await open(page, 'Search')
    await field.fill('ruby & gold')
    await sheet.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(search('ruby & gold'))
    await expect(sheet).toHaveCount(0)
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

  test('a text that nothing answers to says so', async ({ page }) => {
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    await sheet.getByRole('searchbox').fill('xyzzyq')
    await expect(sheet.getByRole('status')).toHaveText('No Results Found')
    await sheet.getByRole('searchbox').fill('')
    await expect(sheet.getByRole('heading', { name: 'Our Best Sellers' })).toBeVisible()
  })

  test('a late answer to an older text changes nothing', async ({ page }) => {
    let answerLate = () => {}
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    await page.route('**/api/product/search?*', async (route) => {
      const name = new URL(route.request().url()).searchParams.get('Name') ?? ''
      if (name === 'old') await late
      await route
        .fulfill({ json: { products: [card({ name: `Piece for ${name}` })], totalRecords: 1 } })
        .catch(() => {})
    })
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    const asked = page.waitForRequest((request) => request.url().includes('Name=old'))
    await sheet.getByRole('searchbox').fill('old')
    await asked
    await sheet.getByRole('searchbox').fill('new')
    await expect(sheet.getByRole('link', { name: 'Piece for new' })).toBeVisible()
    answerLate()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(sheet.getByRole('link', { name: 'Piece for old' })).toHaveCount(0)
  })
})

function card(own: { categoryId?: number; name?: string }) {
  const { categoryId = 1, name = 'A piece' } = own
  const rest = { slugs: 'a-piece', price: 100, priceInUSD: 1, stockQuantity: 1, isSaved: false, tags: [] }
  return { productId: categoryId, id: categoryId, name, categoryId, imageUrlList: [], ...rest }
}

test.describe('bag', () => {
  test('a visitor is told to log in, and led there', async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    await expectToast(page, ['alert', 'login to see cart'], () => opener(page, 'Shopping bag').click())
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

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

  test('CHECKOUT with an empty bag leads to the shopping bag', async ({ page }) => {
    await signIn(page)
    await page.goto(shop)
    const panel = await open(page, 'Shopping bag', 'SHOPPING BAG')
    await expectToast(page, ['status', 'cart is empty'], () => panel.getByRole('button', { name: 'CHECKOUT' }).click())
    await expect(page).toHaveURL('/shopping-bag')
    await expect(panel).toHaveCount(0)
  })

  test('the badge counts the pieces of whoever is signed in', async ({ page }) => {
    await signIn(page, { pieces: [2, 1] })
    await page.goto(shop)
    await expect(opener(page, 'Shopping bag, 3 items')).toHaveText('3')
    await page.evaluate(() => localStorage.clear())
    await page.goto(shop)
    await hydrated(page)
    await expect(opener(page, 'Shopping bag')).toHaveText('')
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
