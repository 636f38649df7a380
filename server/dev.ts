import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'
import { explainListenError } from './listen-error.ts'

type DevShop = typeof import('./dev-shop.ts')

/** Vite reloads pages in the browser, and reloads changed server code on the next request. */
const server = createServer()
const vite = await createVite({ server: { middlewareMode: true, ws: { server } as never }, appType: 'custom' })
const load = () => vite.ssrLoadModule('./server/dev-shop.ts') as Promise<DevShop>

const { settings } = await (await load()).openOnce()
server.on('request', (request, response) => {
  const handleRequest = async () => {
    try {
      const { app } = await (await load()).currentApp()
      await getRequestListener(app.fetch)(request, response)
    } catch (error) {
      vite.ssrFixStacktrace(error as Error)
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end((error as Error).stack)
    }
  }
  // API calls skip Vite, which would serve the file api/cart.ts for /api/cart.
  if (/^\/api(\/|$)/i.test(request.url ?? '')) void handleRequest()
  else vite.middlewares(request, response, handleRequest)
})
await new Promise<void>((resolve, reject) => {
  server.once('error', (error) => reject(explainListenError(error, settings)))
  server.listen(settings.port, settings.host, resolve)
})
await (await load()).printDevBanner(settings.port)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.closeAllConnections()
    await vite.close()
    await (await load().catch(() => undefined))?.closeShop()
    process.exit(0)
  })
}
