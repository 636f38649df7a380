import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from '#server/listen.ts'
import type { BodyTimes } from '#server/request-body.ts'
import { htmlPage } from './pages.ts'
import { type TestShop, testShop } from './shop.ts'

export const noTimeoutMs = 600_000
export const shortMs = 200
export const bodyTimes = (normalMs: number, uploadMs: number): BodyTimes => ({
  normal: { graceMs: normalMs, bytesPerSecond: 10_000 },
  upload: { graceMs: uploadMs, bytesPerSecond: 10_000 },
})

export type ListeningShop = Awaited<ReturnType<typeof listenOn>>
type ShopOptions = { environment?: Record<string, string>; times?: BodyTimes; idleMs?: number }

export async function listenOn(own: TestShop, idleMs = noTimeoutMs) {
  const { server, port, stop } = await listen(own, own, { idleMs })
  // A busy test machine may exceed the default timeout for headers.
  server.headersTimeout = noTimeoutMs
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
    /** Resolves once the server has received `count` requests in total. */
    waitForRequests: (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { count, resolve }
        if (requests >= count) resolve()
      }),
    requestCount: () => requests,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await stop()
    },
  }
}

/** Starts a shop on a real port and closes it after the test. */
export async function startListeningShop({ environment, times, idleMs }: ShopOptions = {}): Promise<ListeningShop> {
  const listening = await listenOn(
    await testShop({
      environment: { PORT: '0', ...environment },
      render: async () => htmlPage('A page'),
      ...(times ? { app: { bodyTimes: times } } : {}),
    }),
    idleMs,
  )
  onTestFinished(listening.close)
  return listening
}

export const event = (socket: Socket, name: 'close' | 'data') =>
  new Promise<string>((resolve) => void socket.once(name, () => resolve(name)))
export const closed = (socket: Socket) => event(socket, 'close')

/** The head of a request that announces a body of 100 bytes. */
export const requestHead = (path = '/api/getintouch', more = '') =>
  `POST ${path} HTTP/1.1\nContent-Type: application/json\nContent-Length: 100${more}`

export async function sendRequest(
  { port }: ListeningShop,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
) {
  const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }).end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const answer = await text(response)
  return { status: Number(response.statusCode), headers: response.headers, answer }
}
