const placeholderOrigin = 'https://here.invalid'
const isPath = (text: string) => /^\/(?![/\\])/.test(text)

function parse(path: string | null | undefined): URL | undefined {
  if (!path || !isPath(path) || !URL.canParse(path, placeholderOrigin)) return undefined
  const url = new URL(path, placeholderOrigin)
  return url.origin === placeholderOrigin && isPath(url.pathname) ? url : undefined
}

/** A path to return to after sign-in. Rejects everything that a browser could resolve to another site. */
export function safePath(path: string | null | undefined): string | undefined {
  const url = parse(path)
  return url && url.pathname + url.search + url.hash
}

const plainPath = /^\/[A-Za-z0-9/_-]{0,200}$/
const pageQuery = /^\?page=\d{1,4}$/
const plainHash = /^#[A-Za-z0-9&=]{1,80}$/

/** A return path for an email to an unconfirmed address. Drops all query text but the page, which a sender could abuse. */
export function pathForEmail(path: string | null | undefined): string | undefined {
  const url = parse(path)
  if (!url || !plainPath.test(url.pathname)) return undefined
  const search = pageQuery.test(url.search) ? url.search : ''
  return url.pathname + search + (plainHash.test(url.hash) ? url.hash : '')
}
