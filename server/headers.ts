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

/** A policy without `unsafe-inline`: `scriptHashes` are those of the inline scripts that our own components wrote. */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  { mode, siteUrl, geoUrl }: Pick<Settings, 'mode' | 'siteUrl' | 'geoUrl'>,
): string {
  // Vite's development server puts styles into the page itself.
  const styles = mode === 'development' ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'"
  const geo = new URL(geoUrl, siteUrl)
  const connections = geo.origin === new URL(siteUrl).origin ? [] : [`connect-src 'self' ${geo.origin}`]
  return [
    "default-src 'self'",
    ...connections,
    ["script-src 'self'", ...scriptHashes].join(' '),
    styles,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
