import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { CachedVersion } from '#modules/catalog/cache-validator.server.ts'
import { headLines } from './raw-response.ts'

export type RenderedPage = { status: number; headers: Record<string, string>; body: Buffer }

type Encoding = 'br' | 'gzip' | 'identity'
type EncodedPage = { etag: string; full: CachedResponse; notModified: CachedResponse }
type Encodings = { identity: EncodedPage } & { [E in Exclude<Encoding, 'identity'>]?: EncodedPage }
export type CachedPage = {
  encodings: Encodings
  /** For API responses: the shop version and stock shown, checked before the response is sent again. */
  cachedVersion?: CachedVersion
}
/** `head` is `status` and `headers` as HTTP text. */
export type CachedResponse = { status: 200 | 304; headers: Record<string, string>; head: string; body: Buffer | null }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding'])

export async function preparePage({ headers, body }: RenderedPage): Promise<CachedPage> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  const [br, gz] = await Promise.all([compressBrotli(body, brotli), compressGzip(body, { level: 6 })])
  const hash = hashOf(body, headers['Content-Security-Policy'])
  const all = { ...headers, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }
  const variant = (encoding: Encoding, encoded: Buffer) => encodedPage(`"${hash}-${encoding}"`, encoding, encoded, all)
  return { encodings: { br: variant('br', br), gzip: variant('gzip', gz), identity: variant('identity', body) } }
}

/** API responses are small and many are requested only once, so they are not compressed. */
export function prepareResponse(
  headers: Record<string, string>,
  body: Buffer,
  cachedVersion: CachedVersion,
): CachedPage {
  return { encodings: { identity: encodedPage(`"${hashOf(body)}"`, 'identity', body, headers) }, cachedVersion }
}

function hashOf(body: Buffer, more = ''): string {
  return createHash('sha256').update(body).update(more).digest('base64url').slice(0, 22)
}

/** Compression returns a view of a larger buffer, which would stay in memory as long as the view. */
function copyExact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function encodedPage(etag: string, encoding: Encoding, content: Buffer, headers: Record<string, string>): EncodedPage {
  const encoded = copyExact(content)
  const all: Record<string, string> = {
    ...headers,
    ETag: etag,
    'Content-Length': String(encoded.length),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
  const bodiless = Object.fromEntries(Object.entries(all).filter(([name]) => !bodyHeaders.has(name.toLowerCase())))
  return {
    etag,
    full: { status: 200, headers: all, head: headLines(200, all), body: encoded },
    notModified: { status: 304, headers: bodiless, head: headLines(304, bodiless), body: null },
  }
}

export function selectResponse(
  { encodings }: CachedPage,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
): CachedResponse {
  const variant = encodings[preferredEncoding(acceptEncoding)] ?? encodings.identity
  return ifNoneMatch && etagMatches(ifNoneMatch, variant.etag) ? variant.notModified : variant.full
}

const acceptsBrotli = /(?:^|[,\s])br(?=\s*(?:[,;]|$))(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const acceptsGzip = /(?:^|[,\s])gzip(?=\s*(?:[,;]|$))(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

export function preferredEncoding(acceptEncoding = ''): Encoding {
  if (acceptsBrotli.test(acceptEncoding)) return 'br'
  if (acceptsGzip.test(acceptEncoding)) return 'gzip'
  return 'identity'
}

export function etagMatches(ifNoneMatch: string, etag: string): boolean {
  return (
    ifNoneMatch === etag ||
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  )
}

const maxEntries = 10_000
/** Estimated memory of an entry besides the bytes sent: its header objects and the stock it shows. */
const entryOverheadBytes = 4_096
const stockEntryBytes = 64

/** Public pages and API responses in memory, limited in bytes and entries; the least recently used entry is evicted first. */
export class PageCache {
  // With a limit of 0 there is no cache, because LRUCache reads 0 as unlimited.
  readonly #pages: LRUCache<string, CachedPage> | undefined

  constructor(limitBytes: number, max = maxEntries) {
    if (limitBytes > 0) this.#pages = new LRUCache({ max: max, maxSize: limitBytes, sizeCalculation: entryBytes })
  }

  get bytes(): number {
    return this.#pages?.calculatedSize ?? 0
  }

  get entries(): number {
    return this.#pages?.size ?? 0
  }

  get(key: string): CachedPage | undefined {
    return this.#pages?.get(key)
  }

  set(key: string, page: CachedPage): void {
    this.#pages?.set(key, page)
  }

  clear(): void {
    this.#pages?.clear()
  }

  delete(key: string): void {
    this.#pages?.delete(key)
  }
}

function entryBytes({ encodings, cachedVersion }: CachedPage, key: string): number {
  const responses = Object.values(encodings).flatMap(({ full, notModified }) => [full, notModified])
  const sent = responses.reduce((sum, { head, body }) => sum + head.length + (body?.length ?? 0), 0)
  const stock = cachedVersion
    ? stockEntryBytes * (cachedVersion.stock.products.size + cachedVersion.stock.variants.size)
    : 0
  return sent + stock + 2 * key.length + entryOverheadBytes
}
