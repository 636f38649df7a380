import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlPage } from '#tests/support/pages.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const megabyte = 1024 * 1024

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    render: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/broken') throw new Error('select * from secrets: the kettle broke')
      if (request.method === 'POST') await request.text()
      return htmlPage('A page', { status: pathname === '/nowhere' ? 404 : 200 })
    },
  })
  await stock(shop, [product({ name: 'Moon Stone' })])
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

function expectGuarded({ headers }: Response): void {
  expect(Object.fromEntries(headers)).toMatchObject(securityHeaders)
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toContain('unsafe')
}

describe('every answer is guarded', () => {
  test.each([
    ['a page', '/', 200],
    ['a page, the second time', '/', 200],
    ['a page that is not kept', '/profile', 200],
    ['a page that is not there', '/nowhere', 404],
    ['a page that breaks', '/broken', 500],
    ['an API call', '/api/product', 200],
    ['a bad API call', '/api/product?pageSize=0', 400],
    ['an API call to nowhere', '/api/nowhere', 404],
    ['a picture that is not there', '/media/unknown.webp', 404],
    ['the documentation', '/api/docs', 200],
    ['the health', '/healthz', 200],
    ['the mailbox for a caller from elsewhere', '/dev/mailbox', 404],
    ['the metrics', '/metrics', 404],
  ])('%s', async (_, path, status) => {
    const answer = await shop.fetch(path)
    expect(answer.status).toBe(status)
    expectGuarded(answer)
  })

  test('too much to take', async () => {
    expectGuarded(await shop.fetch('/api/product', { method: 'POST', body: 'x'.repeat(megabyte + 1) }))
  })

  test('only a shop behind https asks for https for good', async () => {
    expect((await shop.fetch('/')).headers.has('strict-transport-security')).toBe(false)
    const secure = await testShop({ environment: { SITE_URL: 'https://shop.example' } })
    expect((await secure.fetch('/api/nowhere')).headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  })
})

describe('a page may ask for the country', () => {
  const policyOf = async (asked: TestShop, path: string) =>
    (await asked.fetch(path)).headers.get('content-security-policy')?.split('; ') ?? []

  test('the shop alone', async () => {
    for (const path of ['/', '/nowhere', '/api/nowhere']) {
      expect((await policyOf(shop, path)).map((part) => part.split(' ')[0])).toEqual([
        ...['default-src', 'script-src', 'style-src', 'img-src'],
        ...['object-src', 'base-uri', 'form-action', 'frame-ancestors'],
      ])
    }
  })

  test('and a service elsewhere, where one is set', async () => {
    const asking = await testShop({
      render: async ({ url }) => htmlPage('A page', { status: url.endsWith('/nowhere') ? 404 : 200 }),
      environment: { GEO_URL: 'https://geo.example:8443/country?format=json' },
    })
    for (const path of ['/', '/nowhere', '/api/nowhere']) {
      const policy = await policyOf(asking, path)
      expect(policy).toContain("connect-src 'self' https://geo.example:8443")
      expect(policy).toContain("default-src 'self'")
    }
  })
})

describe('the request id', () => {
  const id = async (given?: string) => {
    const answer = await shop.fetch('/api/product', given ? { headers: { 'X-Request-Id': given } } : {})
    return answer.headers.get('x-request-id')
  }

  test('is the one that was given', async () => {
    expect(await id('from-the-proxy_1.2')).toBe('from-the-proxy_1.2')
  })

  test.each([undefined, 'short', 'x'.repeat(65), 'with space in it', '"><script>alert(1)'])(
    'is our own for %j',
    async (given) => {
      const [first, second] = [await id(given), await id(given)]
      expect(first).toMatch(/^[0-9a-f-]{36}$/)
      expect(first).not.toBe(second)
    },
  )

  test('stands in the log beside what went wrong', async () => {
    await shop.fetch('/broken', { headers: { 'X-Request-Id': 'the-broken-one' } })
    const lines = shop
      .logged()
      .split('\n')
      .filter((line) => line.includes('the-broken-one'))
    expect(lines.some((line) => line.includes('the kettle broke'))).toBe(true)
  })
})

describe('an API call to nowhere', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nowhere/at/all'],
    ['POST', '/api/nowhere'],
    ['PATCH', '/api/nowhere'],
  ])('%s %s is 404 with a message in JSON', async (method, path) => {
    const answer = await shop.fetch(path, { method })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 404,
      body: { message: 'There is nothing at this address.' },
    })
  })
})

