import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { scriptHashesHeader } from '#app/inline-scripts.server.ts'
import { countedPages, htmlPage } from '#tests/support/pages.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const numbered = (_: Request, count: number) => htmlPage(`Made as number ${count}. ${'Quartz. '.repeat(200)}`)

let shop: TestShop
let make: (request: Request, count: number) => Response
const { render, asked } = countedPages((request, count) => make(request, count))
beforeAll(async () => {
  shop = await openTestShop({ render })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await forgetPages()
  asked.length = 0
  make = numbered
})

async function forgetPages(): Promise<void> {
  const before = shop.version.generation()
  await shop.db.execute(sql`select pg_notify('shop_version', '')`)
  await vi.waitFor(() => expect(shop.version.generation()).toBeGreaterThan(before), { timeout: 10_000, interval: 5 })
}

describe('a page that many want at once', () => {
  test('is rendered for the first of them, and served to all', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.fetch('/shop')))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(asked).toEqual(['/shop'])
    await shop.fetch('/shop')
    expect(asked).toHaveLength(1)
  })

  test('that fails for one fails for all who waited, and is tried anew for the next', async () => {
    make = (_, count) => {
      if (count === 1) throw new Error('the first one fails')
      return htmlPage('better')
    }
    const statuses = (await Promise.all([1, 2, 3].map(() => shop.fetch('/shop')))).map(({ status }) => status)
    expect(statuses).toEqual([500, 500, 500])
    expect((await shop.fetch('/shop')).status).toBe(200)
    expect(asked).toHaveLength(2)
  })
})

describe('a kept page', () => {
  test('has a tag, and 304 for who has it already', async () => {
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

  test('is the same words in brotli, in gzip and as it is', async () => {
    const fetched = async (encoding: string) => {
      const answer = await shop.fetch('/', { headers: { 'Accept-Encoding': encoding } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-length')).toBe(String(bytes.length))
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      return { bytes, encoding: answer.headers.get('content-encoding') }
    }
    const plain = await fetched('identity')
    const brotli = await fetched('gzip, deflate, br')
    const gzip = await fetched('gzip;q=1, br;q=0')
    expect([plain.encoding, brotli.encoding, gzip.encoding]).toEqual([null, 'br', 'gzip'])
    expect(plain.bytes.toString()).toContain('Made as number 1.')
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(asked).toHaveLength(1)
  })

  test('answers HEAD with the headers alone', async () => {
    const head = await shop.fetch('/shop', { method: 'HEAD' })
    const get = await shop.fetch('/shop')
    expect(await head.text()).toBe('')
    const headers = (answer: Response) =>
      Object.fromEntries([...answer.headers].filter(([name]) => name !== 'x-request-id'))
    expect(headers(head)).toEqual(headers(get))
    expect(asked).toHaveLength(1)
  })

  test('does not care for parameters that it does not know, and keeps apart those it knows', async () => {
    for (const query of ['', '?utm_source=letter', '?fbclid=1&utm_source=x']) await shop.fetch(`/shop${query}`)
    expect(asked).toEqual(['/shop'])
    const first = await (await shop.fetch('/shop?page=2&utm_source=letter')).text()
    const second = await (await shop.fetch('/shop?page=3')).text()
    expect(first).not.toBe(second)
    expect(await (await shop.fetch('/shop?page=2')).text()).toBe(first)
    expect(asked).toEqual(['/shop', '/shop?page=2', '/shop?page=3'])
  })
})

describe('never kept', () => {
  test.each(['POST', 'PUT', 'DELETE'])('the answer to %s', async (method) => {
    for (const _ of [1, 2]) await shop.fetch('/shop', { method })
    expect(asked).toHaveLength(2)
    await shop.fetch('/shop')
    expect(asked).toHaveLength(3)
  })

  test.each([404, 500, 302, 503, 201])('an answer with status %i', async (status) => {
    make = () => htmlPage('', { status, headers: { Location: '/' } })
    for (const _ of [1, 2]) expect((await shop.fetch('/shop')).status).toBe(status)
    expect(asked).toHaveLength(2)
    expect((await shop.fetch('/shop')).headers.has('etag')).toBe(false)
  })

  test('a page that is not the same for everyone', async () => {
    for (const _ of [1, 2]) expect((await shop.fetch('/profile')).headers.has('etag')).toBe(false)
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['Set-Cookie', 'a=1'],
    ['Cache-Control', 'no-store'],
    ['Cache-Control', 'private, max-age=60'],
  ])('a page that says %s: %s', async (name, value) => {
    make = () => htmlPage('for you alone', { headers: { [name]: value } })
    for (const _ of [1, 2]) expect((await shop.fetch('/shop')).headers.get(name)).toBe(value)
    expect(asked).toHaveLength(2)
  })

  test('anything where the memory is turned off', async () => {
    const forgetful = await testShop({ render, environment: { PAGE_CACHE_MB: '0' } })
    for (const _ of [1, 2]) expect((await forgetful.fetch('/shop')).status).toBe(200)
    expect(asked).toHaveLength(2)
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
    const answer = await shop.fetch(target, { method })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
  }
  expect(asked).toEqual([])
})

describe("the page's policy", () => {
  const scripts = ['window.a = 1', 'window.b = "two"']
  const injected = '<script>injected()</script><script nonce="">injected()</script>'
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

  test.each(['/shop', '/profile'])('of %s names the scripts that the renderer wrote, and no other', async (path) => {
    const body = scripts.map((script) => `<script>${script}</script>`).join('') + injected
    make = () => htmlPage(body, { headers: { [scriptHashesHeader]: scripts.map(hash).join(' ') } })
    for (const _ of [1, 2]) {
      const { headers } = await shop.fetch(path)
      const policy = headers.get('content-security-policy') ?? ''
      const allowed = policy.split('; ').find((rule) => rule.startsWith('script-src '))
      expect(allowed).toBe(["script-src 'self'", ...scripts.map(hash)].join(' '))
      expect(policy).not.toContain('unsafe')
      expect(headers.has(scriptHashesHeader)).toBe(false)
    }
  })

  test('allows no inline script where the renderer names none', async () => {
    make = () => htmlPage(injected)
    const policy = (await shop.fetch('/shop')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
  })
})
