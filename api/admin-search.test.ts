import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { courierId } from '#tests/support/order-changes.ts'
import { addProducts } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, type Shopper, shopper } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let dolma: Person
let om: Shopper
let bowl: number
let orderNumber: string
let orderId: string
let quote: { quoteId: string; quoteNumber: string }

beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  bowl = (await findProductIds(shop)).product('singing-bowl')
  await writeStock(shop.db, sql`update products set stock = 50 where id = ${bowl}`)
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  om = await shopper(shop, 'Om Núñez')
  await shop.db.execute(sql`
    update addresses set first_name = 'Om', last_name = 'Núñez', phone = '+977 984-555-1234' where id = ${om.addressId}`)
  await om.add({ productId: bowl })
  ;({ orderNumber, orderId } = (await om.order()).body)
  const enquiry = {
    name: 'Om Hotel',
    email: 'om@hotel.example',
    phoneNumber: '9845559999',
    message: 'Two hundred bowls',
  }
  await shop.json('/api/BulkBuying', as(undefined, 'POST', enquiry))
  const { enquiryId } = first((await call('/enquiries')).body.rows)
  const line = { productId: bowl, unit: 'piece', quantity: 10, tiers: [{ from: 1, price: 900, priceInUSD: 9 }] }
  const { name, email } = enquiry
  const body = { name, email, enquiryId, validUntil: '2099-01-01', shippingFee: 0, shippingFeeInUSD: 0, lines: [line] }
  quote = (await call('/quotes', 'POST', body)).body
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown) =>
  shop.json(`/api/admin${path}`, as(dolma, method, body))

async function search(text: string) {
  const { body } = await call(`/search?q=${encodeURIComponent(text)}`)
  return {
    orders: body.orders.rows.map((row) => row.orderNumber),
    customers: body.customers.rows.map(({ name }) => name),
    products: body.products.rows.map(({ name }) => name),
    enquiries: body.enquiries.rows.map(({ name }) => name),
    quotes: body.quotes.rows.map((row) => row.quoteNumber),
  }
}

const nothing = { orders: [], customers: [], products: [], enquiries: [], quotes: [] }

