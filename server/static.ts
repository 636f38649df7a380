import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { preferredEncoding } from './kept-pages.ts'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const

type StaticFile = {
  file: string
  type: string
  immutable: boolean
  encoded: Partial<Record<keyof typeof suffixes, { body: Buffer; etag: string }>>
}

export type Assets = (request: Request) => Response | undefined

/** What the build left for the browser: known by name beforehand, read once, sent as it was compressed at build time. */
export function serveAssets(folder: string, common: Record<string, string>): Assets {
  const files = new Map<string, StaticFile>()
  for (const name of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []) {
    const type = contentTypes[path.extname(name)]
    const url = `/${name.split(path.sep).join('/')}`
    if (type)
      files.set(url, { file: path.join(folder, name), type, immutable: url.startsWith('/assets/'), encoded: {} })
  }
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const found = files.get(new URL(request.url).pathname)
    return found && send(found, request, common)
  }
}

function send(found: StaticFile, request: Request, common: Record<string, string>): Response {
  const wanted = preferredEncoding(request.headers.get('accept-encoding') ?? '')
  const encoding = existsInMemoryOrDisk(found, wanted) ? wanted : 'identity'
  const { body, etag } = read(found, encoding)
  const headers = {
    ...common,
    'Content-Type': found.type,
    'Cache-Control': found.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}

function existsInMemoryOrDisk(found: StaticFile, encoding: keyof typeof suffixes): boolean {
  return found.encoded[encoding] !== undefined || existsSync(found.file + suffixes[encoding])
}

function read(found: StaticFile, encoding: keyof typeof suffixes): { body: Buffer; etag: string } {
  const known = found.encoded[encoding]
  if (known) return known
  const body = readFileSync(found.file + suffixes[encoding])
  const fresh = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
  found.encoded[encoding] = fresh
  return fresh
}
