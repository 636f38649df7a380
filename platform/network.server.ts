import ipaddr from 'ipaddr.js'

const bytesOf = { ipv4: 3, ipv6: 6 }

/** The network of an address, wider than one line: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const kept = bytesOf[parsed.kind()]
  const network = ipaddr.fromByteArray(parsed.toByteArray().map((byte, index) => (index < kept ? byte : 0)))
  return `${network}/${kept * 8}`
}
