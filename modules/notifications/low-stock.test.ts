import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { allJobsDone, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { archiveProduct, findProductIds } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'
import { emailLowStock, lowStockQueue } from './low-stock.server.ts'

const shopEmail = 'stock@shop.test'
let shop: TestShop
let owner: Person
let schedules: object[]
beforeAll(async () => {
  shop = await openTestShop({ environment: { SHOP_EMAIL: shopEmail } })
  const sizes = [
    { kind: 'size' as const, value: 'Small', stock: 0 },
    { kind: 'size' as const, value: 'Large', stock: 2 },
  ]
  await addProducts(shop, [
    product({ name: 'Amber', stock: 3 }),
    product({ name: 'Beryl', stock: 4 }),
    product({ name: 'Citrine', stock: 0 }),
    product({ name: 'Old Jade', stock: 0 }),
    product({ name: 'Ring', categoryId: 3, variants: sizes }),
  ])
  await archiveProduct(shop, 'old-jade')
  owner = await person(shop, 'Dolma Owner', { role: 'Owner' })
  // At eight in the morning the schedule would send an email besides those of the tests.
  schedules = await readRows(
    shop.db,
    sql`delete from jobs.schedule where name = ${lowStockQueue} returning name, cron, timezone`,
  )
  await allJobsDone(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.execute(sql`delete from emails`)
  await saveSettings({ lowStock: 3, emailLowStock: true })
})

async function saveSettings(changes: object): Promise<void> {
  const { body } = await shop.json('/api/admin/settings', as(owner))
  expect((await shop.json('/api/admin/settings', as(owner, 'PUT', { ...body, ...changes }))).status).toBe(200)
}

async function runJob(): Promise<string[]> {
  await shop.db.transaction((tx) => shop.jobs.enqueue(tx, lowStockQueue, {}))
  await allJobsDone(shop)
  return subjects()
}

const subjects = async () =>
  (await readRows<{ subject: string }>(shop.db, sql`select subject from emails where to_address = ${shopEmail}`)).map(
    ({ subject }) => subject,
  )

test('is sent every day at eight in the morning of the shop', () => {
  expect(schedules).toEqual([{ name: lowStockQueue, cron: '0 8 * * *', timezone: 'Asia/Kathmandu' }])
})

test('lists the products on sale with the threshold or less, the lowest first', async () => {
  expect(await runJob()).toEqual(['3 products are low in stock'])
  const { text, html } = await latestEmail(shop, shopEmail)
  const lines = text.split('\n').filter((line) => /left|sold out/.test(line))
  expect(lines).toEqual([
    expect.stringMatching(/^Citrine.*: sold out$/),
    expect.stringMatching(/^Ring.*: 2 left \(Small: 0, Large: 2\)$/),
    expect.stringMatching(/^Amber.*: 3 left$/),
  ])
  const citrine = (await findProductIds(shop)).product('citrine')
  expect(html).toContain(`/admin/products/${citrine}/stock"`)
  expect(html).toContain('/admin/products?stock=low"')
})

test('follows the threshold of the settings', async () => {
  await saveSettings({ lowStock: 0 })
  expect(await runJob()).toEqual(['1 product is low in stock'])
  await saveSettings({ lowStock: 4 })
  expect(await runJob()).toEqual(['1 product is low in stock', '4 products are low in stock'])
})

test('is not sent when it is turned off', async () => {
  await saveSettings({ emailLowStock: false })
  expect(await runJob()).toEqual([])
})

test('is queued once if the job is repeated', async () => {
  const jobId = newId()
  await emailLowStock(shop, jobId)
  await emailLowStock(shop, jobId)
  expect(await subjects()).toHaveLength(1)
})

test('lists fifty products at most', async () => {
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
      select 'many-' || n, 'Many ' || n, '', 1, 100, 100, 1 from generate_series(1, 60) as n`)
  })
  await writeStock(shop.db, sql`select 1`)
  expect(await runJob()).toEqual(['More than 50 products are low in stock'])
  const { text } = await latestEmail(shop, shopEmail)
  expect(text.match(/ left| sold out/g)).toHaveLength(50)
  await writeStock(shop.db, sql`update products set stock = 100`)
})

test('is not sent if nothing is low', async () => {
  await writeStock(shop.db, sql`update products set stock = 100`)
  expect(await runJob()).toEqual([])
})
