import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from '#server/listen.ts'
import type { BodyTimes } from '#server/request-body.ts'
import { htmlPage } from './pages.ts'
import { type TestShop, testShop } from './shop.ts'

export const longMs = 600_000
export const shortMs = 200
export const bodyTimes = (normalMs: number, uploadMs: number): BodyTimes => ({
  normal: { graceMs: normalMs, bytesPerSecond: 10_000 },
  upload: { graceMs: uploadMs, bytesPerSecond: 10_000 },
})

export type ListeningShop = Awaited<ReturnType<typeof listenOn>>
type Opening = { environment?: Record<string, string>; times?: BodyTimes; idleMs?: number }

export async function listenOn(own: TestShop, idleMs = longMs) {
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

/** For one test alone: a shop behind a real port. */
export async function startListeningShop({ environment, times, idleMs }: Opening = {}): Promise<ListeningShop> {
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

/** The head of a call whose body of 100 bytes is still to come. */
export const headOfCall = (path = '/api/getintouch', more = '') =>
  `POST ${path} HTTP/1.1\nContent-Type: application/json\nContent-Length: 100${more}`

export async function ask(
  { port }: ListeningShop,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
) {
  const asked = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }).end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const answer = await text(response)
  return { status: Number(response.statusCode), headers: response.headers, answer }
}