describe('the search of the back office', () => {
  test('finds an order by its number', async () => {
    const digits = orderNumber.replace('ALP-', '')
    for (const text of [orderNumber, `alp${digits}`, `alp ${digits}`, `#${digits}`, digits, ` ${digits} `])
      expect([text, (await search(text)).orders]).toEqual([text, [orderNumber]])
  })

  test('finds a quote by its number', async () => {
    const digits = quote.quoteNumber.replace('Q-', '')
    for (const text of [quote.quoteNumber, `q${digits}`, `q ${digits}`, digits])
      expect([text, (await search(text)).quotes]).toEqual([text, [quote.quoteNumber]])
  })

  test('finds orders, customers, enquiries and quotes by a phone number in any notation', async () => {
    const notations = [
      '9845551234',
      '+977 984-555-1234',
      '+977 98455512',
      '00977 9845 5512',
      '0984 555 12',
      '(984) 5551',
    ]
    for (const text of notations)
      expect([text, await search(text)]).toEqual([text, { ...nothing, orders: [orderNumber], customers: ['Om Núñez'] }])
    expect(await search('98455599')).toEqual({ ...nothing, enquiries: ['Om Hotel'], quotes: [quote.quoteNumber] })
    expect(await search('9845')).toMatchObject({ orders: [orderNumber], enquiries: ['Om Hotel'] })
    expect((await search('0984')).orders).toEqual([orderNumber])
    expect(await search('984')).toEqual(nothing)
  })

  test('finds names from two letters, without regard to case and accents', async () => {
    for (const text of ['Om', 'OM', 'óm'])
      expect([text, await search(text)]).toEqual([
        text,
        {
          ...nothing,
          orders: [orderNumber],
          customers: ['Om Núñez'],
          enquiries: ['Om Hotel'],
          quotes: [quote.quoteNumber],
        },
      ])
    for (const text of ['nu', 'NÚÑEZ', 'om  nunez'])
      expect([text, await search(text)]).toEqual([text, { ...nothing, orders: [orderNumber], customers: ['Om Núñez'] }])
    expect(await search('o')).toEqual(nothing)
  })

  test('finds emails as a whole and by their start', async () => {
    for (const text of [om.email, om.email.toUpperCase(), om.email.slice(0, -4)])
      expect([text, await search(text)]).toEqual([text, { ...nothing, orders: [orderNumber], customers: ['Om Núñez'] }])
    for (const text of ['om@hotel.example', 'om@h'])
      expect([text, await search(text)]).toEqual([
        text,
        { ...nothing, enquiries: ['Om Hotel'], quotes: [quote.quoteNumber] },
      ])
  })

  test('ranks products by their name, those in stock first', async () => {
    const names: [name: string, stock: number][] = [
      ['Tea Bowl', 3],
      ['Rose Zircón Heart', 3],
      ['Amber of the zircon tag', 0],
      ['Zircon Sphere', 0],
      ['Zircon Tower', 3],
      ['Zircon', 0],
    ]
    const { rows } = (await call('/products?sort=created&size=6')).body
    for (const [index, [name, stock]] of names.entries())
      await shop.db.execute(sql`
        update products set name = ${name}, stock = ${stock}, tags = array['Zircon'] where id = ${rows[index]?.productId}`)
    const byRank = [
      ...['Zircon', 'Zircon Tower', 'Zircon Sphere', 'Rose Zircón Heart', 'Amber of the zircon tag', 'Tea Bowl'],
    ]
    expect((await search('zircon')).products).toEqual(byRank.slice(0, 5))
    const listed = (await call('/products?q=ZIRCON&sort=match')).body.rows.map(({ name }) => name)
    expect(listed).toEqual(byRank)
    expect((await search('heart zir')).products).toEqual(['Rose Zircón Heart'])
    const newest = (await call('/products?q=zircon&size=1')).body.rows
    expect(newest).toMatchObject([{ name: 'Zircon' }])
    await shop.db.execute(sql`
      insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
      select 'newer-' || n, 'Newer Zircon ' || n, '', 1, 100, 100, 1 from generate_series(1, 310) as n`)
    expect((await search('zircon')).products.slice(0, 3)).toEqual(byRank.slice(0, 3))
    await shop.db.execute(sql`delete from products where slug like 'newer-%'`)
  })

  test('finds products by name', async () => {
    expect((await search('singing bo')).products).toEqual(['Singing Bowl'])
  })

  test('finds an order without a name on its address by the account', async () => {
    const pasang = await shopper(shop, 'Pasang Norbu')
    await shop.db.execute(
      sql`update addresses set first_name = '', last_name = '', phone = '' where id = ${pasang.addressId}`,
    )
    await pasang.add({ productId: bowl })
    const { body: order } = await pasang.order()
    const { body } = await call('/search?q=pasang')
    expect(body.orders.rows).toMatchObject([{ orderId: order.orderId, name: 'Pasang Norbu' }])
    await shop.db.execute(sql`update users set name = '' where id = ${pasang.userId}`)
    const { body: nameless } = await call(`/search?q=${order.orderNumber}`)
    expect(nameless.orders.rows).toMatchObject([{ name: pasang.email }])
    const buyer = async () => (await call(`/orders/${order.orderId}`)).body.buyer
    expect(await buyer()).toMatchObject({ name: pasang.email, userId: pasang.userId, isDeleted: false })
    await shop.db.execute(sql`delete from users where id = ${pasang.userId}`)
    expect(await buyer()).toMatchObject({ name: '', userId: null, isDeleted: true })
    await shop.db.execute(sql`update orders set source = 'phone' where id = ${order.orderId}`)
    expect(await buyer()).toMatchObject({ isDeleted: false })
  })

  test('gives at most five rows of each group and says that there are more', async () => {
    await shop.db.execute(sql`insert into users (id, username, email, name)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'zed' || n, 'zed' || n || '@example.com',
        'Zedong ' || n from generate_series(1, 7) as n`)
    const { customers } = (await call('/search?q=ze')).body
    expect(customers).toMatchObject({ hasMore: true, rows: { length: 5 } })
    expect((await call('/customers?q=ze')).body.rows.slice(0, 5)).toEqual(customers.rows)
  })

  test('answers hostile text with nothing', async () => {
    for (const text of ['', '%%', '__', '\\', "'; drop table orders; --", '%', '../..', '<script>', '٩٨٤٥'])
      expect([text, await search(text)]).toEqual([text, nothing])
    expect((await call(`/search?q=${'x'.repeat(101)}`)).status).toBe(400)
    expect((await call('/search?q=a%00b')).status).toBe(400)
  })

  test('is for staff only', async () => {
    expect((await shop.fetch('/api/admin/search?q=om', as(om))).status).toBe(403)
    expect((await shop.fetch('/api/admin/search?q=om')).status).toBe(401)
  })
})

