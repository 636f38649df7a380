import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { htmlPage } from '#tests/support/pages.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { listen } from './listen.ts'
import { type BodyTimes, RequestBodies } from './request-body.ts'
import { Uploads } from './uploads.ts'

const longMs = 600_000
const shortMs = 200
const times = (normalMs: number, uploadMs: number): BodyTimes => ({
  normal: { graceMs: normalMs, bytesPerSecond: 10_000 },
  upload: { graceMs: uploadMs, bytesPerSecond: 10_000 },
})

type Door = Awaited<ReturnType<typeof openDoor>>
type Opening = { environment?: Record<string, string>; bodyTimes?: BodyTimes; idleMs?: number }

async function openDoor(own: TestShop, idleMs = longMs) {
  const { server, port, stop } = await listen(own, own, { idleMs })
  // A test machine may be too busy to read a head in time.
  server.headersTimeout = longMs
  let requests = 0
  let waiting: { count: number; resolve(): void } | undefined
  server.on('request', () => {
    requests++
    if (waiting && requests >= waiting.count) waiting.resolve()
  })
  const sockets = new Set<Socket>()
  const open = (head: string, body = ''): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.add(socket)
    socket.write(`${head.replaceAll('\n', '\r\n')}\r\nHost: shop.test\r\n\r\n${body}`)
    return socket
  }
  return {
    shop: own,
    server,
    port,
    open,
    /** When the server has begun with so many requests in all. */
    hasBegun: (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { count, resolve }
        if (requests >= count) resolve()
      }),
    begun: () => requests,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await stop()
    },
  }
}

async function openShopDoor({ environment, bodyTimes, idleMs }: Opening = {}): Promise<Door> {
  const door = await openDoor(
    await testShop({
      environment: { PORT: '0', ...environment },
      render: async () => htmlPage('A page'),
      ...(bodyTimes ? { app: { bodyTimes } } : {}),
    }),
    idleMs,
  )
  onTestFinished(door.close)
  return door
}

const event = (socket: Socket, name: 'close' | 'data') =>
  new Promise<string>((resolve) => void socket.once(name, () => resolve(name)))
const closed = (socket: Socket) => event(socket, 'close')

const oneByte = (path = '/api/getintouch', more = '') =>
  `POST ${path} HTTP/1.1\nContent-Type: application/json\nContent-Length: 100${more}`

async function ask({ port }: Door, method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const startedAt = performance.now()
  const asked = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }).end(body)
  const [response] = await once(asked, 'response')
  const answer = await text(response)
  return { status: Number(response.statusCode), headers: response.headers, answer, ms: performance.now() - startedAt }
}

describe('1,000 sockets that send one byte of a body', () => {
  const calls = async (door: Door, round: string) => {
    const statuses = new Set<number>()
    const ms: number[] = []
    const before = process.threadCpuUsage()
    for (let n = 0; n < 12; n++) {
      for (const answer of [
        await ask(door, 'GET', `/api/product/search?Name=${round}${n}`),
        await ask(door, 'GET', `/profile?${round}${n}`),
        await ask(door, 'POST', '/api/getintouch', '{}', { 'Content-Type': 'application/json' }),
      ]) {
        statuses.add(answer.status)
        ms.push(answer.ms)
      }
    }
    const { user, system } = process.threadCpuUsage(before)
    return { statuses, cpu: user + system, median: ms.sort((a, b) => a - b)[ms.length / 2] ?? 0 }
  }

  test('cost other callers no 503 and do not delay them', async () => {
    const door = await openShopDoor({ bodyTimes: times(longMs, longMs) })
    await calls(door, 'first')
    const quiet: { cpu: number; median: number }[] = []
    const held: typeof quiet = []
    for (const round of ['a', 'b', 'c']) {
      quiet.push(await calls(door, `quiet${round}`))
      const before = door.begun()
      const sockets = Array.from({ length: 1_000 }, () => door.open(oneByte(), '{'))
      await door.hasBegun(before + 1_000)
      const during = await calls(door, `held${round}`)
      expect([...during.statuses].sort()).toEqual([200, 400])
      expect(sockets.every((socket) => socket.readyState === 'open' && socket.bytesRead === 0)).toBe(true)
      held.push(during)
      for (const socket of sockets) socket.destroy()
      await Promise.all(sockets.map((socket) => socket.closed || closed(socket)))
    }
    const ratio = (what: 'cpu' | 'median') =>
      Math.min(...held.map((each) => each[what])) / Math.min(...quiet.map((each) => each[what]))
    // Time on the clock belongs to whatever else the machine does; the scenario "hostile caller" judges its p99.
    expect(ratio('cpu')).toBeLessThan(2)
    expect(ratio('median')).toBeLessThan(6)
  }, 120_000)
})

