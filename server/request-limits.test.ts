import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlPage, recordingRenderer } from '#tests/support/pages.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { listen } from './listen.ts'

const { render, renderedPaths } = recordingRenderer(() => htmlPage('A page'))
let port: number
let stop: () => Promise<void>
beforeAll(async () => {
  const shop = await openTestShop({ render, environment: { PORT: '0' } })
  const listening = await listen(shop, shop)
  port = listening.port
  stop = listening.stop
})
afterAll(() => stop())

async function send(request: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n${headers}\r\n`
const filler = (bytes: number) =>
  Array.from({ length: 16 }, (_, index) => `X-Filler-${index}: ${'h'.repeat(Math.floor(bytes / 16) - 20)}\r\n`).join('')

function expectRefusal({ status, head, body }: Awaited<ReturnType<typeof send>>, expected: number): void {
  expect(status).toBe(expected)
  expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/^[A-Z].+\.$/) })
  for (const name of [
    'X-Content-Type-Options: nosniff',
    "script-src 'self'",
    'X-Frame-Options: DENY',
    'X-Request-Id: ',
  ])
    expect(head).toContain(name)
  expect(head).toContain('Connection: close')
}

describe('a request target', () => {
  test('of 4 KB is accepted', async () => {
    const { status } = await send(get(`/api/${'a'.repeat(4096 - 5)}`))
    expect(status).toBe(404)
    expect((await send(get(`/${'b'.repeat(4095)}`))).status).toBe(200)
  })

  test.each([
    ['an API path', `/api/${'/'.repeat(4096)}x`],
    ['a page', `/shop?Name=${'a'.repeat(4096)}`],
    ['a file', `/assets/${'a'.repeat(15_000)}`],
    ['an absolute URL', `http://shop.test/${'a'.repeat(4096)}`],
    ['a target of 36 KB', `/${'a'.repeat(36_000)}`],
    ['a target of 60 KB', `/${'a'.repeat(60_000)}`],
  ])('over 4 KB gets 414: %s', async (_, target) => {
    const before = renderedPaths.length
    expectRefusal(await send(get(target)), 414)
    expect(renderedPaths.length).toBe(before)
  })
})

describe('headers', () => {
  test('of 15 KB are accepted', async () => {
    expect((await send(get('/shop', filler(15_000)))).status).toBe(200)
  })

  test.each([17_000, 30_000, 60_000, 500_000])('of %i bytes get 431', async (bytes) => {
    expectRefusal(await send(get('/shop', filler(bytes))), 431)
  })

  test('with one line of 20,000 bytes get 431', async () => {
    expectRefusal(await send(get('/healthz', `If-None-Match: ${'a'.repeat(20_000)}\r\n`)), 431)
  })
})

describe('data that is not HTTP', () => {
  test.each([
    'no such thing\r\n\r\n',
    'GET /shop HTTP/9.9\r\n\r\n',
    'GET  HTTP/1.1\r\nbad header\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
  ])('gets 400 and a closed connection: %j', async (request) => {
    expectRefusal(await send(request), 400)
  })

  test('gets 400 after a valid request on the same connection', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nHost: shop.test\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write('garbage\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  })
})

describe('a hostile caller', () => {
  /** Milliseconds of the fastest of four runs. */
  async function fastestMs(request: string): Promise<number> {
    let best = Number.POSITIVE_INFINITY
    for (let run = 0; run < 4; run++) {
      const started = performance.now()
      await send(request)
      best = Math.min(best, performance.now() - started)
    }
    return best
  }

  const names = ['If-None-Match', 'Accept-Encoding', 'Cookie', 'X-Forwarded-For', 'Range', 'Authorization', 'Accept']
  const values = ['a'.padEnd(100), '/', ',', ' ,', '\t', '"a"', 'br ', ';q=0', '=', '0', '.']
  const paths = ['/shop', '/api/product', '/healthz', '/media/a.webp', '/nowhere']

  test.each(names)('cannot slow down the server with a long %s', async (name) => {
    for (const target of paths) await send(get(target))
    for (const [index, unit] of values.entries()) {
      const target = paths[index % paths.length] ?? '/'
      const header = (bytes: number) => `${name}: a${unit.repeat(Math.floor(bytes / unit.length))}b\r\n`
      const [half, full] = [await fastestMs(get(target, header(7_500))), await fastestMs(get(target, header(15_000)))]
      expect(full < 150 || full / half < 3, `${name} of ${JSON.stringify(unit)}: ${half} ms, ${full} ms`).toBe(true)
    }
  })

  test.each(['/', '//', '/.', '/a', '%2f', '/%2e%2e', '?', '&a=1', '+', ';', '/_.data'])(
    'cannot slow down the server with a target full of %s',
    async (unit) => {
      for (const start of ['/api/', '/shop/', '/api/product/search?Name=', '/', '/media/', '/assets/']) {
        const target = (bytes: number) => `${start}${unit.repeat(Math.floor((bytes - 40) / unit.length))}x`
        const [half, full] = [await fastestMs(get(target(2_048))), await fastestMs(get(target(4_096)))]
        expect(full < 150 || full / half < 3, `${start} and ${unit}: ${half} ms, ${full} ms`).toBe(true)
      }
    },
  )
})
