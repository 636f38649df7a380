import { createServer, type Server } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Shop } from '#modules/shop.server.ts'
import { type ShopApp, takeFileWithinMs } from './app.ts'
import { explainListenError } from './listen-error.ts'
import { keepAliveSeconds } from './quick-answer.ts'

const stopWithinMs = 10_000
const lastGuestsMs = 1_000

export type Listening = { server: Server; port: number; stop(): Promise<void> }

export async function listen(
  shop: Shop,
  { app, pages, answers, overload, leave, refuseNew }: ShopApp,
): Promise<Listening> {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: true })
  const open = new Set<Socket>()
  const busy = new Set<Socket>()
  let leaving = false
  let stopping = false
  const server = createServer(
    { requestTimeout: takeFileWithinMs, headersTimeout: 10_000, keepAliveTimeout: keepAliveSeconds * 1000 },
    (request, response) => {
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
    },
  )
  server.maxHeadersCount = 100
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
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
