import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { customer } from '#bench/growth/people.ts'
import type { Plan } from '#bench/growth/plans.ts'
import { orderId } from '#bench/growth/sales.ts'
import { type Answer, first, type Sent } from '#tests/support/answers.ts'
import { readAnswer } from '#tests/support/documented.ts'
import { type GrownShop, openGrownShop } from '#tests/support/grown-shop.ts'
import { commonPages } from '#tests/support/page-loaders.ts'
import { as, linkTo } from '#tests/support/people.ts'
import { databaseKind } from '#tests/support/shop.ts'

const owner = customer(1)
/** Every third has a bag and saved pieces. */
const asha = customer(3_001)
/** A statement that the server knows by name is planned for all values after its sixth time. */
const timesUntilGeneric = 7

const pages = [
  ...commonPages,
  '/shop?page=1500',
  '/shop/product/quartz?sortBy=priceAsc',
  '/shop/crystal/a-piece',
  '/blogs/rss.xml',
  '/sitemap.xml',
]

const catalogue = [
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
  '/api/product/tags/Featured?sortBy=priceDesc',
  '/api/product/a-piece',
  '/api/blogs',
  '/api/blogs/a-walk',
  '/api/Testimonials',
  `/api/quotes/${'ab'.repeat(32)}`,
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
]

const office = [
  'me',
  'today',
  'today?days=90',
  'audit',
  'audit?subject=order',
  `audit?actor=${owner.userId}`,
  'settings',
  'orders',
  'orders?page=80',
  'orders?state=Delivered&sort=placed',
  'orders?state=Pending',
  'orders?q=ALP-20000',
  'orders?q=9800012345',
  'orders?q=98000',
  'orders?q=12345',
  'orders?q=quartz',
  'orders?q=amorang',
  'cash',
  'cash?open=1',
  'customers',
  'customers?page=80',
  'customers?q=quartz',
  'customers?q=person77',
  `customers/${asha.userId}`,
  `customers/${asha.userId}/orders`,
  'staff',
  'reviews',
  'reviews?state=approved',
  'reviews?state=refused',
  'quotes',
  'quotes?state=draft',
  'products',
  'products?sort=created',
  'products?sort=name&page=90',
  'products?sort=-price',
  'products?q=quartz',
  'products?q=kamorango&sort=name',
  'products?category=1&page=90',
  'products?stock=low',
  'products?tag=quartz',
  'products?state=archived',
  'products/7',
  'products/export',
  'enquiries',
  'enquiries?state=closed',
  'enquiries?state=closed&kind=bulk',
  'enquiries?q=quartz&state=closed',
  'posts',
  'testimonials',
  'faqs',
  'texts',
  'banners',
  'synonyms',
  'mails',
  'mails?q=person',
]

/** The first asks the database nothing; the others need somebody at the other end, and ask by primary key. */
const leftOut = ['/location', '/authentication/signin-google', '/authentication/callback']

const settled = `
  update products set slug = 'a-piece' where id = 5;
  insert into blogs (slug, title, author, date_posted, excerpt, body) values ('a-walk', 'A walk', 'Maya', '2026-01-01', '', '');
  insert into quotes (id, token, name, email, state, valid_until, shipping_npr, shipping_usd, lines)
    values ('00000000-0000-7000-8000-000000000001', '${'ab'.repeat(32)}', 'Yak', 'yak@hotel.example', 'sent', '2099-01-01', 0, 0, '[]')`

