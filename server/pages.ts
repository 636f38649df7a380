import type { IncomingMessage, ServerResponse } from 'node:http'
import { scriptHashesHeader } from '#app/inline-scripts.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { collapseSlashes } from '#shared/paths.ts'
import { contentSecurityPolicy } from './headers.ts'
import { answerFrom, type KeptPage, KeptPages, type PageAnswer, preparePage, type Rendered } from './page-cache.ts'
import { pageKey } from './page-keys.ts'
import { sendPrepared } from './raw-response.ts'

export type RenderPage = (request: Request) => Promise<Response>

/** Room for what is the same for everyone, emptied when the shop's version rises. */
export function keepUntilChanged({ settings, version, metrics }: Shop): KeptPages {
  const kept = new KeptPages(settings.pageCacheBytes)
  version.onChange(() => {
    kept.drop()
    metrics.keptBytes.set(0)
  })
  return kept
}

/** Public pages: rendered once, compressed once, and served from memory until the shop's version rises. */
export class Pages {
  readonly #shop: Shop
  readonly #render: RenderPage
  readonly #common: Record<string, string>
  readonly #kept: KeptPages
  readonly #underWay = new Map<string, Promise<KeptPage | Rendered>>()

  constructor(shop: Shop, kept: KeptPages, render: RenderPage, common: Record<string, string>) {
    this.#shop = shop
    this.#render = render
    this.#common = common
    this.#kept = kept
    shop.version.onChange(() => this.#underWay.clear())
  }

  /** The quick way, straight on Node's own request: true when the page was in memory and has been sent. */
  sendKept(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !request.url) return false
    // Most addresses are written as their own key.
    const page = this.#kept.get(request.url) ?? this.#kept.get(pageKey(request.url) ?? '')
    if (!page) return false
    this.#shop.metrics.pages.inc({ from: 'memory' })
    const { headers } = request
    sendPrepared(request, response, answerFrom(page, headers['accept-encoding'], headers['if-none-match']))
    return true
  }

  async answer(request: Request, line: string): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    // A link on a page under `//host/…` would lead to that host.
    if (pathname.includes('//')) return redirectTo(collapseSlashes(pathname) + search)
    const key = request.method === 'GET' || request.method === 'HEAD' ? pageKey(pathname + search) : undefined
    if (key === undefined || !this.#shop.version.known()) {
      await this.#shop.limits.spend('pages', line)
      return toResponse(await this.#renderFresh(request))
    }
    const outcome = this.#kept.get(key) ?? (await this.#renderOnce(key, line))
    if ('status' in outcome) return toResponse(outcome)
    const { headers } = request
    return toResponse(
      answerFrom(outcome, headers.get('accept-encoding') ?? undefined, headers.get('if-none-match') ?? undefined),
    )
  }

  /** Many visitors may want the same page at once; it is rendered for the first of them. */
  async #renderOnce(key: string, line: string): Promise<KeptPage | Rendered> {
    if (!this.#underWay.has(key)) await this.#shop.limits.spend('pages', line)
    // Somebody else may have begun, and even ended, while the limit was asked.
    const waiting = this.#underWay.get(key) ?? this.#kept.get(key)
    if (waiting) return waiting
    const rendering = this.#renderAndKeep(key)
    this.#underWay.set(key, rendering)
    try {
      return await rendering
    } finally {
      if (this.#underWay.get(key) === rendering) this.#underWay.delete(key)
    }
  }

  /** Rendered under the site's own address: what a caller wrote into `Host` is never part of a kept page. */
  async #renderAndKeep(key: string): Promise<KeptPage | Rendered> {
    const { version, settings, metrics } = this.#shop
    const generation = version.generation()
    const rendered = await this.#renderFresh(new Request(new URL(key, settings.siteUrl)))
    if (!isForEveryone(rendered)) return rendered
    const page = await preparePage(rendered)
    if (version.known() && version.generation() === generation) {
      this.#kept.keep(key, page)
      metrics.keptBytes.set(this.#kept.bytes)
    }
    return page
  }

  async #renderFresh(request: Request): Promise<Rendered> {
    this.#shop.metrics.pages.inc({ from: 'rendered' })
    const response = await this.#render(request)
    const body = Buffer.from(await response.arrayBuffer())
    const headers: Record<string, string> = { ...this.#common, ...Object.fromEntries(response.headers) }
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

function isForEveryone({ status, headers }: Rendered): boolean {
  return status === 200 && !headers['set-cookie'] && !/no-store|private/.test(headers['cache-control'] ?? '')
}

export function toResponse({ status, headers, body }: Rendered | PageAnswer): Response {
  const empty = body === null || status === 204 || status === 304
  return new Response(empty ? null : new Uint8Array(body), { status, headers })
}
