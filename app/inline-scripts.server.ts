import { hash } from 'node:crypto'
import type { RenderedDocument } from './lib/shop-context.server.ts'

const nonceAttribute = (nonce: string) => ` nonce="${nonce}"`

/** A page may be cached for everyone, so hashes replace the nonce. */
export function hashOwnScripts(html: string, nonce: string): RenderedDocument {
  const hashes = ownScripts(html, nonce).map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)
  return { html: html.replaceAll(nonceAttribute(nonce), ''), scriptHashes: [...new Set(hashes)] }
}

/** The texts of the inline scripts of our own components, recognized by the nonce of this rendering. */
function ownScripts(html: string, nonce: string): string[] {
  const texts: string[] = []
  for (let start = html.indexOf('<script'); start >= 0; ) {
    const textStart = html.indexOf('>', start) + 1
    const textEnd = html.indexOf('</script>', textStart)
    if (textStart === 0 || textEnd < 0) break
    const tag = html.slice(start, textStart)
    if (tag.includes(nonceAttribute(nonce)) && !tag.includes(' src=')) texts.push(html.slice(textStart, textEnd))
    start = html.indexOf('<script', textEnd)
  }
  return texts
}
