import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CuratedListName } from '#modules/catalog/curated-lists.ts'
import { lockList } from '#modules/catalog/lists-repo.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { soon } from '#tests/support/cached-shop.ts'
import { findBookViolations } from '#tests/support/invariants.ts'
import { editedProduct } from '#tests/support/product-edit.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { queryRunner } from '#tests/support/shopper.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let tsering: Person
const ids: Record<string, number> = {}

beforeAll(async () => {
  shop = await openTestShop()
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
  await addProducts(
    shop,
    ['Amber', 'Beryl', 'Coral', 'Diamond', 'Emerald', 'Flint'].map((name, index) =>
      product({
        name,
        priceUsd: 100 * (index + 1),
        tags: index < 3 ? ['stone', 'Featured'] : ['stone'],
        createdAt: new Date(Date.UTC(2026, 0, index + 1)),
      }),
    ),
  )
  const { body } = await shop.json('/api/product?pageSize=48')
  for (const { name, productId } of body.data) ids[name] = productId
})
afterAll(async () => {
  expect(await findBookViolations(queryRunner(shop))).toEqual([])
  await shop.close()
})

const idsOf = (names: string[]) => names.map((name) => ids[name])
const names = (products: { name: string }[]) => products.map(({ name }) => name)

const read = async (list: CuratedListName = 'featured') =>
  (await shop.json(`/api/admin/lists/${list}`, as(tsering))).body

const save = (body: object, list: CuratedListName = 'featured', user = tsering) =>
  shop.json(`/api/admin/lists/${list}`, as(user, 'PUT', body))

/** Saves the list as it should be, after reading it. */
async function setList(requested: string[], list: CuratedListName = 'featured') {
  const { version, products } = await read(list)
  return save({ version, productIds: idsOf(requested), readIds: products.map(({ productId }) => productId) }, list)
}

const shown = async (query = '', tag = 'Featured') =>
  names((await shop.json(`/api/product/tags/${tag}${query}`, as(tsering))).body.data)

const tagsOf = async (name: string) => (await shop.json(`/api/product/${name.toLowerCase()}`, as(tsering))).body.tags

