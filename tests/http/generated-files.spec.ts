import { href } from 'react-router'
import sharp from 'sharp'
import { categories } from '#shared/categories.ts'
import { pagePatterns } from '#tests/e2e/support/page-routes.ts'
import { visitorPages } from '#tests/e2e/support/pages.ts'
import { category, home, shop, tag } from '#tests/e2e/support/paths.ts'
import { shopUnderTest } from '#tests/e2e/support/shop-under-test.ts'
import { someOf } from '#tests/support/full-run.ts'
import { canonical, findElement, meta, readPage, xmlElements } from './support/document.ts'
import { type APIRequestContext, expect, test } from './support/test.ts'

const { url: site } = shopUnderTest()
const [sitemap, robots, rss] = [href('/sitemap.xml'), href('/robots.txt'), href('/blogs/rss.xml')]

test('the sitemap lists every page, product and post, and only existing URLs', async ({ request }) => {
  const response = await request.get(sitemap)
  expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8')
  const urls = xmlElements(await response.text(), 'loc')
  expect(new Set(urls).size).toBe(urls.length)
  const fixed = [
    ...(await indexedPages(request)),
    ...categories.map(({ path }) => category(path)),
    ...categories.flatMap(({ subcategories }) => subcategories.map(tag)),
  ]
  expect(fixed).toEqual(expect.arrayContaining([home, shop, href('/learn')]))
  expect(urls).toEqual(expect.arrayContaining(fixed.map((path) => site + path)))
  const total = async (call: string) => ((await (await request.get(call)).json()) as { totalItems: number }).totalItems
  expect(urls).toHaveLength(fixed.length + (await total('/api/product')) + (await total('/api/blogs')))
  for (const url of someOf(urls, 5)) {
    const { status, document } = await readPage(request, url)
    expect([status, canonical(document)]).toEqual([200, url])
  }
})

/** The pages without parameters that search engines may index. */
async function indexedPages(request: APIRequestContext): Promise<string[]> {
  const paths = visitorPages.filter((path) => pagePatterns.includes(path))
  const documents = await Promise.all(paths.map(async (path) => (await readPage(request, path)).document))
  return paths.filter((_, index) => documents[index] && meta(documents[index], 'robots') === undefined)
}

test('robots.txt disallows the personal pages and names the sitemap', async ({ request }) => {
  const response = await request.get(robots)
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines.filter((line) => line.startsWith('Disallow:'))).toEqual(
    ['/api', '/profile', '/checkout', '/shopping-bag', '/admin', '/dev'].map((path) => `Disallow: ${path}`),
  )
  expect(lines).toContain(`Sitemap: ${site}${sitemap}`)
})

