import { readdirSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { home, publicPages, shop } from '#tests/e2e/support/addresses.ts'
import { shopUnderTest } from '#tests/e2e/support/shop-under-test.ts'
import { someOf } from '#tests/support/full.ts'
import { readPage } from './support/document.ts'
import { expect, test } from './support/test.ts'

type Headers = Record<string, string>

const year = 'public, max-age=31536000, immutable'
const worthPacking = 512

function directives(policy: string | undefined): Map<string, string> {
  const parts = (policy ?? '').split(';').map((part) => part.trim())
  return new Map(parts.map((part) => [part.split(' ')[0] ?? '', part.slice(part.indexOf(' ') + 1)]))
}

function expectStrictPolicy(headers: Headers): void {
  const policy = directives(headers['content-security-policy'])
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
  expect(policy.get('default-src')).toBe("'self'")
  expect(policy.get('script-src')).toMatch(/^'self'/)
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(name), name).toBe("'none'")
  expect(policy.get('form-action')).toBe("'self'")
}

/** Public pages are the same for everyone, so they can hold nothing that is somebody's. */
function expectNothingSecret(html: string): void {
  expect(html).not.toMatch(/password|passwd|token|secret|bearer|api[_-]?key/i)
  const [, lines] = shopUnderTest().openings
  const accounts = [...lines.join('\n').matchAll(/(\S+@\S+) +(\S+)/g)]
  expect(accounts).toHaveLength(2)
  for (const [, ...emailAndPassword] of accounts) for (const part of emailAndPassword) expect(html).not.toContain(part)
}

for (const { title, address, status: expected } of publicPages) {
  test(`${title} is sent with the headers that protect it, and holds no secret`, async ({ request }) => {
    const { status, headers, html } = await readPage(request, address)
    expect(status).toBe(expected)
    expectStrictPolicy(headers)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    expect(headers['cache-control']).toBe(status === 200 ? 'public, no-cache' : 'no-cache')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('x-powered-by')
    expectNothingSecret(html)
  })
}

test('files with a hash in their name may be cached for a year, and scripts and styles are compressed', async ({
  request,
}) => {
  // In full nearly a thousand requests, which a busy machine answers slowly.
  test.slow()
  const built = readdirSync(path.join(projectRoot, 'build/client/assets'))
  const files = built.filter((file) => /\.(js|css|svg|woff2|avif|webp)$/.test(file)).map((file) => `/assets/${file}`)
  const ending = (name: string) => files.filter((file) => file.endsWith(name))
  expect(ending('.js').length).toBeGreaterThan(3)
  expect(ending('.css').length).toBeGreaterThan(0)
  expect(ending('.woff2').length).toBeGreaterThan(0)
  for (const file of someOf(files, 10)) {
    for (const encoding of ['br', 'gzip']) {
      const answer = await request.get(file, { headers: { 'Accept-Encoding': encoding } })
      const headers = answer.headers()
      expect(answer.status(), file).toBe(200)
      expect(headers['cache-control'], file).toBe(year)
      expect(headers['x-content-type-options'], file).toBe('nosniff')
      const isText = /\.(js|css|svg)$/.test(file) && (await answer.body()).length > worthPacking
      if (isText) {
        expect(headers['content-encoding'], file).toBe(encoding)
        expect(headers.vary, file).toContain('Accept-Encoding')
      }
    }
  }
})

test('the pictures of products may be cached for a year', async ({ request }) => {
  const { html } = await readPage(request, shop)
  const pictures = [...new Set(html.match(/\/media\/[\w.-]+\.(?:avif|webp)/g))]
  expect(pictures.filter((file) => file.endsWith('.avif')).length).toBeGreaterThan(0)
  expect(pictures.filter((file) => file.endsWith('.webp')).length).toBeGreaterThan(0)
  for (const picture of pictures) {
    const answer = await request.head(picture)
    expect(answer.status(), picture).toBe(200)
    expect(answer.headers()['cache-control'], picture).toBe(year)
    expect(answer.headers()['content-type'], picture).toBe(`image/${picture.split('.').at(-1)}`)
  }
})

for (const encoding of ['br', 'gzip', 'identity']) {
  test(`a page that the browser has already (${encoding}) is not sent again`, async ({ request }) => {
    const headers = { 'Accept-Encoding': encoding }
    const first = await request.get(shop, { headers })
    const { etag = '' } = first.headers()
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers()['content-encoding'] ?? 'identity').toBe(encoding)
    expect(first.headers().vary).toBe('Accept-Encoding')

    const again = await request.get(shop, { headers: { ...headers, 'If-None-Match': etag } })
    expect(again.status()).toBe(304)
    expect(await again.body()).toHaveLength(0)
    expect(again.headers().etag).toBe(etag)
    expectStrictPolicy(again.headers())

    const other = await request.get(shop, { headers: { ...headers, 'If-None-Match': '"something-else"' } })
    expect(other.status()).toBe(200)
  })
}

test('no other site may read our answers', async ({ request }) => {
  for (const address of [home, '/api/product', '/api/openapi.json']) {
    const answer = await request.get(address, { headers: { Origin: 'https://elsewhere.example' } })
    expect(answer.headers(), address).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers()['cross-origin-resource-policy'], address).toBe('same-origin')
  }
})
