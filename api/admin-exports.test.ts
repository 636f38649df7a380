import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { shopDay } from '#shared/days.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let owner: Person
let asha: Shopper
let orderNumber = ''
const today = shopDay(new Date())

beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [product({ name: 'Om, "Mani"', slug: 'om', stock: 2000, priceNpr: 100_50, priceUsd: 1_25 })])
  owner = await person(shop, 'Pemba', { role: 'Owner' })
  asha = await shopper(shop, '=Asha')
  await asha.add({ productId: (await findProductIds(shop)).product('om'), quantity: 3 })
  const { body } = await asha.order({ body: { currency: 'NPR' } })
  orderNumber = body.orderNumber
  const change = async (path: string, input: object) => {
    const { status } = await shop.fetch(`/api/admin/orders/${body.orderId}/${path}`, as(owner, 'POST', input))
    expect([path, status]).toEqual([path, path === 'moves' ? 200 : 201])
  }
  await change('moves', { from: 'Pending', to: 'Confirmed' })
  await change('moves', { from: 'Confirmed', to: 'Shipped', courierId: await courierId(shop) })
  await change('moves', { from: 'Shipped', to: 'Delivered' })
  const { version } = (await shop.json(`/api/admin/orders/${body.orderId}`, as(owner))).body
  const lines = [{ position: 1, quantity: 1, restock: true }]
  await change('returns', { version, lines, reason: 'Broken', refund: { amount: 100.5, method: 'cash' } })
})
afterAll(() => shop.close())

const download = (report: string, range = `from=${today}&to=${today}`, who = owner) =>
  shop.fetch(`/api/admin/exports/${report}?${range}`, as(who))

async function table(report: string): Promise<Record<string, string>[]> {
  const response = await download(report)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  expect(text.startsWith('\ufeff')).toBe(true)
  const [header = '', ...rows] = text.slice(1).trimEnd().split('\r\n')
  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    )
  return rows.map((row) =>
    Object.fromEntries(cellsOf(header).map((title, index) => [title, cellsOf(row)[index] ?? ''])),
  )
}

describe('an export', () => {
  test('of orders has the amounts in both currencies, and what was paid and refunded', async () => {
    expect(await table('orders')).toEqual([
      expect.objectContaining({
        Order: orderNumber,
        Status: 'Delivered',
        Source: 'web',
        Name: 'Asha Gurung',
        Currency: 'NPR',
        'Products NPR': '301.5',
        'Shipping NPR': '100',
        'Total NPR': '401.5',
        'Total USD': '43.75',
        Paid: '401.5',
        Refunded: '100.5',
        Returned: '100.5',
        Owed: '0',
        'To refund': '0',
        Courier: 'Valley Riders',
      }),
    ])
  })

  test('of lines, cash, invoices and sales adds up', async () => {
    expect(await table('order-lines')).toEqual([
      expect.objectContaining({ Name: 'Om, "Mani"', Quantity: '3', Returned: '1', 'Amount NPR': '301.5' }),
    ])
    const cash = await table('cash')
    expect(cash.map((row) => [row.Kind, row['Amount NPR'], row['Amount USD'], row.Day])).toEqual([
      ['collected', '401.5', '', today],
      ['refunded', '100.5', '', today],
    ])
    const invoices = await table('invoices')
    expect(invoices.map((row) => [row.Kind, row['Total NPR'], row['Refers to']])).toEqual([
      ['invoice', '401.5', ''],
      ['credit note', '-100.5', invoices[0]?.Number],
    ])
    expect(await table('sales')).toEqual([
      expect.objectContaining({ Day: today, Quantity: '2', 'Revenue NPR': '201', 'Revenue USD': '' }),
    ])
  })

  test('of customers writes a name that looks like a formula as text', async () => {
    expect(await table('customers')).toEqual([
      expect.objectContaining({
        Name: "'=Asha",
        Email: `'${asha.email}`,
        Phone: expect.stringMatching(/\d{6}/),
        Orders: '1',
        'Spent NPR': '301',
      }),
    ])
  })

  test('has only the days of the range, and is not for packers', async () => {
    const earlier = await download('orders', 'from=2020-01-01&to=2020-12-31')
    expect((await earlier.text()).trimEnd().split('\r\n')).toHaveLength(1)
    expect((await download('orders', 'from=2026-02-01&to=2026-01-01')).status).toBe(400)
    expect((await download('orders', 'from=2026-02-30&to=2026-03-01')).status).toBe(400)
    expect((await download('orders', 'from=2026-02-01')).status).toBe(400)
    expect((await download('secrets')).status).toBe(400)
    const dolma = await person(shop, 'Dolma', { role: 'Packer' })
    expect((await download('orders', undefined, dolma)).status).toBe(403)
  })

  test('reads long tables in batches without losing or repeating a row', async () => {
    const [{ count: before } = { count: 0 }] = await readRows<{ count: number }>(
      shop.db,
      sql`select count(*)::int as count from cash_entries`,
    )
    await shop.db.execute(sql`
      insert into cash_entries (kind, order_id, courier_id, currency, amount, actor_name)
      select kind, order_id, courier_id, currency, 1, 'Many' from cash_entries, generate_series(1, 2500)
      where kind = 'collected'`)
    const entries = (await table('cash')).map(({ Entry }) => Entry)
    expect(entries).toHaveLength(before + 2500)
    expect(new Set(entries).size).toBe(entries.length)
  })
})
