import { category, home, product, shop } from '#tests/e2e/support/paths.ts'
import {
  findElement,
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
import { expect, fetchProductNames, test } from './support/test.ts'

const menus = [
  ['Crystal', category('crystal')],
  ['Jewellery', category('Jewellery')],
  ['Accessories', category('accessory')],
  ['Alpine Collection', '/alpine-collection'],
] as const

test('the home page shows its sections in order', async ({ request }) => {
  const { document } = await readPage(request, home)
  expect(heading(document)).toBe('Elevated from the Himalayas')
  expect([...mainOf(document).querySelectorAll('section')].map(labelOf)).toEqual([
    'Elevated from the Himalayas',
    'Featured',
    'Film',
    'WHY WE STARTED',
    'WHY CHOOSE US',
    'What our customers say',
    'Categories',
    'POPULAR',
    'Get In Touch',
    'Stories from the mountain',
  ])
  expect(texts(document, 'h3')).toEqual(
    expect.arrayContaining(['Pure, natural, authentic', '100% handcrafted', 'Value for money']),
  )
})

test('the tiles of the home page link to their categories', async ({ request }) => {
  const { document } = await readPage(request, home)
  const tiles = [...region(document, 'Categories').querySelectorAll('article')]
  expect(tiles.map((tile) => [textOf(tile.querySelector('h2, h3')), linkTo(tile, /^Explore/)])).toEqual([
    ['CRYSTAL', category('crystal')],
    ['Jewellery', category('Jewellery')],
    ['ACCESSORIES', category('accessory')],
  ])
})

test('the HTML of the home page contains the first two featured products', async ({ request }) => {
  const featured = await fetchProductNames(request, '/api/product/tags/Featured')
  expect(featured.length).toBeGreaterThan(2)
  const { document } = await readPage(request, home)
  expect(texts(region(document, 'Featured'), 'h2').filter((name) => name !== 'Featured')).toEqual(featured.slice(0, 2))
})

for (const [path, clear] of [
  [home, 'snow'],
  [shop, 'ink'],
  [`${shop}?page=2`, 'ink'],
  [category('crystal'), null],
  [product('crystal', 'citrine-point'), null],
  ['/nowhere', null],
] as const) {
  test(`the HTML of ${path} has a ${clear ? `clear header over ${clear}` : 'solid header'}`, async ({ request }) => {
    const { document } = await readPage(request, path)
    expect(findElement(document, 'header.header').getAttribute('data-over-hero')).toBe(clear)
    expect(findElement(document, 'main#content').classList.contains('pt-header')).toBe(clear === null)
  })
}

test('the header texts and icons are links without JavaScript', async ({ request }) => {
  const { document } = await readPage(request, home)
  const header = findElement(document, 'header.header')
  expect(linkTo(header, 'Search')).toBe(shop)
  expect(linkTo(header, 'Account')).toBe('/login')
  expect(linkTo(header, 'Menu')).toBe(`#${findElement(document, 'footer').id}`)
  for (const [name, to] of menus) expect(linkTo(region(document, 'Shop'), name)).toBe(to)
})

test('the footer shows the shop, its categories and its contact details', async ({ request }) => {
  const { document } = await readPage(request, shop)
  const footer = findElement(document, 'footer')
  for (const [name, to] of menus) expect(linkTo(footer, name)).toBe(to)
  expect(texts(footer, 'h2')).toContain('Contact us')
  expect(linkTo(footer, '+977 1 555 0100')).toBe('tel:+97715550100')
  expect(linkTo(footer, /@/)).toMatch(/^mailto:.+@.+/)
  for (const text of ['Instagram', 'Facebook', '© 2025 ALPINE. All rights reserved.'])
    expect(textOf(footer)).toContain(text)
  expect(links(footer).filter(({ href }) => /^https?:|^#$/.test(href))).toEqual([])
})