describe('a curated list', () => {
  test('starts with the newest product that has its tag', async () => {
    expect(await shown()).toEqual(['Coral', 'Beryl', 'Amber'])
    const { products, total } = await read()
    expect([names(products), total]).toEqual([['Coral', 'Beryl', 'Amber'], 3])
  })

  test('is shown in the order of the owner, also to visitors', async () => {
    const { status, body } = await setList(['Amber', 'Coral', 'Beryl'])
    expect([status, names(body.products)]).toEqual([200, ['Amber', 'Coral', 'Beryl']])
    expect(await shown()).toEqual(['Amber', 'Coral', 'Beryl'])
    const visible = async () => names((await shop.json('/api/product/tags/FEATURED')).body.data)
    await expect.poll(visible, soon).toEqual(['Amber', 'Coral', 'Beryl'])
  })

  test('is sorted by price on request, and has pages', async () => {
    expect(await shown('?sortBy=priceDesc')).toEqual(['Coral', 'Beryl', 'Amber'])
    expect(await shown('?pageSize=2&pageNumber=2')).toEqual(['Beryl'])
  })

  test('gets and loses products, which get and lose the tag', async () => {
    await setList(['Diamond', 'Amber', 'Beryl'])
    expect(await shown()).toEqual(['Diamond', 'Amber', 'Beryl'])
    expect([await tagsOf('Diamond'), await tagsOf('Coral')]).toEqual([['stone', 'Featured'], ['stone']])
    expect(names((await shop.json('/api/product/search?Name=featured')).body.products)).toContain('Diamond')
  })

  test('follows the tags that the editor of a product saves', async () => {
    const path = `/api/admin/products/${ids.Emerald}` as const
    const record = (await shop.json(path, as(tsering))).body
    const change = await shop.json(path, as(tsering, 'PUT', editedProduct(record, { tags: ['featured', 'stone'] })))
    expect(change.status).toBe(200)
    expect(await shown()).toEqual(['Emerald', 'Diamond', 'Amber', 'Beryl'])
    await shop.json(path, as(tsering, 'PUT', editedProduct(change.body as typeof record, { tags: ['stone'] })))
    expect(await shown()).toEqual(['Diamond', 'Amber', 'Beryl'])
  })

  test('follows the tags of an imported file and keeps its order', async () => {
    const file = ['slug,tags', 'flint,stone|Featured', 'amber,stone'].join('\n')
    const { body } = await shop.json('/api/admin/products/import?dryRun=false', csvAs(tsering, file))
    expect(body).toMatchObject({ changed: 2, applied: true })
    expect(await shown()).toEqual(['Flint', 'Diamond', 'Beryl'])
  })

  test('leaves out archived products until they are restored', async () => {
    const path = `/api/admin/products/${ids.Diamond}` as const
    const { version } = (await shop.json(path, as(tsering))).body
    await shop.json(`${path}/archive`, as(tsering, 'POST', { version }))
    expect(await shown()).toEqual(['Flint', 'Beryl'])
    expect((await read()).products.map(({ name, isArchived }) => [name, isArchived])).toContainEqual(['Diamond', true])
    await shop.json(`${path}/restore`, as(tsering, 'POST', { version: version + 1 }))
    expect(await shown()).toEqual(['Flint', 'Diamond', 'Beryl'])
  })

  test('keeps a product that got the tag after the list was read', async () => {
    const { version, products } = await read()
    await addProducts(shop, [product({ name: 'Garnet', tags: ['Featured'] })])
    const readIds = products.map(({ productId }) => productId)
    const { status, body } = await save({ version, productIds: readIds.toReversed(), readIds })
    expect([status, names(body.products)]).toEqual([200, ['Beryl', 'Diamond', 'Flint', 'Garnet']])
  })

  test('can be emptied, and each list is its own', async () => {
    await setList(['Amber', 'Beryl'], 'collection')
    await setList(['Beryl'], 'bestseller')
    expect(await tagsOf('Beryl')).toEqual(['stone', 'Featured', 'collection', 'bestseller'])
    await setList([], 'collection')
    expect([await shown('', 'collection'), await shown('', 'best-seller')]).toEqual([[], ['Beryl']])
    expect(await shown()).toContain('Beryl')
  })

  test('gets a product that has all the tags it can have, and the product can still be edited', async () => {
    const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`)
    await addProducts(shop, [product({ name: 'Hematite', tags })])
    const { productId } = (await shop.json('/api/product/hematite', as(tsering))).body
    const { version } = await read('popular')
    expect((await save({ version, productIds: [productId], readIds: [] }, 'popular')).status).toBe(200)
    const path = `/api/admin/products/${productId}` as const
    const record = (await shop.json(path, as(tsering))).body
    const edit = (change: object) => shop.json(path, as(tsering, 'PUT', editedProduct(record, change)))
    expect((await edit({ tags: [...record.tags, 'one more'] })).status).toBe(400)
    expect((await edit({ description: 'Heavy.' })).status).toBe(200)
    await setList([], 'popular')
  })

  test('rejects a save of an older version with the current list, and changes nothing', async () => {
    const { version, products } = await read()
    const readIds = products.map(({ productId }) => productId)
    await save({ version, productIds: readIds.toReversed(), readIds })
    const now = await shown()
    const { status, body } = await save({ version, productIds: [], readIds })
    expect([status, body]).toMatchObject([409, { current: { version: version + 1 } }])
    expect(await shown()).toEqual(now)
  })

  test('saved by two at once takes one and refuses the other', async () => {
    const { version, products } = await read()
    const readIds = products.map(({ productId }) => productId)
    const both = [readIds, readIds.toReversed()].map((productIds) => save({ version, productIds, readIds }))
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    [{ productIds: [999_999], readIds: [] }, 'One of the products no longer exists. Please remove it.'],
    [{ productIds: [1, 1], readIds: [] }, 'Please choose each product only once.'],
    [{ productIds: ['one'], readIds: [] }, 'There is no such product.'],
  ])('rejects %o and changes nothing', async (change, message) => {
    const before = await shown()
    const { version } = await read()
    const { status, body } = await save({ version, ...change })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
    expect(await shown()).toEqual(before)
  })

  test('does not exist under another name', async () => {
    expect((await shop.fetch('/api/admin/lists/quartz', as(tsering))).status).toBe(400)
  })

  test('is written to the audit log with the names before and after', async () => {
    await setList(['Amber', 'Beryl'], 'popular')
    const owner = await person(shop, 'Maya Owner', { role: 'Owner' })
    const { rows } = (await shop.json('/api/admin/audit?subject=list', as(owner))).body
    expect(rows[0]).toMatchObject({
      subject: 'list',
      subjectId: 'popular',
      before: { products: [] },
      after: { products: ['Amber', 'Beryl'] },
    })
  })
})

test.runIf(databaseKind === 'postgres')('a list that is being saved does not block editors of products', async () => {
  await addProducts(shop, [product({ name: 'Howlite' })])
  await shop.db.transaction(async (tx) => {
    await lockList(tx, 'featured')
    await shop.db.transaction(async (editor) => {
      await editor.execute("set local lock_timeout = '2s'")
      await editor.execute(`update products set tags = '{Featured}', tag_keys = '{featured}' where name = 'Howlite'`)
    })
  })
  const { body } = await shop.json('/api/product/tags/Featured')
  expect(names(body.data)).toContain('Howlite')
})
