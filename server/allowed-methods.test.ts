import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { htmlPage } from '#tests/support/pages.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const metricsToken = 'a-token-for-metrics-0123456789abcdef'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    environment: { METRICS_TOKEN: metricsToken },
    render: async () => htmlPage('not found', { status: 404 }),
  })
})
afterAll(() => shop.close())

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(path)

/** The methods of all endpoints whose pattern matches the path. */
function supported(path: string): string[] {
  const declared = endpoints
    .filter((each) => matches(`/api${each.path}`, path))
    .map(({ method }) => method.toUpperCase())
  return [...new Set(declared)].sort().flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

const paths = [...new Set(endpoints.map(({ path }) => `/api${path.replace(/\{\w+\}/g, '1')}`))]

describe('an API path with a method that it does not support', () => {
  test.each(paths)('%s answers 405 with Allow', async (path) => {
    const allow = supported(path)
    expect(allow.length).toBeGreaterThan(0)
    for (const method of methods.filter((each) => !allow.includes(each))) {
      const response = await shop.fetch(path, { method })
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, allow.join(', ')])
      expect(response.headers.get('cache-control')).toBe('no-store')
      if (method === 'HEAD') continue
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toEqual({ message: `This URL does not support ${method}.` })
    }
  })

  test('lists the methods of every pattern that matches', async () => {
    const response = await shop.fetch('/api/order/1/cancel', { method: 'PUT' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  test('is found in any letter case and with a trailing slash', async () => {
    for (const path of ['/API/Product', '/api/PRODUCT/', '/api/product?pageSize=1']) {
      const response = await shop.fetch(path, { method: 'POST' })
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    }
  })
})

test.each(['/healthz', '/readyz', '/metrics', '/media/stone.webp', '/api/openapi.json', '/api/docs'])(
  '%s answers 405 to everything but GET and HEAD',
  async (path) => {
    for (const method of methods.slice(2)) {
      const response = await shop.fetch(path, { method, headers: { Authorization: `Bearer ${metricsToken}` } })
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
      expect(await response.json()).toEqual({ message: `This URL does not support ${method}.` })
    }
  },
)

test.each(['/nowhere', '/media', '/healthz/more', '/api', '/api/nowhere', '/api/product/a/b', '/dev/nothing'])(
  '%s answers 404 to any method',
  async (path) => {
    for (const method of methods) {
      const response = await shop.fetch(path, { method })
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 404, null])
    }
  },
)

test('HEAD answers like GET, without a body', async () => {
  for (const path of ['/api/product', '/api/openapi.json', '/healthz']) {
    const [got, head] = [await shop.fetch(path), await shop.fetch(path, { method: 'HEAD' })]
    expect([head.status, head.headers.get('content-type')]).toEqual([200, got.headers.get('content-type')])
    expect(await head.text()).toBe('')
  }
})
