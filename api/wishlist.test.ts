import { afterAll, beforeAll, expect, test } from 'vitest'
import { archive, idsOf } from '#tests/support/buying.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let ids: Awaited<ReturnType<typeof idsOf>>
let asha: Person
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  ids = await idsOf(shop)
  asha = await person(shop, 'Asha Gurung')
})
afterAll(() => shop.close())

const read = (who: Person) => shop.json(`/api/wishlist/${who.userId}`, as(who))
const save = (who: Person, productIds: unknown) =>
  shop.json(`/api/wishlist/${who.userId}`, as(who, 'POST', { productIds }))
const forget = (who: Person, productId: unknown) =>
  shop.json(`/api/wishlist/${who.userId}/${productId}`, as(who, 'DELETE'))
const names = ({ products }: { products: { name: string }[] }) => products.map(({ name }) => name)

test('products are saved, the last first, and forgotten again', async () => {
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
    expect(names((await forget(asha, ids.product('ruby-halo-ring'))).body)).toEqual(['Singing Bowl'])
})

test('lists say what is saved to whoever sent a token, to nobody else, and are not kept', async () => {
  const maya = await person(shop, 'Maya Rai')
  await save(maya, [ids.product('pink-tourmaline')])
  const addresses = [
    '/api/product?pageSize=48',
    '/api/product/category/crystal',
    '/api/product/tags/tourmaline',
    '/api/product/search?Name=tourmaline',
  ] as const
  type Card = { name: string; isSaved: boolean }
  const cardsIn = (body: { data: Card[] } | { products: Card[] }) => ('data' in body ? body.data : body.products)
  const saved = (cards: Card[]) => cards.filter(({ isSaved }) => isSaved).map(({ name }) => name)
  for (const address of addresses) {
    expect(saved(cardsIn((await shop.json(address, as(maya))).body))).toEqual(['Pink Tourmaline'])
    expect(saved(cardsIn((await shop.json(address)).body))).toEqual([])
    expect(saved(cardsIn((await shop.json(address, as({ token: 'x'.repeat(43) }))).body))).toEqual([])
    expect((await shop.fetch(address, as(maya))).headers.get('cache-control')).toBe('no-store')
    const open = await shop.fetch(address)
    expect([open.headers.get('cache-control'), open.headers.get('vary')]).toEqual(['no-cache', 'Authorization'])
  }
  const { body } = await shop.json('/api/product/pink-tourmaline', as(maya))
  expect(body.isSaved).toBe(true)
  const related = await shop.json('/api/product/clear-quartz-point', as(maya))
  expect(saved(related.body.relatedProducts)).toEqual(['Pink Tourmaline'])
  expect(await shop.countStatements(() => shop.json('/api/product'))).toBe(2)
})

test('what is no longer sold leaves the list', async () => {
  const jon = await person(shop, 'Jon Out')
  await save(jon, [ids.product('smoky-quartz-cluster'), ids.product('singing-bowl')])
  await archive(shop, 'smoky-quartz-cluster')
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
])('productIds %j is 400', async (productIds) => {
  expect((await save(asha, productIds)).status).toBe(400)
})

test('an unknown product is 404, a bad one in the path 400', async () => {
  expect(await save(asha, [999_999])).toEqual({ status: 404, body: { message: 'Product not found' } })
  expect((await forget(asha, 'x')).status).toBe(400)
})

test('a wishlist is nobody else’s', async () => {
  const thief = await person(shop, 'Thief')
  const hers = `/api/wishlist/${asha.userId}` as const
  expect((await shop.json(hers, as(thief))).status).toBe(403)
  expect((await shop.json(hers, as(thief, 'POST', { productIds: [1] }))).status).toBe(403)
  expect((await shop.json(`${hers}/1`, as(thief, 'DELETE'))).status).toBe(403)
  expect((await shop.json(hers)).status).toBe(401)
})
