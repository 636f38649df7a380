/** The public pages that are the same for everyone, with the query parameters that each one knows. */
const keepable: readonly { path: RegExp; query: readonly string[] }[] = [
  { path: /^\/$/, query: [] },
  { path: /^\/shop$/, query: ['Name', 'sortBy', 'CategoryIds', 'color', 'size', 'page'] },
  { path: /^\/shop\/product\/[^/]+$/, query: ['sortBy', 'page'] },
  { path: /^\/shop\/[^/]+$/, query: ['sortBy', 'page'] },
  { path: /^\/shop\/[^/]+\/[^/]+$/, query: [] },
  { path: /^\/(alpine-collection|learn|bulk-buying|login|register|forget-password)$/, query: [] },
  { path: /^\/blogs$/, query: ['page'] },
  { path: /^\/blogs\/[^/]+$/, query: [] },
  { path: /^\/(robots\.txt|manifest\.webmanifest)$/, query: [] },
  { path: /^\/sitemap\.xml$/, query: ['part'] },
]

const longestKey = 600

/**
 * The address reduced to what a page depends on, or nothing where the page may not be kept. A page's data (`.data`,
 * fetched when the visitor moves inside the shop) is kept beside the page itself.
 */
export function pageKey(target: string): string | undefined {
  const { path, search } = splitTarget(target)
  const isData = path.endsWith('.data')
  const page = isData ? path.slice(0, -5).replace(/\/_$/, '/') : path
  const known = keepable.find((each) => each.path.test(page))
  if (!known || !isCanonicalPath(path)) return undefined
  return keyOf(path, search, isData ? [...known.query, '_routes'] : known.query)
}

export function splitTarget(target: string): { path: string; search: string | undefined } {
  const questionMark = target.indexOf('?')
  return questionMark < 0
    ? { path: target, search: undefined }
    : { path: target.slice(0, questionMark), search: target.slice(questionMark + 1) }
}

const plainPath = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/
const dotSegment = /\/\.\.?(?:\/|$)/

/**
 * Whether a path is spelled in the one form that a router cannot take for another path: no encoded letter, no empty or
 * dot segment, no fragment. Other spellings are answered without the cache.
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

/** A path with the known parameters of its query, in one order and one spelling. */
export function keyOf(path: string, search: string | undefined, known: readonly string[]): string | undefined {
  if (search === undefined) return path.length <= longestKey ? path : undefined
  if (!plainSearch.test(search) || search.includes('#')) return undefined
  const key = path + keptQuery(search, known)
  return key.length <= longestKey ? key : undefined
}

function keptQuery(search: string, known: readonly string[]): string {
  const given = [...new URLSearchParams(search)]
  const kept = new URLSearchParams()
  for (const name of known) {
    for (const [key, value] of given) if (key.toLowerCase() === name.toLowerCase()) kept.append(name, value)
  }
  const text = kept.toString()
  return text ? `?${text}` : ''
}
