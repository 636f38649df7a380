import { categories } from '#shared/categories.ts'
import { category, search, shop, shopPage, tag } from '#tests/e2e/support/paths.ts'
import {
  canonical,
  cardNames,
  findElement,
  hasText,
  heading,
  linkTo,
  mainOf,
  meta,
  readPage,
  region,
  textOf,
  texts,
} from './support/document.ts'
import { expect, fetchProductNames, test } from './support/test.ts'

const emptyListText = 'Nothing here yet! Time to start shopping!'
const nextPage = (document: Document) => linkTo(mainOf(document), 'Load more')

test('the shop lists eight products per page, newest first, with a link to the next page', async ({ request }) => {
  const first = await fetchProductNames(request, '/api/product?pageNumber=1')
  const second = await fetchProductNames(request, '/api/product?pageNumber=2')
  expect([first.length, second.length]).toEqual([8, 8])
  const { document } = await readPage(request, shop)
  expect(cardNames(document)).toEqual(first)
  expect(nextPage(document)).toBe(shopPage(2))
  const next = await readPage(request, shopPage(2))
  expect(cardNames(next.document)).toEqual([...first, ...second])
  expect(nextPage(next.document)).toBe(shopPage(3))
})

test('the last page of the shop ends with the oldest product and has no next page', async ({ request }) => {
  const oldest = (await fetchProductNames(request, '/api/product?pageNumber=8')).at(-1) ?? ''
  const { document } = await readPage(request, shopPage(8))
  expect(cardNames(document).at(-1)).toBe(oldest)
  expect(nextPage(document)).toBeUndefined()
})

for (const [title, path] of [
  ['a page past the end of the shop', shopPage(999)],
  ['a tag without products', tag('moonstone')],
  ['a combination of filters without matches', `${shop}?CategoryIds=3&color=black&size=xl`],
] as const) {
  test(`${title} shows an empty list with noindex`, async ({ request }) => {
    const { status, document } = await readPage(request, path)
    expect(status).toBe(200)
    expect(cardNames(document)).toEqual([])
    expect(hasText(mainOf(document), emptyListText)).toBe(true)
    expect(linkTo(mainOf(document), 'Continue Shopping')).toBe(shop)
    expect(meta(document, 'robots')).toBe('noindex')
  })
}

test('the filters have the specified options', async ({ request }) => {
  const { document } = await readPage(request, shop)
  const form = region(document, 'Filters')
  const options = (label: string) => {
    const found = [...form.querySelectorAll('label')].find((each) => textOf(each) === label)
    return texts(findElement(form, `[id="${found?.getAttribute('for')}"]`), 'option').slice(1)
  }
  expect(options('Sort by')).toEqual(['Price low to high', 'Price high to low'])
  expect(options('Category')).toEqual(['Crystal', 'Jewellery', 'Accessory'])
  expect(options('Color')).toEqual(['Black', 'Grey'])
  expect(options('Size')).toEqual(['Small', 'Medium', 'Large', 'XL'])
})

for (const [title, query] of [
  ['an unknown sorting', 'sortBy=beauty'],
  ['an unknown colour', 'color=mauve'],
  ['an unknown category', 'CategoryIds=one'],
  ['only empty fields', 'sortBy=&CategoryIds=&color=&size='],
] as const) {
  test(`${title} shows the whole shop with the canonical URL /shop`, async ({ request }) => {
    const { status, document } = await readPage(request, `${shop}?${query}`)
    expect(status).toBe(200)
    expect(cardNames(document)).toEqual(await fetchProductNames(request, '/api/product'))
    expect(canonical(document)).toMatch(/\/shop$/)
    expect(meta(document, 'robots')).toBeUndefined()
  })
}

for (const [spelling, title, path] of [
  ['crystal', /^Crystal/, 'crystal'],
  ['crystals', /^Crystal/, 'crystal'],
  ['CRYSTAL', /^Crystal/, 'crystal'],
  ['Jewellery', /^Jewellery/, 'Jewellery'],
  ['jewellery', /^Jewellery/, 'Jewellery'],
  ['JEWELLERY', /^Jewellery/, 'Jewellery'],
  ['jewelry', /^Jewellery/, 'Jewellery'],
  ['accessory', /^Accessories/, 'accessory'],
  ['accessories', /^Accessories/, 'accessory'],
] as const) {
  test(`the category spelled ${spelling} lists its twelve newest products and has one canonical URL`, async ({
    request,
  }) => {
    const names = await fetchProductNames(request, `/api/product/category/${spelling}`)
    expect(names).toHaveLength(12)
    const { status, document } = await readPage(request, category(spelling))
    expect(status).toBe(200)
    expect(document.title).toMatch(title)
    expect(cardNames(document)).toEqual(names)
    expect(new URL(canonical(document) ?? '').pathname).toBe(`/shop/${path}`)
  })
}

