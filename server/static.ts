import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { wrongMethod } from '#shared/errors.ts'
import { preferredEncoding } from './page-cache.ts'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const

type Encoding = keyof typeof suffixes
type Content = { body: Buffer; etag: string }
type StaticFile = {
  type: string
  immutable: boolean
  paths: Partial<Record<Encoding, string>>
  read: Partial<Record<Encoding, Content>>
}

const readingMethods = ['GET', 'HEAD']

export type Assets = (request: Request) => Response | undefined

/** What the build left for the browser: known by name beforehand, read once, sent as it was compressed at build time. */
export function serveAssets(folder: string, common: Record<string, string>): Assets {
  const files = findFiles(folder)
  return (request) => {
    const found = files.get(new URL(request.url).pathname)
    if (found && !readingMethods.includes(request.method)) throw wrongMethod(request.method, readingMethods)
    return found && send(found, request, common)
  }
}

function findFiles(folder: string): Map<string, StaticFile> {
  const names = new Set(existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
  const files = new Map<string, StaticFile>()
  for (const name of names) {
    const type = contentTypes[path.extname(name)]
    if (!type) continue
    const paths: StaticFile['paths'] = {}
    for (const [encoding, suffix] of Object.entries(suffixes)) {
      if (names.has(name + suffix)) paths[encoding as Encoding] = path.join(folder, name + suffix)
    }
    const url = `/${name.split(path.sep).join('/')}`
    files.set(url, { type, immutable: url.startsWith('/assets/'), paths, read: {} })
  }
  return files
}

function send(found: StaticFile, request: Request, common: Record<string, string>): Response {
  const wanted = preferredEncoding(request.headers.get('accept-encoding') ?? '')
  const encoding = found.paths[wanted] ? wanted : 'identity'
  const { body, etag } = contentOf(found, encoding)
  const headers: Record<string, string> = {
    ...common,
    'Content-Type': found.type,
    'Cache-Control': found.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  if (found.type.startsWith('video/')) return sendFilm(body, headers, request)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}

/** Browsers ask for films piece by piece; some play none that cannot be had so. */
function sendFilm(body: Buffer, headers: Record<string, string>, request: Request): Response {
  const all = { ...headers, 'Accept-Ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (!from && !to) return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers: all })
  const start = from ? Number(from) : Math.max(0, body.length - Number(to))
  const end = from && to ? Math.min(Number(to), body.length - 1) : body.length - 1
  if (start > end)
    return new Response(null, { status: 416, headers: { ...all, 'Content-Range': `bytes */${body.length}` } })
  const piece = new Uint8Array(body.subarray(start, end + 1))
  return new Response(request.method === 'HEAD' ? null : piece, {
    status: 206,
    headers: { ...all, 'Content-Range': `bytes ${start}-${end}/${body.length}` },
  })
}

function contentOf(found: StaticFile, encoding: Encoding): Content {
  const known = found.read[encoding]
  if (known) return known
  const body = readFileSync(found.paths[encoding] ?? '')
  const fresh = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
  found.read[encoding] = fresh
  return fresh
}
