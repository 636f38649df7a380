import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Said } from '#modules/catalog/cache-validator.server.ts'
import { headLines } from './raw-response.ts'

export type Rendered = { status: number; headers: Record<string, string>; body: Buffer }

type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { etag: string; whole: PageAnswer; notModified: PageAnswer }
type Variants = { identity: Variant } & { [E in Exclude<Encoding, 'identity'>]?: Variant }
export type KeptPage = {
  variants: Variants
  /** Of an answer of the API, what it said: it is sent again only while that is still true. */
  said?: Said
}
/** `head` says what `status` and `headers` say, as it travels. */
export type PageAnswer = { status: 200 | 304; headers: Record<string, string>; head: string; body: Buffer | null }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding'])

export async function preparePage({ headers, body }: Rendered): Promise<KeptPage> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }
  const [br, gz] = await Promise.all([compressBrotli(body, brotli), compressGzip(body, { level: 6 })])
  const hash = hashOf(body, headers['Content-Security-Policy'])
  const all = { ...headers, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }
  const variant = (encoding: Encoding, encoded: Buffer) => variantOf(`"${hash}-${encoding}"`, encoding, encoded, all)
  return { variants: { br: variant('br', br), gzip: variant('gzip', gz), identity: variant('identity', body) } }
}

/** An answer of the API is small, and many are asked for once: it is sent as it is. */
export function prepareAnswer(headers: Record<string, string>, body: Buffer, said: Said): KeptPage {
  return { variants: { identity: variantOf(`"${hashOf(body)}"`, 'identity', body, headers) }, said }
}

function hashOf(body: Buffer, more = ''): string {
  return createHash('sha256').update(body).update(more).digest('base64url').slice(0, 22)
}

/** Compression gives a view of a larger buffer, all of which would stay in memory as long as the view. */
function withoutSlack(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function variantOf(etag: string, encoding: Encoding, given: Buffer, headers: Record<string, string>): Variant {
  const encoded = withoutSlack(given)
  const all: Record<string, string> = {
    ...headers,
    ETag: etag,
    'Content-Length': String(encoded.length),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
  const bodiless = Object.fromEntries(Object.entries(all).filter(([name]) => !bodyHeaders.has(name.toLowerCase())))
  return {
    etag,
    whole: { status: 200, headers: all, head: headLines(200, all), body: encoded },
    notModified: { status: 304, headers: bodiless, head: headLines(304, bodiless), body: null },
  }
}

export function answerFrom(
  { variants }: KeptPage,
  acceptEncoding: string | undefined,
  ifNoneMatch: string | undefined,
): PageAnswer {
  const variant = variants[preferredEncoding(acceptEncoding)] ?? variants.identity
  return ifNoneMatch && etagMatches(ifNoneMatch, variant.etag) ? variant.notModified : variant.whole
}

const takesBrotli = /(?:^|[,\s])br(?=\s*(?:[,;]|$))(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const takesGzip = /(?:^|[,\s])gzip(?=\s*(?:[,;]|$))(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

export function preferredEncoding(acceptEncoding = ''): Encoding {
  if (takesBrotli.test(acceptEncoding)) return 'br'
  if (takesGzip.test(acceptEncoding)) return 'gzip'
  return 'identity'
}

export function etagMatches(ifNoneMatch: string, etag: string): boolean {
  return (
    ifNoneMatch === etag ||
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  )
}

const mostPages = 10_000
/** What an entry takes besides what is sent: headers as objects, and the stock that an answer shows. */
const bytesOfEntry = 4_096
const bytesOfStock = 64

/** Public pages and answers in memory, bounded in bytes and in number; the least recently used leaves first. */
export class KeptPages {
  // Without room there is no cache: a size of 0 would mean no bound.
  readonly #pages: LRUCache<string, KeptPage> | undefined

  constructor(limitBytes: number, most = mostPages) {
    if (limitBytes > 0) this.#pages = new LRUCache({ max: most, maxSize: limitBytes, sizeCalculation: bytesOf })
  }

  get bytes(): number {
    return this.#pages?.calculatedSize ?? 0
  }

  get entries(): number {
    return this.#pages?.size ?? 0
  }

  get(key: string): KeptPage | undefined {
    return this.#pages?.get(key)
  }

  keep(key: string, page: KeptPage): void {
    this.#pages?.set(key, page)
  }

  drop(): void {
    this.#pages?.clear()
  }

  forget(key: string): void {
    this.#pages?.delete(key)
  }
}

function bytesOf({ variants, said }: KeptPage, key: string): number {
  const answers = Object.values(variants).flatMap(({ whole, notModified }) => [whole, notModified])
  const sent = answers.reduce((sum, { head, body }) => sum + head.length + (body?.length ?? 0), 0)
  const stock = said ? bytesOfStock * (said.stock.products.size + said.stock.choices.size) : 0
  return sent + stock + 2 * key.length + bytesOfEntry
}