describe('a body', () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) => {
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    return shop.json('/api/product', init)
  }
  const tooLarge = { status: 413, body: { message: 'That is too much to send at once.' } }

  test('of over a megabyte is 413', async () => {
    expect(await post('x'.repeat(megabyte + 1))).toEqual(tooLarge)
    expect(await post('x'.repeat(megabyte + 1), { 'Content-Length': String(megabyte + 1) })).toEqual(tooLarge)
  })

  test('of over a megabyte that does not say so is 413', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(megabyte / 4))
    const flood = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
    expect(await post(flood)).toEqual(tooLarge)
  })

  test('of a megabyte is taken', async () => {
    expect((await post('x'.repeat(megabyte))).status).toBe(405)
  })
})

describe('limits', () => {
  test('too many calls are 429 with the time to wait, and pages are counted by themselves', async () => {
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.005' } })
    for (const _ of [1, 2, 3]) expect((await strict.fetch('/api/product')).status).toBe(200)
    const refused = await strict.fetch('/api/product')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({ message: 'That was a little too fast. Please wait a moment and try again.' })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expectGuarded(refused)

    for (const page of [1, 2, 3]) expect((await strict.fetch(`/shop?page=${page}`)).status).toBe(200)
    expect((await strict.fetch('/shop?page=4')).status).toBe(429)
    expect((await strict.fetch('/profile')).status).toBe(429)
    expect((await strict.fetch('/shop?page=1')).status).toBe(200)
    expect((await strict.fetch('/healthz')).status).toBe(200)
  })

  test('callers behind a proxy of ours are counted each alone, whatever they claim to be', async () => {
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.001', TRUST_PROXY: '1' } })
    const from = async (chain: string) =>
      (await strict.fetch('/api/product', { headers: { 'X-Forwarded-For': chain } })).status
    expect(await from('203.0.113.1')).toBe(200)
    expect(await from('203.0.113.2')).toBe(200)
    expect(await from('203.0.113.1')).toBe(429)
    expect(await from('198.51.100.7, 203.0.113.1')).toBe(429)
  })

  test('all addresses of IPv6 that one line owns are counted as one, however they are written', async () => {
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.005', TRUST_PROXY: '1' } })
    const from = async (address: string) =>
      (await strict.fetch('/api/location', { headers: { 'X-Forwarded-For': address } })).status
    for (const [line, beside] of [
      [['2a00:1450::1', '2A00:1450:0:0:ffff::2', '2a00:1450:0000::'], '2a00:1450:0:1::1'],
      [['2a00:1450:4001:82f:1:2:3:4', '2a00:1450:4001:082f::', '2a00:1450:4001:82f::9'], '2a00:1450:4001:830::9'],
      [['::1', '0:0:0:0:1::', '::1:2:3:4'], '::1:2:3:4:5'],
    ] as const) {
      for (const address of line) expect(await from(address)).not.toBe(429)
      expect(await from(line[0])).toBe(429)
      expect(await from(beside)).not.toBe(429)
    }
    for (const mapped of ['::ffff:203.0.113.1', '::ffff:203.0.113.2', '::ffff:203.0.113.3', '::ffff:203.0.113.4'])
      expect(await from(mapped)).not.toBe(429)
  })

  test('without a proxy of ours nobody is believed', async () => {
    const strict = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.001' } })
    const from = async (address: string) =>
      (await strict.fetch('/api/product', { headers: { 'X-Forwarded-For': address } })).status
    expect([await from('203.0.113.1'), await from('203.0.113.2')]).toEqual([200, 429])
  })
})

describe('a failure', () => {
  const apology = { message: 'Something went wrong, please try again later' }

  test('while a page is rendered tells the visitor nothing of itself', async () => {
    expect(await shop.json('/broken')).toEqual({ status: 500, body: apology })
    expect(shop.logged()).toContain('the kettle broke')
  })

  test('in the database tells the visitor nothing of itself, and the log nothing of the visitor', async () => {
    const own = await testShop()
    await own.db.execute(sql`alter table products rename to products_elsewhere`)
    for (const path of ['/api/product/search?Name=asha+gurung', '/api/product/asha-gurung']) {
      expect(await own.json(path)).toEqual({ status: 500, body: apology })
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
