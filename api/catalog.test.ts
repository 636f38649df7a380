import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addApprovedReviews, createProduct, setStock } from '#modules/catalog/service.server.ts'
import { soon } from '#tests/support/cached-shop.ts'
import { addPicture, addProducts, product, sampleProducts } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { errorBodySchema } from './errors.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
})
afterAll(() => shop.close())

const names = (cards: { name: string }[]) => cards.map(({ name }) => name)

describe('product lists', () => {
  test('returns the newest products first, eight per page', async () => {
    const { status, body } = await shop.json('/api/product')
    expect(status).toBe(200)
    expect(names(body.data)).toEqual(
      sampleProducts
        .map(({ name }) => name)
        .reverse()
        .slice(0, 8),
    )
    expect(body).toMatchObject({ totalItems: 9, totalPages: 2, pageNumber: 1, pageSize: 8 })
  })

  test('returns product cards with the fields of the contract', async () => {
    const { body } = await shop.json('/api/product?pageSize=1')
    expect(body.data[0]).toEqual({
      productId: expect.any(Number),
      id: first(body.data).productId,
      name: 'Peak Leather Key Ring',
      slugs: 'peak-leather-key-ring',
      categoryId: 2,
      price: 5054,
      priceInUSD: 38,
      regularPrice: null,
      regularPriceInUSD: null,
      hasPriceRange: false,
      stockQuantity: 5,
      isSaved: false,
      tags: ['key ring', 'popular'],
      attributes: [],
      imageUrlList: [],
    })
  })

  test.each(['Name', 'size'])('rejects a search with two values for %s with a message', async (name) => {
    const { status, body } = await shop.json(`/api/product/search?${name}=a&${name}=b`)
    expect([status, body]).toMatchObject([400, { message: `Please choose one value for ${name}.` }])
  })

  test('ignores the letter case of paths and parameters, and a trailing slash', async () => {
    const { status, body } = await shop.json('/API/Product/Category/Jewelry/?PAGENUMBER=1&pagesize=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ totalItems: 3, totalPages: 2, pageSize: 2 })
  })

  test('returns twelve products of a category per page, sorted by price', async () => {
    const { body } = await shop.json('/api/product/category/Jewellery?sortBy=priceAsc')
    expect(names(body.data)).toEqual(['Café Noir Bracelet', 'Aquamarine Drop Earrings', 'Ruby Halo Ring'])
    expect(body.pageSize).toBe(12)
    const { body: descending } = await shop.json('/api/product/category/jewellery?sortBy=priceDesc')
    expect(names(descending.data)).toEqual(names(body.data).reverse())
  })

  test('ignores spaces and letter case of a tag and returns an empty list for an unknown one', async () => {
    for (const spelling of ['home%20decore', 'HomeDecore', 'HOME-DECORE']) {
      expect(names((await shop.json(`/api/product/tags/${spelling}`)).body.data)).toEqual(['Singing Bowl'])
    }
    const { status, body } = await shop.json('/api/product/tags/nothing-like-it')
    expect({ status, data: body.data, totalItems: body.totalItems }).toEqual({ status: 200, data: [], totalItems: 0 })
  })

  test('returns an empty list for a page past the end', async () => {
    const { status, body } = await shop.json('/api/product?pageNumber=999')
    expect({ status, data: body.data, totalItems: body.totalItems }).toEqual({ status: 200, data: [], totalItems: 9 })
  })

  test('shows a new product and a stock change after at most a second', async () => {
    const own = await testShop()
    await addProducts(own, [product({ name: 'First Stone' })])
    expect((await own.json('/api/product')).body.totalItems).toBe(1)
    await own.db.transaction((tx) => createProduct(tx, product({ name: 'Second Stone' })))
    const list = async () => (await own.json('/api/product')).body.data
    await expect.poll(async () => names(await list()), soon).toEqual(['Second Stone', 'First Stone'])
    await own.db.transaction((tx) => setStock(tx, 'second-stone', 3))
    await expect.poll(async () => (await list())[0]?.stockQuantity, soon).toBe(3)
  })
})

describe('a single product', () => {
  test('has a description, attributes, facts, reviews and related products', async () => {
    const { status, body } = await shop.json('/api/product/ruby-halo-ring?slugs=ruby-halo-ring')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Ruby Halo Ring',
      stockQuantity: 2,
      attributes: [
        { attributeValue: 'Small', productQuantity: 2 },
        { attributeValue: 'Medium', productQuantity: 0 },
      ],
      facts: { treatment: 'none', mineral: null },
      reviews: [],
    })
    expect(names(body.relatedProducts)).toEqual(['Aquamarine Drop Earrings', 'Café Noir Bracelet'])
  })

  test('has its approved reviews, newest first, and its pictures with their size', async () => {
    const own = await testShop()
    const pictureId = await addPicture(own)
    const id = await own.db.transaction((tx) =>
      createProduct(tx, product({ name: 'Brown Stone', images: [{ pictureId, alt: 'A brown stone' }] })),
    )
    await own.db.transaction((tx) =>
      addApprovedReviews(tx, id, [
        { name: 'Maya', rating: 4, description: 'Good.', createdAt: new Date('2026-01-01T10:00:00Z') },
        { name: 'Jon', rating: 5, description: 'Better.', createdAt: new Date('2026-02-01T10:00:00Z') },
      ]),
    )
    const { body } = await own.json('/api/product/brown-stone')
    expect(
      body.reviews.map(({ name, rating, createdAt, imageURL }) => ({ name, rating, createdAt, imageURL })),
    ).toEqual([
      { name: 'Jon', rating: 5, createdAt: '2026-02-01T10:00:00Z', imageURL: null },
      { name: 'Maya', rating: 4, createdAt: '2026-01-01T10:00:00Z', imageURL: null },
    ])
    const image = first(body.imageUrlList)
    expect(image).toMatchObject({ alt: 'A brown stone', width: 500, height: 625 })
    const file = await own.fetch(image.imageURL)
    expect(file.headers.get('content-type')).toBe('image/webp')
    expect(file.headers.get('cache-control')).toContain('immutable')
  })

  test('returns 404 Product not found for an unknown slug', async () => {
    expect(await shop.json('/api/product/yeti-tooth')).toEqual({ status: 404, body: { message: 'Product not found' } })
  })
})

