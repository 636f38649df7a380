import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { addProducts, product } from './products.ts'
import type { ResponseBodyOf } from './response-types.ts'
import { openTestShop, type TestShop } from './shop.ts'

export const cachedProducts = [
  product({ name: 'Moon Stone', tags: ['moon'], stock: 9 }),
  product({
    name: 'Moon Ring',
    categoryId: 3,
    tags: ['moon'],
    variants: [
      { kind: 'size', value: 'S', stock: 9 },
      { kind: 'size', value: 'L', stock: 3 },
    ],
  }),
]
/** One path for each kind of response that contains Moon Stone. */
export const catalogPaths = [
  '/api/product',
  '/api/product/category/crystal',
  '/api/product/tags/moon',
  '/api/product/search?Name=moon',
  '/api/product/moon-stone',
] as const

export const countCacheHits = ({ metrics }: TestShop): number => metrics.responses.memory

type Card = ResponseBodyOf<'GET', '/api/product'>['data'][number]

/** Moon Stone in the response to any of these paths. */
export function findMoonStone(body: Card | { data: Card[] } | { products: Card[] }): Card | undefined {
  const cards = 'data' in body ? body.data : 'products' in body ? body.products : [body]
  return cards.find(({ slugs }) => slugs === 'moon-stone')
}

/** Responses that show stock may be one second old, and a change notification arrives shortly after the commit. */
export const soon = { timeout: 10_000, interval: 20 }

/** Waits for the notification about the new products: a response rendered before it is not cached. */
export async function openShopWithCachedProducts(environment: Record<string, string> = {}): Promise<TestShop> {
  const shop = await openTestShop({ environment })
  const announced: (string | undefined)[] = []
  shop.version.onChange((change) => announced.push(change?.split(' ')[0]))
  await addProducts(shop, cachedProducts)
  const [row] = await readRows<{ version: string }>(shop.db, sql`select version::text as version from shop_version`)
  await vi.waitFor(() => expect(announced.at(-1)).toBe(row?.version), soon)
  return shop
}
