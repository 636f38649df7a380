import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { maxStockAgeMs } from '#modules/catalog/stock-version.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { requestId } from './request-id.ts'

export type RenderedPage = { status: number; headers: Record<string, string>; body: Buffer }

type Encoding = 'br' | 'gzip' | 'identity'
type EncodedEntry = { etag: string; full: CachedResponse; notModified: CachedResponse }
type Encodings = { identity: EncodedEntry } & { [E in Exclude<Encoding, 'identity'>]?: EncodedEntry }
/** `showsStock` is set for an entry with stock, which changes without a new shop version. */
export type CacheEntry = { encodings: Encodings; showsStock?: boolean }
type StoredEntry = { entry: CacheEntry; stockVersion: number; readAt: number }
export type CachedResponse = {
  status: 200 | 304
  headers: Record<string, string>
  /** The headers as Node sends them fastest: names and values in turn. */
  rawHeaders: string[]
  body: Buffer | null
}

const maxEntries = 10_000
/** Estimated memory of an entry besides the bodies: its headers and objects. */
const entryOverheadBytes = 8_192

/**
 * Public pages and API responses in memory, limited in bytes and entries; the least recently used entry is evicted
 * first. All entries are dropped when the shop version rises. See docs/decisions/0007.
 */
export class Cache {
  readonly #shop: Pick<Shop, 'version' | 'stockVersion' | 'metrics'>
  // With a limit of 0 there is no cache, because LRUCache reads 0 as unlimited.
  readonly #entries: LRUCache<string, StoredEntry> | undefined
  readonly #inFlight = new Map<string, Promise<CacheEntry | RenderedPage | undefined>>()

  constructor(shop: Pick<Shop, 'version' | 'stockVersion' | 'metrics'>, limitBytes: number, max = maxEntries) {
    this.#shop = shop
    if (limitBytes > 0) this.#entries = new LRUCache({ max, maxSize: limitBytes, sizeCalculation: entryBytes })
    shop.version.onChange(() => {
      this.#entries?.clear()
      this.#inFlight.clear()
      shop.metrics.pageCacheBytes.set(0)
    })
  }

  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0
  }

  get size(): number {
    return this.#entries?.size ?? 0
  }

  /** Leaves out an entry whose stock may be older than a second. */
  get(key: string): CacheEntry | undefined {
    const stored = this.#entries?.get(key)
    return stored && this.#isFresh(stored) ? stored.entry : undefined
  }

  /** Asks whether stock has changed, if the entry may be too old. */
  async getWithStock(key: string): Promise<CacheEntry | undefined> {
    const { stockVersion } = this.#shop
    const isOld = this.get(key) === undefined && this.#entries?.has(key)
    if (isOld && stockVersion.current === undefined) await stockVersion.read()
    return this.get(key)
  }

  #isFresh({ entry, stockVersion, readAt }: StoredEntry): boolean {
    if (!entry.showsStock || stockVersion === this.#shop.stockVersion.current) return true
    return performance.now() - readAt < maxStockAgeMs
  }

  isPending(key: string): boolean {
    return this.#inFlight.has(key)
  }

  /** Concurrent calls for one key share one creation. What began before a change of the shop is not stored. */
  async create<Uncached extends RenderedPage | undefined>(
    key: string,
    create: () => Promise<CacheEntry | Uncached>,
  ): Promise<CacheEntry | Uncached> {
    const running = this.#inFlight.get(key)
    if (running) return running as Promise<CacheEntry | Uncached>
    const created = this.#createAndStore(key, create)
    this.#inFlight.set(key, created)
    try {
      return await created
    } finally {
      if (this.#inFlight.get(key) === created) this.#inFlight.delete(key)
    }
  }

  async #createAndStore<Uncached extends RenderedPage | undefined>(
    key: string,
    create: () => Promise<CacheEntry | Uncached>,
  ): Promise<CacheEntry | Uncached> {
    const { version, metrics } = this.#shop
    const generation = version.generation()
    const read = { stockVersion: this.#shop.stockVersion.latest, readAt: performance.now() }
    const created = await create()
    const isCurrent = version.isListening() && version.generation() === generation
    if (created && 'encodings' in created && isCurrent) {
      this.#entries?.set(key, { entry: created, ...read })
      metrics.pageCacheBytes.set(this.bytes)
    }
    return created
  }
}

function entryBytes({ entry: { encodings } }: StoredEntry, key: string): number {
  const bodies = Object.values(encodings).reduce((sum, { full }) => sum + (full.body?.length ?? 0), 0)
  return bodies + 2 * key.length + entryOverheadBytes
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding'])

export async function pageEntry({ headers, body }: RenderedPage): Promise<CacheEntry> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  const [br, gz] = await Promise.all([compressBrotli(body, brotli), compressGzip(body, { level: 6 })])
  const hash = hashOf(body, headers['Content-Security-Policy'])
  const all = { ...headers, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }
  const encode = (encoding: Encoding, encoded: Buffer) => encodedEntry(`"${hash}-${encoding}"`, encoding, encoded, all)
  return { encodings: { br: encode('br', br), gzip: encode('gzip', gz), identity: encode('identity', body) } }
}

/** API responses are small and many are requested only once, so they are not compressed. */
export function apiEntry(headers: Record<string, string>, body: Buffer, showsStock: boolean): CacheEntry {
  return { encodings: { identity: encodedEntry(`"${hashOf(body)}"`, 'identity', body, headers) }, showsStock }
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

function encodedEntry(etag: string, encoding: Encoding, body: Buffer, headers: Record<string, string>): EncodedEntry {
  const all: Record<string, string> = {
    ...headers,
    ETag: etag,
    'Content-Length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
  const bodiless = Object.fromEntries(Object.entries(all).filter(([name]) => !bodyHeaders.has(name.toLowerCase())))
  return {
    etag,
    full: { status: 200, headers: all, rawHeaders: Object.entries(all).flat(), body: copyExact(body) },
    notModified: { status: 304, headers: bodiless, rawHeaders: Object.entries(bodiless).flat(), body: null },
  }
}

export function selectResponse(
  { encodings }: CacheEntry,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
): CachedResponse {
  const variant = encodings[preferredEncoding(acceptEncoding)] ?? encodings.identity
  return ifNoneMatch && etagMatches(ifNoneMatch, variant.etag) ? variant.notModified : variant.full
}

/** Sends an entry through Node's response, without Hono, and returns its status. */
export function sendEntry(entry: CacheEntry, { headers }: IncomingMessage, response: ServerResponse): number {
  const { status, rawHeaders, body } = selectResponse(entry, headers['accept-encoding'], headers['if-none-match'])
  const id = requestId(String(headers['x-request-id'] ?? ''))
  response.writeHead(status, [...rawHeaders, 'X-Request-Id', id]).end(body ?? undefined)
  return status
}

export function toResponse({ status, headers, body }: RenderedPage | CachedResponse): Response {
  const empty = body === null || status === 204 || status === 304
  return new Response(empty ? null : new Uint8Array(body), { status, headers })
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