describe.runIf(databaseKind === 'postgres')('with tens of thousands of everything', () => {
  let grown: GrownShop
  const asked = new Set<string>()
  beforeAll(async () => {
    grown = await openGrownShop()
    await grown.run(settled)
  }, 120_000)
  afterAll(() => grown.close())

  const readWhole = (plans: Plan[]) =>
    plans.flatMap(({ statement, wholeTables }) =>
      wholeTables.filter((table) => grown.large.has(table)).map((table) => `${table}: ${statement}`),
    )

  const send = async (path: string, init: RequestInit = {}, times = 1) => {
    asked.add(`${init.method ?? 'GET'} ${path.replace(/\?.*/, '')}`)
    let answer = new Response()
    const plans = await grown.plansOf(async () => {
      for (let time = 0; time < times; time++) answer = await grown.shop.fetch(path, init)
      // An answer that is a stream asks for more while it is read.
      await answer.clone().text()
    })
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 400)])
    return { plans, answer }
  }

  const expectIndexes = async <const Target extends string, M extends string = 'GET'>(
    path: Target,
    init?: Sent<M>,
    times?: number,
  ) => {
    const { plans, answer } = await send(path, init, times)
    expect(readWhole(plans)).toEqual([])
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const { body } = isJson
      ? await readAnswer(init?.method ?? ('GET' as M), path, answer)
      : { body: await answer.text() }
    return { plans, body: body as Answer<M, Target>['body'] }
  }

  test('the large tables are those that grow with the shop', () => {
    const named = [
      ...['products', 'product_images', 'product_attributes', 'reviews', 'users', 'sessions', 'addresses', 'carts'],
      ...['cart_lines', 'wishlists', 'wishlist_products', 'orders', 'order_lines', 'order_moves', 'mails'],
      ...['audit_log', 'enquiries'],
    ]
    expect([...grown.large].sort()).toEqual(named.sort())
  })

  test.each(pages)('the page %s reads no large table from end to end', async (page) => {
    const { plans } = await expectIndexes(page)
    expect(plans.length).toBeGreaterThan(0)
  })

  test.each(catalogue)('%s reads no large table from end to end', async (path) => {
    await expectIndexes(path)
  })

  test.each(own)('for its owner, %s reads no large table from end to end', async (path) => {
    const { plans } = await expectIndexes(`/api/${path}`, as(asha), timesUntilGeneric)
    expect(plans.length).toBeGreaterThanOrEqual(timesUntilGeneric)
  })

  test.each(office)('in the back office, %s reads no large table from end to end', async (path) => {
    await expectIndexes(`/api/admin/${path}`, as(owner))
  })

  test('nor do single things of the back office', async () => {
    const one = orderId(15_000, grown.size)
    await expectIndexes(`/api/admin/orders/${one}`, as(owner), timesUntilGeneric)
    const { body: days } = await expectIndexes('/api/admin/cash', as(owner))
    const { day, courier } = first(days.rows)
    await expectIndexes(`/api/admin/cash/day?day=${day}&courier=${encodeURIComponent(courier)}`, as(owner))
    const { body: enquiries } = await expectIndexes('/api/admin/enquiries', as(owner))
    await expectIndexes(`/api/admin/enquiries/${first(enquiries.rows).enquiryId}`, as(owner))
    const { body: quotes } = await expectIndexes('/api/admin/quotes', as(owner))
    await expectIndexes(`/api/admin/quotes/${first(quotes.rows).quoteId}`, as(owner))
    const { body: posts } = await expectIndexes('/api/admin/posts', as(owner))
    await expectIndexes(`/api/admin/posts/${first(posts.rows).postId}`, as(owner))
  })

  test('nor does buying, from the account to the order and back', async () => {
    const password = 'Himalaya-2026'
    const email = 'new@people.example'
    await expectIndexes('/api/authentication/register', as(undefined, 'POST', { username: 'New One', email, password }))
    const confirmation = await linkTo(grown.shop, email, 'confirm-email')
    const login = as(undefined, 'POST', { username: email, password })
    const { body: buyer } = await expectIndexes('/api/authentication/login', login)
    const bag = await expectIndexes(`/api/ShoppingCart/userId/${buyer.userId}`, as(buyer))
    const { shoppingCartId } = bag.body
    const { rows } = (await grown.shop.json('/api/admin/products?category=1', as(owner))).body
    const pieces = rows.filter(({ stock }) => stock > 3)
    for (const { productId } of pieces.slice(0, 3))
      await expectIndexes(
        '/api/ShoppingCart/CartItem',
        as(buyer, 'POST', { userId: buyer.userId, productId, quantity: 1 }),
      )
    const place = { country: 'Nepal', state: 'Bagmati', city: 'Lalitpur', streetAddress: 'Mangal Bazaar 4' }
    const address = await expectIndexes('/api/addresses', as(buyer, 'POST', place))
    const { addressId } = address.body
    const { productId: saved } = first(pieces)
    await expectIndexes(`/api/wishlist/${buyer.userId}`, as(buyer, 'POST', { productIds: [saved] }))
    await expectIndexes(`/api/wishlist/${buyer.userId}/${saved}`, as(buyer, 'DELETE'))
    const placed = await expectIndexes('/api/order', as(buyer, 'POST', { shoppingCartId, addressId, method: 0 }))
    const { body: order } = placed
    await expectIndexes(`/api/order/${buyer.userId}/${order.orderId}`, as(buyer), timesUntilGeneric)
    await expectIndexes(`/api/order/${order.orderId}/again`, as(buyer, 'POST'))
    await expectIndexes(`/api/order/${order.orderId}/cancel`, as(buyer, 'POST'))
    await expectIndexes(`/api/authentication/forgot-password?email=${email}`, as(undefined, 'POST'))
    await expectIndexes(
      `/api/authentication/confirm-email?${new URLSearchParams({ email, token: confirmation.token })}`,
    )
    await expectIndexes(`/api/userdetails/${buyer.userId}`, as(buyer, 'DELETE', { password }))
  })

  test('nor does the work of the desk', async () => {
    const open = first((await grown.shop.json('/api/admin/orders?state=Pending', as(owner))).body.rows)
    const order = `/api/admin/orders/${open.orderId}`
    await expectIndexes(`${order}/notes`, as(owner, 'POST', { kind: 'note', words: 'Called.' }))
    await expectIndexes(`${order}/moves`, as(owner, 'POST', { from: 'Pending', to: 'Confirmed' }))
    await expectIndexes(`/api/admin/customers/${asha.userId}/notes`, as(owner, 'POST', { words: 'Kind.' }))
    await expectIndexes('/api/admin/products/9/quick', as(owner, 'PUT', { version: 1, stock: 9 }))
    await expectIndexes('/api/admin/products/9/archive', as(owner, 'POST', { version: 2 }))
    await expectIndexes('/api/admin/products/9/duplicate', as(owner, 'POST'))
  })

  test('every call that reads was asked', () => {
    const missing = endpoints
      .filter(({ method, path }) => method === 'get' && !leftOut.includes(path))
      .map(({ path }) => `GET /api${path}`)
      .filter((template) => ![...asked].some((path) => pattern(template).test(path)))
    expect(missing).toEqual([])
  })

  test('a lost index is seen', async () => {
    await grown.run('drop index orders_phone')
    const { plans } = await send('/api/admin/orders?q=9800012345', as(owner))
    expect(readWhole(plans)).not.toEqual([])
  })
})

const pattern = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`, 'i')
