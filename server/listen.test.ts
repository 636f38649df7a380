import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { htmlPage, recordingRenderer } from '#tests/support/pages.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { listen } from './listen.ts'
import type { RenderPage } from './pages.ts'

const environment = { PORT: '0' }

/** A shop on a real socket, and a client with keep-alive connections. */
async function startServer(shop: TestShop) {
  const { stop, port } = await listen(shop, shop)
  const agent = new Agent({ keepAlive: true })
  const request = async (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const [response] = await once(get({ port, host: '127.0.0.1', path, headers, agent }), 'response')
    return response
  }
  return { request, port, stop }
}

type TestServer = Awaited<ReturnType<typeof startServer>>

const startServerWith = async (render: RenderPage) => startServer(await testShop({ render, environment }))

/** Without the headers that differ for each request. */
function stableHeaders({ headers }: IncomingMessage): Record<string, unknown> {
  const { date: _, 'x-request-id': __, ...rest } = headers
  return rest
}

const inlinePage = async () =>
  htmlPage('<script>window.a = 1</script>Quartz. '.repeat(50), { scriptHashes: ["'sha256-abc='"] })

describe('on a socket', () => {
  let server: TestServer
  const { render, renderedPaths } = recordingRenderer(inlinePage)
  beforeAll(async () => {
    server = await startServer(await openTestShop({ render, environment }))
  })
  afterAll(() => server.stop())

  test.each(['br', 'gzip', 'identity'])(
    'a cached page has the same headers and body as the rendered one (%s)',
    async (encoding) => {
      const path = `/shop?Name=${encoding}`
      const rendered = await server.request(path, { 'Accept-Encoding': encoding })
      const renderedBody = await buffer(rendered)
      const cached = await server.request(`${path}&utm_source=letter`, { 'Accept-Encoding': encoding })
      expect(await buffer(cached)).toEqual(renderedBody)
      expect(stableHeaders(cached)).toEqual(stableHeaders(rendered))
      expect(cached.headers['content-security-policy']).toContain('sha256-')
      expect(renderedPaths.filter((each) => each === path)).toHaveLength(1)
    },
  )

  test('answers 304 without a body when the ETag of a cached page matches', async () => {
    const first = await server.request('/shop', { 'Accept-Encoding': 'br' })
    expect(brotliDecompressSync(await buffer(first)).toString()).toContain('Quartz.')
    const again = await server.request('/shop', {
      'Accept-Encoding': 'br',
      'If-None-Match': String(first.headers.etag),
    })
    expect({ status: again.statusCode, body: await text(again) }).toEqual({ status: 304, body: '' })
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(again.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each(['br', 'gzip'])('compresses a page thoroughly when it is requested again (%s)', async (encoding) => {
    const request = (etag?: unknown) =>
      server.request('/blogs', { 'Accept-Encoding': encoding, ...(etag ? { 'If-None-Match': String(etag) } : {}) })
    const first = await request()
    const body = await buffer(first)
    const again = await vi.waitFor(async () => {
      const response = await request()
      const smaller = await buffer(response)
      expect(response.headers.etag).not.toBe(first.headers.etag)
      return smaller
    }, 10_000)
    const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(decompress(again)).toEqual(decompress(body))
    expect((await request(first.headers.etag)).statusCode).toBe(304)
    expect(renderedPaths.filter((each) => each === '/blogs')).toHaveLength(1)
  })

  test.each([
    ['without keep-alive', 'HTTP/1.1', 'Connection: close\r\n'],
    ['with HTTP/1.0', 'HTTP/1.0', ''],
  ])('sends a cached page to a client %s and closes the connection', async (_, protocol, line) => {
    await buffer(await server.request('/shop'))
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`GET /shop ${protocol}\r\nHost: shop.test\r\n${line}\r\n`)
    const response = await text(socket)
    expect(response).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*<\/html>$/)
  })

  test('answers pipelined requests in order, cached or not', async () => {
    await buffer(await server.request('/shop'))
    const socket = connect(server.port, '127.0.0.1')
    const head = (path: string, id: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: shop.test\r\nX-Request-Id: ${id}\r\n${more}\r\n`
    const heads = ['/profile', '/shop', '/healthz', '/shop', '/shop'].map((path, index) =>
      head(path, `request-${index}`),
    )
    socket.write(heads.join('') + head('/shop', 'request-5', 'Connection: close\r\n'))
    const responses = await text(socket)
    const ids = Array.from(responses.matchAll(/^x-request-id: (.+)\r$/gim), ([, id]) => id)
    expect(ids).toEqual([0, 1, 2, 3, 4, 5].map((index) => `request-${index}`))
    expect(responses.match(/<\/html>/g)).toHaveLength(5)
  })

  test('every response has a new request id or the one from the request, cached pages too', async () => {
    const clientId = 'from-the-proxy-1'
    const idOf = async (headers: Record<string, string> = {}) => {
      const response = await server.request('/learn', headers)
      await text(response)
      return { id: response.headers['x-request-id'], etag: String(response.headers.etag), status: response.statusCode }
    }
    const rendered = await idOf()
    const cached = [await idOf(), await idOf(), await idOf({ 'If-None-Match': rendered.etag })]
    expect(renderedPaths.filter((each) => each === '/learn')).toHaveLength(1)
    expect(cached.map(({ status }) => status)).toEqual([200, 200, 304])
    const ids = [rendered, ...cached].map(({ id }) => id)
    for (const id of ids) expect(id).toMatch(/^[\w-]{36}$/)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await idOf({ 'X-Request-Id': clientId })).id).toBe(clientId)
    expect((await idOf({ 'X-Request-Id': 'bad id' })).id).toMatch(/^[\w-]{36}$/)
  })

  test('counts pages from the cache in the metrics', async () => {
    const cachedPages = async () => {
      const metrics = await text(await server.request('/metrics'))
      return Number(/alpine_pages_total\{from="memory"\} (\d+)/.exec(metrics)?.[1] ?? 0)
    }
    await text(await server.request('/'))
    const before = await cachedPages()
    for (const _ of [1, 2]) await text(await server.request('/'))
    expect(await cachedPages()).toBe(before + 2)
  })

  test('answers 404 to a path that leaves its folder', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.end('GET /media/../media/..%2f..%2fpackage.json HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /)
  })
})

describe('stopping', () => {
  test('finishes the open request, refuses new connections and stops quickly', async () => {
    const renderStarted = Promise.withResolvers<void>()
    const renderMayFinish = Promise.withResolvers<void>()
    const { request, stop, port } = await startServerWith(async () => {
      renderStarted.resolve()
      await renderMayFinish.promise
      return htmlPage('Quartz. '.repeat(20_000))
    })
    const openRequest = request('/profile')
    await renderStarted.promise
    const started = performance.now()
    const stopped = stop()
    const newSocket = connect(port, '127.0.0.1')
    const [refused]: unknown[] = await once(newSocket, 'error')
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
    renderMayFinish.resolve()
    const response = await openRequest
    expect(response.statusCode).toBe(200)
    expect((await text(response)).match(/Quartz/g)).toHaveLength(20_000)
    await stopped
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('with DRAIN_SECONDS fails /readyz first and still answers requests', async () => {
    const shop = await testShop({ environment: { ...environment, DRAIN_SECONDS: '1' }, render: inlinePage })
    const { request, stop } = await startServer(shop)
    await text(await request('/shop'))
    const stopped = stop()
    const responses = await Promise.all(['/readyz', '/profile', '/shop'].map((each) => request(each)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200])
    for (const response of responses) {
      expect(response.headers.connection).toBe('close')
      await text(response)
    }
    await stopped
  })

  test('sends a response to a slow client completely', async () => {
    const { request, stop } = await startServerWith(async () => htmlPage('Quartz. '.repeat(1_000_000)))
    const slow = await request('/shop')
    const stopped = stop()
    expect((await text(slow)).match(/Quartz/g)).toHaveLength(1_000_000)
    await stopped
  })

  test('does not wait for idle keep-alive connections', async () => {
    const { request, stop } = await startServerWith(inlinePage)
    await text(await request('/shop'))
    const started = performance.now()
    await stop()
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('refuses another request on an open connection', async () => {
    const renderStarted = Promise.withResolvers<void>()
    const renderMayFinish = Promise.withResolvers<void>()
    const { port, stop } = await startServerWith(async () => {
      renderStarted.resolve()
      await renderMayFinish.promise
      return htmlPage('The first one')
    })
    const socket = connect(port, '127.0.0.1')
    const responses = text(socket)
    const send = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`)
    send('/profile')
    await renderStarted.promise
    const stopped = stop()
    send('/shop')
    renderMayFinish.resolve()
    await stopped
    const [first, second] = (await responses).split(/(?<=<\/html>)(?=HTTP)/)
    expect(first).toMatch(/^HTTP\/1.1 200 [\s\S]*The first one/)
    expect(second ?? 'HTTP/1.1 503').toMatch(/^HTTP\/1.1 503/)
  })
})
