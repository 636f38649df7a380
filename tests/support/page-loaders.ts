import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createStaticHandler, type LoaderFunction, type RouteObject, RouterContextProvider } from 'react-router'
import { shopContext } from '#app/lib/shop-context.server.ts'
import routes from '#app/routes.ts'
import { Catalog } from '#modules/catalog/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { RenderPage } from '#server/pages.ts'
import { htmlPage } from './pages.ts'

/** Public pages that exist in every shop. */
export const commonPages = [
  '/',
  '/shop',
  '/shop?Name=quartz',
  '/shop?Name=aquamrine',
  '/shop?Name=nothing-like-it',
  '/shop?CategoryIds=1&color=pink&size=small&sortBy=priceAsc&page=2',
  '/shop/Jewellery',
  '/shop/Jewellery?sortBy=priceDesc',
  '/shop/product/quartz',
  '/alpine-collection',
  '/learn',
  '/blogs',
  '/bulk-buying',
]

const modules = import.meta.glob<{ loader?: LoaderFunction }>([
  '../../app/root.tsx',
  '../../app/{layouts,routes}/**/*.{ts,tsx}',
])

/** Runs the loaders without rendering HTML: only loaders query the database. */
export async function openPages(shop: () => Shop): Promise<RenderPage> {
  const loaderOf = async (file: string) => (await modules[`../../app/${file}`]?.())?.loader
  const toObject = async ({ path, index, file, children = [] }: RouteConfigEntry): Promise<RouteObject> => {
    const loader = await loaderOf(file)
    return index ? { index, loader } : { path, loader, children: await Promise.all(children.map(toObject)) }
  }
  const children = await Promise.all(routes.map(toObject))
  const { query } = createStaticHandler([{ path: '/', loader: await loaderOf('root.tsx'), children }])
  return async (request) => {
    const context = new RouterContextProvider()
    // Each page starts with an empty list cache.
    context.set(shopContext, { ...shop(), catalog: new Catalog() })
    const outcome = await query(request, { requestContext: context })
    if (outcome instanceof Response) return outcome
    return htmlPage(JSON.stringify(outcome.loaderData), { status: outcome.errors ? 500 : outcome.statusCode })
  }
}
