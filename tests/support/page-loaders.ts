import { createStaticHandler, type LoaderFunction, type RouteObject, RouterContextProvider } from 'react-router'
import { routeTable } from '#app/lib/route-table.server.ts'
import { shopContext } from '#app/lib/shop-context.server.ts'
import { Catalog } from '#modules/catalog/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { RenderPage } from '#server/pages.ts'
import { htmlPage } from './pages.ts'
import { routes } from './server-build.ts'

/** Public pages that exist in every shop. */
export const commonPages = [
  ...routeTable().flatMap(({ path, handle }) => (handle.sitemap ? [path] : [])),
  '/shop?Name=quartz',
  '/shop?Name=aquamrine',
  '/shop?Name=nothing-like-it',
  '/shop?CategoryIds=1&color=pink&size=small&sortBy=priceAsc&page=2',
  '/shop/Jewellery',
  '/shop/Jewellery?sortBy=priceDesc',
  '/shop/product/quartz',
]

/** Runs the loaders without rendering HTML: only loaders query the database. */
export function openPages(shop: () => Shop): RenderPage {
  const childrenOf = (parent: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) => {
      if (!route || route.parentId !== parent) return []
      const { path, index, module } = route
      const { loader } = module as { loader?: LoaderFunction }
      return [index ? { index, loader } : { path, loader, children: childrenOf(route.id) }]
    })
  const { query } = createStaticHandler(childrenOf(undefined))
  return async (request) => {
    const context = new RouterContextProvider()
    // Each page starts with an empty list cache.
    context.set(shopContext, { ...shop(), catalog: new Catalog() })
    const outcome = await query(request, { requestContext: context })
    if (outcome instanceof Response)
      return htmlPage('', { status: outcome.status, headers: Object.fromEntries(outcome.headers) })
    return htmlPage(JSON.stringify(outcome.loaderData), { status: outcome.errors ? 500 : outcome.statusCode })
  }
}
