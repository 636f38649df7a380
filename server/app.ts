import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono'
import { getPath } from 'hono/utils/url'
import { errorResponse } from '#api/errors.ts'
import { type ApiEnv, acceptsUpload, createApi } from '#api/index.ts'
import { workerUrl } from '#app/lib/offline-copies.ts'
import { readMedia } from '#modules/media/service.server.ts'
import { hashOfSharePicture, readSharePicture } from '#modules/media/share.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { toShopError } from '#platform/failures.server.ts'
import { originOf } from '#platform/limits.server.ts'
import { inRequest } from '#platform/request-scope.server.ts'
import type { Audience } from '#shared/endpoint.ts'
import { httpStatus, ShopError, wrongMethod } from '#shared/errors.ts'
import { trimTrailingSlashes } from '#shared/paths.ts'
import { limitOpenRequests, receiveBody } from './admission.ts'
import { allowedMethods } from './allowed-methods.ts'
import { ApiCache } from './api-cache.ts'
import { Cache } from './cache.ts'
import { callerOf } from './caller.ts'
import { createContactSheet } from './contact-sheet.ts'
import { contentSecurityPolicy, securityHeaders } from './headers.ts'
import { localOnly } from './local-only.ts'
import { createMailbox } from './mailbox.ts'
import { mountOperations } from './operations.ts'
import { Overload, pageWeight } from './overload.ts'
import { PageHandler, type RenderPage } from './pages.ts'
import { type BodyTimes, maxUploadMs, RequestBodies } from './request-body.ts'
import { requestId } from './request-id.ts'
import { serveAssets } from './static.ts'
import { UploadLimit } from './uploads.ts'

export type ServerEnv = { Bindings: Partial<HttpBindings>; Variables: ApiEnv['Variables'] & { requestId: string } }
export type ShopApp = {
  app: Hono<ServerEnv>
  pages: PageHandler
  cache: Cache
  apiCache: ApiCache
  overload: Overload
  bodies: RequestBodies
  /** Makes `/readyz` fail, so a proxy stops sending requests, while open ones are still answered. */
  startDraining(): void
  refuseNew(): void
}

export type AppOptions = { bodyTimes?: BodyTimes }

const responseTimeoutMs = 8_000
const slowMs = 1_000

/** The audience of each route outside `/api`. The access list test reads this. */
export const serverRoutes: readonly { path: string; audience: Audience | 'operator' }[] = [
  { path: '/healthz', audience: 'public' },
  { path: '/readyz', audience: 'public' },
  { path: '/metrics', audience: 'operator' },
  { path: '/api/openapi.json', audience: 'public' },
  { path: '/api/docs', audience: 'public' },
  { path: '/dev/mailbox/*', audience: 'operator' },
  { path: '/dev/contact-sheet', audience: 'operator' },
  { path: '/media/:name', audience: 'public' },
  { path: '/assets/*', audience: 'public' },
  { path: '*', audience: 'public' },
]

/** API paths ignore letter case and a trailing slash. */
function matchingPath(request: Request): string {
  const path = getPath(request)
  return /^\/api(\/|$)/i.test(path) ? trimTrailingSlashes(path.toLowerCase()) : path
}

