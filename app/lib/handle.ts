import { useMatches } from 'react-router'
import type { Right } from '#shared/rights.ts'

/** What a route says about itself to the layouts and to the server. */
export type Handle = {
  /** The page is the same for everyone and is cached by its path and these query parameters. */
  cache?: { query: readonly string[] }
  /** Both are not indexed. `disallow` also keeps robots away from this path and the paths below it. */
  robots?: 'noindex' | 'disallow'
  /** Listed in the sitemap: always, or when the shop has products or posts. */
  sitemap?: true | 'products' | 'posts'
  /** The page starts with a hero under the header, whose text has this color. */
  hero?: 'snow' | 'ink'
  /** Title of a printed document. */
  title?: string
  /** Of a back office page that loads less than it can change: who may open it. */
  right?: Right
}

/** The handle of the current page. */
export function useHandle(): Handle {
  return (useMatches().at(-1)?.handle ?? {}) as Handle
}
