import { categories } from '#shared/categories.ts'
import { category, home, product, search, shop, shopPage, tag } from './addresses.ts'
import { cardNames, expect, hydrated, more, namesFrom, productLink, test } from './visit.ts'

const nothingHere = 'Nothing here yet! Time to start shopping!'

test('the home page says where the pieces come from and leads into the shop', async ({ page }) => {
  await page.goto(home)
  await expect(page.getByRole('heading', { level: 1, name: 'Elevated from the Himalayas' })).toBeVisible()
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await expect(page).toHaveTitle(/^Shop/)
})

test('a card in the shop leads to the page of its product', async ({ page }) => {
  await page.goto(search('citrine point'))
  await productLink(page, 'Citrine Point').click()
  await expect(page).toHaveURL(product('crystal', 'citrine-point'))
  await expect(page.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('the shop opens eight pieces at a time, by links, the newest first', async ({ page, request }) => {
      const first = await namesFrom(request, '/api/product?pageNumber=1')
      const second = await namesFrom(request, '/api/product?pageNumber=2')
      expect([first.length, second.length]).toEqual([8, 8])

      await page.goto(shop)
      await expect(cardNames(page)).toHaveText(first)
      await more(page).click()
      await expect(page).toHaveURL(shopPage(2))
      await expect(cardNames(page)).toContainText(second)
      await more(page).click()
      await expect(page).toHaveURL(shopPage(3))
    })

    test('a product can be read, and its relatives reached', async ({ page }) => {
      await page.goto(product('crystal', 'citrine-point'))
      await expect(page.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
      const related = page
        .getByRole('region', { name: /related/i })
        .getByRole('heading')
        .getByRole('link')
      const name = (await related.first().textContent()) ?? ''
      await related.first().click()
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    })
  })
}

test('the last page of the shop ends with its oldest piece and leads no further', async ({ page, request }) => {
  const oldest = (await namesFrom(request, '/api/product?pageNumber=8')).at(-1) ?? ''
  await page.goto(shopPage(8))
  await expect(productLink(page, oldest)).toBeVisible()
  await expect(more(page)).toHaveCount(0)
})

test('a page past the end of the shop is an empty shelf', async ({ page }) => {
  const response = await page.goto(shopPage(999))
  expect(response?.status()).toBe(200)
  await expect(page.getByText(nothingHere)).toBeVisible()
})

test('a product page tells its price, its story, its facts and what others say', async ({ page }) => {
  await page.goto(product('crystal', 'citrine-point'))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
  await expect(main.getByText('$ 24', { exact: true }).first()).toBeVisible()
  await expect(main.getByText(/This item takes 5-7 days to process/)).toBeVisible()
  await expect(main).toContainText(/Mineral\s*Quartz/)
  await expect(main).toContainText(/Origin\s*Cut in Patan, rough from Brazil, Lalitpur/)
  await expect(main).toContainText(/Treatment\s*heated/)
  await expect(main.getByRole('img').first()).toHaveAttribute('alt', /\w/)
})

test('a product page shows the description and reviews that the API tells of, and at most four relatives', async ({
  page,
  request,
}) => {
  const answer = await request.get('/api/product/citrine-point')
  const told = (await answer.json()) as {
    description: string
    reviews: { description: string; name: string }[]
    relatedProducts: { name: string }[]
  }
  expect(told.reviews.length).toBeGreaterThan(0)
  expect(told.relatedProducts.length).toBeGreaterThan(0)

  await page.goto(product('crystal', 'citrine-point'))
  const main = page.getByRole('main')
  await expect(main.getByText(told.description)).toBeVisible()
  for (const { name, description } of told.reviews) {
    await expect(main).toContainText(description)
    await expect(main).toContainText(name)
  }
  const related = page.getByRole('region', { name: /related/i })
  expect(told.relatedProducts.length).toBeLessThanOrEqual(4)
  await expect(related.getByRole('article').getByRole('heading')).toHaveText(
    told.relatedProducts.map(({ name }) => name),
  )
})

test('choices that are out of stock are not offered', async ({ page }) => {
  await page.goto(product('crystal', 'smoky-quartz-point'))
  const main = page.getByRole('main')
  await expect(main.getByText('Large', { exact: true })).toBeVisible()
  await expect(main.getByText('XL', { exact: true })).toHaveCount(0)
})

test('a sold-out piece says so on its page and on its card', async ({ page }) => {
  await page.goto(product('accessory', 'terhathum-dhaka-tote'))
  await expect(page.getByRole('main').getByText('SOLD OUT', { exact: true }).first()).toBeVisible()
  await page.goto(tag('handbags'))
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Terhathum Dhaka Tote' }) })
  await expect(card.getByText('SOLD OUT', { exact: true })).toBeVisible()
  const inStock = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Palpa Dhaka Handbag' }) })
  await expect(inStock).toBeVisible()
  await expect(inStock.getByText('SOLD OUT', { exact: true })).toHaveCount(0)
})

const spellings: [string, RegExp][] = [
  ['crystal', /^Crystal/],
  ['crystals', /^Crystal/],
  ['CRYSTAL', /^Crystal/],
  ['Jewellery', /^Jewellery/],
  ['jewellery', /^Jewellery/],
  ['jewelry', /^Jewellery/],
  ['accessory', /^Accessories/],
  ['accessories', /^Accessories/],
]
test.describe('as it is sent', () => {
  test.use({ javaScriptEnabled: false })

  for (const [spelling, title] of spellings) {
    test(`the category spelled ${spelling} shows its newest dozen`, async ({ page, request }) => {
      const names = await namesFrom(request, `/api/product/category/${spelling}`)
      expect(names).toHaveLength(12)
      const response = await page.goto(category(spelling))
      expect(response?.status()).toBe(200)
      await expect(page).toHaveTitle(title)
      await expect(cardNames(page)).toHaveText(names)
    })
  }

  for (const name of ['quartz', 'home decore', 'key ring', 'Featured']) {
    test(`the tag “${name}” gathers its pieces`, async ({ page, request }) => {
      const names = await namesFrom(request, `/api/product/tags/${encodeURIComponent(name)}`)
      expect(names.length).toBeGreaterThan(0)
      const response = await page.goto(tag(name))
      expect(response?.status()).toBe(200)
      await expect(cardNames(page)).toHaveText(names)
      await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
    })
  }
})

test('every subcategory has its shelf', async ({ request }) => {
  const tags = categories.flatMap(({ subcategories }) => [...subcategories])
  for (const name of [
    'quartz',
    'tourmaline',
    'aquamarine',
    'ruby',
    'ring',
    'bracelet',
    'earrings',
    'home decore',
    'key ring',
    'handbags',
    'phone case',
  ])
    expect(tags).toContain(name)
  for (const name of tags) {
    const [first = ''] = await namesFrom(request, `/api/product/tags/${encodeURIComponent(name)}`)
    const answer = await request.get(tag(name))
    expect(answer.status(), name).toBe(200)
    expect(await answer.text(), name).toContain(`>${first}</a>`)
  }
})

test('a tag that nobody uses is an empty shelf that search engines leave alone', async ({ page }) => {
  const response = await page.goto(tag('moonstone'))
  expect(response?.status()).toBe(200)
  await expect(page.getByText(nothingHere)).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('a search forgives a typo', async ({ page }) => {
  await page.goto(search('tourmalin'))
  await expect(productLink(page, 'Watermelon Tourmaline')).toBeVisible()
  await expect(productLink(page, 'Patan Singing Bowl')).toHaveCount(0)
})

test('a search is understood however its parameter is capitalised', async ({ page }) => {
  await page.goto(`${shop}?name=tourmalin`)
  await expect(productLink(page, 'Watermelon Tourmaline')).toBeVisible()
  await expect(productLink(page, 'Patan Singing Bowl')).toHaveCount(0)
})

test('a search for nothing we have offers the way back into the shop', async ({ page }) => {
  const response = await page.goto(search('xyzzyq'))
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'No Results Found' })).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL(shop)
})

test('moving inside the shop keeps the page alive: nothing is loaded anew', async ({ page }) => {
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
  expect(await page.evaluate(() => Reflect.get(window, 'visitor'))).toBe('still here')
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

test('the page holds both prices and shows one of them', async ({ page, request }) => {
  const address = product('crystal', 'citrine-point')
  const html = await (await request.get(address)).text()
  expect(html).toContain('$ 24')
  expect(html).toContain('Rs 3,200')
  await page.goto(address)
  await expect(page.getByText('$ 24', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Rs 3,200', { exact: true }).first()).toBeAttached()
  await expect(page.getByText('Rs 3,200', { exact: true }).first()).toBeHidden()
})

test('an address with a newsletter’s mark shows the same shop', async ({ page }) => {
  await page.goto(`${shop}?utm_source=newsletter`)
  await hydrated(page)
  await more(page).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})
