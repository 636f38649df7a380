import { href } from 'react-router'
import sharp from 'sharp'
import { category, home, product, search, shop, tag } from '#tests/e2e/support/paths.ts'
import { shopUnderTest } from '#tests/e2e/support/shop-under-test.ts'
import { canonical, linkTo, mainOf, meta, readPage, structuredData, texts } from './support/document.ts'
import { expect, test } from './support/test.ts'

const { url: site } = shopUnderTest()
const blog = href('/blogs/:slug', { slug: 'how-dhaka-is-woven' })

/** Each kind of indexed page with its canonical path and its types of structured data. */
const indexed: { path: string; canonical?: string; types: string[] }[] = [
  { path: home, types: ['Organization'] },
  { path: shop, types: [] },
  { path: `${shop}?page=2`, types: [] },
  { path: `${shop}?page=2&sortBy=priceAsc`, canonical: shop, types: [] },
  { path: `${category('crystal')}?page=2`, types: [] },
  { path: category('jewelry'), canonical: category('Jewellery'), types: [] },
  { path: category('crystal'), types: [] },
  { path: tag('home decore'), types: [] },
  { path: product('crystal', 'citrine-point'), types: ['Product', 'BreadcrumbList'] },
  { path: product('accessory', 'citrine-point'), canonical: product('crystal', 'citrine-point'), types: [] },
  { path: href('/alpine-collection'), types: ['BreadcrumbList'] },
  { path: href('/learn'), types: ['FAQPage', 'BreadcrumbList'] },
  { path: href('/blogs'), types: ['BreadcrumbList'] },
  { path: `${href('/blogs')}?page=2&utm_source=letter`, canonical: `${href('/blogs')}?page=2`, types: [] },
  { path: blog, types: ['Article', 'BreadcrumbList'] },
  { path: href('/bulk-buying'), types: ['BreadcrumbList'] },
]

