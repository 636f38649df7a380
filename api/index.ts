import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { isDatabaseUnavailable } from '#platform/db.server.ts'
import { originOf } from '#platform/limits.server.ts'
import { ShopError } from '#shared/errors.ts'
import { parseInput, readHeaders, readQuery } from '#shared/input.ts'
import { parseJson } from '#shared/json.ts'
import { pathMatcher } from '#shared/paths.ts'
import { actorOf, refuseOtherUsers, requireActor } from './access.ts'
import { accountEndpoints } from './accounts.ts'
import { addressEndpoints } from './addresses.ts'
import { adminEndpoints } from './admin.ts'
import { adminAccountEndpoints } from './admin-accounts.ts'
import { adminCashEndpoints } from './admin-cash.ts'
import { adminContentEndpoints } from './admin-content.ts'
import { adminCourierEndpoints } from './admin-couriers.ts'
import { adminDiscountEndpoints } from './admin-discounts.ts'
import { adminEmailEndpoints } from './admin-emails.ts'
import { adminEnquiryEndpoints } from './admin-enquiries.ts'
import { adminExportEndpoints } from './admin-exports.ts'
import { adminNotificationEndpoints } from './admin-notifications.ts'
import { adminOrderChangeEndpoints } from './admin-order-changes.ts'
import { adminOrderEndpoints } from './admin-orders.ts'
import { adminProductEndpoints } from './admin-products.ts'
import { adminSearchEndpoints } from './admin-search.ts'
import { cartEndpoints } from './cart.ts'
import { catalogEndpoints } from './catalog.ts'
import { certificateEndpoints } from './certificates.ts'
import { contentEndpoints } from './content.ts'
import { docsPage } from './docs.ts'
import type { Cookies, Endpoint } from './endpoint.ts'
import { enquiryEndpoints } from './enquiries.ts'
import { incomingOf, readForm } from './incoming.ts'
import { openApiDocument } from './openapi.ts'
import { orderEndpoints } from './orders.ts'
import { quoteEndpoints } from './quotes.ts'
import { reviewEndpoints } from './reviews.ts'
import { stockAlertEndpoints } from './stock-alerts.ts'
import { wishlistEndpoints } from './wishlist.ts'

const allEndpoints = [
  ...catalogEndpoints,
  ...contentEndpoints,
  ...enquiryEndpoints,
  ...accountEndpoints,
  ...addressEndpoints,
  ...cartEndpoints,
  ...wishlistEndpoints,
  ...orderEndpoints,
  ...certificateEndpoints,
  ...adminEndpoints,
  ...adminOrderEndpoints,
  ...adminOrderChangeEndpoints,
  ...adminCashEndpoints,
  ...adminCourierEndpoints,
  ...adminExportEndpoints,
  ...adminAccountEndpoints,
  ...reviewEndpoints,
  ...quoteEndpoints,
  ...adminProductEndpoints,
  ...adminDiscountEndpoints,
  ...adminEnquiryEndpoints,
  ...adminContentEndpoints,
  ...adminEmailEndpoints,
  ...adminSearchEndpoints,
  ...adminNotificationEndpoints,
  ...stockAlertEndpoints,
]

export type Endpoints = typeof allEndpoints
export const endpoints: readonly Endpoint[] = allEndpoints

/** Paths are lower-cased before they are matched, so routes are mounted in lower case. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/\/[^:/]+/g, (part) => part.toLowerCase())
}

const uploads = endpoints
  .filter(({ upload }) => upload)
  .map(({ method, path }) => ({
    method: method.toUpperCase(),
    matches: pathMatcher(`/api${path}`),
  }))

/** Uploads have a larger size limit and a longer timeout; `incoming.ts` counts their bytes. */
export function acceptsUpload(method: string, path: string): boolean {
  if (!uploads.some((upload) => upload.method === method)) return false
  const segments = path.toLowerCase().split('/')
  return uploads.some((upload) => upload.method === method && upload.matches(segments))
}

export type ApiEnv = {
  Variables: {
    caller: string
    network: string
    /** The response is the same for every caller. */
    cacheable?: { body: string; showsStock: boolean }
    /** Called when the sender of a file is known; throws if the sender has too many uploads. */
    limitUploads?: (actor: Actor) => void
  }
}

export function createApi(shop: Shop): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  for (const endpoint of endpoints) mount(api, shop, endpoint)
  let cached: { json: string; page: string } | undefined
  const documentation = () => {
    cached ??= documentationOf(shop.settings.siteUrl)
    return cached
  }
  api.get('/openapi.json', (c) => c.body(documentation().json, 200, { 'Content-Type': 'application/json' }))
  api.get('/docs', (c) => c.html(documentation().page))
  return api
}

