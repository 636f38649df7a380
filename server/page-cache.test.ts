import { describe, expect, test } from 'vitest'
import { answerFrom, etagMatches, KeptPages, preferredEncoding, preparePage } from './page-cache.ts'
import { pageKey } from './page-keys.ts'

const page = (text: string, headers: Record<string, string> = {}) =>
  preparePage({ status: 200, headers: { 'content-type': 'text/html', ...headers }, body: Buffer.from(text) })

describe('the memory for pages', () => {
  const room = 40_000

  test('holds no more than it was given; the page that nobody asked for longest leaves first', async () => {
    const kept = new KeptPages(room)
    const big = await page('x'.repeat(8_000))
    for (const key of ['/one', '/two', '/three']) kept.keep(key, big)
    expect(kept.get('/one')).toBe(big)
    kept.keep('/four', big)
    expect(['/one', '/two', '/three', '/four'].map((key) => kept.get(key) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ])
    expect(kept.bytes).toBeLessThanOrEqual(room)
  })

  test('never grows beyond its room, whatever comes', async () => {
    const kept = new KeptPages(room)
    const sizes = [10, 5_000, 30_000, 1, 12_000, 39_000, 700]
    const pages = await Promise.all(sizes.map((size) => page('y'.repeat(size))))
    for (let turn = 0; turn < 200; turn++) {
      const one = pages[(turn * 5) % pages.length]
      if (one) kept.keep(`/page-${(turn * 7) % 31}`, one)
      expect(kept.bytes).toBeLessThanOrEqual(room)
    }
  })

  test('does not take a page that is larger than all of it, and forgets the older one', async () => {
    const kept = new KeptPages(room)
    kept.keep('/one', await page('small'))
    kept.keep('/one', await page('z'.repeat(room)))
    expect(kept.get('/one')).toBeUndefined()
    expect(kept.bytes).toBe(0)
  })

  test('counts a page once, however often it is kept; dropping empties it', async () => {
    const kept = new KeptPages(room)
    const small = await page('small')
    kept.keep('/one', small)
    const { bytes } = kept
    kept.keep('/one', small)
    expect(kept.bytes).toBe(bytes)
    kept.drop()
    expect({ bytes: kept.bytes, page: kept.get('/one') }).toEqual({ bytes: 0, page: undefined })
  })

  test('holds no more entries than it may, however small they are', async () => {
    const kept = new KeptPages(1024 * 1024 * 1024, 5)
    const small = await page('small')
    for (let index = 0; index < 100; index++) kept.keep(`/page-${index}`, small)
    expect(kept.entries).toBe(5)
    expect(kept.get('/page-99')).toBe(small)
    expect(kept.get('/page-94')).toBeUndefined()
  })

  test('holds buffers that are no larger than what is sent', async () => {
    const { variants } = await page('small')
    for (const { whole } of Object.values(variants)) expect(whole.body?.buffer.byteLength).toBe(whole.body?.length)
  })

  test('without room keeps nothing', async () => {
    const kept = new KeptPages(0)
    kept.keep('/one', await page('small'))
    expect(kept.get('/one')).toBeUndefined()
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
])('a browser that takes %j gets %s', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding)
})

test('a tag is recognised alone, in a list, as weak, and as any', () => {
  for (const given of ['"a-br"', 'W/"a-br"', '"other", "a-br"', '"other",W/"a-br"', '*']) {
    expect(etagMatches(given, '"a-br"')).toBe(true)
  }
  for (const given of ['"a-gzip"', 'a-br', '""', '"A-BR"']) expect(etagMatches(given, '"a-br"')).toBe(false)
})

test('the tag changes with the words, the policy and the encoding, and with nothing else', async () => {
  const etag = async (text: string, policy: string, encoding: string) =>
    answerFrom(await page(text, { 'Content-Security-Policy': policy }), encoding, undefined).headers.ETag
  const all = [
    await etag('words', 'policy', 'br'),
    await etag('words', 'policy', 'gzip'),
    await etag('words', 'policy', ''),
    await etag('other words', 'policy', 'br'),
    await etag('words', 'other policy', 'br'),
  ]
  expect(new Set(all).size).toBe(5)
  expect(await etag('words', 'policy', 'br')).toBe(all[0])
})

describe('the key of a page', () => {
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
  ])('%s is %s', (target, key) => {
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
  ])('%s has none', (target) => {
    expect(pageKey(target)).toBeUndefined()
  })
})
