import type { HttpBindings } from '@hono/node-server'

/** The caller's address: of the connection itself, or as the nth of our own proxies saw it. */
export function callerAddress(
  headers: Headers,
  bindings: Partial<HttpBindings> | undefined,
  trustedProxies: number,
): string {
  const direct = bindings?.incoming?.socket?.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return direct
  const hops = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  return hops.at(-trustedProxies) ?? direct
}

/** A call without a connection comes from inside the process, as in tests. */
export function isOnThisMachine(address: string): boolean {
  return address === 'unknown' || isThisMachine(address)
}

export function isThisMachine(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
