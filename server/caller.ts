import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** The canonical address, and the network that rate limits count: one IPv4 address or one IPv6 /64. */
export type Caller = { address: string; network: string }
type Connection = { remoteAddress?: string | undefined } | undefined

const maxHeaderLength = 1024
const maxEntryLength = 64
const unknown: Caller = { address: 'unknown', network: 'unknown' }
/** Parsing an IPv6 address takes several microseconds, and most callers send many requests. */
const parsedAddresses = new LRUCache<string, Caller>({ max: 5_000 })

/**
 * Every trusted proxy appends one entry to `X-Forwarded-For`, so the caller is the nth from the right. If that entry is
 * not an address, the next trusted proxy's entry is used, and at last the connection's address.
 */
export function callerOf(forwardedFor: string | undefined, connection: Connection, trustedProxies: number): Caller {
  if (trustedProxies > 0 && forwardedFor) {
    for (const entry of lastEntries(forwardedFor, trustedProxies)) {
      const caller = parseAddress(entry)
      if (caller) return caller
    }
  }
  return parseAddress(connection?.remoteAddress ?? '') ?? unknown
}

export function isLoopback(connection: Connection): boolean {
  const { address } = callerOf(undefined, connection, 0)
  return address === '::1' || address.startsWith('127.')
}

function lastEntries(header: string, count: number): string[] {
  const start = header.length - maxHeaderLength
  // A truncated entry could parse as another address, so it is dropped.
  const tail = start > 0 ? header.slice(header.indexOf(',', start) + 1 || header.length) : header
  const entries = tail.split(',').map((entry) => entry.trim())
  return entries.filter(Boolean).slice(-count)
}

/** Drops a port, brackets and a zone id, and converts an IPv4-mapped address to IPv4. */
function parseAddress(text: string): Caller | undefined {
  if (isIPv4(text)) return { address: text, network: text }
  if (text.length > maxEntryLength) return undefined
  const cached = parsedAddresses.get(text)
  if (cached) return cached
  const [, bracketed, beforePort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  const bare = bracketed ?? beforePort ?? text
  if (isIPv4(bare)) return { address: bare, network: bare }
  if (!isIPv6(bare)) return undefined
  const caller = toCaller(ipaddr.process(bare.replace(/%.*/, '')))
  parsedAddresses.set(text, caller)
  return caller
}

function toCaller(address: ipaddr.IPv4 | ipaddr.IPv6): Caller {
  const text = address.toString()
  if (address instanceof ipaddr.IPv4) return { address: text, network: text }
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16))
  return { address: text, network: `${groups.join(':')}::/64` }
}
