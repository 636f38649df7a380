import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'
import { explainListenError } from './listen-error.ts'

type DevShop = typeof import('./dev-shop.ts')

/** Pages reload in the browser by themselves; server code is loaded anew with the next request that needs it. */
const server = createServer()
const vite = await createVite({ server: { middlewareMode: true, ws: { server } as never }, appType: 'custom' })
const load = () => vite.ssrLoadModule('./server/dev-shop.ts') as Promise<DevShop>

const { settings } = await (await load()).openOnce()
server.on('request', (request, response) => {
  const answer = async () => {
    try {
      const { app } = await (await load()).currentApp()
      await getRequestListener(app.fetch)(request, response)
    } catch (error) {
      vite.ssrFixStacktrace(error as Error)
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end((error as Error).stack)
    }
  }
  // A call such as /api/location is not for Vite, which would take it for the file api/location.ts.
  if (/^\/api(\/|$)/i.test(request.url ?? '')) void answer()
  else vite.middlewares(request, response, answer)
})
await new Promise<void>((resolve, reject) => {
  server.once('error', (error) => reject(explainListenError(error, settings)))
  server.listen(settings.port, settings.host, resolve)
})
await (await load()).announce(settings.port)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.closeAllConnections()
    await vite.close()
    await (await load().catch(() => undefined))?.closeShop()
    process.exit(0)
  })
}
