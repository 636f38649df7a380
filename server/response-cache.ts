import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Next } from 'hono'
import { endpoints } from '#api/index.ts'
import { CacheValidator } from '#modules/catalog/cache-validator.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { pathMatcher, trimTrailingSlashes } from '#shared/paths.ts'
import type { ServerEnv } from './app.ts'
import { callerOf } from './caller.ts'
import { type CachedPage, type PageCache, prepareResponse, selectResponse } from './page-cache.ts'
import { cacheKey, isCanonicalPath, splitTarget } from './page-keys.ts'
import { toResponse } from './pages.ts'
import { sendPrepared } from './raw-response.ts'

const cacheableEndpoints = endpoints
  .filter(({ cacheable }) => cacheable)
  .map(({ path, query }) => ({
    matches: pathMatcher(`/api${path}`),
    query: Object.keys(query?.shape ?? {}),
  }))

/** If the database is slower, the request takes the normal path, which has its own timeout and error message. */
const validationTimeoutMs = 500

/** The part of the URL that determines the response. It has no leading slash, so it never equals a page's key. */
export function responseKey(target: string): string | undefined {
  if (!/^\/api\//i.test(target)) return undefined
  const { path, search } = splitTarget(target)
  const trimmed = trimTrailingSlashes(path)
  if (!isCanonicalPath(trimmed)) return undefined
  const pathname = trimmed.toLowerCase()
  const segments = pathname.split('/')
  const endpoint = cacheableEndpoints.find(({ matches }) => matches(segments))
  return endpoint && cacheKey(pathname.slice(1), search, endpoint.query)
}

/**
 * Stores public API responses in the page cache. They show stock, and a sale does not raise the catalog version, so each
 * cached response is validated against the database before it is sent.
 */
export class ResponseCache {
  readonly #shop: Shop
  readonly #cache: PageCache
  readonly #headers: Record<string, string>
  readonly #validator: CacheValidator

  constructor(shop: Shop, cache: PageCache, headers: Record<string, string>) {
    this.#shop = shop
    this.#cache = cache
    this.#headers = headers
    this.#validator = new CacheValidator(shop.db)
    shop.version.onChange(() => {
      const announced = shop.version.announced()
      if (announced !== undefined) this.#validator.recordVersion(announced)
    })
  }

  /** Works on Node's request directly, before Hono. Returns false on a cache miss; calls `handleUncached` if the entry is stale. */
  sendCached(request: IncomingMessage, response: ServerResponse, handleUncached: () => void): boolean {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
    const key = responseKey(request.url ?? '')
    const page = key === undefined ? undefined : this.#cache.get(key)
    if (key === undefined || !page) return false
    const startedAt = performance.now()
    this.#maySend(key, page, request).then((allowed) => {
      if (!allowed) return handleUncached()
      if (response.destroyed) return
      const { headers } = request
      const cached = selectResponse(page, headers['accept-encoding'], headers['if-none-match'])
      sendPrepared(request, response, cached)
      this.#shop.metrics.responses.inc({ from: 'memory' })
      const seconds = (performance.now() - startedAt) / 1000
      this.#shop.metrics.requests.observe({ kind: 'api', method: 'GET', status: cached.status }, seconds)
    })
    return true
  }

  /** False leads to the normal path, which reports a rate limit or a database error to the client. */
  async #maySend(key: string, page: CachedPage, { headers, socket }: IncomingMessage): Promise<boolean> {
    const { limits, settings } = this.#shop
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, validationTimeoutMs, false)
    })
    try {
      if (!(await Promise.race([this.#isCurrent(key, page), timeout]))) return false
      const { network } = callerOf(String(headers['x-forwarded-for'] ?? ''), socket, settings.trustProxy)
      await limits.spend('api', network)
      return true
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  async handle(c: Context<ServerEnv>, next: Next): Promise<void> {
    const { method, raw, url } = c.req
    const isPublic = (method === 'GET' || method === 'HEAD') && !raw.headers.has('authorization')
    const key = isPublic ? responseKey(url.slice(url.indexOf('/', url.indexOf('//') + 2))) : undefined
    if (key === undefined) return next()
    const cached = this.#cache.get(key)
    const valid = cached && (await this.#isCurrent(key, cached)) ? cached : undefined
    const page = valid ?? (await this.#createResponse(key, c, next))
    if (!page) return
    this.#shop.metrics.responses.inc({ from: valid ? 'memory' : 'created' })
    c.res = undefined
    c.res = toResponse(selectResponse(page, undefined, raw.headers.get('if-none-match') ?? undefined))
  }

  /** The response is read after the version, so it is at least as new. If the version rises meanwhile, it is not cached. */
  async #createResponse(key: string, c: Context<ServerEnv>, next: Next): Promise<CachedPage | undefined> {
    const { version, metrics, settings } = this.#shop
    const isFirst = this.#validator.latestVersion === undefined && settings.pageCacheBytes > 0
    // Nothing can be cached without a version. A database error is reported by the next query.
    if (isFirst) await this.#validator.readChanges().catch(() => {})
    const [catalogVersion, generation] = [this.#validator.latestVersion, version.generation()]
    await next()
    const cacheable = c.get('cacheable')
    if (!cacheable || c.res.status !== 200) return undefined
    const headers = { ...this.#headers, 'Content-Type': 'application/json' }
    const vary = c.res.headers.get('vary')
    const cachedVersion = { version: catalogVersion ?? 0n, stock: cacheable.stock }
    const page = prepareResponse(
      vary ? { ...headers, Vary: vary } : headers,
      Buffer.from(cacheable.body),
      cachedVersion,
    )
    if (catalogVersion !== undefined && version.generation() === generation) {
      this.#cache.set(key, page)
      metrics.pageCacheBytes.set(this.#cache.bytes)
    }
    return page
  }

  async #isCurrent(key: string, page: CachedPage): Promise<boolean> {
    const isTrue = page.cachedVersion !== undefined && (await this.#validator.isCurrent(page.cachedVersion))
    if (!isTrue && this.#cache.get(key) === page) this.#cache.delete(key)
    return isTrue
  }
}
