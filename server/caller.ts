/** The caller's address: of the connection itself, or as the nth of our own proxies saw it. */
export function callerAddress(
  forwardedFor: string | undefined,
  connection: { remoteAddress?: string | undefined } | undefined,
  trustedProxies: number,
): string {
  const direct = connection?.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return direct
  const hops = (forwardedFor ?? '')
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
