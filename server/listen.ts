import { createServer, type Server } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Shop } from '#modules/shop.server.ts'
import type { ShopApp } from './app.ts'
import { callerOf } from './caller.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { explainListenError } from './listen-error.ts'
import { maxUploadMs } from './request-body.ts'
import { maxParserBytes, RequestLimits } from './request-limits.ts'

const stopWithinMs = 10_000
const lastRequestsMs = 1_000
/** Idle means no byte in either direction, for example when a client does not read its response. */
const idleTimeoutMs = 30_000
/** Per network, multiplied by RATE_LIMIT_FACTOR. Applies only without a proxy. */
const maxConnections = 500
const serverOptions = {
  maxHeaderSize: maxParserBytes,
  // The upper limit for all requests. Each body has a shorter deadline.
  requestTimeout: maxUploadMs,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
}

export type Listening = { server: Server; port: number; stop(): Promise<void> }

export async function listen(
  shop: Shop,
  { app, pages, apiCache, overload, bodies, startDraining, refuseNew }: ShopApp,
  { idleMs = idleTimeoutMs }: { idleMs?: number } = {},
): Promise<Listening> {
  const handleRequest = getRequestListener(app.fetch, { overrideGlobalObjects: true })
  const requestLimits = new RequestLimits(shop.settings, (method, status) =>
    shop.metrics.requests.observe({ kind: 'refused', method, status }, 0),
  )
  const openSockets = new Set<Socket>()
  const busySockets = new Set<Socket>()
  let draining = false
  let stopping = false
  const server = createServer(serverOptions, (request, response) => {
    if (requestLimits.rejectIfTooLarge(request, response)) return
    bodies.watch(request)
    if (draining) response.setHeader('Connection', 'close')
    if (!stopping && (apiCache.sendCached(request, response) || pages.sendCached(request, response))) return
    const { socket } = request
    busySockets.add(socket)
    response.once('close', () => {
      busySockets.delete(socket)
      if (stopping) socket.destroySoon()
    })
    if (stopping || !overload.sendRefusal(request, response)) void handleRequest(request, response)
  })
  server.maxHeadersCount = 100
  server.timeout = idleMs
  server.on('clientError', (error, socket) => requestLimits.sendParserError(error, socket))
  server.on('connection', (socket) => {
    openSockets.add(socket)
    socket.once('close', () => openSockets.delete(socket))
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
      draining = true
      startDraining()
      const drainMs = shop.settings.drainSeconds * 1000
      if (drainMs > 0) await sleep(drainMs)
      const closed = stopListening(server)
      if (drainMs > 0) await waitUntilEmpty(openSockets, lastRequestsMs)
      stopping = true
      refuseNew()
      for (const socket of openSockets) if (!busySockets.has(socket)) socket.destroySoon()
      await closed
      await shop.close()
    },
  }
}

/** Not used behind a proxy: its few connections carry the requests of all clients. */
function limitConnections(server: Server, factor: number): void {
  const connections = new ConcurrencyLimit(Math.max(1, Math.round(maxConnections * factor)))
  server.on('connection', (socket) => {
    const release = connections.acquire(callerOf(undefined, socket, 0).network)
    if (release) socket.once('close', release)
    else socket.destroy()
  })
}

/** After the server stops listening, connections accepted at the last moment may still send a request. */
async function waitUntilEmpty(sockets: Set<Socket>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (sockets.size > 0 && performance.now() < deadline) await sleep(20)
}

/**
 * Waits for open requests and closes the remaining connections after ten seconds. It calls TCP's `close` because
 * HTTP's `close` cuts responses that a slow client is still reading.
 */
async function stopListening(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), stopWithinMs)
  await new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()))
  clearTimeout(timer)
}
