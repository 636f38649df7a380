import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InvoiceDocument } from '#modules/invoices/contract.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { findBookViolations } from '#tests/support/invariants.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let owner: Person
let asha: Shopper
let amber: number
let riders: number
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [product({ name: 'Amber', stock: 500, priceNpr: 1_130_00, priceUsd: 11_30 })])
  amber = (await findProductIds(shop)).product('amber')
  owner = await person(shop, 'Pemba', { role: 'Owner' })
  asha = await shopper(shop, 'Asha Gurung')
  riders = await courierId(shop)
})
afterAll(() => shop.close())

const send = async (orderId: string, path: string, body: object) => {
  const response = await shop.fetch(`/api/admin/orders/${orderId}/${path}`, as(owner, 'POST', body))
  expect([path, response.status]).toEqual([path, path === 'moves' ? 200 : 201])
}
const move = (orderId: string, from: string, to: string) =>
  send(orderId, 'moves', { from, to, ...(to === 'Shipped' ? { courierId: riders } : {}) })
const read = async (orderId: string) => (await shop.json(`/api/admin/orders/${orderId}`, as(owner))).body
const takeBack = async (orderId: string) =>
  send(orderId, 'corrections', { version: (await read(orderId)).version, reason: 'Wrong order' })
const document = async (orderId: string, invoiceId: number) => {
  const { body } = await shop.json(`/api/admin/orders/${orderId}/invoices/${invoiceId}`, as(owner))
  return body.document
}
const documents = async (orderId: string) => {
  const { invoices } = await read(orderId)
  return Promise.all(invoices.map(async ({ id }) => JSON.parse(await document(orderId, id)) as InvoiceDocument))
}
const changeSettings = async (change: object) => {
  const { body } = await shop.json('/api/admin/settings', as(owner))
  expect((await shop.json('/api/admin/settings', as(owner, 'PUT', { ...body, ...change }))).status).toBe(200)
}

async function shipped(quantity = 2) {
  await asha.add({ productId: amber, quantity })
  const { body } = await asha.order({ body: { currency: 'NPR' } })
  await move(body.orderId, 'Pending', 'Confirmed')
  await move(body.orderId, 'Confirmed', 'Shipped')
  return body
}

describe('an invoice', () => {
  test('is issued when the order ships, once', async () => {
    const { orderId, orderNumber } = await shipped()
    expect((await read(orderId)).invoices).toMatchObject([{ kind: 'invoice', currency: 'NPR', total: 2_360 }])
    await move(orderId, 'Shipped', 'Delivered')
    const [invoice] = await documents(orderId)
    expect(await documents(orderId)).toHaveLength(1)
    expect(invoice).toMatchObject({
      orderNumber,
      lines: [{ name: 'Amber', quantity: 2, unit: 113_000, amount: 226_000 }],
      shipping: 10_000,
      total: 236_000,
      vat: null,
    })
    expect(invoice?.buyer[0]).toBe('Asha Gurung')
  })

  test('prints the same bytes after the seller has changed, and shows VAT where the shop is registered', async () => {
    const { orderId } = await shipped()
    const [{ id } = { id: 0 }] = (await read(orderId)).invoices
    const before = await document(orderId, id)
    const sellerBefore = { sellerName: '', taxNumber: '', vatRegistered: false }
    await changeSettings({ sellerName: 'Himal Crystals', taxNumber: '600123456', vatRegistered: true })
    expect(await document(orderId, id)).toBe(before)
    const next = await shipped()
    const [invoice] = await documents(next.orderId)
    expect(invoice).toMatchObject({
      seller: { name: 'Himal Crystals', lines: expect.arrayContaining(['PAN/VAT 600123456']) },
      vat: { percent: 13, net: 208_850, amount: 27_150 },
    })
    await changeSettings(sellerBefore)
    await expect(shop.db.execute(sql`update invoices set document = '' where id = ${id}`)).rejects.toThrow()
    await expect(shop.db.execute(sql`delete from invoices where id = ${id}`)).rejects.toThrow()
  })

  test('stays when the order is taken back and ships again unchanged', async () => {
    const { orderId } = await shipped()
    await takeBack(orderId)
    await move(orderId, 'Confirmed', 'Shipped')
    expect(await documents(orderId)).toHaveLength(1)
  })

  test('is credited and replaced when the order was changed in between', async () => {
    const { orderId } = await shipped()
    await takeBack(orderId)
    const { version, order } = await read(orderId)
    const lines = [{ position: 1, productId: amber, attributeId: null, quantity: 3 }]
    const edit = { version, lines, address: order.address, note: '' }
    expect((await shop.json(`/api/admin/orders/${orderId}`, as(owner, 'PUT', edit))).status).toBe(200)
    await move(orderId, 'Confirmed', 'Shipped')
    const [first, credit, second] = await documents(orderId)
    expect(credit).toMatchObject({ kind: 'credit note', refersTo: first?.number, total: 236_000 })
    expect(second).toMatchObject({ kind: 'invoice', total: 349_000 })
  })

  test('has a number without gaps, also when orders ship at the same time and some fail', async () => {
    const orderIds: string[] = []
    for (let count = 0; count < 6; count++) {
      await asha.add({ productId: amber })
      const { body } = await asha.order()
      await move(body.orderId, 'Pending', 'Confirmed')
      orderIds.push(body.orderId)
    }
    const ship = { from: 'Confirmed', to: 'Shipped', courierId: riders }
    await Promise.all(
      [...orderIds, ...orderIds].map((orderId) =>
        shop.fetch(`/api/admin/orders/${orderId}/moves`, as(owner, 'POST', ship)),
      ),
    )
    expect(await findBookViolations(queryRunner(shop))).toEqual([])
  })
})

describe('a credit note', () => {
  test('of a canceled order credits the whole invoice', async () => {
    const { orderId } = await shipped()
    await takeBack(orderId)
    await move(orderId, 'Confirmed', 'Canceled')
    const [invoice, credit] = await documents(orderId)
    expect(credit).toMatchObject({
      kind: 'credit note',
      number: expect.stringMatching(/^CN /),
      refersTo: invoice?.number,
      reason: 'The order was canceled.',
      total: invoice?.total,
    })
  })

  test('of returned products has their lines; the customer sees both documents, and nobody else', async () => {
    const { orderId } = await shipped()
    await move(orderId, 'Shipped', 'Delivered')
    const lines = [{ position: 1, quantity: 1, restock: false }]
    await send(orderId, 'returns', { version: (await read(orderId)).version, lines, reason: 'Scratched' })
    const own = await shop.json(`/api/order/${asha.userId}/${orderId}/invoices`, as(asha))
    const kinds = own.body.map(({ document: text }) => JSON.parse(text) as InvoiceDocument)
    expect(kinds).toMatchObject([
      { kind: 'invoice', total: 236_000 },
      { kind: 'credit note', total: 113_000, reason: 'Scratched', lines: [{ name: 'Amber', quantity: 1 }] },
    ])
    const bimal = await person(shop, 'Bimal Rai')
    expect((await shop.json(`/api/order/${bimal.userId}/${orderId}/invoices`, as(bimal))).status).toBe(404)
    expect((await shop.json(`/api/admin/orders/${orderId}/invoices/999999`, as(owner))).status).toBe(404)
  })
})
