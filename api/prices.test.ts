import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saleQueue, scheduleSale, startAndEndSales } from '#modules/catalog/sales.server.ts'
import { checkInvariant, invariants } from '#modules/invariants.server.ts'
import { shopDay, startOfShopDay } from '#shared/days.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { editedProduct } from '#tests/support/product-edit.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

let shop: TestShop
let tsering: Person
let asha: Shopper
let ids: Awaited<ReturnType<typeof findProductIds>>

const variants = [
  { kind: 'size' as const, value: 'Small', stock: 9, priceNpr: 500_00, priceUsd: 5_00 },
  { kind: 'size' as const, value: 'Medium', stock: 9 },
  { kind: 'size' as const, value: 'Large', stock: 9, priceNpr: 900_00, priceUsd: 9_00 },
]

beforeAll(async () => {
  shop = await openTestShop({ environment: { PAGE_CACHE_MB: '0' } })
  await addProducts(shop, [
    product({ name: 'Priced Stone', priceNpr: 700_00, priceUsd: 7_00, tags: ['priced'], variants }),
    product({ name: 'Plain Bead', priceNpr: 600_00, priceUsd: 6_00, tags: ['priced'], stock: 50 }),
  ])
  ids = await findProductIds(shop)
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
  asha = await shopper(shop, 'Asha Gurung')
})
afterAll(async () => {
  expect(await checkInvariant(queryRunner(shop), invariants.prices)).toEqual([])
  await shop.close()
})

const today = () => shopDay(new Date())
const inDays = (days: number) => shopDay(startOfShopDay(today(), days))
const stone = async () => (await shop.json('/api/product/priced-stone')).body
const bead = async () => (await shop.json('/api/product/plain-bead')).body
const tagged = async (sortBy: 'priceAsc' | 'priceDesc') =>
  (await shop.json(`/api/product/tags/priced?sortBy=${sortBy}`)).body.data.map(({ name }) => name)

async function edit(slug: string, change: object) {
  const path = `/api/admin/products/${ids.product(slug)}` as const
  const { body: read } = await shop.json(path, as(tsering))
  return shop.json(path, as(tsering, 'PUT', editedProduct(read, change)))
}

async function setVariants(change: (name: string) => object) {
  const path = `/api/admin/products/${ids.product('priced-stone')}` as const
  const { body: read } = await shop.json(path, as(tsering))
  const { attributes } = editedProduct(read)
  return edit('priced-stone', {
    attributes: attributes.map((each) => ({ ...each, ...change(each.attributeValue) })),
  })
}

describe('the price of a variant', () => {
  test('is its own, or that of the product; the card has the lowest', async () => {
    const { price, priceInUSD, hasPriceRange, attributes } = await stone()
    expect({ price, priceInUSD, hasPriceRange }).toEqual({ price: 500, priceInUSD: 5, hasPriceRange: true })
    expect(attributes.map((each) => [each.attributeValue, each.price, each.priceInUSD])).toEqual([
      ['Small', 500, 5],
      ['Medium', 700, 7],
      ['Large', 900, 9],
    ])
    expect((await bead()).hasPriceRange).toBe(false)
  })

  test('sorts the lists of the shop', async () => {
    expect(await tagged('priceAsc')).toEqual(['Priced Stone', 'Plain Bead'])
    expect(await tagged('priceDesc')).toEqual(['Plain Bead', 'Priced Stone'])
    await setVariants((name) => (name === 'Small' ? { price: 650, priceInUSD: 6.5 } : {}))
    expect(await tagged('priceAsc')).toEqual(['Plain Bead', 'Priced Stone'])
  })

  test('is what cart and order charge', async () => {
    const [small, medium, large] = (await stone()).attributes.map(({ productAttributeId }) => productAttributeId)
    for (const selectedAttributeId of [small, medium, large])
      await asha.add({ productId: ids.product('priced-stone'), quantity: 2, selectedAttributeId })
    const cart = await asha.cart()
    expect(cart.cartItems.map(({ unitPrice, unitPriceInUSD }) => [unitPrice, unitPriceInUSD])).toEqual([
      [650, 6.5],
      [700, 7],
      [900, 9],
    ])
    await setVariants((name) => (name === 'Large' ? { price: 950, priceInUSD: 9.5 } : {}))
    const [, , changed] = (await asha.cart()).cartItems
    expect(changed).toMatchObject({ unitPrice: 950, notice: 'price', previousUnitPrice: 900 })
    const { body: order } = await asha.order({ body: { currency: 'NPR' } })
    expect(order).toMatchObject({ totalAmount: 2 * (650 + 700 + 950) + 100 })
  })

  test('needs both currencies', async () => {
    const { status, body } = await setVariants((name) => (name === 'Medium' ? { price: 5 } : {}))
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ field: 'attributes.1.priceInUSD', description: 'Please enter a price in both currencies.' }] },
    ])
  })

  test('of a removed variant no longer counts', async () => {
    const { body: read } = await shop.json(`/api/admin/products/${ids.product('priced-stone')}`, as(tsering))
    const { attributes } = editedProduct(read)
    await edit('priced-stone', { attributes: attributes.slice(1) })
    expect(await stone()).toMatchObject({ price: 700, hasPriceRange: true })
    const [{ productAttributeId: _, ...added } = first(attributes), ...rest] = attributes
    await edit('priced-stone', { attributes: [added, ...rest] })
    expect(await stone()).toMatchObject({ price: 650 })
  })
})

