import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { requestId } from './request-id.ts'

export type RenderedPage = { status: number; headers: Record<string, string>; body: Buffer }

export type Encoding = 'br' | 'gzip' | 'identity'
type Effort = 'quick' | 'thorough'
/** The first of the ETags is sent; the others belong to the same content, compressed before. */
type EncodedEntry = { etags: string[]; effort: Effort; full: CachedResponse; notModified: CachedResponse }
type Encodings = { identity: EncodedEntry } & { [E in Exclude<Encoding, 'identity'>]?: EncodedEntry }
/** `showsStock` is set for an entry with stock, which changes without a new shop version. */
export type CacheEntry = { encodings: Encodings; showsStock?: boolean }
export type CachedResponse = {
  status: 200 | 304
  headers: Record<string, string>
  /** The headers as Node sends them fastest: names and values in turn. */
  rawHeaders: string[]
  body: Buffer | null
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

/** A quick compression takes less time than handing it to another thread. */
async function compress(body: Buffer, encoding: Exclude<Encoding, 'identity'>, effort: Effort): Promise<Buffer> {
  const isQuick = effort === 'quick'
  if (encoding === 'gzip') return isQuick ? gzipSync(body, { level: 2 }) : compressGzip(body, { level: 6 })
  const params = {
    [BROTLI_PARAM_QUALITY]: isQuick ? 3 : 6,
    [BROTLI_PARAM_LGWIN]: 18,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return isQuick ? brotliCompressSync(body, { params }) : compressBrotli(body, { params })
}

/** A page compressed quickly in the encoding of its first visitor. */
export async function pageEntry({ headers, body }: RenderedPage, encoding: Encoding): Promise<CacheEntry> {
  const hash = hashOf(body, headers['Content-Security-Policy'])
  const all = { ...headers, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' }
  const entry = { encodings: { identity: encodedEntry([`"${hash}"`], 'identity', body, all) } }
  return encoding === 'identity' ? entry : encodePage(entry, encoding, 'quick')
}

/** The entry with this encoding added or compressed again. */
export async function encodePage(
  entry: CacheEntry,
  encoding: Exclude<Encoding, 'identity'>,
  effort: Effort,
): Promise<CacheEntry> {
  const { identity, [encoding]: former } = entry.encodings
  const { headers, body } = identity.full
  const hash = identity.etags[0]?.slice(1, -1)
  const etags = [`"${hash}-${encoding}${effort === 'quick' ? '' : '-small'}"`, ...(former?.etags ?? [])]
  const compressed = await compress(body ?? Buffer.alloc(0), encoding, effort)
  const encoded = encodedEntry(etags, encoding, compressed, headers, effort)
  return { ...entry, encodings: { ...entry.encodings, [encoding]: encoded } }
}

/** API responses are small and many are requested only once, so they are not compressed. */
export function apiEntry(headers: Record<string, string>, body: Buffer, showsStock: boolean): CacheEntry {
  return { encodings: { identity: encodedEntry([`"${hashOf(body)}"`], 'identity', body, headers) }, showsStock }
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

const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding'])

function encodedEntry(
  etags: string[],
  encoding: Encoding,
  body: Buffer,
  headers: Record<string, string>,
  effort: Effort = 'thorough',
): EncodedEntry {
  const all: Record<string, string> = {
    ...headers,
    ETag: etags[0] ?? '',
    'Content-Length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
  const bodiless = Object.fromEntries(Object.entries(all).filter(([name]) => !bodyHeaders.has(name.toLowerCase())))
  return {
    etags,
    effort,
    full: { status: 200, headers: all, rawHeaders: Object.entries(all).flat(), body: copyExact(body) },
    notModified: { status: 304, headers: bodiless, rawHeaders: Object.entries(bodiless).flat(), body: null },
  }
}

export function selectResponse(
  { encodings }: CacheEntry,
  encoding: Encoding,
  ifNoneMatch: string | undefined,
): CachedResponse {
  const variant = encodings[encoding] ?? encodings.identity
  return ifNoneMatch && variant.etags.some((etag) => etagMatches(ifNoneMatch, etag))
    ? variant.notModified
    : variant.full
}

/** Sends an entry through Node's response, without Hono. */
export function sendEntry(
  entry: CacheEntry,
  encoding: Encoding,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const { status, rawHeaders, body } = selectResponse(entry, encoding, headers['if-none-match'])
  const id = requestId(String(headers['x-request-id'] ?? ''))
  response.writeHead(status, [...rawHeaders, 'X-Request-Id', id]).end(body ?? undefined)
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
