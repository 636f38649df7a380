import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Next } from 'hono'
import { endpoints } from '#api/index.ts'
import { StillTrue } from '#modules/catalog/cache-validator.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { pathMatcher, trimTrailingSlashes } from '#shared/paths.ts'
import type { ServerEnv } from './app.ts'
import { callerOf } from './caller.ts'
import { answerFrom, type KeptPage, type KeptPages, prepareAnswer } from './page-cache.ts'
import { isCanonicalPath, keyOf, splitTarget } from './page-keys.ts'
import { toResponse } from './pages.ts'
import { sendPrepared } from './raw-response.ts'

const keepable = endpoints
  .filter(({ kept }) => kept)
  .map(({ path, query }) => ({
    matches: pathMatcher(`/api${path}`),
    query: Object.keys(query?.shape ?? {}),
  }))

/** A database that takes longer is in trouble; the long way has a limit of its own and words for it. */
const askForMs = 500

/** The address reduced to what the answer depends on; without its first slash, so that it is never a page's key. */
export function answerKey(target: string): string | undefined {
  if (!/^\/api\//i.test(target)) return undefined
  const { path, search } = splitTarget(target)
  const exact = trimTrailingSlashes(path)
  if (!isCanonicalPath(exact)) return undefined
  const pathname = exact.toLowerCase()
  const segments = pathname.split('/')
  const known = keepable.find(({ matches }) => matches(segments))
  return known && keyOf(pathname.slice(1), search, known.query)
}

/**
 * Public answers of the API, in memory beside the pages. They say how many pieces there are, and a sale raises no
 * version: so each is sent again only once the database has said that it is still true.
 */
export class Answers {
  readonly #shop: Shop
  readonly #kept: KeptPages
  readonly #headers: Record<string, string>
  readonly #truth: StillTrue

  constructor(shop: Shop, kept: KeptPages, headers: Record<string, string>) {
    this.#shop = shop
    this.#kept = kept
    this.#headers = headers
    this.#truth = new StillTrue(shop.db)
    shop.version.onChange(() => {
      const announced = shop.version.announced()
      if (announced !== undefined) this.#truth.note(announced)
    })
  }

  /** The quick way, straight on Node's own request: true when it takes care of it, be it by calling `goOn`. */
  sendKept(request: IncomingMessage, response: ServerResponse, goOn: () => void): boolean {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
    const key = answerKey(request.url ?? '')
    const page = key === undefined ? undefined : this.#kept.get(key)
    if (key === undefined || !page) return false
    const startedAt = performance.now()
    this.#maySend(key, page, request).then((may) => {
      if (!may) return goOn()
      if (response.destroyed) return
      const { headers } = request
      const answer = answerFrom(page, headers['accept-encoding'], headers['if-none-match'])
      sendPrepared(request, response, answer)
      this.#shop.metrics.answers.inc({ from: 'memory' })
      const seconds = (performance.now() - startedAt) / 1000
      this.#shop.metrics.requests.observe({ kind: 'api', method: 'GET', status: answer.status }, seconds)
    })
    return true
  }

  /** Whoever may not is told why on the long way. */
  async #maySend(key: string, page: KeptPage, { headers, socket }: IncomingMessage): Promise<boolean> {
    const { limits, settings } = this.#shop
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, askForMs, false)
    })
    try {
      if (!(await Promise.race([this.#isTrue(key, page), tooLate]))) return false
      const { line } = callerOf(String(headers['x-forwarded-for'] ?? ''), socket, settings.trustProxy)
      await limits.spend('api', line)
      return true
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  async answer(c: Context<ServerEnv>, next: Next): Promise<void> {
    const { method, raw, url } = c.req
    const isForEveryone = (method === 'GET' || method === 'HEAD') && !raw.headers.has('authorization')
    const key = isForEveryone ? answerKey(url.slice(url.indexOf('/', url.indexOf('//') + 2))) : undefined
    if (key === undefined) return next()
    const kept = this.#kept.get(key)
    const fromMemory = kept && (await this.#isTrue(key, kept)) ? kept : undefined
    const page = fromMemory ?? (await this.#make(key, c, next))
    if (!page) return
    this.#shop.metrics.answers.inc({ from: fromMemory ? 'memory' : 'made' })
    c.res = undefined
    c.res = toResponse(answerFrom(page, undefined, raw.headers.get('if-none-match') ?? undefined))
  }

  /** What is read after a version was seen is at least as new as that version; if it rises meanwhile, it is not kept. */
  async #make(key: string, c: Context<ServerEnv>, next: Next): Promise<KeptPage | undefined> {
    const { version, metrics, settings } = this.#shop
    const isFirst = this.#truth.seen === undefined && settings.pageCacheBytes > 0
    // Without a version nothing can be kept; a database that is away tells it with the next question.
    if (isFirst) await this.#truth.look().catch(() => {})
    const [seen, generation] = [this.#truth.seen, version.generation()]
    await next()
    const made = c.get('keepable')
    if (!made || c.res.status !== 200) return undefined
    const headers = { ...this.#headers, 'Content-Type': 'application/json' }
    const vary = c.res.headers.get('vary')
    const said = { version: seen ?? 0n, stock: made.stock }
    const page = prepareAnswer(vary ? { ...headers, Vary: vary } : headers, Buffer.from(made.body), said)
    if (seen !== undefined && version.generation() === generation) {
      this.#kept.keep(key, page)
      metrics.keptBytes.set(this.#kept.bytes)
    }
    return page
  }

  async #isTrue(key: string, page: KeptPage): Promise<boolean> {
    const isTrue = page.said !== undefined && (await this.#truth.ask(page.said))
    if (!isTrue && this.#kept.get(key) === page) this.#kept.forget(key)
    return isTrue
  }
}
