import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { workerUrl } from '#app/lib/offline-copies.ts'
import { wrongMethod } from '#shared/errors.ts'
import { preferredEncoding } from './cached-response.ts'

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const

type Encoding = keyof typeof suffixes
type Content = { body: Buffer; etag: string }
type StaticFile = {
  type: string
  caching: string
  paths: Partial<Record<Encoding, string>>
  contents: Partial<Record<Encoding, Content>>
}

const cacheControl = (url: string) => {
  if (url === workerUrl) return 'no-cache'
  return url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

const allowedMethods = ['GET', 'HEAD']

export type Assets = (request: Request) => Response | undefined

/**
 * Lists the client build once at start, reads each file once, and sends it as compressed at build time. Hono's
 * serve-static reads the file for each request, which took eleven times the processor time.
 */
export function serveAssets(folder: string, commonHeaders: Record<string, string>): Assets {
  const files = findFiles(folder)
  return (request) => {
    const file = files.get(new URL(request.url).pathname)
    if (file && !allowedMethods.includes(request.method)) throw wrongMethod(request.method, allowedMethods)
    return file && send(file, request, commonHeaders)
  }
}

function findFiles(folder: string): Map<string, StaticFile> {
  const names = new Set(existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
  const files = new Map<string, StaticFile>()
  for (const name of names) {
    const type = getMimeType(name)
    if (!type || name.endsWith(suffixes.gzip)) continue
    const paths: StaticFile['paths'] = {}
    for (const [encoding, suffix] of Object.entries(suffixes)) {
      if (names.has(name + suffix)) paths[encoding as Encoding] = path.join(folder, name + suffix)
    }
    const url = `/${name.split(path.sep).join('/')}`
    files.set(url, { type, caching: cacheControl(url), paths, contents: {} })
  }
  return files
}

function send(file: StaticFile, request: Request, commonHeaders: Record<string, string>): Response {
  const preferred = preferredEncoding(request.headers.get('accept-encoding') ?? '')
  const encoding = file.paths[preferred] ? preferred : 'identity'
  const { body, etag } = contentOf(file, encoding)
  const headers: Record<string, string> = {
    ...commonHeaders,
    'Content-Type': file.type,
    'Cache-Control': file.caching,
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  if (file.type.startsWith('video/')) return sendVideo(body, headers, request)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}

/** Browsers request videos by byte range, and some play none without range support. */
function sendVideo(body: Buffer, headers: Record<string, string>, request: Request): Response {
  const all = { ...headers, 'Accept-Ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (!from && !to) return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers: all })
  const start = from ? Number(from) : Math.max(0, body.length - Number(to))
  const end = from && to ? Math.min(Number(to), body.length - 1) : body.length - 1
  if (start > end)
    return new Response(null, { status: 416, headers: { ...all, 'Content-Range': `bytes */${body.length}` } })
  const range = new Uint8Array(body.subarray(start, end + 1))
  return new Response(request.method === 'HEAD' ? null : range, {
    status: 206,
    headers: { ...all, 'Content-Range': `bytes ${start}-${end}/${body.length}` },
  })
}

function contentOf(file: StaticFile, encoding: Encoding): Content {
  const cached = file.contents[encoding]
  if (cached) return cached
  const body = readFileSync(file.paths[encoding] ?? '')
  const content = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
  file.contents[encoding] = content
  return content
}
