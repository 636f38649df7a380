import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlPage } from '#tests/support/pages.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const megabyte = 1024 * 1024

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    render: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/broken') throw new Error('select * from secrets: the query failed')
      if (request.method === 'POST') await request.text()
      return htmlPage('A page', { status: pathname === '/nowhere' ? 404 : 200 })
    },
  })
  await addProducts(shop, [product({ name: 'Moon Stone' })])
})
afterAll(() => shop.close())

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'x-frame-options': 'DENY',
  'x-request-id': expect.stringMatching(/^[\w.-]{8,64}$/),
}

function expectSecurityHeaders({ headers }: Response): void {
  expect(Object.fromEntries(headers)).toMatchObject(securityHeaders)
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toContain('unsafe')
}

describe('every response has the security headers', () => {
  test.each([
    ['a page', '/', 200],
    ['a cached page', '/', 200],
    ['a page that is not cacheable', '/profile', 200],
    ['an unknown page', '/nowhere', 404],
    ['a page that fails', '/broken', 500],
    ['an API call', '/api/product', 200],
    ['an invalid API call', '/api/product?pageSize=0', 400],
    ['an unknown API path', '/api/nowhere', 404],
    ['an unknown picture', '/media/unknown.webp', 404],
    ['the documentation', '/api/docs', 200],
    ['the health check', '/healthz', 200],
    ['the mailbox for a remote caller', '/dev/mailbox', 404],
    ['the metrics', '/metrics', 404],
  ])('%s', async (_, path, status) => {
    const response = await shop.fetch(path)
    expect(response.status).toBe(status)
    expectSecurityHeaders(response)
  })

  test('a body that is too large', async () => {
    expectSecurityHeaders(await shop.fetch('/api/product', { method: 'POST', body: 'x'.repeat(megabyte + 1) }))
  })

  test('sends HSTS only with an https SITE_URL', async () => {
    expect((await shop.fetch('/')).headers.has('strict-transport-security')).toBe(false)
    const secure = await testShop({ environment: { SITE_URL: 'https://shop.example' } })
    expect((await secure.fetch('/api/nowhere')).headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  })
})

describe('the policy for country lookups', () => {
  const policyOf = async (testedShop: TestShop, path: string) =>
    (await testedShop.fetch(path)).headers.get('content-security-policy')?.split('; ') ?? []

  test('allows only the shop itself by default', async () => {
    for (const path of ['/', '/nowhere', '/api/nowhere']) {
      expect((await policyOf(shop, path)).map((part) => part.split(' ')[0])).toEqual([
        ...['default-src', 'script-src', 'style-src', 'img-src'],
        ...['object-src', 'base-uri', 'form-action', 'frame-ancestors'],
      ])
    }
  })

  test('allows the origin of GEO_URL if it is set', async () => {
    const geoShop = await testShop({
      render: async ({ url }) => htmlPage('A page', { status: url.endsWith('/nowhere') ? 404 : 200 }),
      environment: { GEO_URL: 'https://geo.example:8443/country?format=json' },
    })
    for (const path of ['/', '/nowhere', '/api/nowhere']) {
      const policy = await policyOf(geoShop, path)
      expect(policy).toContain("connect-src 'self' https://geo.example:8443")
      expect(policy).toContain("default-src 'self'")
    }
  })
})

describe('the request id', () => {
  const id = async (header?: string) => {
    const response = await shop.fetch('/api/product', header ? { headers: { 'X-Request-Id': header } } : {})
    return response.headers.get('x-request-id')
  }

  test('is taken from the request', async () => {
    expect(await id('from-the-proxy_1.2')).toBe('from-the-proxy_1.2')
  })

  test.each([undefined, 'short', 'x'.repeat(65), 'with space in it', '"><script>alert(1)'])(
    'is generated for %j',
    async (header) => {
      const [first, second] = [await id(header), await id(header)]
      expect(first).toMatch(/^[0-9a-f-]{36}$/)
      expect(first).not.toBe(second)
    },
  )

  test('is logged with the error', async () => {
    await shop.fetch('/broken', { headers: { 'X-Request-Id': 'the-broken-one' } })
    const lines = shop
      .logged()
      .split('\n')
      .filter((line) => line.includes('the-broken-one'))
    expect(lines.some((line) => line.includes('the query failed'))).toBe(true)
  })
})

describe('an unknown API path', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nowhere/at/all'],
    ['POST', '/api/nowhere'],
    ['PATCH', '/api/nowhere'],
  ])('%s %s gets 404 with a JSON message', async (method, path) => {
    const response = await shop.fetch(path, { method })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 404,
      body: { message: 'There is nothing at this URL.' },
    })
  })
})

