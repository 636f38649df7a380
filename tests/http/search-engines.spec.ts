import { href } from 'react-router'
import sharp from 'sharp'
import { category, home, product, search, shop, tag } from '#tests/e2e/support/addresses.ts'
import { shopUnderTest } from '#tests/e2e/support/shop-under-test.ts'
import { canonical, linkTo, mainOf, meta, readPage, structuredData, texts } from './support/document.ts'
import { expect, test } from './support/test.ts'

const { url: site } = shopUnderTest()
const blog = href('/blogs/:slug', { slug: 'how-dhaka-is-woven' })

/** Each kind of page that search engines may show, its one address and its structured data. */
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

for (const { address, canonical: only = address, types } of indexed) {
  test(`${address} can be found and shared`, async ({ request }) => {
    const { document } = await readPage(request, address)
    expect(document.title).toMatch(/ALPINE/)
    const description = meta(document, 'description') ?? ''
    expect(description.length, description).toBeGreaterThan(40)
    expect(description.length, description).toBeLessThanOrEqual(170)
    expect(canonical(document)).toBe(site + only)
    expect(meta(document, 'robots')).toBeUndefined()
    expect(meta(document, 'og:title')).toBe(document.title)
    expect(meta(document, 'og:description')).toBe(description)
    expect(meta(document, 'og:url')).toBe(site + only)
    const picture = meta(document, 'og:image') ?? ''
    expect(picture.startsWith(`${site}/`), picture).toBe(true)
    const answer = await request.get(picture)
    expect(answer.status(), picture).toBe(200)
    expect(answer.headers()['content-type']).toBe('image/jpeg')
    expect(await sharp(await answer.body()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
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

test('every page has a title and a description of its own', async ({ request }) => {
  const addresses = indexed.filter((page) => !page.canonical).map(({ address }) => address)
  const documents = await Promise.all(addresses.map(async (address) => (await readPage(request, address)).document))
  expect(new Set(documents.map(({ title }) => title)).size).toBe(documents.length)
  expect(new Set(documents.map((document) => meta(document, 'description'))).size).toBe(documents.length)
})

test('the home page says who the shop is and how to search it', async ({ request }) => {
  const { document } = await readPage(request, home)
  expect(document.title).toBe('ALPINE · Elevated from the Himalayas')
  const data = structuredData(document)
  expect(data.map((each) => each['@type'])).toEqual(['Organization', 'WebSite'])
  expect(JSON.stringify(data)).toContain('/shop?Name={search_term_string}')
  expect(canonical(document)).toMatch(/\/$/)
})

test('a product page gives its one address, its picture, both offers and its rating', async ({ request }) => {
  const answer = await request.get('/api/product/smoky-quartz-point')
  const { name, price, priceInUSD, reviews } = (await answer.json()) as {
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
  const way = data.find((each) => each['@type'] === 'BreadcrumbList')?.itemListElement as { name: string }[]
  expect(way.map((step) => step.name)).toEqual(['Shop', 'Crystal', name])
})

test('the data of a post names its author and day', async ({ request }) => {
  const data = structuredData((await readPage(request, blog)).document)
  expect(data.find((each) => each['@type'] === 'Article')).toMatchObject({
    headline: 'How dhaka is woven',
    datePublished: '2025-11-05',
    author: { '@type': 'Person', name: 'Sunita Maharjan' },
    mainEntityOfPage: site + blog,
  })
  expect(data.find((each) => each['@type'] === 'BreadcrumbList')?.itemListElement).toHaveLength(3)
})

test('the data of the questions holds all five, with the answers that the page shows', async ({ request }) => {
  const { document } = await readPage(request, href('/learn'))
  const faq = structuredData(document).find((each) => each['@type'] === 'FAQPage')
  const questions = (faq?.mainEntity ?? []) as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions).toHaveLength(5)
  expect(texts(document, 'summary')).toEqual(questions.map(({ name }) => name))
  expect(texts(document, 'details > p')).toEqual(questions.map(({ acceptedAnswer }) => acceptedAnswer.text))
})

test('only the pages of the blog point to its feed', async ({ request }) => {
  for (const [address, feed] of [
    [href('/blogs'), href('/blogs/rss.xml')],
    [blog, href('/blogs/rss.xml')],
    [href('/learn'), undefined],
  ] as const) {
    const { document } = await readPage(request, address)
    const link = document.querySelector('link[rel="alternate"][type="application/rss+xml"]')
    expect(link?.getAttribute('href'), address).toBe(feed)
  }
})

for (const address of [search('xyzzyq'), tag('moonstone'), `${href('/blogs')}?page=99`, '/nowhere']) {
  test(`${address} is left out by search engines`, async ({ request }) => {
    const { document } = await readPage(request, address)
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