for (const name of ['quartz', 'home decore', 'key ring', 'Featured']) {
  test(`the tag “${name}” lists its products`, async ({ request }) => {
    const names = await fetchProductNames(request, `/api/product/tags/${encodeURIComponent(name)}`)
    expect(names.length).toBeGreaterThan(0)
    const { status, document } = await readPage(request, tag(name))
    expect(status).toBe(200)
    expect(cardNames(document)).toEqual(names)
    expect(meta(document, 'robots')).toBeUndefined()
  })
}

test('all spellings of a tag have the same canonical URL', async ({ request }) => {
  for (const spelling of ['home decore', 'Home-Decore', 'homedecore']) {
    const { document } = await readPage(request, tag(spelling))
    expect(canonical(document), spelling).toMatch(/\/shop\/product\/home%20decore$/)
  }
})

test('every subcategory has a list of its products', async ({ request }) => {
  const tags: string[] = categories.flatMap(({ subcategories }) => [...subcategories])
  const crystals = ['quartz', 'tourmaline', 'aquamarine', 'ruby']
  const others = ['ring', 'bracelet', 'earrings', 'home decore', 'key ring', 'handbags', 'phone case']
  expect(tags).toEqual(expect.arrayContaining([...crystals, ...others]))
  for (const name of tags) {
    const [first] = await fetchProductNames(request, `/api/product/tags/${encodeURIComponent(name)}`)
    const { status, document } = await readPage(request, tag(name))
    expect([status, cardNames(document)[0]], name).toEqual([200, first])
    expect(first, name).toBeTruthy()
  }
})

for (const [title, path] of [
  ['forgives a typo', search('tourmalin')],
  ['accepts the parameter in any letter case', `${shop}?name=tourmalin`],
] as const) {
  test(`a search ${title}, and is not indexed`, async ({ request }) => {
    const { document } = await readPage(request, path)
    expect(heading(document)).toBe('Results for “tourmalin”')
    expect(cardNames(document)).toContain('Watermelon Tourmaline')
    expect(cardNames(document)).not.toContain('Patan Singing Bowl')
    expect(meta(document, 'robots')).toBe('noindex')
  })
}

test('a search without results links back to the shop', async ({ request }) => {
  const { status, document } = await readPage(request, search('xyzzyq'))
  expect(status).toBe(200)
  expect(heading(document)).toBe('No Results Found')
  expect(meta(document, 'robots')).toBe('noindex')
  expect(linkTo(mainOf(document), 'Continue Shopping')).toBe(shop)
})

test('a search without results shows the nearest categories, or else all of them, and best sellers', async ({
  request,
}) => {
  const bestSellers = await fetchProductNames(request, '/api/product/tags/bestseller')
  const unknown = await readPage(request, search('xyzzyq'))
  expect(texts(region(unknown.document, 'Categories'), 'a')).toEqual(['Crystal', 'Accessories', 'Jewellery'])
  expect(cardNames(unknown.document)).toEqual(bestSellers.slice(0, 4))
  const near = await readPage(request, search('turqoise teapot'))
  expect(texts(region(near.document, 'Nearest categories'), 'a')).toEqual(['Turquoise'])
  expect(linkTo(region(near.document, 'Nearest categories'), 'Turquoise')).toBe(tag('turquoise'))
})

test('a search with few results shows best sellers below them', async ({ request }) => {
  const bestSellers = await fetchProductNames(request, '/api/product/tags/bestseller')
  const few = await readPage(request, search('ruby rng'))
  const namesIn = (name: string) => texts(region(few.document, name), 'article :is(h2, h3, h4)')
  expect(namesIn('Products')).toEqual(['Ruby Halo Ring'])
  expect(namesIn('Our Best Sellers')).toEqual(bestSellers.slice(0, 4))
  const many = await readPage(request, search('quartz'))
  expect(hasText(mainOf(many.document), 'Our Best Sellers')).toBe(false)
})
