import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { inFull } from '#tests/support/full-run.ts'
import { htmlPage } from '#tests/support/pages.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'

const megabyte = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A short run uses a tenth of the URLs and of the memory. */
const share = inFull(1, 1 / 10)

/** The number of distinct URLs of each kind; `at` builds one from an index. */
const kinds: { count: number; status: number; at: (index: number) => string }[] = [
  { count: 10_000, status: 200, at: (index) => `/shop?Name=word-${index}` },
  { count: 2_000, status: 200, at: (index) => `/shop/product/tag-${index}?page=${index}` },
  { count: 700, status: 200, at: (index) => `/api/product?pageNumber=${index + 1}` },
  { count: 700, status: 200, at: (index) => `/api/product/search?Name=word-${index}` },
  { count: 600, status: 200, at: (index) => `/api/product/tags/tag-${index}` },
  { count: 1_000, status: 404, at: (index) => `/api/product/no-such-product-${index}` },
  { count: 2_000, status: 404, at: (index) => `/api/nowhere/${index}` },
  { count: 3_000, status: 404, at: (index) => `/nowhere/${index}` },
]

const render = async (request: Request) =>
  new URL(request.url).pathname.startsWith('/nowhere') ? htmlPage('None', { status: 404 }) : htmlPage('A page')

async function driveAll(shop: TestShop): Promise<number> {
  let driven = 0
  for (const { count: inAll, status, at } of kinds) {
    const count = inAll * share
    for (let start = 0; start < count; start += 20) {
      const targets = Array.from({ length: Math.min(20, count - start) }, (_, index) => at(start + index))
      const answers = await Promise.all(targets.map((target) => shop.fetch(target)))
      for (const [index, answer] of answers.entries()) expect(answer.status, targets[index]).toBe(status)
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
      driven += answers.length
    }
  }
  return driven
}

test(`${20_000 * share} distinct URLs keep every cache within its limit`, { timeout: 300_000 }, async () => {
  const environment = { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '100000', PAGE_CACHE_MB: inFull('64', '6') }
  const shop = await testShop({ render, environment })
  const before = heapBytes()
  expect(await driveAll(shop)).toBe(20_000 * share)
  const { cache, catalog } = shop
  expect(cache.size).toBeLessThanOrEqual(10_000)
  expect(cache.bytes).toBeLessThanOrEqual(shop.settings.pageCacheBytes)
  expect(cache.bytes).toBeGreaterThan(0.9 * shop.settings.pageCacheBytes)
  expect(catalog.listCache.entries).toBeLessThanOrEqual(20_000)
  expect(catalog.listCache.bytes).toBeLessThanOrEqual(32 * megabyte)
  // The limits of the caches, and as much again for everything else.
  expect(heapBytes() - before).toBeLessThan(2 * (shop.settings.pageCacheBytes + 32 * megabyte))
})

test('a page cache of 1 MB never exceeds 1 MB', async () => {
  const shop = await testShop({ render, environment: { PAGE_CACHE_MB: '1', LOG_LEVEL: 'silent' } })
  let maxBytes = 0
  for (let index = 0; index < 400; index++) {
    const query = `Name=word-${index}`
    for (const target of [`/shop?${query}`, `/nowhere/${index}`]) await (await shop.fetch(target)).arrayBuffer()
    if (index % 4 === 0) await (await shop.fetch(`/api/product/tags/tag-${index}`)).arrayBuffer()
    maxBytes = Math.max(maxBytes, shop.cache.bytes)
  }
  expect(maxBytes).toBeLessThanOrEqual(megabyte)
  expect(maxBytes).toBeGreaterThan(0.9 * megabyte)
})
