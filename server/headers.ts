import type { Settings } from '#platform/env.server.ts'

/** Sent with every response. */
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

/** `scriptHashes` allow the app's own inline scripts, so the policy needs no `unsafe-inline`. */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  { mode, siteUrl, geoUrl }: Pick<Settings, 'mode' | 'siteUrl' | 'geoUrl'>,
): string {
  // Vite's development server adds inline styles.
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
