import { createHash } from 'node:crypto'
import type { Settings } from '#platform/env.server.ts'

/** On every answer, whatever it is. */
export function securityHeaders(settings: Pick<Settings, 'siteUrl'>): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'X-Frame-Options': 'DENY',
  }
  if (settings.siteUrl.startsWith('https:'))
    headers['Strict-Transport-Security'] = 'max-age=31536000; includeSubDomains'
  return headers
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** A policy without `unsafe-inline`: each inline script of this very page is named by its hash. */
export function contentSecurityPolicy(
  html: string,
  { mode, siteUrl, geoUrl }: Pick<Settings, 'mode' | 'siteUrl' | 'geoUrl'>,
): string {
  const hashes = new Set<string>()
  for (const [, script] of html.matchAll(inlineScript)) {
    if (script) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  // Vite's development server puts styles into the page itself.
  const styles = mode === 'development' ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'"
  const geo = new URL(geoUrl, siteUrl)
  const connections = geo.origin === new URL(siteUrl).origin ? [] : [`connect-src 'self' ${geo.origin}`]
  return [
    "default-src 'self'",
    ...connections,
    ["script-src 'self'", ...hashes].join(' '),
    styles,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
