import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listProducts } from '#modules/catalog/admin.server.ts'
import { productListSchema } from '#modules/catalog/admin-contract.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { soon } from '#tests/support/cached-shop.ts'
import { htmlPage, recordingRenderer } from '#tests/support/pages.ts'
import { editedProduct } from '#tests/support/product-edit.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let maya: Person
let tsering: Person
let ids: Awaited<ReturnType<typeof findProductIds>>

const pages = recordingRenderer(async () => {
  const { priceUsd, name } = await shop.catalog.product(shop.db, 'clear-quartz-point')
  return htmlPage(`${name} ${priceUsd}`)
})

beforeAll(async () => {
  shop = await openTestShop({ render: pages.render })
  await addProducts(shop)
  await addProducts(
    shop,
    [1, 2, 3, 4, 12, 25, 60].map((quantity) =>
      product({ name: `Bead ${quantity}`, stock: quantity, createdAt: new Date(0) }),
    ),
  )
  maya = await person(shop, 'Maya Owner', { role: 'Owner' })
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
  ids = await findProductIds(shop)
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown, user = tsering) =>
  shop.json(`/api/admin/products${path}`, as(user, method, body))

async function readProduct(slug: string) {
  return (await call(`/${ids.product(slug)}`)).body
}

const save = (read: Parameters<typeof editedProduct>[0], change: object, user = tsering) =>
  call(`/${read.productId}`, 'PUT', editedProduct(read, change), user)

describe('the product list', () => {
  const names = async (query: string) => (await call(`?${query}`)).body.rows.map(({ name }) => name)

  test('shows the newest products first, in pages', async () => {
    const first = (await call('?size=4')).body
    expect(first).toMatchObject({ page: 1, hasMore: true })
    expect(first.rows.map(({ name }) => name)[0]).toBe('Peak Leather Key Ring')
    expect((await call('?size=5&page=4')).body).toMatchObject({ page: 4, hasMore: false, rows: [{}] })
  })

  test.each([
    ['q=quartz&category=1', ['Smoky Quartz Cluster', 'Clear Quartz Point']],
    ['q=aquamrine', ['Aquamarine Drop Earrings', 'Aquamarine on Feldspar']],
    ['stock=out', ['Aquamarine Drop Earrings']],
    ['stock=low&category=3&tag=Ring', ['Ruby Halo Ring']],
    ['sort=-price&size=1', ['Ruby Halo Ring']],
    ['sort=name&size=1', ['Aquamarine Drop Earrings']],
    ['status=archived', []],
    ['q=the', []],
  ])('%s', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  test.each([0, 1, 2, 3, 5, 12, 20, 25, 60])(
    'with a low-stock level of %i contains all products up to that stock, newest first',
    async (level) => {
      const expected = await readRows<{ id: number }>(
        shop.db,
        sql`select id from products where archived_at is null and stock <= ${level} order by created_at desc, id desc`,
      )
      const { rows } = await listProducts(shop.db, productListSchema.parse({ stock: 'low', size: '100' }), level)
      expect(rows.map(({ productId }) => productId)).toEqual(expected.map(({ id }) => id))
    },
  )

  test.each(['', 'q=quartz', 'stock=low&category=1&sort=price'])('%s needs at most three statements', async (query) => {
    expect(await shop.countStatements(() => call(`?${query}`))).toBeLessThanOrEqual(3)
  })

  test.each(['page=0', 'page=101', 'size=101', 'sort=stock', 'category=4', 'status=gone'])(
    '%s returns 400',
    async (query) => {
      expect((await call(`?${query}`)).status).toBe(400)
    },
  )
})

describe('editing a product', () => {
  test('changes every field, appears in the shop and is written to the audit log', async () => {
    const read = await readProduct('singing-bowl')
    const { status, body } = await save(read, {
      name: 'Singing Bowl of Patan',
      description: 'Hammered by hand.',
      price: 22_400.5,
      priceInUSD: 169.99,
      stock: 9,
      tags: ['home decore', 'Featured'],
      colors: ['Gold'],
      facts: {
        ...read.facts,
        originPlace: 'Patan',
        weightG: 812.5,
        sizeMm: [120, 120, 60],
        treatment: 'not applicable',
      },
      relatedIds: [ids.product('peak-leather-key-ring')],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: read.version + 1,
      price: 22_400.5,
      priceInUSD: 169.99,
      stock: 9,
      colors: ['gold'],
      facts: { originPlace: 'Patan', weightG: 812.5, sizeMm: [120, 120, 60] },
      related: [{ name: 'Peak Leather Key Ring' }],
    })
    const published = (await shop.json('/api/product/singing-bowl')).body
    expect(published).toMatchObject({ name: 'Singing Bowl of Patan', priceInUSD: 169.99, stockQuantity: 9 })
    expect(published.relatedProducts[0]?.name).toBe('Peak Leather Key Ring')
    expect((await shop.json('/api/product/search?Name=hammered')).body.totalRecords).toBe(1)
    const [entry] = await readRows<{ after: object }>(
      shop.db,
      sql`select actor_name, action, before, after from audit_log where subject = 'product' order by id desc limit 1`,
    )
    expect(entry).toMatchObject({
      actor_name: 'Tsering Staff',
      action: 'changed',
      before: { priceInUSD: 168 },
      after: { priceInUSD: 169.99 },
    })
    expect(entry?.after).not.toHaveProperty('slug')
  })

  test('returns 409 with the current record if another user changed it', async () => {
    const [ownRecord, otherRecord] = [await readProduct('clear-quartz-point'), await readProduct('clear-quartz-point')]
    expect((await save(otherRecord, { name: 'Clear Quartz' }, maya)).status).toBe(200)
    const { status, body } = await save(ownRecord, { description: 'Mine.' })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      errors: [{ code: 'VersionConflict' }],
      current: { name: 'Clear Quartz', version: ownRecord.version + 1 },
    })
    expect((await save(body.current ?? ownRecord, { description: 'Mine.' })).body).toMatchObject({
      name: 'Clear Quartz',
      description: 'Mine.',
    })
    await save(await readProduct('clear-quartz-point'), { name: 'Clear Quartz Point' })
  })

  test('accepts one of two concurrent edits and returns 409 for the other', async () => {
    const read = await readProduct('pink-tourmaline')
    const both = await Promise.all([save(read, { description: 'One.' }), save(read, { description: 'Two.' }, maya)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('subtracts sales made since the stock was read', async () => {
    const read = await readProduct('smoky-quartz-cluster')
    const asha = await shopper(shop, 'Asha Gurung')
    await asha.add({ productId: read.productId, quantity: 2 })
    expect((await asha.order()).status).toBe(201)
    expect((await save(read, { stock: read.stock + 10 })).body.stock).toBe(read.stock + 8)
    const afterSale = await readProduct('smoky-quartz-cluster')
    const conflict = await save(afterSale, { stock: 0, stockRead: afterSale.stock + 1 })
    expect([conflict.status, conflict.body.current?.stock]).toEqual([409, afterSale.stock])
  })

  test('keeps the ids of variants that are renamed, moved or swapped', async () => {
    const read = await readProduct('ruby-halo-ring')
    const small = first(read.attributes)
    const medium = first(read.attributes.slice(1))
    const { body } = await save(read, {
      attributes: [
        { ...medium, attributeValue: 'Small', productQuantity: 1, quantityRead: 0 },
        { ...small, attributeValue: 'Medium', quantityRead: small.productQuantity },
        { kind: 'size', attributeValue: 'Large', productQuantity: 4 },
      ],
    })
    expect(body.attributes).toMatchObject([
      { productAttributeId: medium.productAttributeId, attributeValue: 'Small', productQuantity: 1 },
      { productAttributeId: small.productAttributeId, attributeValue: 'Medium', productQuantity: 2 },
      { attributeValue: 'Large', productQuantity: 4 },
    ])
    expect(body.stock).toBe(7)
    const without = await save(body, { attributes: [editedProduct(body).attributes[0]] })
    expect([without.body.attributes.length, without.body.stock]).toEqual([1, 1])
  })

  test.each<[string, object, string]>([
    ['a price below zero', { price: -1 }, 'price'],
    ['half a cent', { priceInUSD: 1.005 }, 'priceInUSD'],
    ['a fractional stock', { stock: 1.5 }, 'stock'],
    ['no name', { name: ' ' }, 'name'],
    ['a slug with spaces', { slug: 'two words' }, 'slug'],
    ['an unknown category', { categoryId: 4 }, 'categoryId'],
    ['an unknown treatment', { facts: { treatment: 'blessed' } }, 'facts.treatment'],
    ['an altitude of 9000 m', { facts: { altitudeM: 9000 } }, 'facts.altitudeM'],
    ['an unknown picture', { images: [{ pictureId: 999_999, alt: '' }] }, 'images'],
    ['an unknown related product', { relatedIds: [999_999] }, 'relatedIds'],
    [
      'two variants with one name',
      { attributes: ['A', 'a'].map((attributeValue) => ({ kind: 'size', attributeValue, productQuantity: 1 })) },
      'attributes',
    ],
  ])('rejects %s and changes nothing', async (_, change, field) => {
    const read = await readProduct('cafe-noir-bracelet')
    const { status, body } = await save(read, change)
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
    expect(await readProduct('cafe-noir-bracelet')).toEqual(read)
  })

  test('rejects the slug of another product', async () => {
    const { status, body } = await save(await readProduct('cafe-noir-bracelet'), { slug: 'ruby-halo-ring' })
    expect([status, body.errors?.[0]]).toEqual([409, expect.objectContaining({ code: 'DuplicateSlug', field: 'slug' })])
  })

  test('updates a cached page', async () => {
    const page = async () => (await shop.fetch('/shop/crystal/clear-quartz-point')).text()
    expect(await page()).toContain('4800')
    const rendered = pages.renderedPaths.length
    await page()
    expect(pages.renderedPaths).toHaveLength(rendered)
    const { productId, version } = await readProduct('clear-quartz-point')
    await call(`/${productId}/quick`, 'PUT', { version, priceInUSD: 51 })
    await vi.waitFor(async () => expect(await page()).toContain('5100'), { timeout: 20_000, interval: 10 })
  })
})

describe('the quick edit', () => {
  test('changes prices and stock separately', async () => {
    const { productId, version } = await readProduct('aquamarine-on-feldspar')
    const priced = await call(`/${productId}/quick`, 'PUT', { version, price: 60_000 })
    expect(priced.body).toMatchObject({ price: 60_000, priceInUSD: 420, stock: 1, version: version + 1 })
    const counted = await call(`/${productId}/quick`, 'PUT', { version: version + 1, stock: 4, stockRead: 1 })
    expect(counted.body.stock).toBe(4)
    expect((await call(`/${productId}/quick`, 'PUT', { version, stock: 9 })).status).toBe(409)
  })

  test('rejects the stock of a product with variants', async () => {
    const { productId, version } = await readProduct('ruby-halo-ring')
    expect((await call(`/${productId}/quick`, 'PUT', { version, stock: 9 })).status).toBe(400)
  })
})

describe('a new product', () => {
  const newProduct = {
    slug: 'moon-stone',
    name: 'Moon Stone',
    description: '',
    categoryId: 1,
    price: 100,
    priceInUSD: 1,
    stock: 3,
  }

  test('is published at once and its slug is unique', async () => {
    const { status, body } = await call('', 'POST', newProduct)
    expect([status, body.version, body.isArchived]).toEqual([201, 1, false])
    expect((await shop.json('/api/product/moon-stone')).status).toBe(200)
    expect((await call('', 'POST', newProduct)).status).toBe(409)
  })

  test('can be archived and restored but not deleted', async () => {
    const { productId, version } = first((await call('?q=moon')).body.rows)
    expect((await call(`/${productId}/archive`, 'POST', { version })).body.isArchived).toBe(true)
    await expect.poll(async () => (await shop.json('/api/product/moon-stone')).status, soon).toBe(404)
    expect((await call('?status=archived')).body.rows[0]?.name).toBe('Moon Stone')
    expect((await call(`/${productId}/restore`, 'POST', { version })).status).toBe(409)
    expect((await call(`/${productId}/restore`, 'POST', { version: version + 1 })).body.isArchived).toBe(false)
    expect((await shop.json('/api/product/moon-stone')).status).toBe(200)
    expect((await shop.fetch(`/api/admin/products/${productId}`, as(maya, 'DELETE'))).status).toBe(405)
  })

  test('is duplicated as an archived product without stock', async () => {
    const from = await readProduct('ruby-halo-ring')
    const copies = [
      await call(`/${from.productId}/duplicate`, 'POST'),
      await call(`/${from.productId}/duplicate`, 'POST'),
    ]
    expect(copies.map(({ body }) => body.slug)).toEqual(['ruby-halo-ring-copy', 'ruby-halo-ring-copy-2'])
    expect(copies[0]?.body).toMatchObject({ isArchived: true, stock: 0, price: from.price, tags: from.tags })
  })
})

test('an unknown product returns 404', async () => {
  const missing = { status: 404, body: { message: 'There is no such product.' } }
  expect(await call('/999999')).toMatchObject(missing)
  expect(await call('/999999/quick', 'PUT', { version: 1, price: 1_000 })).toMatchObject(missing)
  for (const action of ['archive', 'restore', 'duplicate'])
    expect(await call(`/999999/${action}`, 'POST', { version: 1 })).toMatchObject(missing)
  expect((await call('/0')).status).toBe(400)
})