describe('a sale', () => {
  const sale = (change: object) => edit('plain-bead', { salePrice: 400, salePriceInUSD: 4, ...change })

  test('on its days shows the regular price beside what a buyer pays', async () => {
    await sale({ saleFrom: today(), saleUntil: today() })
    expect(await bead()).toMatchObject({ price: 400, priceInUSD: 4, regularPrice: 600, regularPriceInUSD: 6 })
    expect(await tagged('priceAsc')).toEqual(['Plain Bead', 'Priced Stone'])
    await sale({ saleFrom: null, saleUntil: null })
    expect(await bead()).toMatchObject({ price: 400 })
  })

  test('before and after its days changes nothing', async () => {
    for (const days of [
      { saleFrom: inDays(1), saleUntil: inDays(3) },
      { saleFrom: inDays(-3), saleUntil: inDays(-1) },
    ]) {
      await sale(days)
      expect(await bead()).toMatchObject({ price: 600, regularPrice: null })
    }
  })

  test('has a job if it was saved in the night before its first day and stored after midnight', async () => {
    const day = inDays(30)
    const midnight = startOfShopDay(day).getTime()
    const countJobs = async () => {
      const [row] = await queryRunner(shop)(`select count(*)::int as jobs from jobs.job
        where name = '${saleQueue}' and start_after = '${new Date(midnight).toISOString()}'`)
      return row?.jobs
    }
    const schedule = (now: number) =>
      scheduleSale(shop.db, shop.jobs, { saleFrom: day, saleUntil: null }, new Date(now))
    await schedule(midnight + 1000)
    expect(await countJobs()).toBe(1)
    await schedule(midnight + 2 * 3_600_000)
    expect(await countJobs()).toBe(1)
  })

  test('starts and ends by a job', async () => {
    await sale({ saleFrom: inDays(1), saleUntil: inDays(2) })
    const queued = await queryRunner(shop)(`select start_after as at from jobs.job where name = 'sale' order by 1`)
    const times = queued.map(({ at }) => new Date(String(at)).getTime())
    expect(times).toContain(startOfShopDay(inDays(1)).getTime())
    expect(times).toContain(startOfShopDay(inDays(3)).getTime())
    await moveDays(-1)
    expect(await bead()).toMatchObject({ price: 600 })
    await startAndEndSales(shop.db)
    expect(await bead()).toMatchObject({ price: 400, regularPrice: 600 })
    await moveDays(-2)
    await startAndEndSales(shop.db)
    expect(await bead()).toMatchObject({ price: 600, regularPrice: null })
  })

  /** As if the days had passed: the trigger does not see it. */
  async function moveDays(days: number) {
    await shop.db.transaction(async (tx) => {
      await tx.execute(sql`alter table products disable trigger products_current_prices`)
      await tx.execute(
        sql`update products set sale_from = sale_from + ${days}::int, sale_until = sale_until + ${days}::int where sale_from is not null`,
      )
      await tx.execute(sql`alter table products enable trigger products_current_prices`)
    })
  }

  test('of one variant leaves the others as they are', async () => {
    await setVariants((name) => (name === 'Large' ? { salePrice: 300, salePriceInUSD: 3 } : {}))
    const { price, regularPrice, attributes } = await stone()
    expect({ price, regularPrice }).toEqual({ price: 300, regularPrice: 950 })
    expect(attributes.map((each) => [each.price, each.regularPrice])).toEqual([
      [650, null],
      [700, null],
      [300, 950],
    ])
  })

  test.each([
    [{ salePrice: 600 }, 'salePrice', 'The sale price must be lower than the price.'],
    [{ salePriceInUSD: null }, 'salePriceInUSD', 'Please enter a sale price in both currencies.'],
    [{ saleFrom: '2026-12-02', saleUntil: '2026-12-01' }, 'saleUntil', 'The last day cannot be before the first day.'],
  ])('%o is refused', async (change, field, description) => {
    const { status, body } = await sale(change)
    expect([status, body]).toMatchObject([400, { errors: [{ field, description }] }])
  })

  test('is not undercut by a price from the product list', async () => {
    await sale({})
    const path = `/api/admin/products/${ids.product('plain-bead')}` as const
    const { version } = (await shop.json(path, as(tsering))).body
    const { status, body } = await shop.json(`${path}/quick`, as(tsering, 'PUT', { version, price: 400 }))
    expect([status, body]).toMatchObject([
      400,
      { message: 'The sale price is Rs 400. Open the product to change the sale.' },
    ])
  })

  test('is not copied with the product', async () => {
    const path = `/api/admin/products/${ids.product('plain-bead')}/duplicate` as const
    const { body } = await shop.json(path, as(tsering, 'POST'))
    expect(body).toMatchObject({ price: 600, salePrice: null, isSaleActive: false })
  })
})
