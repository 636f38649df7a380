import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
})
afterAll(() => shop.close())

const names = (cards: { name: string }[]) => cards.map(({ name }) => name)
const search = async (query: string) => (await shop.json(`/api/product/search?${query}`)).body

describe('search', () => {
  test.each([
    ['a prefix as it is typed', 'tourmal', 'Pink Tourmaline'],
    ['a longer prefix than the stem', 'singin', 'Singing Bowl'],
    ['a plural', 'rings', 'Ruby Halo Ring'],
    ['an accent that was not typed', 'cafe', 'Café Noir Bracelet'],
    ['an accent that was typed', 'Café', 'Café Noir Bracelet'],
    ['a missing letter', 'aquamrine', 'Aquamarine on Feldspar'],
    ['a letter too many', 'tourrmaline', 'Pink Tourmaline'],
    ['a wrong letter', 'braselet', 'Café Noir Bracelet'],
    ['two swapped letters', 'qaurtz', 'Clear Quartz Point'],
    ['a typo while still typing', 'aquamr', 'Aquamarine on Feldspar'],
    ['a typo in each of two words', 'smokey quarts', 'Smoky Quartz Cluster'],
    ['a place', 'dhading', 'Clear Quartz Point'],
    ['the category', 'jewelry', 'Ruby Halo Ring'],
  ])('finds a product by %s', async (_, typed, found) => {
    expect(names((await search(`Name=${encodeURIComponent(typed)}`)).products)).toContain(found)
  })

  test('ranks a match in the name above a tag, and a tag above the description', async () => {
    const own = await testShop()
    await addProducts(own, [
      product({ name: 'Jade Ring' }),
      product({ name: 'Green Stone', tags: ['jade'] }),
      product({ name: 'Grey Stone', description: 'Not a jade.' }),
    ])
    expect(names((await own.json('/api/product/search?Name=jade')).body.products)).toEqual([
      'Jade Ring',
      'Green Stone',
      'Grey Stone',
    ])
  })

  test('ranks a whole tag or word above a part of a longer one', async () => {
    const own = await testShop()
    await addProducts(own, [
      product({ name: 'Plain Band', tags: ['ring'], categoryId: 3 }),
      product({ name: 'Ringlet Fossil' }),
      product({ name: 'Turquoise Earrings', tags: ['earrings'], categoryId: 3 }),
      product({
        name: 'Brass Key Ring',
        tags: ['key ring'],
        categoryId: 2,
        description: 'A ring on a ring on a ring.',
      }),
    ])
    const found = async (typed: string) =>
      names((await own.json(`/api/product/search?Name=${encodeURIComponent(typed)}`)).body.products)
    for (const typed of ['ring', 'rings', 'rng']) expect((await found(typed))[0], typed).toBe('Plain Band')
    expect((await found('ring')).toSorted()).toEqual(['Brass Key Ring', 'Plain Band', 'Ringlet Fossil'])
    for (const typed of ['key ring', 'keyring', 'key rings', 'kee ring'])
      expect(await found(typed), typed).toEqual(['Brass Key Ring'])
    expect(await found('ear ring')).toEqual(['Turquoise Earrings'])
  })

  test('ranks the category above a name with the same word, and the exact name above longer names', async () => {
    const own = await testShop()
    await addProducts(own, [
      product({ name: 'Smoky Point' }),
      product({ name: 'Honey Smoky Point' }),
      product({ name: 'Crystal Band', categoryId: 3 }),
    ])
    const found = async (typed: string) => names((await own.json(`/api/product/search?Name=${typed}`)).body.products)
    expect((await found('crystals')).at(-1)).toBe('Crystal Band')
    expect(await found('smoky+point')).toEqual(['Smoky Point', 'Honey Smoky Point'])
  })

  test.each([
    ['one in each of two words', 'aquamrine earing', 'Aquamarine Drop Earrings'],
    ['a missing letter in a word of three', 'rng', 'Ruby Halo Ring'],
    ['two in a long word', 'aqamarin', 'Aquamarine on Feldspar'],
    ['one in a synonym', 'bangel', 'Café Noir Bracelet'],
  ])('accepts typos: %s', async (_, typed, found) => {
    expect(names((await search(`Name=${encodeURIComponent(typed)}`)).products)).toContain(found)
  })

  test('ranks the typed word above its synonyms, and synonyms above descriptions', async () => {
    const own = await testShop()
    await addProducts(own, [
      product({ name: 'Felt Purse' }),
      product({ name: 'Dhaka Bag', tags: ['handbags'], categoryId: 2 }),
      product({ name: 'Wool Scarf', description: 'Fits into a purse.' }),
    ])
    const { body } = await own.json('/api/product/search?Name=purse')
    expect(names(body.products)).toEqual(['Felt Purse', 'Dhaka Bag', 'Wool Scarf'])
    expect(names((await own.json('/api/product/search?Name=purs')).body.products)).toContain('Dhaka Bag')
  })

  test('suggests similar tags, categories and best sellers for a search without results', async () => {
    const paging = { pageNumber: 1, pageSize: 8 }
    const results = (Name: string) => shop.catalog.results(shop.db, { Name, ...paging })
    // The API does not read suggestions.
    await shop.catalog.search(shop.db, { Name: 'aquamarine teapot', ...paging })
    const none = await results('aquamarine teapot')
    expect([none.page.totalItems, none.suggestions]).toEqual([0, ['aquamarine']])
    expect(names(none.bestSellers)).toEqual(['Clear Quartz Point'])
    expect((await results('teapot crystal')).suggestions).toEqual(['crystal'])
    expect((await results('teapot bangle')).suggestions).toEqual(['bracelet'])
    expect((await results('xyzzyq')).suggestions).toEqual([])
    const singleResult = await results('singing bowl')
    expect([names(singleResult.page.items), names(singleResult.bestSellers)]).toEqual([
      ['Singing Bowl'],
      ['Clear Quartz Point'],
    ])
    expect((await results('quartz')).bestSellers.length).toBe(0)
  })

  test('requires every word to match', async () => {
    expect(names((await search('Name=aquamarine+earrings')).products)).toEqual(['Aquamarine Drop Earrings'])
    expect((await search('Name=aquamarine+teapot')).totalRecords).toBe(0)
  })

  test('filters by categories, color and size, sorts and pages', async () => {
    const both = await search('CategoryIds=1&CategoryIds=3&color=Black&sortBy=priceAsc')
    expect(names(both.products)).toEqual(['Café Noir Bracelet', 'Smoky Quartz Cluster'])
    expect(names((await search('CategoryIds=1,3&size=large')).products)).toEqual(['Smoky Quartz Cluster'])
    expect(names((await search('size=Small')).products).sort()).toEqual(['Pink Tourmaline', 'Ruby Halo Ring'])
    const second = await search('sortBy=priceDesc&PageNumber=2&PageSize=4')
    expect(second).toMatchObject({ totalRecords: 9, totalPages: 3 })
    expect(names(second.products)).toEqual([
      'Singing Bowl',
      'Smoky Quartz Cluster',
      'Café Noir Bracelet',
      'Clear Quartz Point',
    ])
  })

  test('returns nothing for an unknown color, size or category and everything for an empty search', async () => {
    for (const query of ['color=ultraviolet', 'size=enormous', 'CategoryIds=9']) {
      expect((await search(query)).totalRecords).toBe(0)
    }
    expect((await search('Name=%20%20')).totalRecords).toBe(9)
  })

  test.each(["'; drop table products; --", '%_\\', ':*&|!()<->', 'the', '"', '\u2028', '𓆣', 'ha '.repeat(60)])(
    'treats %j as text, not as a command',
    async (typed) => {
      const { status } = await shop.json(`/api/product/search?Name=${encodeURIComponent(typed)}`)
      expect(status).toBe(200)
      expect((await shop.json('/api/product')).body.totalItems).toBe(9)
    },
  )
})
