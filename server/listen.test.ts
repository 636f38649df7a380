import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptHashesHeader } from '#app/inline-scripts.server.ts'
import { countedPages, htmlPage } from '#tests/support/pages.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { listen } from './listen.ts'
import type { RenderPage } from './pages.ts'

const environment = { PORT: '0' }

/** A shop on a real socket, and a visitor whose browser keeps its connections open. */
async function openDoor(shop: TestShop) {
  const { stop, port } = await listen(shop, shop)
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const [response] = await once(get({ port, host: '127.0.0.1', path, headers, agent }), 'response')
    return response
  }
  return { ask, port, stop }
}

type Door = Awaited<ReturnType<typeof openDoor>>

const openDoorTo = async (render: RenderPage) => openDoor(await testShop({ render, environment }))

/** Without those that differ by the second or by the request. */
function lasting({ headers }: IncomingMessage): Record<string, unknown> {
  const { date: _, 'x-request-id': __, ...rest } = headers
  return rest
}

const inlinePage = async () =>
  htmlPage('<script>window.a = 1</script>Quartz. '.repeat(50), { headers: { [scriptHashesHeader]: "'sha256-abc='" } })

describe('on the socket', () => {
  let door: Door
  const { render, asked } = countedPages(inlinePage)
  beforeAll(async () => {
    door = await openDoor(await openTestShop({ render, environment }))
  })
  afterAll(() => door.stop())

  test.each(['br', 'gzip', 'identity'])('a kept page comes as it came the first time (%s)', async (encoding) => {
    const path = `/shop?Name=${encoding}`
    const slow = await door.ask(path, { 'Accept-Encoding': encoding })
    const slowBody = await buffer(slow)
    const quick = await door.ask(`${path}&utm_source=letter`, { 'Accept-Encoding': encoding })
    expect(await buffer(quick)).toEqual(slowBody)
    expect(lasting(quick)).toEqual(lasting(slow))
    expect(quick.headers['content-security-policy']).toContain('sha256-')
    expect(asked.filter((each) => each === path)).toHaveLength(1)
  })

  test('a kept page is 304 without a body for who has it', async () => {
    const first = await door.ask('/shop', { 'Accept-Encoding': 'br' })
    expect(brotliDecompressSync(await buffer(first)).toString()).toContain('Quartz.')
    const again = await door.ask('/shop', { 'Accept-Encoding': 'br', 'If-None-Match': String(first.headers.etag) })
    expect({ status: again.statusCode, body: await text(again) }).toEqual({ status: 304, body: '' })
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(again.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each([
    ['without keeping the connection', 'HTTP/1.1', 'Connection: close\r\n'],
    ['in the old protocol', 'HTTP/1.0', ''],
  ])('a kept page comes to who asks %s, and the connection ends', async (_, protocol, line) => {
    await buffer(await door.ask('/shop'))
    const socket = connect(door.port, '127.0.0.1')
    socket.write(`GET /shop ${protocol}\r\nHost: shop.test\r\n${line}\r\n`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*<\/html>$/)
  })

  test('questions sent at once are answered in their order, from memory or not', async () => {
    await buffer(await door.ask('/shop'))
    const socket = connect(door.port, '127.0.0.1')
    const ask = (path: string, id: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: shop.test\r\nX-Request-Id: ${id}\r\n${more}\r\n`
    const asked = ['/profile', '/shop', '/healthz', '/shop', '/shop'].map((path, index) =>
      ask(path, `question-${index}`),
    )
    socket.write(asked.join('') + ask('/shop', 'question-5', 'Connection: close\r\n'))
    const answers = await text(socket)
    const ids = Array.from(answers.matchAll(/^x-request-id: (.+)\r$/gim), ([, id]) => id)
    expect(ids).toEqual([0, 1, 2, 3, 4, 5].map((index) => `question-${index}`))
    expect(answers.match(/<\/html>/g)).toHaveLength(5)
  })

  test('every answer has its own id, or the one that was given, also from memory', async () => {
    const given = 'given-by-the-proxy-1'
    const idOf = async (headers: Record<string, string> = {}) => {
      const answer = await door.ask('/learn', headers)
      await text(answer)
      return { id: answer.headers['x-request-id'], etag: String(answer.headers.etag), status: answer.statusCode }
    }
    const rendered = await idOf()
    const fromMemory = [await idOf(), await idOf(), await idOf({ 'If-None-Match': rendered.etag })]
    expect(asked.filter((each) => each === '/learn')).toHaveLength(1)
    expect(fromMemory.map(({ status }) => status)).toEqual([200, 200, 304])
    const ids = [rendered, ...fromMemory].map(({ id }) => id)
    for (const id of ids) expect(id).toMatch(/^[\w-]{36}$/)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await idOf({ 'X-Request-Id': given })).id).toBe(given)
    expect((await idOf({ 'X-Request-Id': 'bad id' })).id).toMatch(/^[\w-]{36}$/)
  })

  test('pages from memory are counted', async () => {
    const fromMemory = async () => {
      const metrics = await text(await door.ask('/metrics'))
      return Number(/alpine_pages_total\{from="memory"\} (\d+)/.exec(metrics)?.[1] ?? 0)
    }
    await text(await door.ask('/'))
    const before = await fromMemory()
    for (const _ of [1, 2]) await text(await door.ask('/'))
    expect(await fromMemory()).toBe(before + 2)
  })

  test('an address that climbs out of its folder leads nowhere', async () => {
    const socket = connect(door.port, '127.0.0.1')
    socket.end('GET /media/../media/..%2f..%2fpackage.json HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /)
  })
})

describe('stopping', () => {
  test('lets the request that is under way come to its end, refuses the next, and takes no time', async () => {
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const { ask, stop, port } = await openDoorTo(async () => {
      begun.resolve()
      await mayEnd.promise
      return htmlPage('Quartz. '.repeat(20_000))
    })
    const underWay = ask('/profile')
    await begun.promise
    const started = performance.now()
    const stopped = stop()
    const newcomer = connect(port, '127.0.0.1')
    const [refused]: unknown[] = await once(newcomer, 'error')
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
    mayEnd.resolve()
    const response = await underWay
    expect(response.statusCode).toBe(200)
    expect((await text(response)).match(/Quartz/g)).toHaveLength(20_000)
    await stopped
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('with DRAIN_SECONDS first says so to whoever asks, and goes on answering', async () => {
    const shop = await testShop({ environment: { ...environment, DRAIN_SECONDS: '1' }, render: inlinePage })
    const { ask, stop } = await openDoor(shop)
    await text(await ask('/shop'))
    const stopped = stop()
    const answers = await Promise.all(['/readyz', '/profile', '/shop'].map((each) => ask(each)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200])
    for (const answer of answers) {
      expect(answer.headers.connection).toBe('close')
      await text(answer)
    }
    await stopped
  })

  test('lets an answer that is still on its way to a slow visitor arrive whole', async () => {
    const { ask, stop } = await openDoorTo(async () => htmlPage('Quartz. '.repeat(1_000_000)))
    const slow = await ask('/shop')
    const stopped = stop()
    expect((await text(slow)).match(/Quartz/g)).toHaveLength(1_000_000)
    await stopped
  })

  test('does not wait for visitors who only hold their connection', async () => {
    const { ask, stop } = await openDoorTo(inlinePage)
    await text(await ask('/shop'))
    const started = performance.now()
    await stop()
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('refuses a further request on a connection that is still open', async () => {
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const { port, stop } = await openDoorTo(async () => {
      begun.resolve()
      await mayEnd.promise
      return htmlPage('The first one')
    })
    const socket = connect(port, '127.0.0.1')
    const answers = text(socket)
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`)
    ask('/profile')
    await begun.promise
    const stopped = stop()
    ask('/shop')
    mayEnd.resolve()
    await stopped
    const [first, second] = (await answers).split(/(?<=<\/html>)(?=HTTP)/)
    expect(first).toMatch(/^HTTP\/1.1 200 [\s\S]*The first one/)
    expect(second ?? 'HTTP/1.1 503').toMatch(/^HTTP\/1.1 503/)
  })
})
