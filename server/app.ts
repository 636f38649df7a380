import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Audience } from '#api/access.ts'
import { errorResponse } from '#api/errors.ts'
import { type ApiEnv, createApi, takesFile } from '#api/index.ts'
import { readMedia } from '#modules/media/service.server.ts'
import { readSharePicture, sharedHash } from '#modules/media/share.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { asShopError } from '#platform/failures.server.ts'
import { inRequest } from '#platform/request-scope.server.ts'
import { httpStatus, ShopError, wrongMethod } from '#shared/errors.ts'
import { trimTrailingSlashes } from '#shared/paths.ts'
import { limitOpenRequests, receiveBody } from './admission.ts'
import { allowedMethods } from './allowed-methods.ts'
import { callerOf } from './caller.ts'
import { createContactSheet } from './contact-sheet.ts'
import { contentSecurityPolicy, securityHeaders } from './headers.ts'
import { localOnly } from './local-only.ts'
import { createMailbox } from './mailbox.ts'
import { mountOperations } from './operations.ts'
import { Overload, pageWeight } from './overload.ts'
import type { KeptPages } from './page-cache.ts'
import { keepUntilChanged, Pages, type RenderPage } from './pages.ts'
import { type BodyTimes, longestUploadMs, RequestBodies } from './request-body.ts'
import { requestId } from './request-id.ts'
import { Answers } from './response-cache.ts'
import { serveAssets } from './static.ts'
import { Uploads } from './uploads.ts'

export type ServerEnv = { Bindings: Partial<HttpBindings>; Variables: ApiEnv['Variables'] & { requestId: string } }
export type ShopApp = {
  app: Hono<ServerEnv>
  pages: Pages
  pageCache: KeptPages
  answers: Answers
  overload: Overload
  bodies: RequestBodies
  /** Still answers everything, but says that it will soon not. */
  leave(): void
  refuseNew(): void
}

export type AppOptions = { bodyTimes?: BodyTimes }

const answerWithinMs = 8_000
const slowMs = 1_000

/** Who may call what lies outside `/api`; the test of the access list reads this too. */
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

/** Calls are matched without regard to letter case, and a trailing slash is tolerated. */
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
  const common = securityHeaders(shop.settings)
  const unlessSaid = Object.entries({
    ...common,
    // An answer that says nothing would be kept by browsers and proxies for as long as they like, a 404 too.
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy([], shop.settings),
  })
  const assets = serveAssets(assetsFolder, common)
  const kept = keepUntilChanged(shop)
  const pages = new Pages(shop, kept, render, common)
  const answers = new Answers(shop, kept, Object.fromEntries(unlessSaid))
  const overload = new Overload({
    headers: Object.fromEntries(unlessSaid),
    onRefused: (method) => shop.metrics.requests.observe({ kind: 'api', method, status: httpStatus.unavailable }, 0),
  })
  const bodies = new RequestBodies(bodyTimes)
  const receive = receiveBody(bodies)
  const uploads = new Uploads()
  const allowed = allowedMethods(app)
  const rejectWrongMethod: MiddlewareHandler<ServerEnv> = async ({ req: { method, path } }, next) => {
    const allow = allowed(path)
    if (allow.length > 0) throw wrongMethod(method, allow)
    await next()
  }
  let leaving = false
  let refusing = false

  app.use(async (c, next) => {
    const started = performance.now()
    c.set('requestId', requestId(c.req.header('x-request-id')))
    const { trustProxy } = shop.settings
    const { address, line } = callerOf(c.req.header('x-forwarded-for'), c.env?.incoming?.socket, trustProxy)
    c.set('caller', address)
    c.set('line', line)
    await inRequest(c.get('requestId'), next)
    finish(shop, c, unlessSaid, performance.now() - started)
  })
  app.use(async (_, next) => {
    if (refusing)
      throw new ShopError('unavailable', 'The shop is restarting. Please try again.', { retryAfterSeconds: 2 })
    await next()
  })
  app.use(limitOpenRequests(shop.settings.rateLimitFactor))

  mountOperations(app, shop, () => leaving || refusing)
  /** The session is checked by the headers alone. Only then is the body given more room, and more time to arrive. */
  const takeUpload = async (c: Context<ServerEnv>, next: Next) => {
    let end = () => {}
    c.set('acceptUpload', (actor) => {
      end = uploads.begin(actor)
      if (c.env?.incoming) bodies.allowUpload(c.env.incoming)
    })
    try {
      await within(longestUploadMs, next())
    } finally {
      end()
    }
  }
  app.use('/api/*', async (c, next) => {
    await shop.limits.spend('api', c.get('line'))
    if (takesFile(c.req.method, c.req.path)) return takeUpload(c, next)
    return receive(c, () => overload.admit(1, () => within(answerWithinMs, next())))
  })
  app.use('/api/*', (c, next) => answers.answer(c, next))
  app.route('/api', createApi(shop))
  app.all('/api/*', rejectWrongMethod, () => {
    throw new ShopError('notFound', 'There is nothing at this address.')
  })
  app.get('/media/:name', async (c) => {
    const name = c.req.param('name')
    const hash = sharedHash(name)
    const admit = async <T>(work: () => Promise<T>) => {
      await shop.limits.spend('pages', c.get('line'))
      return overload.admit(pageWeight, () => within(answerWithinMs, work()))
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
  app.all('*', rejectWrongMethod, receive, (c) => {
    const { raw } = c.req
    const page = () => within(answerWithinMs, pages.answer(raw, c.get('line')))
    return assets(raw) ?? overload.admit(pageWeight, page)
  })

  app.onError((error, c) => {
    const shopError = asShopError(error, shop.log.child({ requestId: c.get('requestId') }))
    const response = errorResponse(shopError)
    if (refusing || shopError.code === 'requestTimeout') response.headers.set('Connection', 'close')
    return response
  })
  const leave = () => {
    leaving = true
  }
  const refuseNew = () => {
    refusing = true
  }
  return { app, pages, pageCache: kept, answers, overload, bodies, leave, refuseNew }
}

function finish(shop: Shop, c: Context<ServerEnv>, unlessSaid: [string, string][], ms: number): void {
  const { res } = c
  const { headers } = res
  for (const [name, value] of unlessSaid) if (!headers.has(name)) headers.set(name, value)
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
  // Not the shop's fault: a body that did not arrive in time, a caller who left.
  const isSlow = ms > slowMs && res.status !== httpStatus.requestTimeout && !c.env?.outgoing?.destroyed
  if (res.status >= httpStatus.internal || isSlow) shop.log.warn(entry, 'answered')
  else shop.log.debug(entry, 'answered')
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ShopError('unavailable', 'That took too long. Please try again.', { retryAfterSeconds: 5 })),
      ms,
    )
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
