import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** The canonical address, and the network that limits count by: one IPv4 address, or an IPv6 /64. */
export type Caller = { address: string; line: string }
type Connection = { remoteAddress?: string | undefined } | undefined

const longestHeader = 1024
const longestEntry = 64
const unknown: Caller = { address: 'unknown', line: 'unknown' }
/** Parsing an IPv6 address takes several microseconds, and the same callers come again. */
const parsed = new LRUCache<string, Caller>({ max: 5_000 })

/**
 * The caller of a request. Every trusted proxy appends one entry to `X-Forwarded-For`, so the caller is the nth from the
 * right. If that entry is no address, the trusted proxy after it counts, or else the connection.
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
  const start = header.length - longestHeader
  // An entry that the bound cuts in two could read as another address, so it is left out.
  const tail = start > 0 ? header.slice(header.indexOf(',', start) + 1 || header.length) : header
  const entries = tail.split(',').map((entry) => entry.trim())
  return entries.filter(Boolean).slice(-count)
}

/** Accepts a port, brackets and a zone id, which are dropped. An IPv4-mapped address is its IPv4 address. */
function parseAddress(text: string): Caller | undefined {
  if (isIPv4(text)) return { address: text, line: text }
  if (text.length > longestEntry) return undefined
  const known = parsed.get(text)
  if (known) return known
  const [, bracketed, beforePort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  const bare = bracketed ?? beforePort ?? text
  if (isIPv4(bare)) return { address: bare, line: bare }
  if (!isIPv6(bare)) return undefined
  const caller = callerAt(ipaddr.process(bare.replace(/%.*/, '')))
  parsed.set(text, caller)
  return caller
}

function callerAt(address: ipaddr.IPv4 | ipaddr.IPv6): Caller {
  const text = address.toString()
  if (address instanceof ipaddr.IPv4) return { address: text, line: text }
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16))
  return { address: text, line: `${groups.join(':')}::/64` }
}
