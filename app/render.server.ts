import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Shop } from '#modules/shop.server.ts'
import { buildHeader } from './lib/offline-copies.ts'
import { shopContext } from './lib/shop-context.server.ts'

/** Passes the shop to every loader. */
export function renderPage(shop: Shop): (request: Request) => Promise<Response> {
  const mode = shop.settings.mode === 'development' ? 'development' : 'production'
  const handle = createRequestHandler(build, mode)
  return async (request) => {
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    const response = await handle(request, context)
    response.headers.set(buildHeader, build.assets.version)
    return response
  }
}
