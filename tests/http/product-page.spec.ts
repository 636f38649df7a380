import { product, tag } from '#tests/e2e/support/paths.ts'
import {
  card,
  findElement,
  hasText,
  heading,
  labelOf,
  links,
  linkTo,
  mainOf,
  readPage,
  region,
  textOf,
  texts,
} from './support/document.ts'
import { expect, test } from './support/test.ts'

const citrine = product('crystal', 'citrine-point')

test('a product page shows its price, processing time, facts and picture', async ({ request }) => {
  const { document } = await readPage(request, citrine)
  const main = mainOf(document)
  expect(heading(document)).toBe('Citrine Point')
  expect(hasText(main, '$ 24')).toBe(true)
  expect(textOf(main)).toContain('This item takes 5-7 days to process')
  const facts = new Map(
    [...main.querySelectorAll('dl > div')].map((fact) => [
      textOf(fact.querySelector('dt')),
      textOf(fact.querySelector('dd')),
    ]),
  )
  expect(facts.get('Mineral')).toBe('Quartz')
  expect(facts.get('Origin')).toBe('Cut in Patan, rough from Brazil, Lalitpur')
  expect(facts.get('Treatment')).toBe('heated')
  expect(main.querySelector('img')?.getAttribute('alt')).toMatch(/\w/)
})

test('a product page contains both prices, in dollars and in rupees', async ({ request }) => {
  const { document } = await readPage(request, citrine)
  for (const price of ['$ 24', 'Rs 3,200']) expect(hasText(mainOf(document), price), price).toBe(true)
})

test('a product page shows shipping, delivery time, duty and returns, inside Nepal and abroad', async ({ request }) => {
  const text = textOf(mainOf((await readPage(request, citrine)).document))
  expect(text).toContain('Shipping $ 40, usually 8–20 days outside Nepal. Duty not included.')
  expect(text).toContain('Shipping Rs 100, usually 2–5 days inside Nepal.')
  expect(text).toContain('Cash on delivery. Returns within 14 days.')
})

test('a product page shows the description and reviews of the API, and at most four related products', async ({
  request,
}) => {
  const response = await request.get('/api/product/citrine-point')
  const apiProduct = (await response.json()) as {
    description: string
    reviews: { description: string; name: string }[]
    relatedProducts: { name: string }[]
  }
  expect(apiProduct.reviews.length).toBeGreaterThan(0)
  expect(apiProduct.relatedProducts.length).toBeGreaterThan(0)
  expect(apiProduct.relatedProducts.length).toBeLessThanOrEqual(4)

  const { document } = await readPage(request, citrine)
  const main = mainOf(document)
  expect(hasText(main, apiProduct.description)).toBe(true)
  for (const { name, description } of apiProduct.reviews) {
    expect(textOf(main)).toContain(description)
    expect(textOf(main)).toContain(name)
  }
  const related = region(document, 'Related products')
  expect(texts(related, 'article h3')).toEqual(apiProduct.relatedProducts.map(({ name }) => name))
})

test('a related product links to its page', async ({ request }) => {
  const { document } = await readPage(request, citrine)
  const [first] = links(region(document, 'Related products'))
  const related = await readPage(request, first?.href ?? '')
  expect(related.status).toBe(200)
  expect(heading(related.document)).toBe(first?.name)
})

test('variants that are out of stock are not offered', async ({ request }) => {
  const { document } = await readPage(request, product('crystal', 'smoky-quartz-point'))
  const main = mainOf(document)
  expect(hasText(main, 'Large')).toBe(true)
  expect(hasText(main, 'XL')).toBe(false)
})

test('a sold-out product is marked on its page and on its product card', async ({ request }) => {
  const page = await readPage(request, product('accessory', 'terhathum-dhaka-tote'))
  expect(hasText(mainOf(page.document), 'SOLD OUT')).toBe(true)
  const list = await readPage(request, tag('handbags'))
  expect(hasText(card(list.document, 'Terhathum Dhaka Tote'), 'SOLD OUT')).toBe(true)
  expect(hasText(card(list.document, 'Palpa Dhaka Handbag'), 'SOLD OUT')).toBe(false)
})

test('a sold-out product has no quantity, no processing time and no buy bar', async ({ request }) => {
  const { document } = await readPage(request, product('accessory', 'terhathum-dhaka-tote'))
  const main = mainOf(document)
  expect(main.querySelector('.buy-bar')).toBeNull()
  expect(textOf(main)).not.toContain('This item takes 5-7 days to process')
  expect(hasText(main, 'Quantity')).toBe(false)
})

test('a product with one in stock is marked One left', async ({ request }) => {
  const isMarked = async (path: string) => hasText(mainOf((await readPage(request, path)).document), 'One left')
  expect(await isMarked(product('crystal', 'cabinet-quartz-cluster'))).toBe(true)
  expect(await isMarked(citrine)).toBe(false)
})

test('the average rating is shown beside the price with a link to the reviews', async ({ request }) => {
  const path = product('Jewellery', 'ruby-halo-ring')
  const response = await request.get('/api/product/ruby-halo-ring')
  const { reviews } = (await response.json()) as { reviews: { rating: number }[] }
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
  const { document } = await readPage(request, path)
  const main = mainOf(document)
  expect(hasText(main, `Rated ${Number(average.toFixed(1))} out of 5`)).toBe(true)
  expect(linkTo(main, `${reviews.length} reviews`)).toBe(`${path}#reviews`)
  expect(labelOf(findElement(document, 'section:has(#reviews)'))).toBe('Reviews')
  const each = texts(region(document, 'Reviews'), 'li p').filter((text) => text.includes('out of 5'))
  expect(each.map((text) => /Rated (\d) out of 5$/.exec(text)?.[1])).toEqual(reviews.map(({ rating }) => `${rating}`))
})

test('a product without reviews has no rating', async ({ request }) => {
  const { document } = await readPage(request, product('crystal', 'cabinet-quartz-cluster'))
  expect(textOf(mainOf(document))).not.toContain('out of 5')
  expect(linkTo(mainOf(document), /reviews?$/)).toBeUndefined()
})

test('a product with a known altitude shows the altitude chart', async ({ request }) => {
  const { document } = await readPage(request, product('Jewellery', 'ruby-halo-ring'))
  const altitude = findElement(mainOf(document), 'dd:has(.altitude-line)')
  expect(textOf(altitude)).toBe('4,100 m')
  expect(altitude.querySelectorAll('svg[aria-hidden="true"] circle')).toHaveLength(1)
  const other = await readPage(request, citrine)
  expect(other.document.querySelector('.altitude-line')).toBeNull()
})

test('each picture has a caption, and the first one is shown', async ({ request }) => {
  const response = await request.get('/api/product/citrine-point')
  const { imageUrlList } = (await response.json()) as { imageUrlList: { alt: string }[] }
  const { document } = await readPage(request, citrine)
  expect(texts(document, 'figcaption span')).toEqual(imageUrlList.map(({ alt }) => alt))
  expect(texts(document, 'figcaption [data-shown]')).toEqual([imageUrlList[0]?.alt])
})

test('the HTML contains the buy bar for small screens', async ({ request }) => {
  const { document } = await readPage(request, citrine)
  expect(texts(region(document, 'Buy'), 'button')[0]).toContain('Add to Bag')
})
