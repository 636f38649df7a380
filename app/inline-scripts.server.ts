import { createHash } from 'node:crypto'

/** From the renderer to the server, which puts the hashes into the page's policy. */
export const scriptHashesHeader = 'X-Script-Hashes'

type OwnScript = { start: number; end: number; tag: string; text: string }

const markOf = (nonce: string) => ` nonce="${nonce}"`

/** The inline scripts that our components wrote in this rendering: only they know its nonce. */
export function ownScripts(html: string, nonce: string): OwnScript[] {
  const found: OwnScript[] = []
  for (let start = html.indexOf('<script'); start >= 0; ) {
    const opened = html.indexOf('>', start) + 1
    const closed = html.indexOf('</script>', opened)
    if (opened === 0 || closed < 0) break
    const end = closed + '</script>'.length
    const tag = html.slice(start, opened)
    if (tag.includes(markOf(nonce)) && !tag.includes(' src=')) {
      found.push({ start, end, tag, text: html.slice(opened, closed) })
    }
    start = html.indexOf('<script', end)
  }
  return found
}

/** A page may be cached for everyone, so its nonce is removed and its scripts are named by their hashes. */
export function hashOwnScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes = ownScripts(html, nonce).map(
    ({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return { html: html.replaceAll(markOf(nonce), ''), hashes: [...new Set(hashes)] }
}
