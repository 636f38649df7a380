import { kinds as deskKinds, firstNames } from '../admin-orders.ts'
import { kinds as productKinds } from '../admin-products.ts'
import { type Kind as StoreKind, questions as storeQuestions } from '../questions.ts'
import type { Size } from './fill.ts'
import { customer } from './people.ts'
import { orderId } from './sales.ts'

export type Question = { path: string; headers?: Record<string, string> }
export type Kind = { name: string; questions: Question[] }

/** Enough to meet different rows, few enough that the first look at each is measured too. */
const atMost = 24

const headersOf = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` })
const some = <T>(all: T[]): T[] => {
  const count = Math.min(atMost, all.length)
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as T)
}

/** All that the shop reads: what visitors, somebody signed in, and the back office ask for. */
export async function questionsFor(url: string, size: Size): Promise<Kind[]> {
  const store = (await storeQuestions(url, size.products)).map(({ name, paths }: StoreKind) => ({
    name,
    questions: some(paths).map((path) => ({ path })),
  }))
  return [...store, ...personal(size), ...office(size)]
}

function personal({ people, orders, now }: Size): Kind[] {
  // Every third has a bag and saved pieces.
  const several = some(Array.from({ length: Math.floor(people / 3) - 1 }, (_, index) => customer(4 + index * 3)))
  const each = (path: (userId: string) => string) =>
    several.map((who) => ({ path: path(who.userId), headers: headersOf(who) }))
  const owner = headersOf(customer(1))
  const numbers = some(
    Array.from({ length: Math.min(orders, 10_000) }, (_, index) => Math.floor((index * orders) / 10_000) + 1),
  )
  return [
    { name: 'bag', questions: each((id) => `/api/ShoppingCart/userId/${id}`) },
    { name: 'wishlist', questions: each((id) => `/api/wishlist/${id}`) },
    { name: 'my orders', questions: each((id) => `/api/order/${id}`) },
    {
      name: 'one order',
      questions: numbers.map((n) => ({ path: `/api/admin/orders/${orderId(n, { orders, now })}`, headers: owner })),
    },
  ]
}

function office({ orders }: Size): Kind[] {
  const headers = headersOf(customer(1))
  const asked = (name: string, paths: string[]) => ({ name, questions: some(paths).map((path) => ({ path, headers })) })
  return [
    ...deskKinds.map(({ name, paths }) => asked(name, paths(orders))),
    ...productKinds
      .filter(({ name }) => name !== 'Today')
      .map(({ name, paths }) => asked(`office products, ${name}`, paths)),
    asked('Today', ['/api/admin/today']),
    asked('Today, 90 days', ['/api/admin/today?days=90']),
    asked(
      'customers',
      Array.from({ length: 20 }, (_, page) => `/api/admin/customers?page=${page + 1}`),
    ),
    asked(
      'customers, a search',
      firstNames.slice(0, 20).map((name) => `/api/admin/customers?q=${name}`),
    ),
  ]
}