function documentationOf(siteUrl: string) {
  const document = openApiDocument(endpoints, siteUrl)
  return { json: JSON.stringify(document), page: docsPage(document) }
}

function mount(api: Hono<ApiEnv>, shop: Shop, endpoint: Endpoint): void {
  const { method, path, unavailableMessage } = endpoint
  api.on(method.toUpperCase(), honoPath(path), async (c) => {
    try {
      return await respond(c, shop, endpoint)
    } catch (error) {
      if (!unavailableMessage || !isDatabaseUnavailable(error)) throw error
      throw new ShopError('unavailable', unavailableMessage, { retryAfterSeconds: 5, cause: error })
    }
  })
}

async function respond(c: Context<ApiEnv>, shop: Shop, endpoint: Endpoint): Promise<Response> {
  const {
    method,
    audience,
    params,
    query,
    repeatable = [],
    headers,
    body,
    limit,
    answer,
    status = 200,
    downloadName,
  } = endpoint
  const { upload, streamContentType } = endpoint
  const origin = originOf(c.get('network'), c.get('caller'))
  if (limit) await shop.limits.spend(limit, origin)
  const request = c.req.raw
  const actor = audience === 'public' ? undefined : await requireActor(audience, shop.db, request)
  if (limit && actor) await shop.limits.spend(limit, { account: actor.userId })
  if (upload && actor) c.get('limitUploads')?.(actor)
  let isPersonal = audience !== 'public' || endpoint.secret
  const findActor = () => {
    isPersonal ||= request.headers.has('authorization')
    c.header('Vary', 'Authorization')
    return actorOf(shop.db, request)
  }
  const parsedParams = params ? parseInput(params, c.req.param()) : {}
  refuseOtherUsers(audience, actor, parsedParams)
  const { search, searchParams } = new URL(request.url)
  const parsedQuery = query ? parseInput(query, readQuery(searchParams, query, repeatable)) : {}
  const parsedHeaders = headers ? parseInput(headers, readHeaders(request.headers, headers)) : {}
  const incoming = incomingOf(request, upload)
  const parsedBody = body
    ? parseInput(body, await (upload ? readForm(request, incoming, body, repeatable) : readJson(request)))
    : {}
  refuseOtherUsers(audience, actor, parsedBody)
  const input = {
    params: parsedParams,
    query: parsedQuery,
    headers: parsedHeaders,
    body: parsedBody,
    caller: c.get('caller'),
    origin,
    cookies: cookiesOf(c, shop),
    search,
    incoming,
  }
  const result = await endpoint.handle(shop, actor ? { ...input, actor } : { ...input, findActor })
  if (shop.settings.mode === 'test') answer?.parse(result)
  c.header('Cache-Control', isPersonal || method !== 'get' || status === 302 ? 'no-store' : 'no-cache')
  if (downloadName) c.header('Content-Disposition', `attachment; filename="${downloadName}"`)
  if (status === 204) return c.body(null, status)
  if (status === 302) return c.redirect(result as string, status)
  if (streamContentType) return c.body(result as ReadableStream<Uint8Array>, 200, { 'Content-Type': streamContentType })
  const json = JSON.stringify(result)
  const { showsStock = false, when } = endpoint.cacheable === true ? {} : (endpoint.cacheable ?? {})
  if (endpoint.cacheable && !isPersonal && when?.(result) !== false) c.set('cacheable', { body: json, showsStock })
  return c.body(json, status, { 'Content-Type': 'application/json' })
}

function cookiesOf(c: Context<ApiEnv>, { settings }: Shop): Cookies {
  return {
    read: (name) => getCookie(c, name),
    write: (name, value, maxAge) =>
      setCookie(c, name, value, {
        path: '/api/authentication',
        httpOnly: true,
        sameSite: 'Lax',
        secure: settings.siteUrl.startsWith('https:'),
        maxAge,
      }),
  }
}

async function readJson(request: Request): Promise<unknown> {
  if (hasNoBody(request.headers)) return {}
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ShopError('notJson', 'Please send this as JSON.')
  }
  try {
    return parseJson(await request.text())
  } catch (cause) {
    if (cause instanceof ShopError) throw cause
    throw new ShopError('invalid', 'This request could not be read.', { cause })
  }
}

/** A request without a body gets errors about missing fields instead of 415. */
function hasNoBody(headers: Headers): boolean {
  const length = headers.get('content-length') ?? '0'
  return !headers.has('content-type') && !headers.has('transfer-encoding') && length === '0'
}
