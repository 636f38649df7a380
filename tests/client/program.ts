import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

type Client = ReturnType<typeof createClient<paths>>
type Outcome<Data> = { data?: Data; error?: { message: string }; response: Response }

/** The response body of a call that must succeed. */
async function expectData<Data>(call: Promise<Outcome<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call
  if (data === undefined || data === null) throw new Error(`${response.url}: ${response.status} ${error?.message}`)
  return data
}

/** A list becomes one form field for each of its items. */
function asForm(parts: Record<string, string | number | Blob | Blob[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      form.append(name, each instanceof Blob ? each : String(each))
    }
  }
  return form
}

const signedIn = (baseUrl: string, token: string): Client =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })

type ShopAccess = { baseUrl: string; adminToken: string; picture: Blob; csv: string }

/** Runs calls of a customer and an admin through the client generated from the OpenAPI document. */
export async function useShop({ baseUrl, adminToken, picture, csv }: ShopAccess) {
  const visitor = createClient<paths>({ baseUrl })
  const admin = signedIn(baseUrl, adminToken)

  const report = await expectData(
    admin.POST('/api/admin/products/import', {
      params: { query: { dryRun: 'false' } },
      headers: { 'Content-Type': 'text/csv' },
      body: csv,
      bodySerializer: (body) => body,
    }),
  )
  const uploaded = await expectData(
    admin.POST('/api/admin/pictures', { body: { file: picture }, bodySerializer: asForm }),
  )

  const email = 'asha@people.example'
  const password = 'Himalaya-2026'
  await expectData(
    visitor.POST('/api/authentication/register', {
      params: { query: { role: 'Customer' } },
      body: { username: 'AshaGurung', email, password, firstName: 'Asha', lastName: 'Gurung' },
    }),
  )
  const { token, userId } = await expectData(
    visitor.POST('/api/authentication/login', { body: { username: email, password } }),
  )
  const customer = signedIn(baseUrl, token)

  const found = await expectData(
    visitor.GET('/api/product/search', { params: { query: { Name: 'moon', CategoryIds: [1], sortBy: 'priceAsc' } } }),
  )
  const [card] = found.products
  if (!card) throw new Error('The search found no product')
  const product = await expectData(visitor.GET('/api/product/{slug}', { params: { path: { slug: card.slugs } } }))

  const cart = await expectData(
    customer.POST('/api/ShoppingCart/CartItem', { body: { productId: product.productId, quantity: 2 } }),
  )
  const address = await expectData(
    customer.POST('/api/addresses', {
      body: {
        country: 'Nepal',
        state: 'Bagmati',
        city: 'Lalitpur',
        streetAddress: 'Mangal Bazaar 4',
        phone: '9800000000',
      },
    }),
  )
  const order = await expectData(
    customer.POST('/api/order', {
      params: { header: { 'Idempotency-Key': 'order-1' } },
      body: { shoppingCartId: cart.shoppingCartId, addressId: address.addressId, method: 0, currency: 'NPR' },
    }),
  )

  const path = { orderId: order.orderId }
  const couriers = await expectData(admin.POST('/api/admin/couriers', { body: { name: 'Yak Express' } }))
  const courierId = couriers[0]?.id ?? 0
  for (const body of [
    { from: 'Pending', to: 'Confirmed' },
    { from: 'Confirmed', to: 'Shipped', courierId },
    { from: 'Shipped', to: 'Delivered' },
  ] as const) {
    await expectData(admin.POST('/api/admin/orders/{orderId}/moves', { params: { path }, body }))
  }
  const review = await expectData(
    customer.POST('/api/reviews', {
      body: { productId: product.productId, rating: 5, description: 'Clear to the tip.', pictures: [picture] },
      bodySerializer: asForm,
    }),
  )

  const orders = await expectData(customer.GET('/api/order/{userId}', { params: { path: { userId } } }))
  const again = await customer.POST('/api/order', {
    body: { shoppingCartId: cart.shoppingCartId, addressId: address.addressId, method: 0 },
  })
  return { report, uploaded, userId, product, order, orders, review, rejection: again.error?.message }
}
