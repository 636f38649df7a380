import { category, home, product, search, shop, shopPage } from './addresses.ts'
import { cards, expect, hydrated, productLink, test } from './visit.ts'

const notFound = 'We could not find this page'
const tooLong = 'a'.repeat(3_000)

const badAddresses: [string, string][] = [
  ['a page before the first', shopPage(0)],
  ['a page that is no number', shopPage('x')],
  ['half a page', shopPage(1.5)],
  ['a page beyond all counting', shopPage('9'.repeat(30))],
  ['a search of three thousand letters', search(tooLong)],
  ['a search with a null character', `${shop}?Name=ruby%00`],
  ['two colours at once', `${shop}?color=black&color=grey`],
  ['a category that we do not have', category('minerals')],
  ['a stone that we do not have', product('crystal', 'no-such-stone')],
  ['a stone in a category that we do not have', product('minerals', 'citrine-point')],
  ['a null character in the name of a stone', `${category('crystal')}/ruby%00`],
  ['a broken letter in the name of a stone', `${category('crystal')}/%E0%A4%A`],
  ['half an escape', `${shop}/%`],
  ['a way out of the folder', '/assets/..%2f..%2f..%2fpackage.json'],
  ['a script that was never built', '/assets/nothing.js'],
  ['nowhere', '/nowhere'],
  ['deeper than the shop goes', `${shop}/a/b/c`],
]

for (const [title, address] of badAddresses) {
  test(`${title} is the not-found page`, async ({ request }) => {
    const answer = await request.get(address)
    expect(answer.status()).toBe(404)
    const headers = answer.headers()
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['cache-control']).toBe('no-cache')
    const html = await answer.text()
    expect(html).toContain(notFound)
    expect(html).toContain('name="robots" content="noindex"')
    expect(html, 'nothing of the inside').not.toMatch(/\bat .+:\d+:\d+|node_modules|select .+ from/i)
  })
}

test('a target over 4 KB is 414, in the shape of every error', async ({ request }) => {
  for (const length of [10_000, 40_000]) {
    const answer = await request.get(search('a'.repeat(length)))
    expect(answer.status()).toBe(414)
    expect(await answer.json()).toEqual({ message: 'This address is too long.' })
  }
})

test('a path of two slashes leads to a not-found page without links to another host', async ({ request, baseURL }) => {
  const answer = await request.get(`${baseURL}//evil.example/shop`)
  expect(answer.status()).toBe(404)
  const html = await answer.text()
  expect(html).toContain(notFound)
  expect(html).not.toMatch(/(?:href|src|action)="(?:\/\/|[^"]*:\/\/)evil/)
})

for (const [title, address] of [
  ['a page before the first', shopPage(0)],
  ['a search of three thousand letters', search(tooLong)],
  ['a category that we do not have', category('minerals')],
  ['a stone that we do not have', product('crystal', 'no-such-stone')],
  ['nowhere', '/nowhere'],
] as const) {
  test(`a visitor at ${title} is told so and shown the way back`, async ({ page }) => {
    const response = await page.goto(address)
    expect(response?.status()).toBe(404)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1, name: notFound })).toBeVisible()
    await expect(page).toHaveTitle(/^Not found/)
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(shop)
  })
}