describe('the body of a call', () => {
  let door: Door
  beforeAll(async () => {
    const shop = await openTestShop({
      environment: { PORT: '0' },
      render: async () => htmlPage('A page'),
      app: { bodyTimes: times(shortMs, longMs) },
    })
    door = await openDoor(shop)
    return door.close
  })

  test('that stops arriving is 408, and the connection is closed', async () => {
    const answer = await text(door.open(oneByte(), '{'))
    expect(answer).toMatch(/^HTTP\/1.1 408 [\s\S]*Connection: close[\s\S]*arrived too slowly/i)
    expect(answer).toMatch(/x-content-type-options: nosniff/i)
  })

  test('of a page that stops arriving is 408', async () => {
    expect(await text(door.open(oneByte('/shop'), '{'))).toMatch(/^HTTP\/1.1 408 /)
  })

  test('in chunks that stops arriving is 408', async () => {
    const head = 'POST /api/getintouch HTTP/1.1\nContent-Type: application/json\nTransfer-Encoding: chunked'
    expect(await text(door.open(head, '1\r\n{\r\n'))).toMatch(/^HTTP\/1.1 408 /)
  })

  test('may take longer than the deadline at a fair rate', async () => {
    const head =
      'POST /api/getintouch HTTP/1.1\nContent-Type: application/json\nConnection: close\nContent-Length: 500001'
    const socket = door.open(head, `"${'x'.repeat(499_998)}`)
    const answer = text(socket)
    await sleep(shortMs * 3)
    socket.write('""')
    expect(await answer).toMatch(/^HTTP\/1.1 400 /)
  })

  test('over 1 MiB is 413 before it has arrived', async () => {
    const head = `POST /api/getintouch HTTP/1.1\nContent-Type: application/json\nContent-Length: ${1024 * 1024 + 1}`
    expect(await text(door.open(head, '{'))).toMatch(/^HTTP\/1.1 413 /)
  })

  test('arrives whole in pieces and in chunks', async () => {
    const patient = await openShopDoor({ bodyTimes: times(longMs, longMs) })
    const enquiry = JSON.stringify({ firstName: 'Maya', lastName: 'Rai', queries: 'Are you open on Saturdays?' })
    const head =
      'POST /api/getintouch HTTP/1.1\nContent-Type: application/json\nConnection: close\nTransfer-Encoding: chunked'
    const chunks = [...enquiry].map((letter) => `1\r\n${letter}\r\n`).join('')
    expect(await text(patient.open(head, `${chunks}0\r\n\r\n`))).toMatch(/^HTTP\/1.1 20[01] /)
  })

  test('over 1 MiB in chunks is 413', async () => {
    const patient = await openShopDoor({ bodyTimes: times(longMs, longMs) })
    const head = 'POST /api/getintouch HTTP/1.1\nContent-Type: application/json\nTransfer-Encoding: chunked'
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    expect(await text(patient.open(head, chunk.repeat(17)))).toMatch(/^HTTP\/1.1 413 /)
  })

  test('that nobody reads does not keep the connection open', async () => {
    await ask(door, 'GET', '/learn')
    for (const path of ['/learn', '/profile', '/api/product']) {
      const socket = door.open(`GET ${path} HTTP/1.1\nContent-Length: 100`, '{')
      expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
    }
  })
})

