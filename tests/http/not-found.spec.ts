import { href } from 'react-router'
import { category, home, product, search, shop, shopPage } from '#tests/e2e/support/addresses.ts'
import { hasText, heading, linkTo, mainOf, meta, readPage } from './support/document.ts'
import { expect, test } from './support/test.ts'

const notFound = 'We could not find this page'

const badAddresses: [string, string][] = [
  ['a page before the first', shopPage(0)],
  ['a page that is no number', shopPage('x')],
  ['half a page', shopPage(1.5)],
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
  ['a path out of the folder', '/assets/..%2f..%2f..%2fpackage.json'],
  ['a script that was never built', '/assets/nothing.js'],
  ['an unknown path', '/nowhere'],
  ['a path deeper than the shop goes', `${shop}/a/b/c`],
]

for (const [title, address] of badAddresses) {
  test(`${title} is the not-found page, with the way back into the shop`, async ({ request }) => {
    const { status, headers, html, document } = await readPage(request, address)
    expect(status).toBe(404)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['cache-control']).toBe('no-cache')
    expect(heading(document)).toBe(notFound)
    expect(document.title).toMatch(/^Not found/)
    expect(linkTo(mainOf(document), 'Continue Shopping')).toBe(shop)
    expect(meta(document, 'robots')).toBe('noindex')
    expect(html, 'nothing of the inside').not.toMatch(/\bat .+:\d+:\d+|node_modules|select .+ from/i)
  })
}

test('an address over 4 KB is 414, in the shape of every error', async ({ request }) => {
  for (const length of [10_000, 40_000]) {
    const answer = await request.get(search('a'.repeat(length)))
    expect(answer.status()).toBe(414)
    expect((await answer.json()) as unknown).toEqual({ message: 'This address is too long.' })
  }
})

test('a path of two slashes leads to a not-found page without links to another host', async ({ request, baseURL }) => {
  const { status, html, document } = await readPage(request, `${baseURL}//evil.example/shop`)
  expect(status).toBe(404)
  expect(heading(document)).toBe(notFound)
  expect(html).not.toMatch(/(?:href|src|action)="(?:\/\/|[^"]*:\/\/)evil/)
})

for (const [said, address] of [
  ['Product not found', product('crystal', 'no-such-stone')],
  ['There is no such category.', category('minerals')],
  ['This story is no longer here.', href('/blogs/:slug', { slug: 'no-such-story' })],
] as const) {
  test(`the not-found page says what is missing: ${said}`, async ({ request }) => {
    const { status, document } = await readPage(request, address)
    expect(status).toBe(404)
    expect(hasText(mainOf(document), said)).toBe(true)
    expect(heading(document)).toBe(notFound)
    expect(linkTo(mainOf(document), 'Continue Shopping')).toBe(shop)
  })
}

test('no method on any of these addresses is a server error', async ({ request }) => {
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

test('a page that is sent something says that it can only be read', async ({ request }) => {
  for (const address of [home, shop, product('crystal', 'citrine-point')]) {
    const answer = await request.post(address, { form: { message: 'hello' } })
    expect(answer.status(), address).toBe(405)
    expect(answer.headers().allow, address).toBe('GET, HEAD')
    const html = await answer.text()
    expect(html, address).toContain('This page can only be read')
    expect(html, address).not.toContain('resting')
    expect(html, address).toContain('name="robots" content="noindex"')
  }
})

test('every other address where nothing is has the status 404', async ({ request }) => {
  const pages = ['/learn/more', '/blogs/none', '/blogs/a/b', '/bulk-buying/1', '/alpine-collection/1', '/robots']
  const sitemaps = ['/sitemap.xml?part=99', '/sitemap.xml?part=x']
  const data = ['/shop.data?page=0', '/shop/minerals.data', '/shop/crystal/no-such-stone.data', '/nowhere.data']
  for (const address of [...pages, ...sitemaps, ...data])
    expect((await request.get(address)).status(), address).toBe(404)
})
