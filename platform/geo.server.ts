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

/** The tables take 15 MB of memory, so each is opened when the first visitor of its kind comes. */
function reader(version: 4 | 6): Promise<Reader<CountryResponse>> {
  let opened = readers.get(version)
  if (!opened) {
    const file = require.resolve(`@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv${version}.mmdb`)
    opened = import('maxmind').then(({ open }) => open<CountryResponse>(file))
    readers.set(version, opened)
  }
  return opened
}

/** The two letters of the country that an address belongs to, or nothing where it cannot be told. */
export async function countryOf(address: string): Promise<string | undefined> {
  const plain = address.replace(/^::ffff:/, '')
  const version = isIP(plain)
  if (version !== 4 && version !== 6) return undefined
  if (privateRanges.check(plain, version === 4 ? 'ipv4' : 'ipv6')) return undefined
  const found = (await reader(version)).get(plain) as { country_code?: string; country?: { iso_code?: string } } | null
  return found?.country_code ?? found?.country?.iso_code
}
