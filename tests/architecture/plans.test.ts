import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { customer } from '#bench/growth/customers.ts'
import type { Plan } from '#bench/growth/plans.ts'
import { orderId } from '#bench/growth/sales.ts'
import { exportReports } from '#modules/exports/contract.ts'
import { readRows } from '#platform/db.server.ts'
import { hashSecret } from '#shared/secrets.ts'
import { as, linkTo } from '#tests/support/accounts.ts'
import { type LargeShop, openLargeShop } from '#tests/support/large-shop.ts'
import { readResponse } from '#tests/support/openapi-check.ts'
import { commonPages } from '#tests/support/page-loaders.ts'
import { first, type RequestOf, type TestResponse } from '#tests/support/response-types.ts'
import { databaseKind } from '#tests/support/shop.ts'

const owner = customer(1)
/** Every third customer has a cart and saved products. */
const asha = customer(3_001)
/** From the sixth execution on, PostgreSQL may use a generic plan for a prepared statement. */
const timesUntilGeneric = 7

const pages = [
  ...commonPages,
  '/shop?page=1500',
  '/shop/product/quartz?sortBy=priceAsc',
  '/shop/crystal/a-product',
  '/blogs/rss.xml',
  '/sitemap.xml',
]

const alertToken = 'cd'.repeat(32)

const catalogPaths = [
  '/api/product?pageSize=12',
  '/api/product?pageSize=12&pageNumber=1600',
  '/api/product/search?Name=quartz',
  '/api/product/search?Name=smoky%20quartz&sortBy=priceAsc',
  '/api/product/search?Name=aquamrine',
  '/api/product/search?Name=kamorango',
  '/api/product/search?Name=quartz%20teapot',
  '/api/product/search?Name=gift',
  '/api/product/search?color=green&CategoryIds=1',
  '/api/product/search?color=clear',
  '/api/product/search?size=small',
  '/api/product/search?CategoryIds=1&CategoryIds=2&CategoryIds=3',
  '/api/product/search?CategoryIds=1&CategoryIds=2&sortBy=priceDesc',
  '/api/product/category/crystal',
  '/api/product/category/crystal?sortBy=priceAsc',
  '/api/product/tags/quartz',
  '/api/product/tags/popular',
  '/api/product/tags/Featured?sortBy=priceDesc',
  '/api/product/a-product',
  '/api/blogs',
  '/api/blogs/a-walk',
  '/api/Testimonials',
  `/api/quotes/${'ab'.repeat(32)}`,
  '/api/certificates/0000-0000-0000-0',
  `/api/stock-alert-links/${alertToken}`,
  `/api/stock-alert-links/${alertToken}/unsubscribe`,
]

const own = [
  `userdetails/${asha.userId}`,
  `userdetails/${asha.userId}/data`,
  `addresses/user/${asha.userId}/alladdresses`,
  `ShoppingCart/userId/${asha.userId}`,
  `wishlist/${asha.userId}`,
  `order/${asha.userId}`,
  `order/${asha.userId}?before=ffffffff-ffff-7fff-8fff-ffffffffffff`,
  `reviews/${asha.userId}`,
  `stock-alerts/${asha.userId}`,
]

