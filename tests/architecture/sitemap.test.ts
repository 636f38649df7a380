import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopContext } from '#app/lib/shop-context.server.ts'
import { loader } from '#app/routes/seo/sitemap.ts'
import { Catalog } from '#modules/catalog/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

/** Simulates more products than a test can create. */
class VastCatalog extends Catalog {
  readonly #total: number

  constructor(total: number) {
    super()
    this.#total = total
  }

  override async productPaths(_db: unknown, limit: number, offset = 0) {
    const length = Math.max(0, Math.min(limit, this.#total - offset))
    return {
      total: this.#total,
      paths: Array.from({ length }, (_, index) => ({ slug: `product-${offset + index + 1}`, categoryId: 1 })),
    }
  }
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Clear Point', tags: ['Quartz'] }),
    product({ name: 'Key to the Peak', categoryId: 2, tags: ['key ring'] }),
  ])
})
afterAll(() => shop.close())

const sitemapOf = (total: number) => readerOf({ ...shop, catalog: new VastCatalog(total) })

function readerOf(shop: Shop) {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  return async (query = '') => {
    const request = new Request(`http://shop.test/sitemap.xml${query}`)
    const xml = await (await loader({ context, request } as never)).text()
    return { xml, addresses: [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address) }
  }
}

test('a small shop has one sitemap', async () => {
  const read = sitemapOf(3)
  const { xml, addresses } = await read()
  expect(xml).toContain('<urlset ')
  expect(addresses.filter((address) => /\/shop\/crystal\/product-\d$/.test(address))).toHaveLength(3)
})

test('a large shop has a sitemap index, whose parts contain every URL once', async () => {
  const read = sitemapOf(100_001)
  const { xml, addresses: parts } = await read()
  expect(xml).toContain('<sitemapindex ')
  const lists = await Promise.all(parts.map((part) => read(new URL(part).search)))
  const lengths = lists.map(({ addresses }) => addresses.length)
  expect(lengths.slice(1)).toEqual([50_000, 50_000, 1])
  expect(new Set(lists.flatMap(({ addresses }) => addresses)).size).toBe(100_001 + (lengths[0] ?? 0))
  for (const query of ['?part=5', '?part=0', '?part=x'])
    await expect(read(query)).rejects.toMatchObject({ init: { status: 404 } })
})

test('empty lists, which are not indexed, are left out', async () => {
  for (const query of ['', '?part=1']) {
    const { addresses } = await readerOf(shop)(query)
    const paths = addresses.map((address) => new URL(address).pathname).filter((path) => path.startsWith('/shop/'))
    expect(paths.filter((path) => path.split('/').length === 3)).toEqual(['/shop/crystal', '/shop/accessory'])
    expect(paths.filter((path) => path.startsWith('/shop/product/'))).toEqual([
      '/shop/product/quartz',
      '/shop/product/key%20ring',
    ])
  }
})
