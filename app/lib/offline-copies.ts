import { pageOfData } from '#shared/paths.ts'

/** Rules that the pages and the service worker share. See docs/decisions/0036-installed-like-an-app.md. */

export const workerUrl = '/service-worker.js'
export const offlinePath = '/offline'

/** The service worker adds its build to each name. */
export const cacheNames = { shell: 'shell-', pages: 'pages-', pictures: 'pictures-' }

/** Tells which build made a page. */
export const buildHeader = 'X-Build'
export const titleHeader = 'X-Title'
export const storedAtHeader = 'X-Stored-At'
/** A page cannot read the headers of its own response, but it can read `Server-Timing`. */
export const storedAtTiming = 'stored-at'

/** Sent by a page to the service worker. */
export type SeenMessage = { page?: { path: string; title: string }; files: string[] }

type RequestKind = 'page' | 'data' | 'file'

const neverCopied = /^\/(?:api|admin|dev)(?:[/.]|$)/i
/** Their names contain a hash of their content. */
const copiedFile = /^\/(?:assets\/[\w.-]+\.(?:js|css|woff2|svg|avif|webp)|media\/[\w.-]+)$/
const requiredFile = /\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g

/** What a request asks for, or undefined if it is never answered with a copy. */
export function requestKind(
  { method, url, mode, headers }: Pick<Request, 'method' | 'url' | 'mode' | 'headers'>,
  shopOrigin: string,
): RequestKind | undefined {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== shopOrigin || neverCopied.test(pathname) || headers.has('Range')) return undefined
  if (mode === 'navigate') return 'page'
  if (pathname.endsWith('.data')) return 'data'
  return copiedFile.test(pathname) ? 'file' : undefined
}

export const isPicture = (path: string) => copiedFile.test(path) && !/\.(?:js|css|woff2|svg)$/.test(path)

/** The paths of those files that may be copied. */
export function pathsOfFiles(urls: readonly string[], shopOrigin: string): string[] {
  return urls.flatMap((url) => {
    const { origin, pathname } = new URL(url, shopOrigin)
    return origin === shopOrigin && copiedFile.test(pathname) ? [pathname] : []
  })
}

/** The server sends `public` only with pages that are the same for everyone. */
export function isPublicPage({ ok, redirected, headers }: Pick<Response, 'ok' | 'redirected' | 'headers'>): boolean {
  const caching = headers.get('Cache-Control') ?? ''
  return (
    ok &&
    !redirected &&
    /\bpublic\b/.test(caching) &&
    !/no-store|private/.test(caching) &&
    (headers.get('Content-Type') ?? '').startsWith('text/html')
  )
}

/** The scripts, styles, fonts and drawings that the HTML of a page names. */
export const requiredFiles = (html: string): string[] => [...new Set(html.match(requiredFile))]

export function copyHeaders(original: Headers, title: string, storedAt: number): Headers {
  const headers = new Headers(original)
  // The copy is stored as text.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  headers.set(titleHeader, encodeURIComponent(title))
  headers.set(storedAtHeader, String(storedAt))
  headers.set('Server-Timing', `${storedAtTiming};dur=${storedAt}`)
  return headers
}

/** The page for which the router loads data. */
export function pageUrlOfData(url: string): URL {
  const page = new URL(url)
  page.pathname = pageOfData(page.pathname)
  page.searchParams.delete('_routes')
  return page
}
