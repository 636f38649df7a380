import { readdirSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { home, publicPages, shop } from '#tests/e2e/support/paths.ts'
import { shopUnderTest } from '#tests/e2e/support/shop-under-test.ts'
import { someOf } from '#tests/support/full-run.ts'
import { readPage } from './support/document.ts'
import { expect, test } from './support/test.ts'

type Headers = Record<string, string>

const year = 'public, max-age=31536000, immutable'
const minCompressedBytes = 512

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

/** Public pages are the same for everyone, so they must not contain user data. */
function expectNoSecrets(html: string): void {
  expect(html).not.toMatch(/password|passwd|token|secret|bearer|api[_-]?key/i)
  const [, lines] = shopUnderTest().startOutputs
  const accounts = [...lines.join('\n').matchAll(/(\S+@\S+) +(\S+)/g)]
  expect(accounts).toHaveLength(2)
  for (const [, ...emailAndPassword] of accounts) for (const part of emailAndPassword) expect(html).not.toContain(part)
}

for (const { title, path: url, status: expectedStatus } of publicPages) {
  test(`${title} has the security headers and contains no secret`, async ({ request }) => {
    const { status, headers, html } = await readPage(request, url)
    expect(status).toBe(expectedStatus)
    expectStrictPolicy(headers)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    expect(headers['cache-control']).toBe(status === 200 ? 'public, no-cache' : 'no-cache')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('x-powered-by')
    expectNoSecrets(html)
  })
}

test('files with a hash in their name are cacheable for a year, and scripts and styles are compressed', async ({
  request,
}) => {
  // In a full run this makes nearly a thousand requests.
  test.slow()
  const built = readdirSync(path.join(projectRoot, 'build/client/assets'))
  const files = built.filter((file) => /\.(js|css|svg|woff2|avif|webp)$/.test(file)).map((file) => `/assets/${file}`)
  const ending = (name: string) => files.filter((file) => file.endsWith(name))
  expect(ending('.js').length).toBeGreaterThan(3)
  expect(ending('.css').length).toBeGreaterThan(0)
  expect(ending('.woff2').length).toBeGreaterThan(0)
  for (const file of someOf(files, 10)) {
    for (const encoding of ['br', 'gzip']) {
      const response = await request.get(file, { headers: { 'Accept-Encoding': encoding } })
      const headers = response.headers()
      expect(response.status(), file).toBe(200)
      expect(headers['cache-control'], file).toBe(year)
      expect(headers['x-content-type-options'], file).toBe('nosniff')
      const isText = /\.(js|css|svg)$/.test(file) && (await response.body()).length > minCompressedBytes
      if (isText) {
        expect(headers['content-encoding'], file).toBe(encoding)
        expect(headers.vary, file).toContain('Accept-Encoding')
      }
    }
  }
})

test('product pictures are cacheable for a year', async ({ request }) => {
  const { html } = await readPage(request, shop)
  const pictures = [...new Set(html.match(/\/media\/[\w.-]+\.(?:avif|webp)/g))]
  expect(pictures.filter((file) => file.endsWith('.avif')).length).toBeGreaterThan(0)
  expect(pictures.filter((file) => file.endsWith('.webp')).length).toBeGreaterThan(0)
  for (const picture of pictures) {
    const response = await request.head(picture)
    expect(response.status(), picture).toBe(200)
    expect(response.headers()['cache-control'], picture).toBe(year)
    expect(response.headers()['content-type'], picture).toBe(`image/${picture.split('.').at(-1)}`)
  }
})

for (const encoding of ['br', 'gzip', 'identity']) {
  test(`a page with a matching ETag (${encoding}) returns 304`, async ({ request }) => {
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

test('other sites cannot read the responses', async ({ request }) => {
  for (const url of [home, '/api/product', '/api/openapi.json']) {
    const response = await request.get(url, { headers: { Origin: 'https://elsewhere.example' } })
    expect(response.headers(), url).not.toHaveProperty('access-control-allow-origin')
    expect(response.headers()['cross-origin-resource-policy'], url).toBe('same-origin')
  }
})
