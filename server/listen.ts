import { createServer, type Server } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Shop } from '#modules/shop.server.ts'
import type { ShopApp } from './app.ts'
import { callerOf } from './caller.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { explainListenError } from './listen-error.ts'
import { keepAliveSeconds } from './raw-response.ts'
import { longestUploadMs } from './request-body.ts'
import { parserBytes, RequestLimits } from './request-limits.ts'

const stopWithinMs = 10_000
const lastGuestsMs = 1_000
/** Without a byte in either direction, as when a client does not read its answer. */
const closeIdleAfterMs = 30_000
/** Per network and times RATE_LIMIT_FACTOR, where callers connect to the shop itself. */
const mostConnections = 500
const serverOptions = {
  maxHeaderSize: parserBytes,
  // Only the bound for all. Each body has a shorter deadline of its own.
  requestTimeout: longestUploadMs,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: keepAliveSeconds * 1000,
}

export type Listening = { server: Server; port: number; stop(): Promise<void> }

export async function listen(
  shop: Shop,
  { app, pages, answers, overload, bodies, leave, refuseNew }: ShopApp,
  { idleMs = closeIdleAfterMs }: { idleMs?: number } = {},
): Promise<Listening> {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: true })
  const requestLimits = new RequestLimits(shop.settings, (method, status) =>
    shop.metrics.requests.observe({ kind: 'refused', method, status }, 0),
  )
  const open = new Set<Socket>()
  const busy = new Set<Socket>()
  let leaving = false
  let stopping = false
  const server = createServer(serverOptions, (request, response) => {
    if (requestLimits.sendRefusal(request, response)) return
    bodies.watch(request)
    if (leaving) response.setHeader('Connection', 'close')
    if (!stopping && pages.sendKept(request, response)) return
    const { socket } = request
    busy.add(socket)
    response.once('close', () => {
      busy.delete(socket)
      if (stopping) socket.destroySoon()
    })
    const goOn = () => {
      if (stopping || !overload.sendRefusal(request, response)) void answer(request, response)
    }
    if (stopping || !answers.sendKept(request, response, goOn)) goOn()
  })
  server.maxHeadersCount = 100
  server.timeout = idleMs
  server.on('clientError', (error, socket) => requestLimits.answerParserError(error, socket))
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  if (shop.settings.trustProxy === 0) limitConnections(server, shop.settings.rateLimitFactor)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, shop.settings)))
    server.listen(shop.settings.port, shop.settings.host, resolve)
  })
  const address = server.address()
  return {
    server,
    port: typeof address === 'object' && address ? address.port : shop.settings.port,
    stop: async () => {
      leaving = true
      leave()
      const drainMs = shop.settings.drainSeconds * 1000
      if (drainMs > 0) await sleep(drainMs)
      const closed = stopListening(server)
      if (drainMs > 0) await untilNone(open, lastGuestsMs)
      stopping = true
      refuseNew()
      for (const socket of open) if (!busy.has(socket)) socket.destroySoon()
      await closed
      await shop.close()
    },
  }
}

/** Not behind a proxy, whose own connections carry everybody's requests. */
function limitConnections(server: Server, factor: number): void {
  const connections = new ConcurrencyLimit(Math.max(1, Math.round(mostConnections * factor)))
  server.on('connection', (socket) => {
    const leave = connections.enter(callerOf(undefined, socket, 0).line)
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}

/** Whoever came at the last moment is still answered, now that nobody else can come. */
async function untilNone(open: Set<Socket>, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs
  while (open.size > 0 && performance.now() < until) await sleep(20)
}

/**
 * Lets what has begun come to its end, and cuts what is still open after ten seconds. HTTP's own `close` is passed by:
 * it would cut an answer that was written but is still on its way to a slow visitor.
 */
async function stopListening(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), stopWithinMs)
  await new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()))
  clearTimeout(cut)
}