describe('invalid input', () => {
  test.each([
    ['/api/product?pageNumber=0', 400, 'pageNumber'],
    ['/api/product?pageNumber=-1', 400, 'pageNumber'],
    ['/api/product?pageNumber=two', 400, 'pageNumber'],
    ['/api/product?pageNumber=1.5', 400, 'pageNumber'],
    ['/api/product?pageSize=1000', 400, 'pageSize'],
    ['/api/product?pageSize=0', 400, 'pageSize'],
    ['/api/product?pageNumber=1&PageNumber=2', 400, 'pageNumber'],
    ['/api/product/category/minerals', 404, undefined],
    ['/api/product/ruby%00ring', 400, 'slug'],
    ['/api/product/tags/ru%00by', 400, 'tag'],
    ['/api/product/{10,000 letters}', 400, 'slug'],
    ['/api/product/search?Name={10,000 letters}', 400, 'Name'],
    ['/api/product/search?Name=ru%00by', 400, 'Name'],
    ['/api/product/search?color=black&color=grey', 400, 'color'],
    ['/api/product/search?sortBy=priceAsc&sortBy=priceDesc', 400, 'sortBy'],
    ['/api/product/search?sortBy=cheapest', 400, 'sortBy'],
    ['/api/product/search?CategoryIds=one', 400, 'CategoryIds'],
    ['/api/product/search?CategoryIds=1e9', 400, 'CategoryIds'],
    ['/api/product/%E0%A4%A', 404, undefined],
    ['/api/product/__proto__', 404, undefined],
    ['/api/nothing', 404, undefined],
  ])('%s', async (path, status, field) => {
    const response = await shop.fetch(path.replace('{10,000 letters}', 'a'.repeat(10_000)))
    expect(response.status).toBe(status)
    const { message, errors } = z.strictObject(errorBodySchema.shape).parse(await response.json())
    expect(message).toMatch(/^[A-Z].*[.d]$/)
    expect(errors ?? []).toMatchObject(field ? [{ field }] : [])
  })
})

describe('the number of statements without a response cache', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ environment: { PAGE_CACHE_MB: '0' } })
    await addProducts(shop)
  })
  afterAll(() => shop.close())

  test.each([
    ['/api/product', 2, 1],
    // The first page has read the list and its cards.
    ['/api/product?pageNumber=2&pageSize=4', 1, 1],
    ['/api/product/category/crystal?sortBy=priceAsc', 2, 1],
    // These lists have only products whose cards are known.
    ['/api/product/tags/popular', 1, 1],
    ['/api/product/search?Name=quartz', 1, 1],
    // A search without results is recorded.
    ['/api/product/search?Name=aquamrine&color=clear', 2, 2],
    ['/api/product/ruby-halo-ring', 2, 1],
    ['/api/product/yeti-tooth', 1, 1],
  ])('%s runs %i statements the first time, then %i', async (path, first, again) => {
    expect(await shop.countStatements(() => shop.fetch(path))).toBe(first)
    expect(await shop.countStatements(() => shop.fetch(path))).toBe(again)
  })

  test('the lists of the home page need two statements in all', async () => {
    expect(
      await shop.countStatements(() => shop.catalog.firstWithTags(shop.db, { Featured: 2, popular: 8, bestseller: 3 })),
    ).toBe(2)
  })
})
