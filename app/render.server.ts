import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Shop } from '#modules/shop.server.ts'
import { buildHeader } from './lib/offline-copies.ts'
import { documentContext, shopContext } from './lib/shop-context.server.ts'

/** Passes the shop to every loader. */
export function renderPage(shop: Shop) {
  const mode = shop.settings.mode === 'development' ? 'development' : 'production'
  const handle = createRequestHandler(build, mode)
  return async (request: Request) => {
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    const response = await handle(request, context)
    const page = context.get(documentContext)
    const headers: Record<string, string> = Object.fromEntries(response.headers)
    headers[buildHeader] = build.assets.version
    return {
      status: response.status,
      headers,
      body: page ? Buffer.from(page.html) : Buffer.from(await response.arrayBuffer()),
      scriptHashes: page?.scriptHashes ?? [],
    }
  }
}
