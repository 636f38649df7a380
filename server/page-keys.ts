import { LRUCache } from 'lru-cache'
import { routeTable } from '#app/lib/route-table.server.ts'
import { pageOfData } from '#shared/paths.ts'

type Page = { segments: string[]; cache: { query: readonly string[] } | undefined }

/** Built at the first request, when all route modules are loaded. */
let pages: Page[] | undefined

/** A static segment is more specific than a parameter, so paths with fewer parameters come first. */
const readPages = (): Page[] =>
  routeTable()
    .map(({ path, handle: { cache } }) => ({ segments: path.slice(1).split('/'), cache }))
    .toSorted((one, other) => parametersIn(one.segments) - parametersIn(other.segments))

const isParameter = (segment: string) => segment.startsWith(':') || segment === '*'
const parametersIn = (segments: string[]) => segments.filter(isParameter).length

function matches(expected: string[], segments: string[]): boolean {
  if (expected.length !== segments.length) return false
  return expected.every((part, index) => (isParameter(part) ? segments[index] !== '' : segments[index] === part))
}

const maxKeyLength = 600
const maxRememberedKeys = 4_000

/** Finding a key takes longer than sending a cached response, and most URLs are requested many times. */
export function rememberKeys(keyOf: (target: string) => string | undefined): typeof keyOf {
  const keys = new LRUCache<string, string>({ max: maxRememberedKeys })
  return (target) => {
    const remembered = keys.get(target)
    if (remembered !== undefined) return remembered
    const key = keyOf(target)
    if (key !== undefined && target.length <= maxKeyLength) keys.set(target, key)
    return key
  }
}

/**
 * The part of the URL that determines a page, or undefined if the page is not cacheable. A page's `.data` response
 * (client-side navigation) has its own key.
 */
export const pageKey = rememberKeys((target) => {
  const { path, search } = splitTarget(target)
  const isData = path.endsWith('.data')
  const page = isData ? pageOfData(path) : path
  pages ??= readPages()
  const segments = page.slice(1).split('/')
  const cache = pages.find((each) => matches(each.segments, segments))?.cache
  if (!cache || !isCanonicalPath(path)) return undefined
  return cacheKey(path, search, isData ? [...cache.query, '_routes'] : cache.query)
})

export function splitTarget(target: string): { path: string; search: string | undefined } {
  const questionMark = target.indexOf('?')
  return questionMark < 0
    ? { path: target, search: undefined }
    : { path: target.slice(0, questionMark), search: target.slice(questionMark + 1) }
}

const plainPath = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/
const dotSegment = /\/\.\.?(?:\/|$)/

/**
 * False for a path that a router may read as another path: encoded letters, empty or dot segments, fragments. Such
 * requests are answered without the cache.
 */
export function isCanonicalPath(path: string): boolean {
  if (path === '/') return true
  if (!plainPath.test(path) || dotSegment.test(path)) return false
  return (
    !path.includes('%') || path.split('/').every((segment) => !segment.includes('%') || isCanonicalSegment(segment))
  )
}

function isCanonicalSegment(segment: string): boolean {
  try {
    const decoded = decodeURIComponent(segment)
    return encodeURIComponent(decoded) === segment && !/[/\\%\p{Cc}]/u.test(decoded)
  } catch {
    return false
  }
}

const plainSearch = /^[\x21-\x7e]*$/

/** The path with the query parameters that count, in a fixed order and spelling. */
export function cacheKey(path: string, search: string | undefined, parameters: readonly string[]): string | undefined {
  if (search === undefined) return path.length <= maxKeyLength ? path : undefined
  if (!plainSearch.test(search) || search.includes('#')) return undefined
  const key = path + normalizeQuery(search, parameters)
  return key.length <= maxKeyLength ? key : undefined
}

function normalizeQuery(search: string, parameters: readonly string[]): string {
  const entries = [...new URLSearchParams(search)]
  const normalized = new URLSearchParams()
  for (const name of parameters) {
    for (const [key, value] of entries) if (key.toLowerCase() === name.toLowerCase()) normalized.append(name, value)
  }
  const text = normalized.toString()
  return text ? `?${text}` : ''
}
