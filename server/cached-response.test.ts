import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodePage, etagMatches, pageEntry, preferredEncoding, selectResponse } from './cached-response.ts'

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

const page = (text: string, encoding: 'br' | 'gzip' | 'identity', policy = 'policy') =>
  pageEntry({ status: 200, headers: { 'Content-Security-Policy': policy }, body: Buffer.from(text) }, encoding)

test('the ETag changes with the content, the policy and the encoding only', async () => {
  const etag = async (...[text, encoding, policy]: Parameters<typeof page>) =>
    selectResponse(await page(text, encoding, policy), encoding, undefined).headers.ETag
  const etags = [
    await etag('text', 'br'),
    await etag('text', 'gzip'),
    await etag('text', 'identity'),
    await etag('other text', 'br'),
    await etag('text', 'br', 'other policy'),
  ]
  expect(new Set(etags).size).toBe(5)
  expect(await etag('text', 'br')).toBe(etags[0])
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  '%s: the thorough compression is smaller, and the ETag of the quick one stays valid',
  async (encoding, decompress) => {
    const text = Array.from(
      { length: 800 },
      (_, n) => `<li class="card"><a href="/shop/${n * 7919}">Stone ${n % 37}</a></li>`,
    ).join('')
    const quick = await page(text, encoding)
    const thorough = await encodePage(quick, encoding, 'thorough')
    const [first, again] = [quick, thorough].map((entry) => selectResponse(entry, encoding, undefined))
    for (const each of [first, again]) expect(decompress(each?.body ?? '').toString()).toBe(text)
    expect(again?.body?.length).toBeLessThan(first?.body?.length ?? 0)
    expect(again?.headers.ETag).not.toBe(first?.headers.ETag)
    for (const each of [first, again]) expect(selectResponse(thorough, encoding, each?.headers.ETag).status).toBe(304)
  },
)

test('a page is not compressed in encodings that nobody asked for', async () => {
  expect(Object.keys((await page('text', 'gzip')).encodings)).toEqual(['identity', 'gzip'])
  expect(Object.keys((await page('text', 'identity')).encodings)).toEqual(['identity'])
})