describe('a file', () => {
  const upload = (who: Person | undefined, length: number) =>
    `POST /api/admin/products/import HTTP/1.1\nContent-Type: text/csv\nConnection: close\nContent-Length: ${length}${
      who ? `\nAuthorization: Bearer ${who.token}` : ''
    }`

  test('is taken only by calls that need a session', () => {
    const uploads = endpoints.filter((each) => each.upload)
    expect(uploads.length).toBeGreaterThan(2)
    expect(uploads.filter(({ audience }) => audience === 'public')).toEqual([])
  })

  test('is 401 or 403 at once for who may not send it, and the connection is closed', async () => {
    const door = await openShopDoor({ bodyTimes: times(longMs, longMs) })
    const asha = await person(door.shop, 'Asha Gurung')
    expect(await text(door.open(upload(undefined, 1_000), 'x'))).toMatch(/^HTTP\/1.1 401 /)
    expect(await text(door.open(upload({ ...asha, token: 'made-up' }, 1_000), 'x'))).toMatch(/^HTTP\/1.1 401 /)
    expect(await text(door.open(upload(asha, 1_000), 'x'))).toMatch(/^HTTP\/1.1 403 /)
    const review = 'POST /api/reviews HTTP/1.1\nContent-Type: multipart/form-data; boundary=x\nContent-Length: 1000'
    expect(await text(door.open(review, 'x'))).toMatch(/^HTTP\/1.1 401 /)
  })

  test('has the long deadline after its sender is known, and no other body', async () => {
    const normalMs = 2_000
    const door = await openShopDoor({ bodyTimes: times(normalMs, longMs) })
    await stock(door.shop)
    const owner = await person(door.shop, 'Pemba Sherpa', { role: 'Admin' })
    const csv = await (await door.shop.fetch('/api/admin/products/export', as(owner))).text()
    const socket = door.open(upload(owner, Buffer.byteLength(csv)), csv.slice(0, 10))
    const answer = text(socket)
    await sleep(normalMs * 1.5)
    socket.write(csv.slice(10))
    expect(await answer).toMatch(/^HTTP\/1.1 200 /)
  })

  test('that stops arriving is cut off, and its place is free again', async () => {
    const door = await openShopDoor({ bodyTimes: times(longMs, shortMs) })
    const owner = await person(door.shop, 'Pemba Sherpa', { role: 'Admin' })
    for (let round = 0; round < 3; round++) {
      const sockets = Array.from({ length: 25 }, () => door.open(upload(owner, 1_000), 'x'))
      for (const answer of await Promise.all(sockets.map((socket) => text(socket)))) expect(answer).not.toContain('503')
    }
  })

  test('of customers leaves the places of the staff, and one customer leaves those of others', () => {
    const uploads = new Uploads()
    const who = (userId: string, role: 'Customer' | 'Staff') => ({
      userId,
      role,
      emailConfirmed: true,
      email: '',
      name: '',
      session: '',
    })
    const ends = Array.from({ length: 3 }, () => uploads.begin(who('asha', 'Customer')))
    expect(() => uploads.begin(who('asha', 'Customer'))).toThrow('other files')
    for (let n = 0; n < 17; n++) uploads.begin(who(`customer ${n}`, 'Customer'))
    expect(() => uploads.begin(who('maya', 'Customer'))).toThrow('Many files')
    uploads.begin(who('tsering', 'Staff'))
    ends[0]?.()
    uploads.begin(who('asha', 'Customer'))
  })
})

describe('one network', () => {
  const strict = { RATE_LIMIT_FACTOR: '0.02', TRUST_PROXY: '1' }
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  test('has a maximum of open requests, and others are not affected', async () => {
    const door = await openShopDoor({ environment: strict, bodyTimes: times(longMs, longMs) })
    const held = ['2001:db8::1', '[2001:db8::2]:4711'].map((address) =>
      door.open(oneByte('/api/getintouch', `\nX-Forwarded-For: ${address}`), '{'),
    )
    await door.hasBegun(2)
    const refused = await ask(door, 'GET', '/profile', undefined, from('2001:DB8::3'))
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
    expect((await ask(door, 'GET', '/profile', undefined, from('2001:db8:0:1::1'))).status).toBe(200)
    await Promise.all(held.map((socket) => closed(socket.destroy())))
    await expect
      .poll(async () => (await ask(door, 'GET', '/profile?again', undefined, from('2001:db8::3'))).status)
      .toBe(200)
  })

  test('has a maximum of connections, unless a proxy brings them', async () => {
    const few = { RATE_LIMIT_FACTOR: '0.004' }
    const connectionsTo = async (environment: Record<string, string>) => {
      const door = await openShopDoor({ environment })
      const sockets = Array.from({ length: 3 }, () => door.open('GET /healthz HTTP/1.1'))
      const outcomes = sockets.map((socket) => Promise.race([event(socket, 'data'), closed(socket)]))
      return (await Promise.all(outcomes)).sort()
    }
    expect(await connectionsTo(few)).toEqual(['close', 'data', 'data'])
    expect(await connectionsTo({ ...few, TRUST_PROXY: '1' })).toEqual(['data', 'data', 'data'])
  })
})

test('a client that does not read its answer is disconnected', async () => {
  const door = await openShopDoor({ idleMs: 300 })
  const connected = once(door.server, 'connection')
  const socket = door.open('GET /healthz HTTP/1.1')
  socket.pause()
  const [accepted] = (await connected) as [Socket]
  const disconnected = closed(accepted)
  // More than the buffers of both ends hold.
  accepted.write(Buffer.alloc(64 * 1024 * 1024))
  await disconnected
})

test('when unfinished bodies fill their memory, the largest is refused and small ones go on', async () => {
  const bodies = new RequestBodies(times(longMs, longMs), 100_000)
  const server = createServer((request, response) => {
    bodies.receive(request).then(
      () => response.end('whole'),
      (error: Error) => response.writeHead(503).end(error.message),
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = (length: number, sent: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`,
    )
    return socket
  }
  const small = Array.from({ length: 5 }, () => send(100, 99))
  const large = [send(60_000, 59_000), send(60_000, 58_000)]
  const refused = await Promise.race(large.map((socket) => text(socket)))
  expect(refused).toMatch(/^HTTP\/1.1 503 [\s\S]*large requests/)
  const answers = small.map((socket) => text(socket.end('x')))
  for (const answer of await Promise.all(answers)) expect(answer).toContain('whole')
  for (const socket of large) socket.destroy()
})