describe('a body', () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) => {
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    return shop.json('/api/product', init)
  }
  const tooLarge = { status: 413, body: { message: 'This request is too large.' } }

  test('over 1 MiB gets 413', async () => {
    expect(await post('x'.repeat(megabyte + 1))).toEqual(tooLarge)
    expect(await post('x'.repeat(megabyte + 1), { 'Content-Length': String(megabyte + 1) })).toEqual(tooLarge)
  })

  test('over 1 MiB without Content-Length gets 413', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(megabyte / 4))
    const flood = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
    expect(await post(flood)).toEqual(tooLarge)
  })

  test('of 1 MiB is accepted', async () => {
    expect((await post('x'.repeat(megabyte))).status).toBe(405)
  })
})

describe('rate limits', () => {
  test('answer 429 with Retry-After and count API calls and pages separately', async () => {
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.005' } })
    for (const _ of [1, 2, 3]) expect((await strict.fetch('/api/product')).status).toBe(200)
    const refused = await strict.fetch('/api/product')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({ message: 'Too many requests. Please wait a moment and try again.' })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expectSecurityHeaders(refused)

    for (const page of [1, 2, 3]) expect((await strict.fetch(`/shop?page=${page}`)).status).toBe(200)
    expect((await strict.fetch('/shop?page=4')).status).toBe(429)
    expect((await strict.fetch('/profile')).status).toBe(429)
    expect((await strict.fetch('/shop?page=1')).status).toBe(200)
    expect((await strict.fetch('/healthz')).status).toBe(200)
  })

  test('count callers behind a trusted proxy separately and ignore forged entries', async () => {
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.001', TRUST_PROXY: '1' } })
    const from = async (chain: string) =>
      (await strict.fetch('/api/product', { headers: { 'X-Forwarded-For': chain } })).status
    expect(await from('203.0.113.1')).toBe(200)
    expect(await from('203.0.113.2')).toBe(200)
    expect(await from('203.0.113.1')).toBe(429)
    expect(await from('198.51.100.7, 203.0.113.1')).toBe(429)
  })

  test('count all addresses of an IPv6 /64 as one caller, in any spelling', async () => {
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.005', TRUST_PROXY: '1' } })
    const from = async (address: string) =>
      (await strict.fetch('/api/location', { headers: { 'X-Forwarded-For': address } })).status
    for (const [sameNetwork, otherNetwork] of [
      [['2a00:1450::1', '2A00:1450:0:0:ffff::2', '2a00:1450:0000::'], '2a00:1450:0:1::1'],
      [['2a00:1450:4001:82f:1:2:3:4', '2a00:1450:4001:082f::', '2a00:1450:4001:82f::9'], '2a00:1450:4001:830::9'],
      [['::1', '0:0:0:0:1::', '::1:2:3:4'], '::1:2:3:4:5'],
    ] as const) {
      for (const address of sameNetwork) expect(await from(address)).not.toBe(429)
      expect(await from(sameNetwork[0])).toBe(429)
      expect(await from(otherNetwork)).not.toBe(429)
    }
    for (const mapped of ['::ffff:203.0.113.1', '::ffff:203.0.113.2', '::ffff:203.0.113.3', '::ffff:203.0.113.4'])
      expect(await from(mapped)).not.toBe(429)
  })

  test('ignore X-Forwarded-For without a trusted proxy', async () => {
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.001' } })
    const from = async (address: string) =>
      (await strict.fetch('/api/product', { headers: { 'X-Forwarded-For': address } })).status
    expect([await from('203.0.113.1'), await from('203.0.113.2')]).toEqual([200, 429])
  })
})

describe('an internal error', () => {
  const genericError = { message: 'Something went wrong, please try again later' }

  test('while rendering a page shows no details to the visitor', async () => {
    expect(await shop.json('/broken')).toEqual({ status: 500, body: genericError })
    expect(shop.logged()).toContain('the query failed')
  })

  test('in the database shows no details to the visitor and logs no personal data', async () => {
    const own = await testShop()
    await own.db.execute(sql`alter table products rename to products_elsewhere`)
    for (const path of ['/api/product/search?Name=asha+gurung', '/api/product/asha-gurung']) {
      expect(await own.json(path)).toEqual({ status: 500, body: genericError })
    }
    expect(own.logged()).toMatch(/Failed query: .*relation \\?"products\\?" does not exist/)
    expect(own.logged()).toContain('catalog/service.server.ts')
    const stacks = own
      .logged()
      .split('\n')
      .filter((line) => line.includes('Failed query'))
    for (const line of stacks) expect(line).not.toMatch(/asha.gurung/)
  })
})