test('the feed lists the posts, newest first, with working URLs', async ({ request }) => {
  const response = await request.get(rss)
  expect(response.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
  const feed = await response.text()
  const { data } = (await (await request.get('/api/blogs?pageSize=20')).json()) as {
    data: { title: string; slug: string }[]
  }
  expect(xmlElements(feed, 'item > title')).toEqual(data.map(({ title }) => title))
  const urls = xmlElements(feed, 'item > link')
  expect(urls).toEqual(data.map(({ slug }) => site + href('/blogs/:slug', { slug })))
  expect((await request.get(urls[0] ?? '')).status()).toBe(200)
  const days = xmlElements(feed, 'pubDate')
  expect(days.length).toBeGreaterThanOrEqual(data.length)
  for (const day of days) expect(new Date(day).toUTCString()).toBe(day)
})

test('xmlElements rejects XML that is not well formed', () => {
  for (const xml of ['<a><b></a>', '<a>Felt & lokta</a>', '<a>&nbsp;</a>', '<a/><b/>'])
    expect(() => xmlElements(xml, 'a'), xml).toThrow()
})

test('the icons of the page and its manifest exist in their declared sizes', async ({ request }) => {
  const { document } = await readPage(request, home)
  const response = await request.get(findElement(document, 'link[rel="manifest"]').getAttribute('href') ?? '')
  expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const manifest = (await response.json()) as { name: string; icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({
    name: 'ALPINE',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#f7f7f5',
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const touch = findElement(document, 'link[rel="apple-touch-icon"]').getAttribute('href') ?? ''
  for (const { src, sizes } of [...manifest.icons, { src: touch, sizes: '180x180' }]) {
    const icon = await request.get(src)
    expect(icon.headers()).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' })
    const { format, width, height } = await sharp(await icon.body()).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', sizes])
  }
  const favicon = await request.get('/favicon.ico')
  expect(favicon.headers()['content-type']).toBe('image/x-icon')
  // Reserved, type 1 (icon), three pictures.
  expect([...(await favicon.body()).subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
  const seal = await request.get('/seal.svg')
  expect([seal.status(), seal.headers()['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(findElement(document, 'link[rel="icon"]').getAttribute('href')).toBe('/favicon.ico')
})

test('security.txt has a contact and expires in less than a year', async ({ request }) => {
  const response = await request.get('/.well-known/security.txt')
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''
  expect(field('Contact')).toMatch(/^mailto:[^@\s]+@[^@\s]+$/)
  const days = (new Date(field('Expires')).getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  expect(field('Canonical')).toBe(`${site}/.well-known/security.txt`)
  expect(field('Preferred-Languages')).toBe('en')
})

test('sitemap, feed, manifest and router data have the cache headers of pages', async ({ request }) => {
  for (const url of [
    sitemap,
    robots,
    rss,
    '/manifest.webmanifest',
    '/admin.webmanifest',
    '/learn.data',
    '/blogs.data?page=2',
    '/bulk-buying',
  ]) {
    const { etag = '', 'cache-control': caching } = (await request.get(url)).headers()
    expect(etag, url).toBeTruthy()
    expect(caching, url).toBe('public, no-cache')
    expect((await request.get(url, { headers: { 'If-None-Match': etag } })).status(), url).toBe(304)
  }
})

test('licenses.txt lists the licenses of all packages in the pages and the server', async ({ request }) => {
  const response = await request.get('/licenses.txt')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await response.text()
  const packages = ['react', 'react-dom', 'react-router', 'zustand', '@base-ui/react', 'embla-carousel', 'drizzle-orm']
  for (const name of [...packages, 'zod', 'tailwindcss', '@fontsource-variable/newsreader'])
    expect(text).toMatch(new RegExp(`^${name} [\\d.]+ \\(.+\\)\n\n(?:.+\n)*?.*(?:Copyright|License)`, 'm'))
  for (const owner of ['Meta Platforms', 'David Jerleke', 'The Newsreader Project Authors'])
    expect(text).toContain(owner)
  expect(text).toContain('SIL OPEN FONT LICENSE')
})

test('the back office has a manifest of its own, with which phones install it as an app', async ({ request }) => {
  const { document } = await readPage(request, '/admin')
  const response = await request.get(findElement(document, 'link[rel="manifest"]').getAttribute('href') ?? '')
  const manifest = (await response.json()) as Record<string, unknown>
  expect(manifest).toMatchObject({ start_url: '/admin', scope: '/admin', display: 'standalone' })
})

test('the shortcuts of the app lead to existing pages', async ({ request }) => {
  const { shortcuts } = (await (await request.get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  expect(shortcuts.map(({ name }) => name)).toEqual(['Search', 'Bag', 'My Orders'])
  for (const { url } of shortcuts) expect((await request.get(url)).status(), url).toBe(200)
})

test('the service worker is a script that is checked for changes, and pages name their build', async ({ request }) => {
  const response = await request.get('/service-worker.js')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(response.headers()).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) })
  const build = (await request.get('/learn.data')).headers()['x-build'] ?? ''
  expect(build).toMatch(/^\w{8}$/)
  expect(await response.text()).toContain(build)
})
