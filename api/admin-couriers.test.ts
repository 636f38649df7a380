import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let owner: Person
let dolma: Person
let asha: Shopper
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  owner = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
  dolma = await person(shop, 'Dolma Lama', { role: 'Packer' })
  asha = await shopper(shop, 'Asha Gurung')
})
afterAll(() => shop.close())

const list = async () => (await shop.json('/api/admin/couriers', as(dolma))).body
const add = (name: string, who = owner) => shop.json('/api/admin/couriers', as(who, 'POST', { name }))
const change = (id: number, body: object, who = owner) => shop.json(`/api/admin/couriers/${id}`, as(who, 'PUT', body))
const named = async (name: string) => {
  const courier = (await list()).find((each) => each.name === name)
  if (!courier) throw new Error(`There is no courier ${name}`)
  return courier
}

async function ship(courierId: number) {
  await asha.add({ productId: (await findProductIds(shop)).product('singing-bowl') })
  const { orderId } = (await asha.order()).body
  const move = (from: string, to: string) =>
    shop.json(`/api/admin/orders/${orderId}/moves`, as(dolma, 'POST', { from, to, courierId }))
  await move('Pending', 'Confirmed')
  return { orderId, response: await move('Confirmed', 'Shipped') }
}

describe('couriers', () => {
  test('are read by packers and changed by others', async () => {
    expect((await add('Himal Post', dolma)).status).toBe(403)
    expect((await add('Himal Post')).status).toBe(201)
    const { id, version } = await named('Himal Post')
    expect((await change(id, { name: 'Hill Post', isActive: true, version }, dolma)).status).toBe(403)
    expect((await shop.json('/api/admin/couriers', as(asha))).status).toBe(403)
    expect((await list()).map(({ name }) => name)).toEqual(['Himal Post'])
  })

  test('have one entry per name, in any spelling', async () => {
    expect((await add('  Valley   Riders ')).body).toContainEqual({
      ...(await named('Valley Riders')),
      isActive: true,
    })
    for (const name of ['Valley Riders', 'valley riders', ' VALLEY  RIDERS ']) {
      const { status, body } = await add(name)
      expect([status, body]).toMatchObject([409, { errors: [{ field: 'name' }] }])
    }
    const { id, version } = await named('Himal Post')
    const taken = await change(id, { name: 'valley riders', isActive: true, version })
    expect(taken).toMatchObject({ status: 409, body: { message: 'valley riders is already in the list.' } })
    expect((await add('   ')).status).toBe(400)
    expect((await add('x'.repeat(81))).status).toBe(400)
    expect((await list()).map(({ name }) => name)).toEqual(['Himal Post', 'Valley Riders'])
  })

  test('are not changed from an old version, and the caller gets the current list', async () => {
    const { id, version } = await named('Himal Post')
    expect((await change(id, { name: 'Hill Post', isActive: true, version })).status).toBe(200)
    const second = await change(id, { name: 'High Post', isActive: true, version })
    expect(second).toMatchObject({ status: 409, body: { errors: [{ code: 'VersionConflict' }] } })
    expect(second.body).toMatchObject({ current: await list() })
    expect((await change(987_654, { name: 'Nobody', isActive: true, version: 1 })).status).toBe(404)
  })

  test('give their new name to earlier shipments', async () => {
    const { id, version } = await named('Valley Riders')
    const { orderId } = await ship(id)
    await change(id, { name: 'Valley Express', isActive: true, version })
    const { body } = await shop.json(`/api/admin/orders/${orderId}`, as(dolma))
    expect(body).toMatchObject({ order: { shipment: { courier: 'Valley Express' } } })
  })

  test('cannot be chosen while they are inactive', async () => {
    const { id, name, version } = await named('Valley Express')
    await change(id, { name, isActive: false, version })
    const { orderId, response } = await ship(id)
    expect(response).toMatchObject({
      status: 409,
      body: { message: 'This courier is not in the list any more. Please choose another one.' },
    })
    const order = () => shop.json(`/api/admin/orders/${orderId}`, as(dolma))
    expect((await order()).body).toMatchObject({ courierId: null, order: { payment: { status: 1 } } })
    await change(id, { name, isActive: true, version: version + 1 })
    const body = { from: 'Confirmed', to: 'Shipped', courierId: id }
    expect((await shop.json(`/api/admin/orders/${orderId}/moves`, as(dolma, 'POST', body))).status).toBe(200)
  })
})
