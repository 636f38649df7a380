import { category, home, product, search, shop, tag } from './support/addresses.ts'
import { namesFrom } from './support/api.ts'
import { expectFocusKept, open, opener } from './support/overlays.ts'
import { productLink } from './support/product-cards.ts'
import { bothWidthsInFull, expect, hydrated, onlyInFull, test } from './support/test.ts'

test('opens with the field in focus, keeps the focus and gives it back', { tag: bothWidthsInFull }, async ({
  page,
}) => {
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

test('stores the best sellers and shows the first three', { tag: bothWidthsInFull }, async ({ page, request }) => {
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

test('shows results while typing, with a count, and opens one by the keyboard', { tag: bothWidthsInFull }, async ({
  page,
  request,
}) => {
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

test('recommends four category pages', async ({ page }) => {
  await page.goto(shop)
  const sheet = await open(page, 'Search')
  const links = sheet.getByRole('region', { name: 'Recommendations' }).getByRole('link')
  await expect(links).toHaveText(['Crystals', 'Jewellery', 'Accessory', 'Wealth'])
  const addresses = [category('crystal'), category('Jewellery'), category('accessory'), tag('wealth')]
  for (const [index, address] of addresses.entries()) await expect(links.nth(index)).toHaveAttribute('href', address)
  await links.first().click()
  await expect(page).toHaveURL(category('crystal'))
  await expect(sheet).toHaveCount(0)
})

test('a best seller leads to the category of its id', { tag: onlyInFull }, async ({ page }) => {
  await page.route('**/api/product/tags/bestseller', (route) =>
    route.fulfill({ json: { data: [1, 2, 3].map((categoryId) => card({ categoryId })) } }),
  )
  await page.goto(shop)
  const sheet = await open(page, 'Search')
  const cards = sheet.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')
  for (const [index, name] of ['crystal', 'accessory', 'Jewellery'].entries())
    await expect(cards.nth(index)).toHaveAttribute('href', product(name, 'a-piece'))
})

test('searches by Enter and by the icon, but not without a text', async ({ page }) => {
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
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “smoky quartz”' })).toBeVisible()
  await expect(sheet).toHaveCount(0)

  await open(page, 'Search')
  await field.fill('ruby & gold')
  await sheet.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(search('ruby & gold'))
  await expect(sheet).toHaveCount(0)
})

test('gives the focus to the results, and no ring to the icon', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(home)
  const sheet = await open(page, 'Search')
  await page.keyboard.type('citrine')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(search('citrine'))
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('main')).toHaveCSS('outline-width', '0px')
  await open(page, 'Search')
  await page.keyboard.press('Escape')
  await expect(opener(page, 'Search')).toBeFocused()
})

test('fills the sheet with best sellers where little or nothing was found', async ({ page }) => {
  await page.goto(shop)
  const sheet = await open(page, 'Search')
  const bestSellers = sheet.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')
  await sheet.getByRole('searchbox').fill('ruby rng')
  await expect(sheet.getByRole('status')).toHaveText('1 result')
  await expect(bestSellers).toHaveCount(3)
  await sheet.getByRole('searchbox').fill('xyzzyq')
  await expect(sheet.getByRole('status')).toHaveText('No Results Found')
  await expect(bestSellers).toHaveCount(3)
  await sheet.getByRole('searchbox').fill('quartz')
  await expect(sheet.getByRole('status')).toHaveText(/^\d+ results$/)
  await expect(bestSellers).toHaveCount(0)
})

test('shows that nothing was found', async ({ page }) => {
  await page.goto(shop)
  const sheet = await open(page, 'Search')
  await sheet.getByRole('searchbox').fill('xyzzyq')
  await expect(sheet.getByRole('status')).toHaveText('No Results Found')
  await sheet.getByRole('searchbox').fill('')
  await expect(sheet.getByRole('heading', { name: 'Our Best Sellers' })).toBeVisible()
})

test('ignores a late answer to an older text', { tag: onlyInFull }, async ({ page }) => {
  let answerLate = () => {}
  const late = new Promise<void>((resolve) => {
    answerLate = resolve
  })
  await page.route('**/api/product/search?*', async (route) => {
    const name = new URL(route.request().url()).searchParams.get('Name') ?? ''
    if (name === 'old') await late
    await route.fulfill({ json: { products: [card({ name: `Piece for ${name}` })], totalRecords: 1 } }).catch(() => {})
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

function card(own: { categoryId?: number; name?: string }) {
  const { categoryId = 1, name = 'A piece' } = own
  const rest = { slugs: 'a-piece', price: 100, priceInUSD: 1, stockQuantity: 1, isSaved: false, tags: [] }
  return { productId: categoryId, id: categoryId, name, categoryId, imageUrlList: [], ...rest }
}

test.describe('when a call fails', { tag: onlyInFull }, () => {
  test.use({ mayComplain: true })

  test('the console notes missing best sellers, and the search goes on', async ({ page }) => {
    const notes: string[] = []
    page.on('console', (message) => message.type() === 'error' && notes.push(message.text()))
    await page.route('**/api/product/tags/bestseller', (route) => route.abort())
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    await expect.poll(() => notes).toContainEqual(expect.stringContaining('The best sellers could not be had'))
    await expect(page.getByRole('alert')).toHaveCount(0)
    await sheet.getByRole('searchbox').fill('citrine point')
    await expect(sheet.getByRole('link', { name: /^Citrine Point/ })).toBeVisible()
  })

  test('the sheet says so, and searches again with the next character', async ({ page }) => {
    await page.route('**/api/product/search*', (route) => route.abort())
    await page.goto(shop)
    const sheet = await open(page, 'Search')
    await sheet.getByRole('searchbox').fill('citrine poin')
    await expect(sheet.getByRole('status')).toHaveText('The shop could not be reached. Please check your connection.')
    await page.unrouteAll()
    await page.keyboard.type('t')
    await expect(sheet.getByRole('link', { name: /^Citrine Point/ })).toBeVisible()
  })
})

test.describe('without JavaScript', { tag: onlyInFull }, () => {
  test.use({ javaScriptEnabled: false })

  test('the icon leads to a page with a search field', async ({ page }) => {
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

test('has no second field where scripts run', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(shop)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

// The note in the console is what is tested here.
test.describe('a best seller', () => {
  test.use({ mayComplain: true })

  test('in an unknown category is noted and leads nowhere', { tag: onlyInFull }, async ({ page }) => {
    const notes: string[] = []
    page.on('console', (message) => message.type() === 'error' && notes.push(message.text()))
    const stray = {
      productId: 9,
      id: 9,
      name: 'A stray piece',
      slugs: 'a-stray-piece',
      categoryId: 9,
      imageUrlList: [],
    }
    const data = [{ ...stray, price: 100, priceInUSD: 1, stockQuantity: 1, isSaved: false, tags: [] }]
    await page.route('**/api/product/tags/bestseller', (route) => route.fulfill({ json: { data } }))
    await page.goto(shop)
    await hydrated(page)
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'A stray piece' }).click()
    await expect.poll(() => notes).toContainEqual(expect.stringContaining('Unknown categoryId 9'))
    await expect(page).toHaveURL(shop)
  })
})