export function createShopApp(
  shop: Shop,
  render: RenderPage,
  assetsFolder: string,
  { bodyTimes }: AppOptions = {},
): ShopApp {
  const app = new Hono<ServerEnv>({ getPath: matchingPath })
  const commonHeaders = securityHeaders(shop.settings)
  const defaultHeaders = Object.entries({
    ...commonHeaders,
    // Without this header browsers and proxies may cache a response, even a 404, for any time.
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy([], shop.settings),
  })
  const assets = serveAssets(assetsFolder, commonHeaders)
  const cache = new Cache(shop, shop.settings.pageCacheBytes)
  const pages = new PageHandler(shop, cache, render, commonHeaders)
  const apiCache = new ApiCache(shop, cache, Object.fromEntries(defaultHeaders))
  const overload = new Overload({
    headers: Object.fromEntries(defaultHeaders),
    onRefused: (method) => shop.metrics.requests.observe({ kind: 'api', method, status: httpStatus.unavailable }, 0),
  })
  const bodies = new RequestBodies(bodyTimes)
  const receive = receiveBody(bodies)
  const uploadLimit = new UploadLimit()
  const allowed = allowedMethods(app)
  const rejectWrongMethod: MiddlewareHandler<ServerEnv> = async ({ req: { method, path } }, next) => {
    const allow = allowed(path)
    if (allow.length > 0) throw wrongMethod(method, allow)
    await next()
  }
  let draining = false
  let refusing = false

  app.use(async (c, next) => {
    const started = performance.now()
    c.set('requestId', requestId(c.req.header('x-request-id')))
    const { trustProxy } = shop.settings
    const { address, network } = callerOf(c.req.header('x-forwarded-for'), c.env?.incoming?.socket, trustProxy)
    c.set('caller', address)
    c.set('network', network)
    await inRequest(c.get('requestId'), next, originOf(network, address))
    finishResponse(shop, c, defaultHeaders, performance.now() - started)
  })
  app.use(async (_, next) => {
    if (refusing)
      throw new ShopError('unavailable', 'The shop is restarting. Please try again.', { retryAfterSeconds: 2 })
    await next()
  })
  app.use(limitOpenRequests(shop.settings.rateLimitFactor))

  mountOperations(app, shop, () => draining || refusing)
  /** The larger size and time limits apply only after the session is verified from the headers. */
  const handleUpload = async (c: Context<ServerEnv>, next: Next) => {
    let endUpload = () => {}
    c.set('limitUploads', (actor) => {
      endUpload = uploadLimit.begin(actor)
      if (c.env?.incoming) bodies.allowUpload(c.env.incoming)
    })
    try {
      await withTimeout(maxUploadMs, next())
    } finally {
      endUpload()
    }
  }
  app.use('/api/*', async (c, next) => {
    await shop.limits.spend('api', c.get('network'))
    if (acceptsUpload(c.req.method, c.req.path)) return handleUpload(c, next)
    return receive(c, () => overload.admit(1, () => withTimeout(responseTimeoutMs, next())))
  })
  app.use('/api/*', (c, next) => apiCache.handle(c, next))
  app.route('/api', createApi(shop))
  app.all('/api/*', rejectWrongMethod, () => {
    throw new ShopError('notFound', 'There is nothing at this URL.')
  })
  app.get('/media/:name', async (c) => {
    const name = c.req.param('name')
    const hash = hashOfSharePicture(name)
    const admit = async <T>(work: () => Promise<T>) => {
      await shop.limits.spend('pages', c.get('network'))
      return overload.admit(pageWeight, () => withTimeout(responseTimeoutMs, work()))
    }
    const bytes = hash ? await readSharePicture(shop, hash, admit) : await readMedia(shop.files, name)
    const type = hash ? 'image/jpeg' : name.endsWith('.avif') ? 'image/avif' : 'image/webp'
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
  if (shop.settings.mode !== 'production') {
    app.use('/dev/*', localOnly)
    if (!shop.settings.smtpUrl) app.route('/dev/mailbox', createMailbox(shop))
    if (shop.settings.mode === 'development') app.route('/dev/contact-sheet', createContactSheet())
  }
  if (!shop.settings.offlinePages)
    app.get(workerUrl, ({ req: { raw } }, next) => {
      const removal = assets(new Request(new URL('/remove-service-worker.js', raw.url), raw))
      removal?.headers.set('Cache-Control', 'no-cache')
      return removal ? Promise.resolve(removal) : next()
    })
  app.all('*', rejectWrongMethod, receive, (c) => {
    const { raw } = c.req
    const page = () => withTimeout(responseTimeoutMs, pages.handle(raw, c.get('network')))
    return assets(raw) ?? overload.admit(pageWeight, page)
  })

  app.onError((error, c) => {
    const shopError = toShopError(error, shop.log.child({ requestId: c.get('requestId') }))
    const response = errorResponse(shopError)
    if (refusing || shopError.code === 'requestTimeout') response.headers.set('Connection', 'close')
    return response
  })
  const startDraining = () => {
    draining = true
  }
  const refuseNew = () => {
    refusing = true
  }
  return { app, pages, cache, apiCache, overload, bodies, startDraining, refuseNew }
}

function finishResponse(shop: Shop, c: Context<ServerEnv>, defaultHeaders: [string, string][], ms: number): void {
  const { res } = c
  const { headers } = res
  for (const [name, value] of defaultHeaders) if (!headers.has(name)) headers.set(name, value)
  headers.set('X-Request-Id', c.get('requestId'))
  const kind = c.req.path.startsWith('/api')
    ? 'api'
    : c.req.path.startsWith('/assets') || c.req.path.startsWith('/media')
      ? 'file'
      : 'page'
  shop.metrics.requests.observe({ kind, method: c.req.method, status: res.status }, ms / 1000)
  const entry = {
    requestId: c.get('requestId'),
    method: c.req.method,
    path: c.req.path,
    status: res.status,
    ms: Math.round(ms),
  }
  // A body that arrives too late and a closed connection are caused by the client.
  const isSlow = ms > slowMs && res.status !== httpStatus.requestTimeout && !c.env?.outgoing?.destroyed
  if (res.status >= httpStatus.internal || isSlow) shop.log.warn(entry, 'request')
  else shop.log.debug(entry, 'request')
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new ShopError('unavailable', 'The request took too long. Please try again.', { retryAfterSeconds: 5 })),
      ms,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