for (const [said, address] of [
  ['Product not found', product('crystal', 'no-such-stone')],
  ['There is no such category.', category('minerals')],
  ['This story is no longer here.', '/blogs/no-such-story'],
] as const) {
  test(`the not-found page repeats what the shop said: ${said}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('main').getByText(said, { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: notFound })).toBeVisible()
  })
}

test('no method on any of these addresses makes the shop stumble', async ({ request }) => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const addresses = [home, shop, ...badAddresses.map(([, address]) => address)]
  for (const method of methods) {
    for (const address of addresses) {
      const answer = await request.fetch(address, { method })
      const said = `${method} ${address.slice(0, 60)}`
      expect(answer.status(), said).toBeLessThan(500)
      expect(answer.headers()['content-security-policy'], said).toBeTruthy()
    }
  }
})

test.describe('where the browser itself takes note', () => {
  test.use({ mayComplain: true })

  test('a product that went while it was looked at ends on the not-found page too', async ({ page }) => {
    await page.route('**/citrine-point.data*', (route) =>
      route.continue({ url: route.request().url().replace('citrine-point', 'no-such-stone') }),
    )
    await page.goto(search('citrine point'))
    await hydrated(page)
    await productLink(page, 'Citrine Point').click()
    await expect(page.getByRole('heading', { level: 1, name: notFound })).toBeVisible()
    await expect(page.getByText('Product not found', { exact: true })).toBeVisible()
  })

  test('a page that is sent something says that it can only be read', async ({ page, request }) => {
    for (const address of [home, shop, product('crystal', 'citrine-point')]) {
      const answer = await request.post(address, { form: { message: 'hello' } })
      expect(answer.status(), address).toBe(405)
      expect(answer.headers().allow, address).toBe('GET, HEAD')
      const html = await answer.text()
      expect(html, address).toContain('This page can only be read')
      expect(html, address).not.toContain('resting')
      expect(html, address).toContain('name="robots" content="noindex"')
    }
    await page.goto(shop)
    await page.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<form method="post" action="/shop"></form>'),
    )
    await page.evaluate(() => [...document.forms].at(-1)?.submit())
    await expect(page.getByRole('heading', { level: 1, name: 'This page can only be read' })).toBeVisible()
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(shop)
    await expect(cards(page).first()).toBeVisible()
  })
})

test('what the router fetches for a bad address is a 404 as well', async ({ request }) => {
  for (const address of [
    '/shop.data?page=0',
    '/shop/minerals.data',
    '/shop/crystal/no-such-stone.data',
    '/nowhere.data',
  ])
    expect((await request.get(address)).status(), address).toBe(404)
})

type ErrorBody = { message: string; errors?: { code: string; description: string; field?: string }[] }

const badCalls: [string, 400 | 404, string | undefined][] = [
  ['/api/product?pageNumber=0', 400, 'pageNumber'],
  ['/api/product?pageNumber=x', 400, 'pageNumber'],
  ['/api/product?pageSize=49', 400, 'pageSize'],
  [`/api/product/search?Name=${tooLong}`, 400, 'Name'],
  ['/api/product/search?Name=ruby%00', 400, 'Name'],
  ['/api/product/search?color=black&color=grey', 400, 'color'],
  ['/api/product/search?sortBy=beauty', 400, 'sortBy'],
  ['/api/product/ruby%00', 400, 'slug'],
  ['/api/product/category/minerals', 404, undefined],
  ['/api/product/no-such-stone', 404, undefined],
  ['/api/product/%E0%A4%A', 404, undefined],
  ['/api/blogs/no-such-story', 404, undefined],
  ['/api/nowhere', 404, undefined],
  ['/api/product/a/b/c', 404, undefined],
]

for (const [call, status, field] of badCalls) {
  test(`the API answers ${call.slice(0, 50)} with ${status} and a sentence`, async ({ request }) => {
    const answer = await request.get(call)
    expect(answer.status()).toBe(status)
    expect(answer.headers()['content-type']).toMatch(/^application\/json/)
    expect(answer.headers()['cache-control']).toBe('no-store')
    const body = (await answer.json()) as ErrorBody
    expect(body.message).toMatch(/^[A-Z].+/)
    if (field) expect(body.errors?.map((error) => error.field)).toContain(field)
    expect(Object.keys(body).filter((key) => !['message', 'errors'].includes(key))).toEqual([])
  })
}

test('the API takes no other method where it only tells', async ({ request }) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await request.fetch('/api/product', { method })
    expect(answer.status(), method).toBeGreaterThanOrEqual(400)
    expect(answer.status(), method).toBeLessThan(500)
    expect((await answer.json()) as ErrorBody, method).toHaveProperty('message')
  }
})
