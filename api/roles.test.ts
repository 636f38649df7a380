import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { courierId, expectRefused, orderPage } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let pemba: Person
let dolma: Person
let nima: Person
let asha: Shopper
let amber: number
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [product({ name: 'Amber', stock: 500 })])
  amber = (await findProductIds(shop)).product('amber')
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  nima = await person(shop, 'Nima Dorje', { role: 'Packer' })
  asha = await shopper(shop, 'Asha Gurung')
})
afterAll(() => shop.close())

async function place(): Promise<string> {
  await asha.add({ productId: amber })
  return (await asha.order()).body.orderId
}

const read = <P extends string>(path: P, who: Person) => shop.json(`/api/admin${path}`, as(who))

test('a member is told who the owners are', async () => {
  const { body } = await read('/me', nima)
  expect(body).toEqual({ userId: nima.userId, name: 'Nima Dorje', role: 'Packer', owners: ['Pemba Sherpa'] })
})

describe('a packer', () => {
  test('confirms, ships and delivers orders, and takes these steps back', async () => {
    const orderId = await place()
    const page = orderPage(shop, nima)
    expect((await page.read(orderId)).next).toEqual([1])
    for (const to of ['Confirmed', 'Shipped', 'Delivered']) expect((await page.move(orderId, to)).status).toBe(200)
    expect((await page.read(orderId)).next).toEqual([])
    expect((await page.takeBack(orderId)).body).toMatchObject({ next: [3], takesBack: 'status' })
  })

  test('does not cancel orders, mark them as refused, or take such a change back', async () => {
    const orderId = await place()
    const [packer, manager] = [orderPage(shop, nima), orderPage(shop, dolma)]
    const refusal = {
      status: 403,
      message: /^You are a packer\. Please ask a manager or an owner of the shop to do this\.$/,
    } as const
    await expectRefused(packer, orderId, () => packer.move(orderId, 'Canceled'), refusal)
    expect((await manager.read(orderId)).next).toEqual([1, 4])
    expect((await manager.move(orderId, 'Canceled')).status).toBe(200)
    expect((await packer.read(orderId)).takesBack).toBeNull()
    await expectRefused(packer, orderId, () => packer.takeBack(orderId), refusal)
    expect((await manager.takeBack(orderId)).status).toBe(201)
    await manager.move(orderId, 'Confirmed')
    await manager.move(orderId, 'Shipped')
    await expectRefused(packer, orderId, () => packer.move(orderId, 'Returned'), refusal)
  })

  test('changes the courier only while the parcel is on its way, because it moves the cash', async () => {
    const orderId = await place()
    const [packer, manager] = [orderPage(shop, nima), orderPage(shop, dolma)]
    const courier = await courierId(shop, 'Another Courier')
    await packer.move(orderId, 'Confirmed')
    await packer.move(orderId, 'Shipped')
    expect((await packer.changeShipment(orderId, { courierId: courier, trackingNumber: '' })).status).toBe(200)
    await packer.move(orderId, 'Delivered')
    const change = { courierId: await courierId(shop, 'Third Courier'), trackingNumber: '' }
    await expectRefused(packer, orderId, () => packer.changeShipment(orderId, change), { status: 403 })
    expect((await manager.changeShipment(orderId, change)).status).toBe(200)
    expect((await packer.read(orderId)).takesBack).toBeNull()
    await expectRefused(packer, orderId, () => packer.takeBack(orderId), { status: 403 })
    expect((await manager.takeBack(orderId)).status).toBe(201)
  })

  test('does not take back an edit of an order by a manager', async () => {
    const orderId = await place()
    const page = orderPage(shop, nima)
    expect((await orderPage(shop, dolma).edit(orderId, { note: 'Ring twice' })).status).toBe(200)
    expect((await page.read(orderId)).takesBack).toBeNull()
    await expectRefused(page, orderId, () => page.takeBack(orderId), { status: 403 })
  })

  test('sees tasks of orders and stock, but no sales', async () => {
    const { body } = await read('/today', nima)
    expect(body).toMatchObject({ sales: null, waiting: { enquiries: null, reviews: null, failedEmails: null } })
    expect(body.waiting.toShip).toEqual(expect.any(Number))
    expect((await read('/today', dolma)).body.sales?.days).toHaveLength(30)
  })

  test('finds orders and products, but no customers', async () => {
    await place()
    const forPacker = (await read('/search?q=Asha', nima)).body
    expect(forPacker.orders.rows.length).toBeGreaterThan(0)
    expect(forPacker.customers.rows).toEqual([])
    expect((await read('/search?q=Asha', dolma)).body.customers.rows).toHaveLength(1)
    expect((await read('/search?q=Amber', nima)).body.products.rows).toHaveLength(1)
  })
})

describe('a manager', () => {
  const save = async (who: Person, change: object) =>
    shop.json('/api/admin/settings', as(who, 'PUT', { ...(await read('/settings', who)).body, ...change }))

  test('changes settings, but neither seller, tax number nor webhook', async () => {
    await save(pemba, { taxNumber: '600123456', webhookUrl: 'https://hooks.example.com/secret' })
    expect((await read('/settings', dolma)).body).toMatchObject({ taxNumber: '600123456', webhookUrl: '' })
    expect((await save(dolma, { lowStock: 7 })).status).toBe(200)
    for (const change of [
      { sellerName: 'Mine' },
      { sellerAddress: 'Mine' },
      { taxNumber: '1' },
      { vatRegistered: true },
      { fiscalYearStart: '01-01' },
      { webhookUrl: 'https://mine.example.com' },
    ])
      expect(await save(dolma, { ...change, lowStock: 9 })).toMatchObject({
        status: 403,
        body: { message: 'You are a manager. Please ask an owner of the shop to do this.' },
      })
    expect((await read('/settings', pemba)).body).toMatchObject({
      lowStock: 7,
      taxNumber: '600123456',
      webhookUrl: 'https://hooks.example.com/secret',
    })
  })

  test('reads the audit log without what concerns staff', async () => {
    await shop.json(`/api/admin/staff/${nima.userId}`, as(pemba, 'PUT', { role: 'Manager' }))
    await shop.json(`/api/admin/staff/${nima.userId}`, as(pemba, 'PUT', { role: 'Packer' }))
    const forManager = (await read('/audit', dolma)).body
    expect(forManager.rows.length).toBeGreaterThan(0)
    expect([...forManager.subjects, ...forManager.rows.map(({ subject }) => subject)]).not.toContain('staff')
    expect((await read('/audit?subject=staff', dolma)).body.rows).toEqual([])
    expect((await read('/audit?subject=staff', pemba)).body.rows).toHaveLength(2)
    expect((await read('/audit', pemba)).body.subjects).toContain('staff')
  })
})
