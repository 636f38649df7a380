import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { htmlPage, recordingRenderer } from '#tests/support/pages.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const numberedPage = (_: Request, count: number) => htmlPage(`Rendering ${count}. ${'Quartz. '.repeat(200)}`)

let shop: TestShop
let respond: (request: Request, count: number) => ReturnType<typeof htmlPage>
const { render, renderedPaths } = recordingRenderer((request, count) => respond(request, count))
beforeAll(async () => {
  shop = await openTestShop({ render })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await clearPageCache()
  renderedPaths.length = 0
  respond = numberedPage
})

async function clearPageCache(): Promise<void> {
  const before = shop.version.generation()
  await shop.db.execute(sql`select pg_notify('shop_version', '')`)
  await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), { timeout: 10_000, interval: 5 })
}

describe('concurrent requests for one page', () => {
  test('share one rendering', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => shop.fetch('/shop')))
    const bodies = await Promise.all(responses.map((response) => response.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(renderedPaths).toEqual(['/shop'])
    await shop.fetch('/shop')
    expect(renderedPaths).toHaveLength(1)
  })

  test('share a failure, and the next request renders again', async () => {
    respond = (_, count) => {
      if (count === 1) throw new Error('the first rendering fails')
      return htmlPage('better')
    }
    const statuses = (await Promise.all([1, 2, 3].map(() => shop.fetch('/shop')))).map(({ status }) => status)
    expect(statuses).toEqual([500, 500, 500])
    expect((await shop.fetch('/shop')).status).toBe(200)
    expect(renderedPaths).toHaveLength(2)
  })
})

describe('a cached page', () => {
  test('has an ETag and answers 304 when it matches', async () => {
    const first = await shop.fetch('/', { headers: { 'Accept-Encoding': 'br' } })
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}-br"$/)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    expect(first.headers.get('vary')).toBe('Accept-Encoding')
    const again = await shop.fetch('/', { headers: { 'Accept-Encoding': 'br', 'If-None-Match': `"other", W/${etag}` } })
    expect({ status: again.status, etag: again.headers.get('etag'), body: await again.text() }).toEqual({
      status: 304,
      etag,
      body: '',
    })
    for (const name of ['content-type', 'content-length', 'content-encoding'])
      expect(again.headers.has(name)).toBe(false)
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
    const other = await shop.fetch('/', { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': etag } })
    expect(other.status).toBe(200)
  })

  test('has the same content in brotli, gzip and uncompressed', async () => {
    const fetched = async (encoding: string) => {
      const response = await shop.fetch('/', { headers: { 'Accept-Encoding': encoding } })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(response.headers.get('content-length')).toBe(String(bytes.length))
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      return { bytes, encoding: response.headers.get('content-encoding') }
    }
    const plain = await fetched('identity')
    const brotli = await fetched('gzip, deflate, br')
    const gzip = await fetched('gzip;q=1, br;q=0')
    expect([plain.encoding, brotli.encoding, gzip.encoding]).toEqual([null, 'br', 'gzip'])
    expect(plain.bytes.toString()).toContain('Rendering 1.')
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(renderedPaths).toHaveLength(1)
  })

  test('answers HEAD with the headers alone', async () => {
    const head = await shop.fetch('/shop', { method: 'HEAD' })
    const get = await shop.fetch('/shop')
    expect(await head.text()).toBe('')
    const headers = (response: Response) =>
      Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))
    expect(headers(head)).toEqual(headers(get))
    expect(renderedPaths).toHaveLength(1)
  })

  test('ignores unknown parameters and varies by known ones', async () => {
    for (const query of ['', '?utm_source=letter', '?fbclid=1&utm_source=x']) await shop.fetch(`/shop${query}`)
    expect(renderedPaths).toEqual(['/shop'])
    const first = await (await shop.fetch('/shop?page=2&utm_source=letter')).text()
    const second = await (await shop.fetch('/shop?page=3')).text()
    expect(first).not.toBe(second)
    expect(await (await shop.fetch('/shop?page=2')).text()).toBe(first)
    expect(renderedPaths).toEqual(['/shop', '/shop?page=2', '/shop?page=3'])
  })
})

describe('never cached', () => {
  test.each(['POST', 'PUT', 'DELETE'])('a response to %s', async (method) => {
    for (const _ of [1, 2]) await shop.fetch('/shop', { method })
    expect(renderedPaths).toHaveLength(2)
    await shop.fetch('/shop')
    expect(renderedPaths).toHaveLength(3)
  })

  test.each([404, 500, 302, 503, 201])('a response with status %i', async (status) => {
    respond = () => htmlPage('', { status, headers: { Location: '/' } })
    for (const _ of [1, 2]) expect((await shop.fetch('/shop')).status).toBe(status)
    expect(renderedPaths).toHaveLength(2)
    expect((await shop.fetch('/shop')).headers.has('etag')).toBe(false)
  })

  test('a personal page', async () => {
    for (const _ of [1, 2]) expect((await shop.fetch('/profile')).headers.has('etag')).toBe(false)
    expect(renderedPaths).toHaveLength(2)
  })

  test.each([
    ['Set-Cookie', 'a=1'],
    ['Cache-Control', 'no-store'],
    ['Cache-Control', 'private, max-age=60'],
  ])('a page with the header %s: %s', async (name, value) => {
    respond = () => htmlPage('for you alone', { headers: { [name]: value } })
    for (const _ of [1, 2]) expect((await shop.fetch('/shop')).headers.get(name)).toBe(value)
    expect(renderedPaths).toHaveLength(2)
  })

  test('anything with PAGE_CACHE_MB=0', async () => {
    const uncached = await testShop({ render, environment: { PAGE_CACHE_MB: '0' } })
    for (const _ of [1, 2]) expect((await uncached.fetch('/shop')).status).toBe(200)
    expect(renderedPaths).toHaveLength(2)
  })
})

test.each([
  ['//evil.example/shop', '/evil.example/shop'],
  ['////evil.example', '/evil.example'],
  ['/shop//crystal?page=2', '/shop/crystal?page=2'],
  [`/${'/'.repeat(4000)}x`, '/x'],
  ['/nowhere//', '/nowhere/'],
])('redirects %s to single slashes, without rendering it', async (target, location) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await shop.fetch(target, { method })
    expect([response.status, response.headers.get('location')]).toEqual([308, location])
  }
  expect(renderedPaths).toEqual([])
})

describe('the Content-Security-Policy', () => {
  const scripts = ['window.a = 1', 'window.b = "two"']
  const injected = '<script>injected()</script><script nonce="">injected()</script>'
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

  test.each(['/shop', '/profile'])('of %s allows only the inline scripts of the renderer', async (path) => {
    const body = scripts.map((script) => `<script>${script}</script>`).join('') + injected
    respond = () => htmlPage(body, { scriptHashes: scripts.map(hash) })
    for (const _ of [1, 2]) {
      const { headers } = await shop.fetch(path)
      const policy = headers.get('content-security-policy') ?? ''
      const allowed = policy.split('; ').find((rule) => rule.startsWith('script-src '))
      expect(allowed).toBe(["script-src 'self'", ...scripts.map(hash)].join(' '))
      expect(policy).not.toContain('unsafe')
    }
  })

  test('allows no inline script if the renderer lists none', async () => {
    respond = () => htmlPage(injected)
    const policy = (await shop.fetch('/shop')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
  })
})
