import { Hono } from 'hono'
import type { Shop } from '#modules/shop.server.ts'
import { ShopError } from '#shared/errors.ts'
import { parseInput, readQuery } from '#shared/input.ts'
import { admit } from './access.ts'
import { catalogEndpoints } from './catalog.ts'
import { contentEndpoints } from './content.ts'
import { docsPage } from './docs.ts'
import type { Endpoint } from './endpoint.ts'
import { enquiryEndpoints } from './enquiries.ts'
import { locationEndpoints } from './location.ts'
import { openApiDocument } from './openapi.ts'

export const endpoints: readonly Endpoint[] = [
  ...catalogEndpoints,
  ...contentEndpoints,
  ...enquiryEndpoints,
  ...locationEndpoints,
]

/** Paths are lower-cased before they are matched, so routes are mounted in lower case. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/\/[^:/]+/g, (part) => part.toLowerCase())
}

export type ApiEnv = { Variables: { caller: string } }

export function createApi(shop: Shop): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
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

function mount(api: Hono<ApiEnv>, shop: Shop, endpoint: Endpoint): void {
  const { method, path, audience, params, query, repeats, body, limit, answer, status, handle } = endpoint
  api.on(method.toUpperCase(), honoPath(path), async (c) => {
    admit(audience)
    const caller = c.get('caller')
    if (limit) await shop.limits.spend(limit, caller)
    const input = {
      params: params ? parseInput(params, c.req.param()) : {},
      query: query ? parseInput(query, readQuery(new URL(c.req.url).searchParams, query, repeats)) : {},
      body: body ? parseInput(body, await readJson(c.req.raw)) : {},
      caller,
    }
    const result = await handle(shop, input)
    if (shop.settings.mode === 'test') answer.parse(result)
    return c.json(result as object, status, { 'Cache-Control': method === 'get' ? 'no-cache' : 'no-store' })
  })
}

async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ShopError('notJson', 'Please send this as JSON.')
  }
  try {
    return await request.json()
  } catch (cause) {
    if (cause instanceof ShopError) throw cause
    throw new ShopError('invalid', 'This request could not be read.', { cause })
  }
}
