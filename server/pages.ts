import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Shop } from '#modules/shop.server.ts'
import { collapseSlashes } from '#shared/paths.ts'
import type { Cache } from './cache.ts'
import {
  type CacheEntry,
  type Encoding,
  encodePage,
  pageEntry,
  preferredEncoding,
  type RenderedPage,
  selectResponse,
  sendEntry,
  toResponse,
} from './cached-response.ts'
import { contentSecurityPolicy } from './headers.ts'
import { pageKey } from './page-keys.ts'

/** The Content-Security-Policy allows only the inline scripts with these hashes. */
export type RenderPage = (request: Request) => Promise<RenderedPage & { scriptHashes: string[] }>

/** Renders each public page once, then serves it from the cache until the shop version rises. */
export class PageHandler {
  readonly #shop: Shop
  readonly #render: RenderPage
  readonly #commonHeaders: Record<string, string>
  readonly #cache: Cache
  #isCompressing = false

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
    const direct = this.#cache.get(request.url)
    const key = direct ? request.url : (pageKey(request.url) ?? '')
    const entry = direct ?? this.#cache.get(key)
    const encoding = preferredEncoding(request.headers['accept-encoding'])
    const encoded = entry?.encodings[encoding]
    if (!entry || !encoded) return false
    this.#shop.metrics.pages.memory++
    sendEntry(entry, encoding, request, response)
    if (encoding !== 'identity' && encoded.effort === 'quick') void this.#compressAgain(key, entry, encoding)
    return true
  }

  /** Only pages that are requested again are worth a thorough compression; one at a time. */
  async #compressAgain(key: string, entry: CacheEntry, encoding: Exclude<Encoding, 'identity'>): Promise<void> {
    if (this.#isCompressing) return
    this.#isCompressing = true
    try {
      this.#cache.replace(key, entry, await encodePage(entry, encoding, 'thorough'))
    } catch (error) {
      this.#shop.log.warn({ err: String(error), path: key }, 'page compression failed')
    }
    this.#isCompressing = false
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
    const encoding = preferredEncoding(request.headers.get('accept-encoding') ?? '')
    const created = this.#cache.get(key) ?? (await this.#renderOnce(key, encoding, network))
    if ('status' in created) return toResponse(created)
    const entry = await this.#withEncoding(key, created, encoding)
    return toResponse(selectResponse(entry, encoding, request.headers.get('if-none-match') ?? undefined))
  }

  async #withEncoding(key: string, entry: CacheEntry, encoding: Encoding): Promise<CacheEntry> {
    if (encoding === 'identity' || entry.encodings[encoding]) return entry
    const encoded = await encodePage(entry, encoding, 'quick')
    this.#cache.replace(key, entry, encoded)
    return encoded
  }

  /** Renders with the site's own URL, so a `Host` header never gets into a cached page. */
  async #renderOnce(key: string, encoding: Encoding, network: string): Promise<CacheEntry | RenderedPage> {
    if (!this.#cache.isPending(key)) await this.#shop.limits.spend('pages', network)
    // Another request may have finished this page while the limit was checked.
    const existing = this.#cache.get(key)
    if (existing) return existing
    const url = new URL(key, this.#shop.settings.siteUrl)
    return this.#cache.create(key, async () => {
      const rendered = await this.#renderFresh(new Request(url))
      return isCacheable(rendered) ? pageEntry(rendered, encoding) : rendered
    })
  }

  async #renderFresh(request: Request): Promise<RenderedPage> {
    this.#shop.metrics.pages.rendered++
    const { scriptHashes, ...page } = await this.#render(request)
    const headers: Record<string, string> = { ...this.#commonHeaders, ...page.headers }
    if (headers['content-type']?.startsWith('text/html'))
      headers['Content-Security-Policy'] = contentSecurityPolicy(scriptHashes, this.#shop.settings)
    if (page.status === 405) headers.Allow = 'GET, HEAD'
    return { ...page, headers }
  }
}

const redirectTo = (location: string) => new Response(null, { status: 308, headers: { Location: location } })

function isCacheable({ status, headers }: RenderedPage): boolean {
  return status === 200 && !headers['set-cookie'] && !/no-store|private/.test(headers['cache-control'] ?? '')
}
