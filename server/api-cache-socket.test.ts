import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setStock } from '#modules/catalog/service.server.ts'
import { as, person } from '#tests/support/accounts.ts'
import { catalogPaths, countCacheHits, openShopWithCachedProducts, soon } from '#tests/support/cached-shop.ts'
import { parseResponse } from '#tests/support/openapi-check.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { findProductIds } from '#tests/support/shopper.ts'
import { listen } from './listen.ts'

async function startServer(shop: TestShop) {
  const { stop, port } = await listen(shop, shop)
  onTestFinished(stop)
  const agent = new Agent({ keepAlive: true })
  const request = async (path: string, headers: Record<string, string> = {}) => {
    const [response] = (await once(get({ port, host: '127.0.0.1', path, headers, agent }), 'response')) as [
      IncomingMessage,
    ]
    return { response, body: await text(response) }
  }
  return { request, port }
}

test('a cached response equals the first one, and a matching ETag gets 304 without a body', async () => {
  const shop = await openShopWithCachedProducts({ PORT: '0' })
  const { request } = await startServer(shop)
  const stableHeaders = ({ headers: { date: _, 'x-request-id': __, ...rest } }: IncomingMessage) => rest
  for (const address of catalogPaths) {
    const uncached = await request(address)
    const before = countCacheHits(shop)
    const cached = await request(`${address}${address.includes('?') ? '&' : '?'}utm_source=letter`)
    expect(countCacheHits(shop)).toBe(before + 1)
    expect([cached.body, stableHeaders(cached.response)]).toEqual([uncached.body, stableHeaders(uncached.response)])
    const revalidated = await request(address, {
      'If-None-Match': String(uncached.response.headers.etag),
      'X-Request-Id': 'revalidate-1',
    })
    expect([revalidated.response.statusCode, revalidated.body, revalidated.response.headers['x-request-id']]).toEqual([
      304,
      '',
      'revalidate-1',
    ])
  }
})

test('a cached response shows a sale after at most a second and is not sent to a signed-in customer', async () => {
  const shop = await openShopWithCachedProducts({ PORT: '0' })
  const { request } = await startServer(shop)
  const jon = await person(shop, 'Jon Socket')
  const productId = (await findProductIds(shop)).product('moon-stone')
  await shop.fetch(`/api/wishlist/${jon.userId}`, as(jon, 'POST', { productIds: [productId] }))
  for (const quantity of [8, 5, 3]) {
    await request('/api/product/moon-stone')
    await shop.db.transaction((tx) => setStock(tx, 'moon-stone', quantity))
    await vi.waitFor(async () => {
      const { body } = await request('/api/product/moon-stone')
      expect(parseResponse('/api/product/moon-stone', body).stockQuantity).toBe(quantity)
    }, soon)
    const personal = await request('/api/product/moon-stone', { Authorization: `Bearer ${jon.token}` })
    expect(parseResponse('/api/product/moon-stone', personal.body).isSaved).toBe(true)
    expect(personal.response.headers['cache-control']).toBe('no-store')
  }
})

test('a raw # in the target does not change the responses of other callers', async () => {
  const shop = await openShopWithCachedProducts({ PORT: '0' })
  const { request, port } = await startServer(shop)
  const raw = async (target: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).split('\r\n\r\n')[1]
  }
  const all = (await request('/api/product/search?Name=moon')).body
  for (const target of ['/api/product/search?Name=moon#', '/api/product/search?Name=ring#&Name=moon']) await raw(target)
  await raw('/api/product/search?Name=moon%23#x')
  expect((await request('/api/product/search?Name=moon')).body).toBe(all)
  const rings = (await request('/api/product/search?Name=ring')).body
  expect(parseResponse('/api/product/search', rings).products).toHaveLength(1)
  expect((await request('/api/product/search?Name=moon%23')).body).toBe(
    await (await shop.fetch('/api/product/search?Name=moon%23&PageSize=12')).text(),
  )
})

test('cached responses count against the rate limit of the caller', async () => {
  const shop = await openShopWithCachedProducts({ PORT: '0', RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: '1' })
  const { request } = await startServer(shop)
  const nineStatuses = async (headersOf: (index: number) => Record<string, string>) => {
    const statuses: (number | undefined)[] = []
    for (let index = 0; index < 9; index++)
      statuses.push((await request('/api/product/moon-stone', headersOf(index))).response.statusCode)
    return statuses
  }
  const sixSuccesses = [200, 200, 200, 200, 200, 200, 429, 429, 429]
  expect(await nineStatuses(() => ({}))).toEqual(sixSuccesses)
  expect(countCacheHits(shop)).toBe(5)
  expect(await nineStatuses((index) => ({ 'X-Forwarded-For': `2001:db8::${index}` }))).toEqual(sixSuccesses)
})

test('pipelined requests are answered in order', async () => {
  const shop = await openShopWithCachedProducts({ PORT: '0' })
  const { request, port } = await startServer(shop)
  const addresses = ['/api/testimonials', '/api/blogs']
  for (const address of addresses) await request(address)
  const before = countCacheHits(shop)
  const pipeline = Array.from({ length: 60 }, (_, n) => ({
    address: addresses[n % addresses.length],
    id: `request-${n}`,
  }))
  const lines = pipeline.map(
    ({ address, id }) => `GET ${address} HTTP/1.1\r\nHost: shop.test\r\nX-Request-Id: ${id}\r\n`,
  )
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}Connection: close\r\n\r\n`)
  const responses = await text(socket)
  expect(Array.from(responses.matchAll(/^X-Request-Id: (.+)\r$/gm), ([, id]) => id)).toEqual(
    pipeline.map(({ id }) => id),
  )
  expect(countCacheHits(shop)).toBe(before + 60)
})

test('answers 503 instead of a cached response after the database is lost', async () => {
  const shop = await openShopWithCachedProducts({ PORT: '0' })
  const { request } = await startServer(shop)
  await request('/api/product/moon-stone')
  const reading = vi.spyOn(shop.catalog, 'product').mockRejectedValue(new Error('connection terminated'))
  await vi.waitFor(async () => expect((await request('/api/product/moon-stone')).response.statusCode).toBe(503), soon)
  reading.mockRestore()
  expect((await request('/api/product/moon-stone')).response.statusCode).toBe(200)
})