const adminPaths = [
  'me',
  'today',
  'today?days=90',
  'audit',
  'audit?subject=order',
  'audit?subject=product&record=1',
  `audit?actor=${owner.userId}`,
  'settings',
  'webhook',
  'notifications/device',
  'orders',
  'orders?page=80',
  'orders?status=Delivered&sort=placed',
  'orders?status=Pending',
  'orders?status=Pending&sort=placed&size=1&after=01890000-0000-7000-8000-000000000000',
  'orders?q=ALP-20000',
  'orders?q=9800012345',
  'orders?q=98000',
  'orders?q=12345',
  'orders?q=quartz',
  'orders?q=amorang',
  'orders?q=am',
  'orders?q=%2B977+98000',
  'orders?q=person77%40growth.example',
  'orders?product=7',
  'orders?product=7&status=Delivered&sort=placed',
  `orders?customer=${asha.userId}`,
  'cash',
  'couriers',
  'cash/couriers',
  'customers',
  'customers?page=80',
  'customers?q=quartz',
  'customers?q=person77',
  'customers?q=am',
  'customers?q=%2B977+98000123',
  'customers?q=amorango',
  `customers/${asha.userId}`,
  `customers/${asha.userId}/addresses`,
  `customers/${asha.userId}/sales`,
  'search?q=am',
  'search?q=quartz',
  'search?q=kamorango',
  'search?q=ALP-20000',
  'search?q=12345',
  'search?q=Q-1001',
  'search?q=%2B977+980-0012345',
  'search?q=9800',
  'search?q=person77',
  'search?q=person77%40growth.example',
  'staff',
  'reviews',
  'reviews?status=approved',
  'reviews?status=refused',
  `reviews?customer=${asha.userId}`,
  'quotes',
  'discounts',
  'discounts?q=spring',
  'quotes?status=draft',
  'quotes?q=yak',
  `quotes?customer=${asha.userId}`,
  `quotes?orderId=${asha.userId}`,
  'products',
  'products?sort=created',
  'products?sort=name&page=90',
  'products?sort=-price',
  'products?q=quartz',
  'products?q=kamorango&sort=name',
  'products?category=1&page=90',
  'products?stock=low',
  'products?tag=quartz',
  'products?status=archived',
  'products/7',
  'products/7/stock?page=3',
  'stock-alerts',
  'stock-alerts?productId=7',
  'products/export',
  'lists/popular',
  'enquiries',
  'enquiries?status=closed',
  'enquiries?status=closed&kind=bulk',
  'enquiries?q=quartz&status=closed',
  'enquiries?q=am&status=all',
  'enquiries?q=9800012345&status=all',
  `enquiries?status=all&customer=${asha.userId}`,
  'posts',
  'testimonials',
  'faqs',
  'texts',
  'banners',
  'synonyms',
  'hero',
  'seo',
  'emails',
  'emails?q=person',
]

/** The first sends no statement; the others need an external party and read by primary key. */
const leftOut = ['/location', '/authentication/signin-google', '/authentication/callback']

const settled = `
  update products set slug = 'a-product' where id = 5;
  insert into blogs (slug, title, author, date_posted, excerpt, body) values ('a-walk', 'A walk', 'Maya', '2026-01-01', '', '');
  insert into quotes (id, token, name, email, status, valid_until, shipping_npr, shipping_usd, lines)
    values ('00000000-0000-7000-8000-000000000001', '${'ab'.repeat(32)}', 'Yak', 'yak@hotel.example', 'sent', '2099-01-01', 0, 0, '[]');
  insert into discounts (code, percent, max_uses_per_customer, product_ids) values ('SPRING-10', 10, 1, '{5,7}'), ('FIRST', 10, 2, null);
  update certificates set code = '0000-0000-0000-0' where code = (select code from certificates limit 1);
  update stock_alerts set token_hash = '${hashSecret(alertToken)}' where id = (select id from stock_alerts limit 1);
  update carts set discount_code = 'SPRING-10' where user_id = '${asha.userId}'`

