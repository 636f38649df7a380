import { describe, expect, test } from 'vitest'
import { etagMatches, PageCache, preferredEncoding, preparePage, selectResponse } from './page-cache.ts'
import { pageKey } from './page-keys.ts'

const page = (text: string, headers: Record<string, string> = {}) =>
  preparePage({ status: 200, headers: { 'content-type': 'text/html', ...headers }, body: Buffer.from(text) })

describe('the page cache', () => {
  const limitBytes = 40_000

  test('evicts the least recently used page at its limit', async () => {
    const cache = new PageCache(limitBytes)
    const big = await page('x'.repeat(8_000))
    for (const key of ['/one', '/two', '/three']) cache.set(key, big)
    expect(cache.get('/one')).toBe(big)
    cache.set('/four', big)
    expect(['/one', '/two', '/three', '/four'].map((key) => cache.get(key) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ])
    expect(cache.bytes).toBeLessThanOrEqual(limitBytes)
  })

  test('never grows beyond its limit', async () => {
    const cache = new PageCache(limitBytes)
    const sizes = [10, 5_000, 30_000, 1, 12_000, 39_000, 700]
    const pages = await Promise.all(sizes.map((size) => page('y'.repeat(size))))
    for (let round = 0; round < 200; round++) {
      const cachedPage = pages[(round * 5) % pages.length]
      if (cachedPage) cache.set(`/page-${(round * 7) % 31}`, cachedPage)
      expect(cache.bytes).toBeLessThanOrEqual(limitBytes)
    }
  })

  test('does not store a page larger than its limit and drops the older version', async () => {
    const cache = new PageCache(limitBytes)
    cache.set('/one', await page('small'))
    cache.set('/one', await page('z'.repeat(limitBytes)))
    expect(cache.get('/one')).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  test('counts a page once when it is set twice, and is empty after clear', async () => {
    const cache = new PageCache(limitBytes)
    const small = await page('small')
    cache.set('/one', small)
    const { bytes } = cache
    cache.set('/one', small)
    expect(cache.bytes).toBe(bytes)
    cache.clear()
    expect({ bytes: cache.bytes, page: cache.get('/one') }).toEqual({ bytes: 0, page: undefined })
  })

  test('limits the number of entries', async () => {
    const cache = new PageCache(1024 * 1024 * 1024, 5)
    const small = await page('small')
    for (let index = 0; index < 100; index++) cache.set(`/page-${index}`, small)
    expect(cache.entries).toBe(5)
    expect(cache.get('/page-99')).toBe(small)
    expect(cache.get('/page-94')).toBeUndefined()
  })

  test('stores buffers no larger than their content', async () => {
    const { encodings } = await page('small')
    for (const { full } of Object.values(encodings)) expect(full.body?.buffer.byteLength).toBe(full.body?.length)
  })

  test('stores nothing with a limit of 0', async () => {
    const cache = new PageCache(0)
    cache.set('/one', await page('small'))
    expect(cache.get('/one')).toBeUndefined()
  })
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0 , gzip', 'gzip'],
  ['br; q=0.000, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['gzip;q=0', 'identity'],
  ['BR', 'br'],
  ['identity', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  ['brotli', 'identity'],
  ['x-gzip-not', 'identity'],
])('Accept-Encoding %j selects %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding)
})

test('If-None-Match matches a single ETag, a list, a weak ETag and *', () => {
  for (const header of ['"a-br"', 'W/"a-br"', '"other", "a-br"', '"other",W/"a-br"', '*']) {
    expect(etagMatches(header, '"a-br"')).toBe(true)
  }
  for (const header of ['"a-gzip"', 'a-br', '""', '"A-BR"']) expect(etagMatches(header, '"a-br"')).toBe(false)
})

test('the ETag changes with the content, the policy and the encoding only', async () => {
  const etag = async (text: string, policy: string, encoding: string) =>
    selectResponse(await page(text, { 'Content-Security-Policy': policy }), encoding, undefined).headers.ETag
  const etags = [
    await etag('text', 'policy', 'br'),
    await etag('text', 'policy', 'gzip'),
    await etag('text', 'policy', ''),
    await etag('other text', 'policy', 'br'),
    await etag('text', 'other policy', 'br'),
  ]
  expect(new Set(etags).size).toBe(5)
  expect(await etag('text', 'policy', 'br')).toBe(etags[0])
})

describe('the page key', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=letter', '/'],
    ['/shop?page=2&utm_source=x&sortBy=priceAsc', '/shop?sortBy=priceAsc&page=2'],
    ['/shop?sortBy=priceAsc&page=2', '/shop?sortBy=priceAsc&page=2'],
    ['/shop?CategoryIds=1&CategoryIds=3', '/shop?CategoryIds=1&CategoryIds=3'],
    ['/shop/crystal?Name=x', '/shop/crystal'],
    ['/shop/product/popular?page=3', '/shop/product/popular?page=3'],
    ['/shop/crystal/pink-tourmaline?ref=mail', '/shop/crystal/pink-tourmaline'],
    ['/_.data', '/_.data'],
    ['/shop.data?page=2&_routes=root', '/shop.data?page=2&_routes=root'],
  ])('of %s is %s', (target, key) => {
    expect(pageKey(target)).toBe(key)
  })

  test.each([
    '/cart',
    '/profile/orders',
    '/checkout',
    '/shop/a/b/c',
    '//evil.example',
    'http://evil.example/shop',
    '*',
    '',
    `/shop?Name=${'a'.repeat(600)}`,
  ])('of %s is undefined', (target) => {
    expect(pageKey(target)).toBeUndefined()
  })
})
