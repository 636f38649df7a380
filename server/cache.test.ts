import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Shop } from '#modules/shop.server.ts'
import { Cache } from './cache.ts'
import { apiEntry, type CacheEntry, encodePage, pageEntry } from './cached-response.ts'
import { pageKey } from './page-keys.ts'

const page = (text: string) =>
  pageEntry({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) }, 'br')

/** A cache whose shop version the test raises. */
function openCache(limitBytes: number, max?: number) {
  const listeners: (() => void)[] = []
  let generation = 0
  let isListening = true
  const version = {
    generation: () => generation,
    isListening: () => isListening,
    onChange: (listener: () => void) => void listeners.push(listener),
  }
  const stockVersion = { latest: 0, current: undefined as number | undefined, read: async () => {} }
  const shop = { version, stockVersion, metrics: { pageCacheBytes: { set: () => {} } } } as unknown as Shop
  const cache = new Cache(shop, limitBytes, max)
  const change = (listening = true) => {
    generation++
    isListening = listening
    for (const listener of listeners) listener()
  }
  return {
    cache,
    change,
    stockVersion,
    store: (key: string, entry: CacheEntry) => cache.create(key, async () => entry),
  }
}

describe('the cache', () => {
  const limitBytes = 60_000

  test('evicts the least recently used entry at its limit', async () => {
    const { cache, store } = openCache(limitBytes)
    const big = await page('x'.repeat(8_000))
    for (const key of ['/one', '/two', '/three']) await store(key, big)
    expect(cache.get('/one')).toBe(big)
    await store('/four', big)
    expect(['/one', '/two', '/three', '/four'].map((key) => cache.get(key) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ])
    expect(cache.bytes).toBeLessThanOrEqual(limitBytes)
  })

  test('never grows beyond its limit', async () => {
    const { cache, store } = openCache(limitBytes)
    const sizes = [10, 5_000, 30_000, 1, 12_000, 39_000, 700]
    const pages = await Promise.all(sizes.map((size) => page('y'.repeat(size))))
    for (let round = 0; round < 200; round++) {
      const entry = pages[(round * 5) % pages.length]
      if (entry) await store(`/page-${(round * 7) % 31}`, entry)
      expect(cache.bytes).toBeLessThanOrEqual(limitBytes)
    }
  })

  test('does not store an entry larger than its limit and drops the older version', async () => {
    const { cache, store } = openCache(limitBytes)
    await store('/one', await page('small'))
    await store('/one', await page('z'.repeat(limitBytes)))
    expect(cache.get('/one')).toBeUndefined()
    expect(cache.bytes).toBe(0)
  })

  test('counts an entry once when it is stored twice, and is empty after a change of the shop', async () => {
    const { cache, change, store } = openCache(limitBytes)
    const small = await page('small')
    await store('/one', small)
    const { bytes } = cache
    await store('/one', small)
    expect(cache.bytes).toBe(bytes)
    change()
    expect({ bytes: cache.bytes, page: cache.get('/one') }).toEqual({ bytes: 0, page: undefined })
  })

  test('limits the number of entries', async () => {
    const { cache, store } = openCache(1024 * 1024 * 1024, 5)
    const small = await page('small')
    for (let index = 0; index < 100; index++) await store(`/page-${index}`, small)
    expect(cache.size).toBe(5)
    expect(cache.get('/page-99')).toBe(small)
    expect(cache.get('/page-94')).toBeUndefined()
  })

  test('shares one creation between concurrent requests, but not across a change of the shop', async () => {
    const { cache, change } = openCache(limitBytes)
    const first = Promise.withResolvers<CacheEntry>()
    const [before, after] = [await page('before'), await page('after')]
    const unexpected = () => Promise.reject(new Error('must not be called'))
    const shared = [cache.create('/one', () => first.promise), cache.create('/one', unexpected)]
    change()
    expect(await cache.create('/one', async () => after)).toBe(after)
    first.resolve(before)
    expect(await Promise.all(shared)).toEqual([before, before])
    expect(cache.get('/one')).toBe(after)
  })

  test('stores nothing while changes may be missed, and nothing after a failure', async () => {
    const { cache, change, store } = openCache(limitBytes)
    change(false)
    await store('/one', await page('small'))
    change(true)
    await expect(cache.create('/one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect([cache.get('/one'), cache.isPending('/one')]).toEqual([undefined, false])
  })

  test('leaves out an entry with old stock, counted from the start of its creation', async () => {
    const { cache, stockVersion } = openCache(limitBytes)
    const withStock = apiEntry({}, Buffer.from('{}'), true)
    await cache.create('/one', async () => {
      await sleep(500)
      return withStock
    })
    expect(cache.get('/one')).toBe(withStock)
    await sleep(510)
    expect(cache.get('/one')).toBeUndefined()

    Object.assign(stockVersion, { read: async () => Object.assign(stockVersion, { current: 0 }) })
    expect(await cache.getWithStock('/one')).toBe(withStock)
    expect(cache.get('/one')).toBe(withStock)
    Object.assign(stockVersion, { current: 1 })
    expect(await cache.getWithStock('/one')).toBeUndefined()
  })

  test('stores buffers no larger than their content', async () => {
    const { encodings } = await page('small')
    for (const { full } of Object.values(encodings)) expect(full.body?.buffer.byteLength).toBe(full.body?.length)
  })

  test('replaces an entry by its other encodings, but no entry that was dropped', async () => {
    const { cache, change, store } = openCache(limitBytes)
    const small = await page('small')
    const encoded = await encodePage(small, 'gzip', 'quick')
    await store('/one', small)
    const { bytes } = cache
    cache.replace('/one', small, encoded)
    expect(cache.get('/one')).toBe(encoded)
    expect(cache.bytes).toBeGreaterThan(bytes)
    change()
    for (const key of ['/one', '/two']) cache.replace(key, encoded, small)
    expect(cache.bytes).toBe(0)
  })

  test('stores nothing with a limit of 0', async () => {
    const { cache, store } = openCache(0)
    await store('/one', await page('small'))
    expect(cache.get('/one')).toBeUndefined()
  })
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
