import type { IncomingMessage, ServerResponse } from 'node:http'
import { scriptHashesHeader } from '#app/inline-scripts.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { collapseSlashes } from '#shared/paths.ts'
import { contentSecurityPolicy } from './headers.ts'
import {
  type CachedPage,
  type CachedResponse,
  PageCache,
  preparePage,
  type RenderedPage,
  selectResponse,
} from './page-cache.ts'
import { pageKey } from './page-keys.ts'
import { sendPrepared } from './raw-response.ts'

export type RenderPage = (request: Request) => Promise<Response>

/** A cache that is cleared when the shop version rises. */
export function createPageCache({ settings, version, metrics }: Shop): PageCache {
  const cache = new PageCache(settings.pageCacheBytes)
  version.onChange(() => {
    cache.clear()
    metrics.pageCacheBytes.set(0)
  })
  return cache
}

/** Renders and compresses each public page once, then serves it from the cache until the shop version rises. */
export class PageHandler {
  readonly #shop: Shop
  readonly #render: RenderPage
  readonly #commonHeaders: Record<string, string>
  readonly #cache: PageCache
  readonly #inFlight = new Map<string, Promise<CachedPage | RenderedPage>>()

  constructor(shop: Shop, cache: PageCache, render: RenderPage, commonHeaders: Record<string, string>) {
    this.#shop = shop
    this.#render = render
    this.#commonHeaders = commonHeaders
    this.#cache = cache
    shop.version.onChange(() => this.#inFlight.clear())
  }

  /** Works on Node's request directly, before Hono. Returns true if the page was cached and has been sent. */
  sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !request.url) return false
    // Most URLs equal their own key.
    const page = this.#cache.get(request.url) ?? this.#cache.get(pageKey(request.url) ?? '')
    if (!page) return false
    this.#shop.metrics.pages.inc({ from: 'memory' })
    const { headers } = request
    sendPrepared(request, response, selectResponse(page, headers['accept-encoding'], headers['if-none-match']))
    return true
  }

  async handle(request: Request, network: string): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    // Relative links on a page under `//host/…` would lead to that host.
    if (pathname.includes('//')) return redirectTo(collapseSlashes(pathname) + search)
    const key = request.method === 'GET' || request.method === 'HEAD' ? pageKey(pathname + search) : undefined
    if (key === undefined || !this.#shop.version.isListening()) {
      await this.#shop.limits.spend('pages', network)
      return toResponse(await this.#renderFresh(request))
    }
    const outcome = this.#cache.get(key) ?? (await this.#renderOnce(key, network))
    if ('status' in outcome) return toResponse(outcome)
    const { headers } = request
    return toResponse(
      selectResponse(outcome, headers.get('accept-encoding') ?? undefined, headers.get('if-none-match') ?? undefined),
    )
  }

  /** Concurrent requests for the same page share one rendering. */
  async #renderOnce(key: string, network: string): Promise<CachedPage | RenderedPage> {
    if (!this.#inFlight.has(key)) await this.#shop.limits.spend('pages', network)
    // Another request may have started or finished this page while the limit was checked.
    const existing = this.#inFlight.get(key) ?? this.#cache.get(key)
    if (existing) return existing
    const rendering = this.#renderAndCache(key)
    this.#inFlight.set(key, rendering)
    try {
      return await rendering
    } finally {
      if (this.#inFlight.get(key) === rendering) this.#inFlight.delete(key)
    }
  }

  /** Renders with the site's own URL, so a `Host` header never gets into a cached page. */
  async #renderAndCache(key: string): Promise<CachedPage | RenderedPage> {
    const { version, settings, metrics } = this.#shop
    const generation = version.generation()
    const rendered = await this.#renderFresh(new Request(new URL(key, settings.siteUrl)))
    if (!isCacheable(rendered)) return rendered
    const page = await preparePage(rendered)
    if (version.isListening() && version.generation() === generation) {
      this.#cache.set(key, page)
      metrics.pageCacheBytes.set(this.#cache.bytes)
    }
    return page
  }

  async #renderFresh(request: Request): Promise<RenderedPage> {
    this.#shop.metrics.pages.inc({ from: 'rendered' })
    const response = await this.#render(request)
    const body = Buffer.from(await response.arrayBuffer())
    const headers: Record<string, string> = { ...this.#commonHeaders, ...Object.fromEntries(response.headers) }
    delete headers[scriptHashesHeader.toLowerCase()]
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      const hashes = response.headers.get(scriptHashesHeader)?.split(' ').filter(Boolean) ?? []
      headers['Content-Security-Policy'] = contentSecurityPolicy(hashes, this.#shop.settings)
    }
    if (response.status === 405) headers.Allow = 'GET, HEAD'
    return { status: response.status, headers, body }
  }
}

const redirectTo = (location: string) => new Response(null, { status: 308, headers: { Location: location } })

function isCacheable({ status, headers }: RenderedPage): boolean {
  return status === 200 && !headers['set-cookie'] && !/no-store|private/.test(headers['cache-control'] ?? '')
}

export function toResponse({ status, headers, body }: RenderedPage | CachedResponse): Response {
  const empty = body === null || status === 204 || status === 304
  return new Response(empty ? null : new Uint8Array(body), { status, headers })
}
