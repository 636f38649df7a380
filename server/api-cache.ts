import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Next } from 'hono'
import { endpoints } from '#api/index.ts'
import type { Shop } from '#modules/shop.server.ts'
import { pathMatcher, trimTrailingSlashes } from '#shared/paths.ts'
import type { ServerEnv } from './app.ts'
import type { Cache } from './cache.ts'
import { apiEntry, type CacheEntry, selectResponse, sendEntry, toResponse } from './cached-response.ts'
import { callerOf } from './caller.ts'
import { cacheKey, isCanonicalPath, rememberKeys, splitTarget } from './page-keys.ts'

const cacheableEndpoints = endpoints
  .filter(({ cacheable }) => cacheable)
  .map(({ path, query }) => ({
    matches: pathMatcher(`/api${path}`),
    query: Object.keys(query?.shape ?? {}),
  }))

/** The part of the URL that determines the response. It has no leading slash, so it never equals a page's key. */
export const responseKey = rememberKeys((target) => {
  if (!/^\/api\//i.test(target)) return undefined
  const { path, search } = splitTarget(target)
  const trimmed = trimTrailingSlashes(path)
  if (!isCanonicalPath(trimmed)) return undefined
  const pathname = trimmed.toLowerCase()
  const segments = pathname.split('/')
  const endpoint = cacheableEndpoints.find(({ matches }) => matches(segments))
  return endpoint && cacheKey(pathname.slice(1), search, endpoint.query)
})

/** Answers public API calls from the cache. Calls with a token are never cached. */
export class ApiCache {
  readonly #shop: Shop
  readonly #cache: Cache
  readonly #headers: Record<string, string>

  constructor(shop: Shop, cache: Cache, headers: Record<string, string>) {
    this.#shop = shop
    this.#cache = cache
    this.#headers = headers
  }

  /**
   * Works on Node's request directly, before Hono. Returns false on a cache miss, and for a call over the limit, which
   * the normal path reports.
   */
  sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, headers, socket, url = '' } = request
    if (method !== 'GET' || headers.authorization !== undefined) return false
    const entry = this.#cache.get(responseKey(url) ?? '')
    if (!entry) return false
    const { limits, settings, metrics } = this.#shop
    const { network } = callerOf(String(headers['x-forwarded-for'] ?? ''), socket, settings.trustProxy)
    if (!limits.allowsApiCall(network)) return false
    sendEntry(entry, 'identity', request, response)
    metrics.responses.memory++
    return true
  }

  async handle(c: Context<ServerEnv>, next: Next): Promise<void> {
    const { method, raw, url } = c.req
    const isPublic = (method === 'GET' || method === 'HEAD') && !raw.headers.has('authorization')
    const key = isPublic ? responseKey(url.slice(url.indexOf('/', url.indexOf('//') + 2))) : undefined
    if (key === undefined) return next()
    const cached = await this.#cache.getWithStock(key)
    let isOwn = false
    const entry =
      cached ??
      (await this.#cache.create(key, () => {
        isOwn = true
        return this.#createEntry(c, next)
      }))
    if (!entry) return isOwn ? undefined : next()
    this.#shop.metrics.responses[isOwn ? 'created' : 'memory']++
    c.res = undefined
    c.res = toResponse(selectResponse(entry, 'identity', raw.headers.get('if-none-match') ?? undefined))
  }

  /** Undefined if the response must not be cached; it is then in the context. */
  async #createEntry(c: Context<ServerEnv>, next: Next): Promise<CacheEntry | undefined> {
    await next()
    const cacheable = c.get('cacheable')
    if (!cacheable || c.res.status !== 200) return undefined
    const headers = { ...this.#headers, 'Content-Type': 'application/json' }
    const vary = c.res.headers.get('vary')
    return apiEntry(vary ? { ...headers, Vary: vary } : headers, Buffer.from(cacheable.body), cacheable.showsStock)
  }
}
