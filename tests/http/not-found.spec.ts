import { href } from 'react-router'
import { category, home, product, search, shop, shopPage } from '#tests/e2e/support/paths.ts'
import { hasText, heading, linkTo, mainOf, meta, readPage } from './support/document.ts'
import { expect, test } from './support/test.ts'

const notFound = 'We could not find this page'

const badPaths: [string, string][] = [
  ['a page before the first', shopPage(0)],
  ['a page that is not a number', shopPage('x')],
  ['a fractional page number', shopPage(1.5)],
  ['a page number of thirty digits', shopPage('9'.repeat(30))],
  ['a search of three thousand letters', search('a'.repeat(3_000))],
  ['a search with a null character', `${shop}?Name=ruby%00`],
  ['two colours at once', `${shop}?color=black&color=grey`],
  ['a category that does not exist', category('minerals')],
  ['a product that does not exist', product('crystal', 'no-such-stone')],
  ['a product in a category that does not exist', product('minerals', 'citrine-point')],
  ['a null character in the name of a product', `${category('crystal')}/ruby%00`],
  ['a broken character in the name of a product', `${category('crystal')}/%E0%A4%A`],
  ['half an escape', `${shop}/%`],
  ['a path traversal', '/assets/..%2f..%2f..%2fpackage.json'],
  ['a script that does not exist', '/assets/nothing.js'],
  ['an unknown path', '/nowhere'],
  ['a path deeper than the shop goes', `${shop}/a/b/c`],
]

for (const [title, path] of badPaths) {
  test(`${title} shows the not-found page with a link back to the shop`, async ({ request }) => {
    const { status, headers, html, document } = await readPage(request, path)
    expect(status).toBe(404)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['cache-control']).toBe('no-cache')
    expect(heading(document)).toBe(notFound)
    expect(document.title).toMatch(/^Not found/)
    expect(linkTo(mainOf(document), 'Continue Shopping')).toBe(shop)
    expect(meta(document, 'robots')).toBe('noindex')
    expect(html, 'no internal details').not.toMatch(/\bat .+:\d+:\d+|node_modules|select .+ from/i)
  })
}

test('a URL over 4 KB returns 414 with the standard error body', async ({ request }) => {
  for (const length of [10_000, 40_000]) {
    const response = await request.get(search('a'.repeat(length)))
    expect(response.status()).toBe(414)
    expect((await response.json()) as unknown).toEqual({ message: 'This URL is too long.' })
  }
})

test('a path with two slashes shows the not-found page without links to another host', async ({ request, baseURL }) => {
  const { status, html, document } = await readPage(request, `${baseURL}//evil.example/shop`)
  expect(status).toBe(404)
  expect(heading(document)).toBe(notFound)
  expect(html).not.toMatch(/(?:href|src|action)="(?:\/\/|[^"]*:\/\/)evil/)
})

for (const [message, path] of [
  ['Product not found', product('crystal', 'no-such-stone')],
  ['Category not found', category('minerals')],
  ['This blog post is no longer available.', href('/blogs/:slug', { slug: 'no-such-story' })],
] as const) {
  test(`the not-found page names what is missing: ${message}`, async ({ request }) => {
    const { status, document } = await readPage(request, path)
    expect(status).toBe(404)
    expect(hasText(mainOf(document), message)).toBe(true)
    expect(heading(document)).toBe(notFound)
    expect(linkTo(mainOf(document), 'Continue Shopping')).toBe(shop)
  })
}

test('no method on any of these paths causes a server error', async ({ request }) => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const paths = [home, shop, ...badPaths.map(([, path]) => path)]
  for (const method of methods) {
    for (const path of paths) {
      const response = await request.fetch(path, { method })
      const call = `${method} ${path.slice(0, 60)}`
      expect(response.status(), call).toBeLessThan(500)
      expect(response.headers()['content-security-policy'], call).toBeTruthy()
    }
  }
})

test('a POST to a page returns 405 with an explanation', async ({ request }) => {
  for (const path of [home, shop, product('crystal', 'citrine-point')]) {
    const response = await request.post(path, { form: { message: 'hello' } })
    expect(response.status(), path).toBe(405)
    expect(response.headers().allow, path).toBe('GET, HEAD')
    const html = await response.text()
    expect(html, path).toContain('This page can only be read')
    expect(html, path).not.toContain('temporarily unavailable')
    expect(html, path).toContain('name="robots" content="noindex"')
  }
})

test('all other unknown paths return 404', async ({ request }) => {
  const pages = ['/learn/more', '/blogs/none', '/blogs/a/b', '/bulk-buying/1', '/alpine-collection/1', '/robots']
  const sitemaps = ['/sitemap.xml?part=99', '/sitemap.xml?part=x']
  const data = ['/shop.data?page=0', '/shop/minerals.data', '/shop/crystal/no-such-stone.data', '/nowhere.data']
  for (const path of [...pages, ...sitemaps, ...data]) expect((await request.get(path)).status(), path).toBe(404)
})