for (const { path, canonical: canonicalPath = path, types } of indexed) {
  test(`${path} has the tags for search engines and sharing`, async ({ request }) => {
    const { document } = await readPage(request, path)
    expect(document.title).toMatch(/ALPINE/)
    const description = meta(document, 'description') ?? ''
    expect(description.length, description).toBeGreaterThan(40)
    expect(description.length, description).toBeLessThanOrEqual(170)
    expect(canonical(document)).toBe(site + canonicalPath)
    expect(meta(document, 'robots')).toBeUndefined()
    expect(meta(document, 'og:title')).toBe(document.title)
    expect(meta(document, 'og:description')).toBe(description)
    expect(meta(document, 'og:url')).toBe(site + canonicalPath)
    const picture = meta(document, 'og:image') ?? ''
    expect(picture.startsWith(`${site}/`), picture).toBe(true)
    const response = await request.get(picture)
    expect(response.status(), picture).toBe(200)
    expect(response.headers()['content-type']).toBe('image/jpeg')
    expect(await sharp(await response.body()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const facts = ['og:image:type', 'og:image:width', 'og:image:height', 'og:locale', 'og:image:alt']
    expect(facts.map((name) => meta(document, name))).toEqual([
      'image/jpeg',
      '1200',
      '630',
      'en_GB',
      expect.stringMatching(/\w{3}/),
    ])
    expect(meta(document, 'twitter:card')).toBe('summary_large_image')
    const found = structuredData(document)
    for (const each of found) expect(each['@context']).toBe('https://schema.org')
    expect(found.map((each) => each['@type'])).toEqual(expect.arrayContaining(types))
  })
}

test('every page has a unique title and description', async ({ request }) => {
  const paths = indexed.filter((page) => !page.canonical).map(({ path }) => path)
  const documents = await Promise.all(paths.map(async (path) => (await readPage(request, path)).document))
  expect(new Set(documents.map(({ title }) => title)).size).toBe(documents.length)
  expect(new Set(documents.map((document) => meta(document, 'description'))).size).toBe(documents.length)
})

test('the structured data of the home page describes the shop and its search', async ({ request }) => {
  const { document } = await readPage(request, home)
  expect(document.title).toBe('ALPINE · Elevated from the Himalayas')
  const data = structuredData(document)
  expect(data.map((each) => each['@type'])).toEqual(['Organization', 'WebSite'])
  expect(JSON.stringify(data)).toContain('/shop?Name={search_term_string}')
  expect(canonical(document)).toMatch(/\/$/)
})

test('a product page has its canonical URL, picture, both offers and rating', async ({ request }) => {
  const response = await request.get('/api/product/smoky-quartz-point')
  const { name, price, priceInUSD, reviews } = (await response.json()) as {
    name: string
    price: number
    priceInUSD: number
    reviews: { rating: number }[]
  }
  const { document } = await readPage(request, product('CRYSTALS', 'smoky-quartz-point'))
  expect(document.title).toBe(`${name} · ALPINE`)
  expect(canonical(document)).toMatch(/\/shop\/crystal\/smoky-quartz-point$/)
  expect(meta(document, 'og:image')).toMatch(/^http.+\/media\/.+-share\.jpg$/)
  expect(meta(document, 'description')).toMatch(/^Smoky quartz from .{60,}/)
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
  const data = structuredData(document)
  expect(data.find((each) => each['@type'] === 'Product')).toMatchObject({
    name,
    offers: [
      { priceCurrency: 'USD', price: priceInUSD.toFixed(2), availability: 'https://schema.org/InStock' },
      { priceCurrency: 'NPR', price: price.toFixed(2), availability: 'https://schema.org/InStock' },
    ],
    aggregateRating: { reviewCount: reviews.length, ratingValue: Number(average.toFixed(1)) },
  })
  const breadcrumbs = data.find((each) => each['@type'] === 'BreadcrumbList')?.itemListElement as { name: string }[]
  expect(breadcrumbs.map((step) => step.name)).toEqual(['Shop', 'Crystal', name])
})

test('the structured data of a post has its author and date', async ({ request }) => {
  const data = structuredData((await readPage(request, blog)).document)
  expect(data.find((each) => each['@type'] === 'Article')).toMatchObject({
    headline: 'How dhaka is woven',
    datePublished: '2025-11-05',
    author: { '@type': 'Person', name: 'Sunita Maharjan' },
    mainEntityOfPage: site + blog,
  })
  expect(data.find((each) => each['@type'] === 'BreadcrumbList')?.itemListElement).toHaveLength(3)
})

test('the structured data of the FAQs contains all five questions and the answers on the page', async ({ request }) => {
  const { document } = await readPage(request, href('/learn'))
  const faq = structuredData(document).find((each) => each['@type'] === 'FAQPage')
  const questions = (faq?.mainEntity ?? []) as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions).toHaveLength(5)
  expect(texts(document, 'summary')).toEqual(questions.map(({ name }) => name))
  expect(texts(document, 'details > p')).toEqual(questions.map(({ acceptedAnswer }) => acceptedAnswer.text))
})

test('only the blog pages link to the feed', async ({ request }) => {
  for (const [path, feed] of [
    [href('/blogs'), href('/blogs/rss.xml')],
    [blog, href('/blogs/rss.xml')],
    [href('/learn'), undefined],
  ] as const) {
    const { document } = await readPage(request, path)
    const link = document.querySelector('link[rel="alternate"][type="application/rss+xml"]')
    expect(link?.getAttribute('href'), path).toBe(feed)
  }
})

for (const path of [search('xyzzyq'), tag('moonstone'), `${href('/blogs')}?page=99`, '/nowhere']) {
  test(`${path} is noindex`, async ({ request }) => {
    const { document } = await readPage(request, path)
    expect(meta(document, 'robots')).toBe('noindex')
    expect(canonical(document)).toBeUndefined()
  })
}

test('links to the previous and next page have rel=prev and rel=next', async ({ request }) => {
  const blogs = mainOf((await readPage(request, `${href('/blogs')}?page=2`)).document)
  expect(linkTo(blogs, 'Previous')).toBe(blogs.querySelector('a[rel="prev"]')?.getAttribute('href'))
  const list = mainOf((await readPage(request, shop)).document)
  expect(linkTo(list, 'Load more')).toBe(list.querySelector('a[rel="next"]')?.getAttribute('href'))
  for (const [main, rel] of [
    [blogs, 'prev'],
    [list, 'next'],
  ] as const)
    expect(main.querySelectorAll(`a[rel="${rel}"]`)).toHaveLength(1)
})
