import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const metricsToken = 'a-token-for-metrics-0123456789abcdef'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    environment: { METRICS_TOKEN: metricsToken },
    render: async () => new Response('not found', { status: 404 }),
  })
})
afterAll(() => shop.close())

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(path)

/** The methods of a path by the list of endpoints, of all patterns that match it. */
function supported(path: string): string[] {
  const own = endpoints.filter((each) => matches(`/api${each.path}`, path)).map(({ method }) => method.toUpperCase())
  return [...new Set(own)].sort().flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

const paths = [...new Set(endpoints.map(({ path }) => `/api${path.replace(/\{\w+\}/g, '1')}`))]

describe('a path of the API with a method that it does not support', () => {
  test.each(paths)('%s answers 405 with Allow', async (path) => {
    const allow = supported(path)
    expect(allow.length).toBeGreaterThan(0)
    for (const method of methods.filter((each) => !allow.includes(each))) {
      const answer = await shop.fetch(path, { method })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allow.join(', ')])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      if (method === 'HEAD') continue
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(await answer.json()).toEqual({ message: `This address does not support ${method}.` })
    }
  })

  test('lists the methods of every pattern that matches', async () => {
    const answer = await shop.fetch('/api/order/1/cancel', { method: 'PUT' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  test('is found in any letter case and with a trailing slash', async () => {
    for (const path of ['/API/Product', '/api/PRODUCT/', '/api/product?pageSize=1']) {
      const answer = await shop.fetch(path, { method: 'POST' })
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    }
  })
})

test.each(['/healthz', '/readyz', '/metrics', '/media/stone.webp', '/api/openapi.json', '/api/docs'])(
  '%s answers 405 to everything but GET and HEAD',
  async (path) => {
    for (const method of methods.slice(2)) {
      const answer = await shop.fetch(path, { method, headers: { Authorization: `Bearer ${metricsToken}` } })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
      expect(await answer.json()).toEqual({ message: `This address does not support ${method}.` })
    }
  },
)

test.each(['/nowhere', '/media', '/healthz/more', '/api', '/api/nowhere', '/api/product/a/b', '/dev/nothing'])(
  '%s answers 404 to any method',
  async (path) => {
    for (const method of methods) {
      const answer = await shop.fetch(path, { method })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 404, null])
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
