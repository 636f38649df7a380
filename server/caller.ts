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

/**
 * What limits count by. One line has one address of IPv4, but at least 2^64 of IPv6, which share their first four groups.
 */
export function callerLine(address: string): string {
  if (!address.includes(':') || /^::ffff:/i.test(address)) return address
  const [head = [], tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = tail ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : []
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4)
  return groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')
}

/** A call without a connection comes from inside the process, as in tests. */
export function isOnThisMachine(address: string): boolean {
  return address === 'unknown' || isThisMachine(address)
}

export function isThisMachine(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
