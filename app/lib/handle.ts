import { useMatches } from 'react-router'

/** What a route says about itself to the layouts and to the server. */
export type Handle = {
  /** The page starts with a hero under the header, whose text has this color. */
  hero?: 'snow' | 'ink'
  /** Title of a printed document. */
  title?: string
}

/** The handle of the current page. */
export function useHandle(): Handle {
  return (useMatches().at(-1)?.handle ?? {}) as Handle
}
