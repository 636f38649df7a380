const here = 'https://here.invalid'
const isPath = (text: string) => /^\/(?![/\\])/.test(text)

/** The way back after signing in: a path of this site, and nothing that a browser could take for another site. */
export function safePath(given: string | null | undefined): string | undefined {
  if (!given || !isPath(given) || !URL.canParse(given, here)) return undefined
  const { origin, pathname, search, hash } = new URL(given, here)
  const path = pathname + search + hash
  return origin === here && isPath(path) ? path : undefined
}
