import type { Page } from '@playwright/test'
import { href } from 'react-router'
import sharp from 'sharp'
import { categories } from '#shared/categories.ts'
import { category, home, product, search, shop, tag } from './addresses.ts'
import { shopUnderTest } from './shop-under-test.ts'
import { expect, test } from './visit.ts'

const { url: site } = shopUnderTest()
const blog = href('/blogs/:slug', { slug: 'how-dhaka-is-woven' })
const [sitemap, robots, rss] = [href('/sitemap.xml'), href('/robots.txt'), href('/blogs/rss.xml')]

// As a search engine reads: the page as it is sent.
test.use({ javaScriptEnabled: false })

/** Each kind of page that search engines may show, its one address and what it says of itself in data. */
const indexed: { address: string; canonical?: string; types: string[] }[] = [
  { address: home, types: ['Organization'] },
  { address: shop, types: [] },
  { address: `${shop}?page=2`, types: [] },
  { address: `${shop}?page=2&sortBy=priceAsc`, canonical: shop, types: [] },
  { address: `${category('crystal')}?page=2`, types: [] },
  { address: category('jewelry'), canonical: category('Jewellery'), types: [] },
  { address: category('crystal'), types: [] },
  { address: tag('home decore'), types: [] },
  { address: product('crystal', 'citrine-point'), types: ['Product', 'BreadcrumbList'] },
  { address: product('accessory', 'citrine-point'), canonical: product('crystal', 'citrine-point'), types: [] },
  { address: href('/alpine-collection'), types: ['BreadcrumbList'] },
  { address: href('/learn'), types: ['FAQPage', 'BreadcrumbList'] },
  { address: href('/blogs'), types: ['BreadcrumbList'] },
  { address: `${href('/blogs')}?page=2&utm_source=letter`, canonical: `${href('/blogs')}?page=2`, types: [] },
  { address: blog, types: ['Article', 'BreadcrumbList'] },
  { address: href('/bulk-buying'), types: ['BreadcrumbList'] },
]