describe.runIf(databaseKind === 'postgres')('with tens of thousands of rows', () => {
  let largeShop: LargeShop
  const requestedPaths = new Set<string>()
  beforeAll(async () => {
    largeShop = await openLargeShop()
    await largeShop.run(settled)
  }, 120_000)
  afterAll(() => largeShop.close())

  const readWhole = (plans: Plan[]) =>
    plans.flatMap(({ statement, scannedTables }) =>
      scannedTables.filter((table) => largeShop.large.has(table)).map((table) => `${table}: ${statement}`),
    )

  const send = async (path: string, init: RequestInit = {}, times = 1) => {
    requestedPaths.add(`${init.method ?? 'GET'} ${path.replace(/\?.*/, '')}`)
    let answer = new Response()
    const plans = await largeShop.plansOf(async () => {
      for (let time = 0; time < times; time++) answer = await largeShop.shop.fetch(path, init)
      // A streamed response sends statements while it is read.
      await answer.clone().text()
    })
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 400)])
    return { plans, answer }
  }

  const expectIndexes = async <const Target extends string, M extends string = 'GET'>(
    path: Target,
    init?: RequestOf<M>,
    times?: number,
  ) => {
    const { plans, answer } = await send(path, init, times)
    expect(readWhole(plans)).toEqual([])
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const { body } = isJson
      ? await readResponse(init?.method ?? ('GET' as M), path, answer)
      : { body: await answer.text() }
    return { plans, body: body as TestResponse<M, Target>['body'] }
  }

  test('the large tables are those that grow with the shop', () => {
    const named = [
      ...['products', 'product_images', 'product_variants', 'reviews', 'users', 'sessions', 'addresses', 'carts'],
      ...['cart_lines', 'wishlists', 'wishlist_products', 'orders', 'order_lines', 'order_transitions', 'emails'],
      ...['audit_log', 'enquiries', 'cash_entries', 'stock_movements', 'sales_days', 'sales_day_products', 'invoices'],
      'turn_frames',
      'certificates',
      'stock_alerts',
    ]
    expect([...largeShop.large].sort()).toEqual(named.sort())
  })

  test.each(pages)('the page %s scans no large table', async (page) => {
    await expectIndexes(page)
  })

  test('the plans of a page are read', async () => {
    expect((await expectIndexes('/sitemap.xml')).plans.length).toBeGreaterThan(0)
  })

  test.each(catalogPaths)('%s scans no large table', async (path) => {
    await expectIndexes(path)
  })

  test.each(own)('%s of a customer scans no large table', async (path) => {
    const { plans } = await expectIndexes(`/api/${path}`, as(asha), timesUntilGeneric)
    expect(plans.length).toBeGreaterThanOrEqual(timesUntilGeneric)
  })

  test.each(adminPaths)('%s of the back office scans no large table', async (path) => {
    await expectIndexes(`/api/admin/${path}`, as(owner))
  })

  test('single records of the back office scan no large table', async () => {
    const one = orderId(15_000, largeShop.size)
    await expectIndexes(`/api/admin/orders/${one}`, as(owner), timesUntilGeneric)
    const { body: days } = await expectIndexes('/api/admin/cash', as(owner))
    const { day, courierId } = first(days.rows)
    await expectIndexes(`/api/admin/cash/day?day=${day}&courierId=${courierId}`, as(owner))
    await expectIndexes(`/api/admin/cash/couriers/${courierId}`, as(owner))
    await expectIndexes(`/api/admin/cash/ledger?day=${day}`, as(owner))
    await expectIndexes(`/api/admin/printed-orders?id=${one}`, as(owner))
    for (const report of exportReports)
      await expectIndexes(`/api/admin/exports/${report}?from=${day}&to=${day}`, as(owner))
    const [invoice] = await readRows<{ id: string; orderId: string }>(
      largeShop.shop.db,
      sql`select id::text, order_id as "orderId" from invoices order by id limit 1`,
    )
    await expectIndexes(`/api/admin/orders/${invoice?.orderId}/invoices/${invoice?.id}`, as(owner))
    const { body: enquiries } = await expectIndexes('/api/admin/enquiries', as(owner))
    await expectIndexes(`/api/admin/enquiries/${first(enquiries.rows).enquiryId}`, as(owner))
    const { body: quotes } = await expectIndexes('/api/admin/quotes', as(owner))
    await expectIndexes(`/api/admin/quotes/${first(quotes.rows).quoteId}`, as(owner))
    const { body: discounts } = await expectIndexes('/api/admin/discounts', as(owner))
    await expectIndexes(`/api/admin/discounts/${first(discounts.rows).discountId}`, as(owner))
    const { body: posts } = await expectIndexes('/api/admin/posts', as(owner))
    await expectIndexes(`/api/admin/posts/${first(posts.rows).postId}`, as(owner))
  })

  test('buying, from registration to cancellation, scans no large table', async () => {
    const password = 'Himalaya-2026'
    const email = 'new@people.example'
    await expectIndexes('/api/authentication/register', as(undefined, 'POST', { username: 'New One', email, password }))
    const confirmation = await linkTo(largeShop.shop, email, 'confirm-email')
    const login = as(undefined, 'POST', { username: email, password })
    const { body: buyer } = await expectIndexes('/api/authentication/login', login)
    const cart = await expectIndexes(`/api/ShoppingCart/userId/${buyer.userId}`, as(buyer))
    const { shoppingCartId } = cart.body
    const { rows } = (await largeShop.shop.json('/api/admin/products?category=1', as(owner))).body
    const products = rows.filter(({ stock }) => stock > 3)
    for (const { productId } of products.slice(0, 3))
      await expectIndexes(
        '/api/ShoppingCart/CartItem',
        as(buyer, 'POST', { userId: buyer.userId, productId, quantity: 1 }),
      )
    const place = { country: 'Nepal', state: 'Bagmati', city: 'Lalitpur', streetAddress: 'Mangal Bazaar 4' }
    const address = await expectIndexes('/api/addresses', as(buyer, 'POST', place))
    const { addressId } = address.body
    const { productId: saved } = first(products)
    await expectIndexes(`/api/wishlist/${buyer.userId}`, as(buyer, 'POST', { productIds: [saved] }))
    await expectIndexes(`/api/wishlist/${buyer.userId}/${saved}`, as(buyer, 'DELETE'))
    await expectIndexes('/api/ShoppingCart/DiscountCode', as(buyer, 'PUT', { code: 'first' }))
    const placed = await expectIndexes('/api/order', as(buyer, 'POST', { shoppingCartId, addressId, method: 0 }))
    const { body: order } = placed
    await expectIndexes(`/api/order/${buyer.userId}/${order.orderId}`, as(buyer), timesUntilGeneric)
    await expectIndexes(`/api/order/${buyer.userId}/${order.orderId}/invoices`, as(buyer))
    await expectIndexes(`/api/order/${order.orderId}/again`, as(buyer, 'POST'))
    await expectIndexes(`/api/order/${order.orderId}/cancel`, as(buyer, 'POST'))
    await expectIndexes(`/api/authentication/forgot-password?email=${email}`, as(undefined, 'POST'))
    await expectIndexes(
      `/api/authentication/confirm-email?${new URLSearchParams({ email, token: confirmation.token })}`,
    )
    await expectIndexes(`/api/userdetails/${buyer.userId}`, as(buyer, 'DELETE', { password }))
  })

  test('order transitions in the back office scan no large table', async () => {
    const open = first((await largeShop.shop.json('/api/admin/orders?status=Pending', as(owner))).body.rows)
    const order = `/api/admin/orders/${open.orderId}`
    await expectIndexes(`${order}/notes`, as(owner, 'POST', { kind: 'note', text: 'Called.' }))
    await expectIndexes(`${order}/moves`, as(owner, 'POST', { from: 'Pending', to: 'Confirmed' }))
    await expectIndexes(`/api/admin/customers/${asha.userId}/notes`, as(owner, 'POST', { text: 'Kind.' }))
    await expectIndexes('/api/admin/products/9/quick', as(owner, 'PUT', { version: 1, stock: 9 }))
    const correction = { variantId: null, stock: 8, stockRead: 9, reason: 'Counted' }
    await expectIndexes('/api/admin/products/9/stock', as(owner, 'POST', correction))
    await expectIndexes('/api/admin/products/9/archive', as(owner, 'POST', { version: 2 }))
    await expectIndexes('/api/admin/products/9/duplicate', as(owner, 'POST'))
  })

  test('covers every GET endpoint', () => {
    const missing = endpoints
      .filter(({ method, path }) => method === 'get' && !leftOut.includes(path))
      .map(({ path }) => `GET /api${path}`)
      .filter((template) => ![...requestedPaths].some((path) => pattern(template).test(path)))
    expect(missing).toEqual([])
  })

  test('detects a missing index', async () => {
    await largeShop.run('drop index orders_phone')
    const { plans } = await send('/api/admin/orders?q=9800012345', as(owner))
    expect(readWhole(plans)).not.toEqual([])
  })
})

const pattern = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`, 'i')
