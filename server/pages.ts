import type { IncomingMessage, ServerResponse } from 'node:http'
import { scriptHashesHeader } from '#app/inline-scripts.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { collapseSlashes } from '#shared/paths.ts'
import {
  type Cache,
  type CacheEntry,
  pageEntry,
  type RenderedPage,
  selectResponse,
  sendEntry,
  toResponse,
} from './cache.ts'
import { contentSecurityPolicy } from './headers.ts'
import { pageKey } from './page-keys.ts'

export type RenderPage = (request: Request) => Promise<Response>

/** Renders and compresses each public page once, then serves it from the cache until the shop version rises. */
export class PageHandler {
  readonly #shop: Shop
  readonly #render: RenderPage
  readonly #commonHeaders: Record<string, string>
  readonly #cache: Cache

  constructor(shop: Shop, cache: Cache, render: RenderPage, commonHeaders: Record<string, string>) {
    this.#shop = shop
    this.#render = render
    this.#commonHeaders = commonHeaders
    this.#cache = cache
  }

  /** Works on Node's request directly, before Hono. Returns true if the page was cached and has been sent. */
  sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !request.url) return false
    // Most URLs equal their own key.
    const entry = this.#cache.get(request.url) ?? this.#cache.get(pageKey(request.url) ?? '')
    if (!entry) return false
    this.#shop.metrics.pages.memory++
    sendEntry(entry, request, response)
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
    const created = this.#cache.get(key) ?? (await this.#renderOnce(key, network))
    if ('status' in created) return toResponse(created)
    const { headers } = request
    return toResponse(
      selectResponse(created, headers.get('accept-encoding') ?? undefined, headers.get('if-none-match') ?? undefined),
    )
  }

  /** Renders with the site's own URL, so a `Host` header never gets into a cached page. */
  async #renderOnce(key: string, network: string): Promise<CacheEntry | RenderedPage> {
    if (!this.#cache.isPending(key)) await this.#shop.limits.spend('pages', network)
    // Another request may have finished this page while the limit was checked.
    const existing = this.#cache.get(key)
    if (existing) return existing
    const url = new URL(key, this.#shop.settings.siteUrl)
    return this.#cache.create(key, async () => {
      const rendered = await this.#renderFresh(new Request(url))
      return isCacheable(rendered) ? pageEntry(rendered) : rendered
    })
  }

  async #renderFresh(request: Request): Promise<RenderedPage> {
    this.#shop.metrics.pages.rendered++
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
