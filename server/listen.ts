import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Shop } from '#modules/shop.server.ts'
import type { ShopApp } from './app.ts'

const stopWithinMs = 10_000

export type Listening = { server: Server; port: number; stop(): Promise<void> }

export async function listen(shop: Shop, { app, pages, refuseNew }: ShopApp): Promise<Listening> {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: true })
  let stopping = false
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    (request, response) => {
      if (stopping) response.setHeader('Connection', 'close')
      else if (pages.sendKept(request, response)) return
      void answer(request, response)
    },
  )
  server.maxHeadersCount = 100
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(shop.settings.port, shop.settings.host, resolve)
  })
  const address = server.address()
  return {
    server,
    port: typeof address === 'object' && address ? address.port : shop.settings.port,
    stop: async () => {
      stopping = true
      refuseNew()
      await closeServer(server)
      await shop.close()
    },
  }
}

/** Lets what has begun come to its end, and cuts what is still open after ten seconds. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), stopWithinMs)
  await closed
  clearTimeout(cut)
}
