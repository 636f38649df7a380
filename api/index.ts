import { Hono } from 'hono'
import type { Shop } from '#modules/shop.server.ts'
import { ShopError } from '#shared/errors.ts'
import { parseInput, readQuery } from '#shared/input.ts'
import { admit } from './access.ts'
import { catalogEndpoints } from './catalog.ts'
import { contentEndpoints } from './content.ts'
import { docsPage } from './docs.ts'
import type { Endpoint } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'

export const endpoints: readonly Endpoint[] = [...catalogEndpoints, ...contentEndpoints]

/** Paths are lower-cased before they are matched, so routes are mounted in lower case. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/\/[^:/]+/g, (part) => part.toLowerCase())
}

export function createApi(shop: Shop): Hono {
  const api = new Hono()
  for (const endpoint of endpoints) mount(api, shop, endpoint)
  const document = openApiDocument(endpoints, shop.settings.siteUrl)
  const docs = docsPage(document)
  api.get('/openapi.json', (c) => c.json(document))
  api.get('/docs', (c) => c.html(docs))
  api.all('*', () => {
    throw new ShopError('notFound', 'There is nothing at this address.')
  })
  return api
}

function mount(api: Hono, shop: Shop, endpoint: Endpoint): void {
  const { method, path, audience, params, query, repeats, answer, status, handle } = endpoint
  api.on(method.toUpperCase(), honoPath(path), async (c) => {
    admit(audience)
    const input = {
      params: params ? parseInput(params, c.req.param()) : {},
      query: query ? parseInput(query, readQuery(new URL(c.req.url).searchParams, query, repeats)) : {},
    }
    const body = await handle(shop, input)
    if (shop.settings.mode === 'test') answer.parse(body)
    return c.json(body as object, status, { 'Cache-Control': 'no-cache' })
  })
}
