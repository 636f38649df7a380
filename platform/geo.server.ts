import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import type { CountryResponse, Reader } from 'maxmind'

const require = createRequire(import.meta.url)
const readers = new Map<4 | 6, Promise<Reader<CountryResponse>>>()

const privateRanges = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateRanges.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateRanges.addSubnet(network, bits, 'ipv6')
}

/** The tables take 15 MB of memory, so each is opened at the first lookup for its IP version. */
function reader(version: 4 | 6): Promise<Reader<CountryResponse>> {
  let promise = readers.get(version)
  if (!promise) {
    const file = require.resolve(`@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv${version}.mmdb`)
    promise = import('maxmind').then(({ open }) => open<CountryResponse>(file))
    readers.set(version, promise)
  }
  return promise
}

/** The ISO country code of an IP address, or undefined if it is unknown. */
export async function countryOf(address: string): Promise<string | undefined> {
  const plainAddress = address.replace(/^::ffff:/, '')
  const version = isIP(plainAddress)
  if (version !== 4 && version !== 6) return undefined
  if (privateRanges.check(plainAddress, version === 4 ? 'ipv4' : 'ipv6')) return undefined
  const entry = (await reader(version)).get(plainAddress) as {
    country_code?: string
    country?: { iso_code?: string }
  } | null
  return entry?.country_code ?? entry?.country?.iso_code
}
