import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import type { AnswerOf } from './answers.ts'
import { product, stock } from './shelf.ts'
import { openTestShop, type TestShop } from './shop.ts'

export const moonStones = [
  product({ name: 'Moon Stone', tags: ['moon'], stock: 9 }),
  product({
    name: 'Moon Ring',
    categoryId: 3,
    tags: ['moon'],
    attributes: [
      { kind: 'size', value: 'S', stock: 9 },
      { kind: 'size', value: 'L', stock: 3 },
    ],
  }),
]
/** Every kind of answer that shows the moon stone. */
export const addresses = [
  '/api/product',
  '/api/product/category/crystal',
  '/api/product/tags/moon',
  '/api/product/search?Name=moon',
  '/api/product/moon-stone',
] as const

export const fromMemory = async ({ metrics }: TestShop): Promise<number> =>
  (await metrics.answers.get()).values.find(({ labels }) => labels.from === 'memory')?.value ?? 0

type Card = AnswerOf<'GET', '/api/product'>['data'][number]

/** The product as an answer of any of these addresses shows it. */
export function moonStone(body: Card | { data: Card[] } | { products: Card[] }): Card | undefined {
  const cards = 'data' in body ? body.data : 'products' in body ? body.products : [body]
  return cards.find(({ slugs }) => slugs === 'moon-stone')
}

/** Once this process has heard of its new shelf: what is made before that is not kept. */
export async function moonShop(environment: Record<string, string> = {}): Promise<TestShop> {
  const shop = await openTestShop({ environment })
  await stock(shop, moonStones)
  const [row] = await readRows<{ version: string }>(shop.db, sql`select version::text as version from shop_version`)
  await vi.waitFor(() => expect(String(shop.version.announced())).toBe(row?.version), { timeout: 10_000, interval: 10 })
  return shop
}
