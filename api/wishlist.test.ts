import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { archiveProduct, findProductIds } from '#tests/support/shopper.ts'

let shop: TestShop
let ids: Awaited<ReturnType<typeof findProductIds>>
let asha: Person
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  ids = await findProductIds(shop)
  asha = await person(shop, 'Asha Gurung')
})
afterAll(() => shop.close())

const read = (user: Person) => shop.json(`/api/wishlist/${user.userId}`, as(user))
const save = (user: Person, productIds: unknown) =>
  shop.json(`/api/wishlist/${user.userId}`, as(user, 'POST', { productIds }))
const remove = (user: Person, productId: unknown) =>
  shop.json(`/api/wishlist/${user.userId}/${productId}`, as(user, 'DELETE'))
const names = ({ products }: { products: { name: string }[] }) => products.map(({ name }) => name)

test('saves products, last saved first, and removes them', async () => {
  const { body: empty } = await read(asha)
  expect(empty).toEqual({ wishlistId: expect.stringMatching(/^[0-9a-f-]{36}$/), products: [] })
  await save(asha, [ids.product('singing-bowl')])
  const { status, body } = await save(asha, [ids.product('ruby-halo-ring')])
  expect(status).toBe(200)
  expect(body.wishlistId).toBe(empty.wishlistId)
  expect(names(body)).toEqual(['Ruby Halo Ring', 'Singing Bowl'])
  expect(body.products[0]).toMatchObject({ isSaved: true, slugs: 'ruby-halo-ring', price: 164_920, imgURL: null })
  expect((await save(asha, [ids.product('singing-bowl')])).body).toEqual(body)
  expect((await read(asha)).body).toEqual(body)
  for (const _ of [1, 2])
    expect(names((await remove(asha, ids.product('ruby-halo-ring'))).body)).toEqual(['Singing Bowl'])
})

test('lists show saved products only with a token, and those responses are not cached', async () => {
  const maya = await person(shop, 'Maya Rai')
  await save(maya, [ids.product('pink-tourmaline')])
  const paths = [
    '/api/product?pageSize=48',
    '/api/product/category/crystal',
    '/api/product/tags/tourmaline',
    '/api/product/search?Name=tourmaline',
  ] as const
  type Card = { name: string; isSaved: boolean }
  const cardsIn = (body: { data: Card[] } | { products: Card[] }) => ('data' in body ? body.data : body.products)
  const saved = (cards: Card[]) => cards.filter(({ isSaved }) => isSaved).map(({ name }) => name)
  for (const path of paths) {
    expect(saved(cardsIn((await shop.json(path, as(maya))).body))).toEqual(['Pink Tourmaline'])
    expect(saved(cardsIn((await shop.json(path)).body))).toEqual([])
    expect(saved(cardsIn((await shop.json(path, as({ token: 'x'.repeat(43) }))).body))).toEqual([])
    expect((await shop.fetch(path, as(maya))).headers.get('cache-control')).toBe('no-store')
    const publicResponse = await shop.fetch(path)
    expect([publicResponse.headers.get('cache-control'), publicResponse.headers.get('vary')]).toEqual([
      'no-cache',
      'Authorization',
    ])
  }
  const { body } = await shop.json('/api/product/pink-tourmaline', as(maya))
  expect(body.isSaved).toBe(true)
  const related = await shop.json('/api/product/clear-quartz-point', as(maya))
  expect(saved(related.body.relatedProducts)).toEqual(['Pink Tourmaline'])
  expect(await shop.countStatements(() => shop.json('/api/product'))).toBe(1)
})

test('an archived product leaves the wishlist', async () => {
  const jon = await person(shop, 'Jon Out')
  await save(jon, [ids.product('smoky-quartz-cluster'), ids.product('singing-bowl')])
  await archiveProduct(shop, 'smoky-quartz-cluster')
  expect(names((await read(jon)).body)).toEqual(['Singing Bowl'])
  expect((await save(jon, [ids.product('smoky-quartz-cluster')])).status).toBe(404)
})

test.each([
  [[]],
  [['1']],
  [[0]],
  [[-1]],
  [[1.5]],
  [[2 ** 31]],
  [null],
  [7],
  [Array.from({ length: 101 }, (_, n) => n + 1)],
])('rejects productIds %j with 400', async (productIds) => {
  expect((await save(asha, productIds)).status).toBe(400)
})

test('returns 404 for an unknown product and 400 for an invalid id in the path', async () => {
  expect(await save(asha, [999_999])).toEqual({ status: 404, body: { message: 'Product not found' } })
  expect((await remove(asha, 'x')).status).toBe(400)
})

test('a wishlist is not accessible to another user', async () => {
  const thief = await person(shop, 'Thief')
  const ashasPath = `/api/wishlist/${asha.userId}` as const
  expect((await shop.json(ashasPath, as(thief))).status).toBe(403)
  expect((await shop.json(ashasPath, as(thief, 'POST', { productIds: [1] }))).status).toBe(403)
  expect((await shop.json(`${ashasPath}/1`, as(thief, 'DELETE'))).status).toBe(403)
  expect((await shop.json(ashasPath)).status).toBe(401)
})
