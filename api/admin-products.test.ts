import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listProducts } from '#modules/catalog/admin.server.ts'
import { productListSchema } from '#modules/catalog/admin-schema.ts'
import { readRows } from '#platform/db.server.ts'
import { first } from '#tests/support/answers.ts'
import { idsOf, shopper } from '#tests/support/buying.ts'
import { edited } from '#tests/support/editing.ts'
import { countedPages, htmlPage } from '#tests/support/pages.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let maya: Person
let tsering: Person
let ids: Awaited<ReturnType<typeof idsOf>>

const pages = countedPages(async () => {
  const { priceUsd, name } = await shop.catalog.product(shop.db, 'clear-quartz-point')
  return htmlPage(`${name} ${priceUsd}`)
})

beforeAll(async () => {
  shop = await openTestShop({ render: pages.render })
  await stock(shop)
  await stock(
    shop,
    [1, 2, 3, 4, 12, 25, 60].map((pieces) =>
      product({ name: `Bead ${pieces}`, stock: pieces, createdAt: new Date(0) }),
    ),
  )
  maya = await person(shop, 'Maya Owner', { role: 'Admin' })
  tsering = await person(shop, 'Tsering Staff', { role: 'Staff' })
  ids = await idsOf(shop)
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown, who = tsering) =>
  shop.json(`/api/admin/products${path}`, as(who, method, body))

async function record(slug: string) {
  return (await call(`/${ids.product(slug)}`)).body
}

const save = (read: Parameters<typeof edited>[0], change: object, who = tsering) =>
  call(`/${read.productId}`, 'PUT', edited(read, change), who)

describe('the list', () => {
  const names = async (query: string) => (await call(`?${query}`)).body.rows.map(({ name }) => name)

  test('is newest first, and turns its pages', async () => {
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
    ['state=archived', []],
    ['q=the', []],
  ])('%s', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  test.each([0, 1, 2, 3, 5, 12, 20, 25, 60])(
    'what is low at %i is all that has so few, newest first',
    async (level) => {
      const wanted = await readRows<{ id: number }>(
        shop.db,
        sql`select id from products where archived_at is null and stock <= ${level} order by created_at desc, id desc`,
      )
      const { rows } = await listProducts(shop.db, productListSchema.parse({ stock: 'low', size: '100' }), level)
      expect(rows.map(({ productId }) => productId)).toEqual(wanted.map(({ id }) => id))
    },
  )

  test.each(['', 'q=quartz', 'stock=low&category=1&sort=price'])('%s takes at most three statements', async (query) => {
    expect(await shop.countStatements(() => call(`?${query}`))).toBeLessThanOrEqual(3)
  })

  test.each(['page=0', 'page=101', 'size=101', 'sort=stock', 'category=4', 'state=gone'])(
    '%s is 400',
    async (query) => {
      expect((await call(`?${query}`)).status).toBe(400)
    },
  )
})

describe('an edit', () => {
  test('changes everything, shows in the shop and stands in the log', async () => {
    const read = await record('singing-bowl')
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
    const shown = (await shop.json('/api/product/singing-bowl')).body
    expect(shown).toMatchObject({ name: 'Singing Bowl of Patan', priceInUSD: 169.99, stockQuantity: 9 })
    expect(shown.relatedProducts[0]?.name).toBe('Peak Leather Key Ring')
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

  test('of what somebody else has changed since is refused, with the record as it is now', async () => {
    const [mine, hers] = [await record('clear-quartz-point'), await record('clear-quartz-point')]
    expect((await save(hers, { name: 'Clear Quartz' }, maya)).status).toBe(200)
    const { status, body } = await save(mine, { description: 'Mine.' })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      errors: [{ code: 'VersionConflict' }],
      current: { name: 'Clear Quartz', version: mine.version + 1 },
    })
    expect((await save(body.current ?? mine, { description: 'Mine.' })).body).toMatchObject({
      name: 'Clear Quartz',
      description: 'Mine.',
    })
    await save(await record('clear-quartz-point'), { name: 'Clear Quartz Point' })
  })

  test('of two at once, one wins and the other is told', async () => {
    const read = await record('pink-tourmaline')
    const both = await Promise.all([save(read, { description: 'One.' }), save(read, { description: 'Two.' }, maya)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('does not bring back what was sold meanwhile', async () => {
    const read = await record('smoky-quartz-cluster')
    const asha = await shopper(shop, 'Asha Gurung')
    await asha.add({ productId: read.productId, quantity: 2 })
    expect((await asha.order()).status).toBe(201)
    expect((await save(read, { stock: read.stock + 10 })).body.stock).toBe(read.stock + 8)
    const again = await record('smoky-quartz-cluster')
    const gone = await save(again, { stock: 0, stockRead: again.stock + 1 })
    expect([gone.status, gone.body.current?.stock]).toEqual([409, again.stock])
  })

  test('keeps the ids of choices that are renamed, moved or trade their names', async () => {
    const read = await record('ruby-halo-ring')
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
    const without = await save(body, { attributes: [edited(body).attributes[0]] })
    expect([without.body.attributes.length, without.body.stock]).toEqual([1, 1])
  })

  test.each<[string, object, string]>([
    ['a price below zero', { price: -1 }, 'price'],
    ['half a cent', { priceInUSD: 1.005 }, 'priceInUSD'],
    ['half a piece', { stock: 1.5 }, 'stock'],
    ['no name', { name: ' ' }, 'name'],
    ['an address with spaces', { slug: 'two words' }, 'slug'],
    ['a fourth category', { categoryId: 4 }, 'categoryId'],
    ['an unknown treatment', { facts: { treatment: 'blessed' } }, 'facts.treatment'],
    ['a height above Everest', { facts: { altitudeM: 9000 } }, 'facts.altitudeM'],
    ['an unknown picture', { images: [{ pictureId: 999_999, alt: '' }] }, 'images'],
    ['an unknown relative', { relatedIds: [999_999] }, 'relatedIds'],
    [
      'two choices of one name',
      { attributes: ['A', 'a'].map((attributeValue) => ({ kind: 'size', attributeValue, productQuantity: 1 })) },
      'attributes',
    ],
  ])('with %s is refused, and nothing is changed', async (_, change, field) => {
    const read = await record('cafe-noir-bracelet')
    const { status, body } = await save(read, change)
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
    expect(await record('cafe-noir-bracelet')).toEqual(read)
  })

  test('cannot take the address of another piece', async () => {
    const { status, body } = await save(await record('cafe-noir-bracelet'), { slug: 'ruby-halo-ring' })
    expect([status, body.errors?.[0]]).toEqual([409, expect.objectContaining({ code: 'DuplicateSlug', field: 'slug' })])
  })

  test('shows on a kept page as soon as it is heard of', async () => {
    const page = async () => (await shop.fetch('/shop/crystal/clear-quartz-point')).text()
    expect(await page()).toContain('4800')
    const kept = pages.asked.length
    await page()
    expect(pages.asked).toHaveLength(kept)
    const { productId, version } = await record('clear-quartz-point')
    await call(`/${productId}/quick`, 'PUT', { version, priceInUSD: 51 })
    await vi.waitFor(async () => expect(await page()).toContain('5100'), { timeout: 20_000, interval: 10 })
  })
})

describe('from the list', () => {
  test('prices and stock change, each by itself', async () => {
    const { productId, version } = await record('aquamarine-on-feldspar')
    const priced = await call(`/${productId}/quick`, 'PUT', { version, price: 60_000 })
    expect(priced.body).toMatchObject({ price: 60_000, priceInUSD: 420, stock: 1, version: version + 1 })
    const counted = await call(`/${productId}/quick`, 'PUT', { version: version + 1, stock: 4, stockRead: 1 })
    expect(counted.body.stock).toBe(4)
    expect((await call(`/${productId}/quick`, 'PUT', { version, stock: 9 })).status).toBe(409)
  })

  test('the stock of a piece with choices is not touched', async () => {
    const { productId, version } = await record('ruby-halo-ring')
    expect((await call(`/${productId}/quick`, 'PUT', { version, stock: 9 })).status).toBe(400)
  })
})

describe('a new product', () => {
  const stone = {
    slug: 'moon-stone',
    name: 'Moon Stone',
    description: '',
    categoryId: 1,
    price: 100,
    priceInUSD: 1,
    stock: 3,
  }

  test('is in the shop at once, and its address is its own', async () => {
    const { status, body } = await call('', 'POST', stone)
    expect([status, body.version, body.isArchived]).toEqual([201, 1, false])
    expect((await shop.json('/api/product/moon-stone')).status).toBe(200)
    expect((await call('', 'POST', stone)).status).toBe(409)
  })

  test('leaves the shop and comes back, and is never deleted', async () => {
    const { productId, version } = first((await call('?q=moon')).body.rows)
    expect((await call(`/${productId}/archive`, 'POST', { version })).body.isArchived).toBe(true)
    expect((await shop.json('/api/product/moon-stone')).status).toBe(404)
    expect((await call('?state=archived')).body.rows[0]?.name).toBe('Moon Stone')
    expect((await call(`/${productId}/restore`, 'POST', { version })).status).toBe(409)
    expect((await call(`/${productId}/restore`, 'POST', { version: version + 1 })).body.isArchived).toBe(false)
    expect((await shop.json('/api/product/moon-stone')).status).toBe(200)
    expect((await shop.fetch(`/api/admin/products/${productId}`, as(maya, 'DELETE'))).status).toBe(405)
  })

  test('is copied without its stock, out of the shop', async () => {
    const from = await record('ruby-halo-ring')
    const copies = [
      await call(`/${from.productId}/duplicate`, 'POST'),
      await call(`/${from.productId}/duplicate`, 'POST'),
    ]
    expect(copies.map(({ body }) => body.slug)).toEqual(['ruby-halo-ring-copy', 'ruby-halo-ring-copy-2'])
    expect(copies[0]?.body).toMatchObject({ isArchived: true, stock: 0, price: from.price, tags: from.tags })
  })
})

test('what does not exist is 404', async () => {
  const missing = { status: 404, body: { message: 'There is no such product.' } }
  expect(await call('/999999')).toMatchObject(missing)
  expect(await call('/999999/quick', 'PUT', { version: 1, price: 1_000 })).toMatchObject(missing)
  for (const act of ['archive', 'restore', 'duplicate'])
    expect(await call(`/999999/${act}`, 'POST', { version: 1 })).toMatchObject(missing)
  expect((await call('/0')).status).toBe(400)
})
