import { firstNames, orderRequests } from '../admin-orders.ts'
import { productRequests } from '../admin-products.ts'
import { type RequestKind as CatalogKind, catalogRequests } from '../catalog-requests.ts'
import { customer } from './customers.ts'
import type { Size } from './fill.ts'
import { orderId } from './sales.ts'

export type GetRequest = { path: string; headers?: Record<string, string> }
export type RequestKind = { name: string; requests: GetRequest[] }

/** Enough to read different rows, few enough to measure the first request of each. */
const maxSamples = 24

const headersOf = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` })
const sample = <T>(all: T[]): T[] => {
  const count = Math.min(maxSamples, all.length)
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as T)
}

/** All reading requests of visitors, customers and the back office. */
export async function growthRequests(url: string, size: Size): Promise<RequestKind[]> {
  const catalog = (await catalogRequests(url, size.products)).map(({ name, paths }: CatalogKind) => ({
    name,
    requests: sample(paths).map((path) => ({ path })),
  }))
  return [...catalog, ...customerRequests(size), ...adminRequests(size)]
}

function customerRequests({ customers, orders, now }: Size): RequestKind[] {
  // Every third customer has a cart and a wishlist.
  const sampled = sample(Array.from({ length: Math.floor(customers / 3) - 1 }, (_, index) => customer(4 + index * 3)))
  const forEach = (path: (userId: string) => string) =>
    sampled.map((each) => ({ path: path(each.userId), headers: headersOf(each) }))
  const owner = headersOf(customer(1))
  const numbers = sample(
    Array.from({ length: Math.min(orders, 10_000) }, (_, index) => Math.floor((index * orders) / 10_000) + 1),
  )
  return [
    { name: 'cart', requests: forEach((id) => `/api/ShoppingCart/userId/${id}`) },
    { name: 'wishlist', requests: forEach((id) => `/api/wishlist/${id}`) },
    { name: 'my orders', requests: forEach((id) => `/api/order/${id}`) },
    {
      name: 'one order',
      requests: numbers.map((n) => ({ path: `/api/admin/orders/${orderId(n, { orders, now })}`, headers: owner })),
    },
  ]
}

function adminRequests({ orders }: Size): RequestKind[] {
  const headers = headersOf(customer(1))
  const kind = (name: string, paths: string[]) => ({ name, requests: sample(paths).map((path) => ({ path, headers })) })
  return [
    ...orderRequests.map(({ name, paths }) => kind(name, paths(orders))),
    ...productRequests
      .filter(({ name }) => name !== 'Today')
      .map(({ name, paths }) => kind(`admin products, ${name}`, paths)),
    kind('Today', ['/api/admin/today']),
    kind('Today, 90 days', ['/api/admin/today?days=90']),
    kind(
      'customers',
      Array.from({ length: 20 }, (_, page) => `/api/admin/customers?page=${page + 1}`),
    ),
    kind(
      'customers, a search',
      firstNames.slice(0, 20).map((name) => `/api/admin/customers?q=${name}`),
    ),
  ]
}
