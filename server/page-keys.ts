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

export const longestKey = 600

/**
 * The address reduced to what a page depends on, or nothing where the page may not be kept. A page's data (`.data`,
 * fetched when the visitor moves inside the shop) is kept beside the page itself.
 */
export function pageKey(target: string): string | undefined {
  const questionMark = target.indexOf('?')
  const pathname = questionMark < 0 ? target : target.slice(0, questionMark)
  const isData = pathname.endsWith('.data')
  const page = isData ? pathname.slice(0, -5).replace(/\/_$/, '/') : pathname
  const known = keepable.find(({ path }) => path.test(page))
  if (!known) return undefined
  const key =
    questionMark < 0
      ? pathname
      : pathname + keptQuery(target.slice(questionMark + 1), isData ? [...known.query, '_routes'] : known.query)
  return key.length <= longestKey ? key : undefined
}

/** The known parameters alone, in one order and one spelling. */
export function keptQuery(search: string, known: readonly string[]): string {
  const given = [...new URLSearchParams(search)]
  const kept = new URLSearchParams()
  for (const name of known) {
    for (const [key, value] of given) if (key.toLowerCase() === name.toLowerCase()) kept.append(name, value)
  }
  const text = kept.toString()
  return text ? `?${text}` : ''
}
