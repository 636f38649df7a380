import { category, home, product, search, shop, tag } from './addresses.ts'
import { open } from './frame-visit.ts'
import { expect, hydrated, productLink, test } from './visit.ts'

test('it recommends four shelves', async ({ page }) => {
  await page.goto(shop)
  const sheet = await open(page, 'Search')
  const shelves = sheet.getByRole('region', { name: 'Recommendations' }).getByRole('link')
  await expect(shelves).toHaveText(['Crystals', 'Jewellery', 'Accessory', 'Wealth'])
  const addresses = [category('crystal'), category('Jewellery'), category('accessory'), tag('wealth')]
  for (const [index, address] of addresses.entries()) await expect(shelves.nth(index)).toHaveAttribute('href', address)
  await shelves.first().click()
  await expect(page).toHaveURL(category('crystal'))
  await expect(sheet).toHaveCount(0)
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
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “smoky quartz”' })).toBeVisible()
  await expect(sheet).toHaveCount(0)

  await open(page, 'Search')
  await field.fill('ruby & gold')
  await sheet.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(search('ruby & gold'))
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

test.describe('when a call fails', () => {
  test.use({ mayComplain: true })

  test('best sellers that cannot be had are noted, and the search goes on', async ({ page }) => {
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

  test('a search that cannot be asked says so, and asks again with the next letter', async ({ page }) => {
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the icon leads to a field that searches', async ({ page }) => {
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

test('where scripts run there is no second field', async ({ page }) => {
  await page.goto(shop)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

// The note in the console is what is tested here.
test.describe('a stray piece', () => {
  test.use({ mayComplain: true })

  test('a best seller in an unknown category is noted and leads nowhere', async ({ page }) => {
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