describe('links', () => {
  test('lead from a product to its orders', async () => {
    const { rows } = (await call(`/orders?product=${bowl}`)).body
    expect(rows.map((row) => row.orderId)).toContain(orderId)
    expect((await call(`/orders?product=${bowl}&q=om`)).body.rows).toMatchObject([{ orderId }])
    expect((await call(`/orders?product=${bowl + 1000}`)).body.rows).toEqual([])
    expect((await call('/orders?product=x')).status).toBe(400)
  })

  test('lead from an enquiry and a quote to the customer with the same email or phone', async () => {
    const { enquiryId } = first((await call('/enquiries?q=om')).body.rows)
    expect((await call(`/enquiries/${enquiryId}`)).body.customer).toBeNull()
    expect((await call(`/quotes/${quote.quoteId}`)).body.customer).toBeNull()
    await shop.db.execute(sql`update users set phone_number = '984 555 9999' where id = ${om.userId}`)
    const customer = { userId: om.userId, name: 'Om Núñez' }
    expect((await call(`/enquiries/${enquiryId}`)).body.customer).toEqual(customer)
    expect((await call(`/enquiries?status=all&customer=${om.userId}`)).body.rows).toMatchObject([{ enquiryId }])
    await shop.db.execute(sql`update quotes set email = upper(${om.email}) where id = ${quote.quoteId}`)
    expect((await call(`/quotes/${quote.quoteId}`)).body.customer).toEqual(customer)
    expect((await call(`/quotes?customer=${om.userId}`)).body.rows).toMatchObject([{ quoteId: quote.quoteId }])
    await shop.db.execute(sql`update quotes set order_id = ${orderId} where id = ${quote.quoteId}`)
    expect((await call(`/quotes?orderId=${orderId}`)).body.rows).toMatchObject([{ quoteId: quote.quoteId }])
    expect((await call(`/quotes?customer=${dolma.userId}`)).body.rows).toEqual([])
  })
})

describe('a customer', () => {
  test('has addresses, and sums of delivered and refused orders per currency', async () => {
    const maya = await shopper(shop, 'Maya Thapa')
    const order = async (currency: string, ...statuses: string[]) => {
      await maya.add({ productId: bowl })
      const { body } = await maya.order({ body: { currency } })
      let from = 'Pending'
      for (const to of statuses) {
        const fields = to === 'Shipped' ? { courierId: await courierId(shop, 'Yeti Riders') } : {}
        const { status } = await call(`/orders/${body.orderId}/moves`, 'POST', { from, to, ...fields })
        expect([to, status]).toEqual([to, 200])
        from = to
      }
      return body
    }
    const inRupees = await order('NPR', 'Confirmed', 'Shipped', 'Delivered')
    const inDollars = await order('USD', 'Confirmed', 'Shipped', 'Delivered')
    await order('NPR', 'Confirmed', 'Shipped', 'Returned')
    await order('NPR', 'Confirmed', 'Shipped', 'Delivered', 'Returned')
    await order('NPR', 'Canceled')
    const { body } = await call(`/customers/${maya.userId}/sales`)
    expect(body).toEqual({
      orders: 5,
      delivered: 2,
      refused: 1,
      spent: { npr: inRupees.totalAmount, usd: inDollars.totalPriceInUSD },
    })
    expect((await call(`/customers/${maya.userId}/addresses`)).body).toMatchObject([{ city: 'Lalitpur' }])
    expect((await call(`/orders?customer=${maya.userId}&size=2&page=3`)).body).toMatchObject({
      rows: { length: 1 },
      hasMore: false,
    })
    const { body: none } = await call(`/customers/${dolma.userId}/sales`)
    expect(none).toEqual({ orders: 0, delivered: 0, refused: 0, spent: { npr: 0, usd: 0 } })
  })
})