for (const { address, canonical = address, types } of indexed) {
  test(`${address} can be found and shared`, async ({ page, request }) => {
    await page.goto(address)
    await expect(page).toHaveTitle(/ALPINE/)
    const content = (selector: string) => page.locator(selector).getAttribute('content')
    const description = (await content('meta[name="description"]')) ?? ''
    expect(description.length, description).toBeGreaterThan(40)
    expect(description.length, description).toBeLessThanOrEqual(170)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', site + canonical)
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
    expect(await content('meta[property="og:title"]')).toBe(await page.title())
    expect(await content('meta[property="og:description"]')).toBe(description)
    expect(await content('meta[property="og:url"]')).toBe(site + canonical)
    const picture = (await content('meta[property="og:image"]')) ?? ''
    expect(picture.startsWith(`${site}/`), picture).toBe(true)
    const answer = await request.get(picture)
    expect(answer.status(), picture).toBe(200)
    expect(answer.headers()['content-type']).toBe('image/jpeg')
    expect(await sharp(await answer.body()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const facts = ['og:image:type', 'og:image:width', 'og:image:height', 'og:locale', 'og:image:alt']
    const told = await Promise.all(facts.map((name) => content(`meta[property="${name}"]`)))
    expect(told).toEqual(['image/jpeg', '1200', '630', 'en_GB', expect.stringMatching(/\w{3}/)])
    expect(await content('meta[name="twitter:card"]')).toBe('summary_large_image')
    const found = await structuredData(page)
    for (const each of found) expect(each['@context']).toBe('https://schema.org')
    expect(found.map((each) => each['@type'])).toEqual(expect.arrayContaining(types))
  })
}

test('titles and descriptions are each page’s own', async ({ request }) => {
  const pages = await Promise.all(
    indexed.filter(({ canonical }) => !canonical).map(({ address }) => request.get(address)),
  )
  const heads = await Promise.all(pages.map(async (page) => await page.text()))
  const all = (pattern: RegExp) => heads.map((html) => pattern.exec(html)?.[1])
  for (const pattern of [/<title>([^<]+)/, /name="description" content="([^"]+)"/])
    expect(new Set(all(pattern)).size, String(pattern)).toBe(heads.length)
})

test('the data of a post names its author and day, that of the questions all five with their answers', async ({
  page,
}) => {
  await page.goto(blog)
  const article = (await structuredData(page)).find((each) => each['@type'] === 'Article')
  expect(article).toMatchObject({
    headline: 'How dhaka is woven',
    datePublished: '2025-11-05',
    author: { '@type': 'Person', name: 'Sunita Maharjan' },
    mainEntityOfPage: site + blog,
  })
  const way = (await structuredData(page)).find((each) => each['@type'] === 'BreadcrumbList')
  expect(way?.itemListElement).toHaveLength(3)

  await page.goto(href('/learn'))
  const faq = (await structuredData(page)).find((each) => each['@type'] === 'FAQPage')
  const questions = (faq?.mainEntity ?? []) as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions).toHaveLength(5)
  for (const { name, acceptedAnswer } of questions) {
    await expect(page.locator('summary').filter({ hasText: name })).toBeVisible()
    await expect(page.getByText(acceptedAnswer.text)).toBeAttached()
  }
})

test('only the pages of the blog point to its feed', async ({ page }) => {
  const feed = page.locator('link[rel="alternate"][type="application/rss+xml"]')
  for (const address of [href('/blogs'), blog]) {
    await page.goto(address)
    await expect(feed).toHaveAttribute('href', rss)
  }
  await page.goto(href('/learn'))
  await expect(feed).toHaveCount(0)
})

for (const address of [search('xyzzyq'), tag('moonstone'), `${href('/blogs')}?page=99`, '/nowhere']) {
  test(`${address} is left out by search engines`, async ({ page }) => {
    await page.goto(address)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
  })
}

test.describe('for machines', () => {
  test('the sitemap lists every page, piece and post, and nothing that is not there', async ({ page, request }) => {
    const answer = await request.get(sitemap)
    expect(answer.headers()['content-type']).toBe('application/xml; charset=utf-8')
    const addresses = await elements(page, await answer.text(), 'loc')
    expect(new Set(addresses).size).toBe(addresses.length)
    const fixed = [
      home,
      shop,
      ...categories.map(({ path }) => category(path)),
      ...categories.flatMap(({ subcategories }) => subcategories.map(tag)),
      ...(['/alpine-collection', '/learn', '/blogs', '/bulk-buying'] as const).map((path) => href(path)),
    ]
    expect(addresses).toEqual(expect.arrayContaining(fixed.map((path) => site + path)))
    const total = async (call: string) =>
      ((await (await request.get(call)).json()) as { totalItems: number }).totalItems
    expect(addresses).toHaveLength(fixed.length + (await total('/api/product')) + (await total('/api/blogs')))
    for (const address of addresses) {
      const listed = await request.get(address)
      expect(listed.status(), address).toBe(200)
      expect(await listed.text(), address).toContain(`<link rel="canonical" href="${address}"`)
    }
  })

  test('robots.txt opens the shop, closes what is personal and names the sitemap', async ({ request }) => {
    const answer = await request.get(robots)
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
    const lines = (await answer.text()).split('\n')
    expect(lines[0]).toBe('User-agent: *')
    expect(lines.filter((line) => line.startsWith('Disallow:'))).toEqual(
      ['/api', '/profile', '/checkout', '/shopping-bag', '/admin', '/dev'].map((path) => `Disallow: ${path}`),
    )
    expect(lines).toContain(`Sitemap: ${site}${sitemap}`)
  })

  test('the feed holds the posts, newest first, with addresses that lead to them', async ({ page, request }) => {
    const answer = await request.get(rss)
    expect(answer.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
    const feed = await answer.text()
    const { data } = (await (await request.get('/api/blogs?pageSize=20')).json()) as {
      data: { title: string; slug: string }[]
    }
    expect(await elements(page, feed, 'item > title')).toEqual(data.map(({ title }) => title))
    const links = await elements(page, feed, 'item > link')
    expect(links).toEqual(data.map(({ slug }) => site + href('/blogs/:slug', { slug })))
    expect((await request.get(links[0] ?? '')).status()).toBe(200)
    for (const day of await elements(page, feed, 'pubDate')) expect(new Date(day).toUTCString()).toBe(day)
  })

  test('the icons that a page and its manifest name are there, in the sizes that they name', async ({
    page,
    request,
  }) => {
    await page.goto(home)
    const manifestAddress = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? ''
    const answer = await request.get(manifestAddress)
    expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/)
    const manifest = (await answer.json()) as { name: string; icons: { src: string; sizes: string; purpose: string }[] }
    expect(manifest).toMatchObject({ name: 'ALPINE', start_url: '/', theme_color: '#f7f7f5' })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    const touch = (await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')) ?? ''
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
    await expect(page.locator('link[rel="icon"]').first()).toHaveAttribute('href', '/favicon.ico')
  })

  test('security.txt says where to write, and is valid for less than a year', async ({ request }) => {
    const answer = await request.get('/.well-known/security.txt')
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''
    expect(field('Contact')).toMatch(/^mailto:[^@\s]+@[^@\s]+$/)
    const days = (new Date(field('Expires')).getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
    expect(field('Canonical')).toBe(`${site}/.well-known/security.txt`)
    expect(field('Preferred-Languages')).toBe('en')
  })

  test('links to the previous and next page have rel=prev and rel=next', async ({ page }) => {
    await page.goto(`${href('/blogs')}?page=2`)
    await expect(page.getByRole('link', { name: 'Previous' })).toHaveAttribute('rel', 'prev')
    await page.goto(shop)
    await expect(page.getByRole('link', { name: 'Load more' })).toHaveAttribute('rel', 'next')
  })

  test('they are kept like pages, and so is the data that the router fetches', async ({ request }) => {
    for (const address of [
      sitemap,
      robots,
      rss,
      '/manifest.webmanifest',
      '/learn.data',
      '/blogs.data?page=2',
      '/bulk-buying',
    ]) {
      const { etag = '', 'cache-control': caching } = (await request.get(address)).headers()
      expect(etag, address).toBeTruthy()
      expect(caching, address).toBe('public, no-cache')
      expect((await request.get(address, { headers: { 'If-None-Match': etag } })).status(), address).toBe(304)
    }
  })

  test('what is not there has the status 404', async ({ request }) => {
    const nowhere = ['/nowhere', '/learn/more', '/blogs/none', '/blogs/a/b', '/bulk-buying/1', '/alpine-collection/1']
    for (const address of [...nowhere, `${sitemap}?part=99`, `${sitemap}?part=x`, '/robots', '/nowhere.data'])
      expect((await request.get(address)).status(), address).toBe(404)
  })
})

async function structuredData(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
}

/** The texts of the elements that a selector finds in an XML document, which must be well formed. */
function elements(page: Page, xml: string, selector: string): Promise<string[]> {
  return page.evaluate(
    ([text = '', wanted = '']) => {
      const document = new DOMParser().parseFromString(text, 'application/xml')
      const broken = document.querySelector('parsererror')?.textContent
      if (broken) throw new Error(broken)
      return [...document.querySelectorAll(wanted)].map((element) => element.textContent ?? '')
    },
    [xml, selector],
  )
}
