const here = 'https://here.invalid'
const isPath = (text: string) => /^\/(?![/\\])/.test(text)

function parse(given: string | null | undefined): URL | undefined {
  if (!given || !isPath(given) || !URL.canParse(given, here)) return undefined
  const url = new URL(given, here)
  return url.origin === here && isPath(url.pathname) ? url : undefined
}

/** The way back after signing in: a path of this site, and nothing that a browser could take for another site. */
export function safePath(given: string | null | undefined): string | undefined {
  const url = parse(given)
  return url && url.pathname + url.search + url.hash
}

const plainPath = /^\/[A-Za-z0-9/_-]{0,200}$/
const pageOfList = /^\?page=\d{1,4}$/
const plainHash = /^#[A-Za-z0-9&=]{1,80}$/

/** The way back in an email to an address that nobody has confirmed: of the query only the page, so no sentence of the sender's. */
export function mailablePath(given: string | null | undefined): string | undefined {
  const url = parse(given)
  if (!url || !plainPath.test(url.pathname)) return undefined
  const search = pageOfList.test(url.search) ? url.search : ''
  return url.pathname + search + (plainHash.test(url.hash) ? url.hash : '')
}
