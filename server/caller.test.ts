import { describe, expect, test } from 'vitest'
import { callerOf, isLoopback } from './caller.ts'

const connection = { remoteAddress: '192.0.2.1' }
const addressOf = (forwardedFor: string | undefined, trustedProxies = 1) =>
  callerOf(forwardedFor, connection, trustedProxies).address

describe('X-Forwarded-For', () => {
  test.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address with a port', '203.0.113.7:4711', '203.0.113.7'],
    ['an IPv4 address in brackets', '[203.0.113.7]', '203.0.113.7'],
    ['an IPv4 address in brackets with a port', '[203.0.113.7]:80', '203.0.113.7'],
    ['an IPv6 address', '2001:db8::1', '2001:db8::1'],
    ['an IPv6 address in brackets', '[2001:db8::1]', '2001:db8::1'],
    ['an IPv6 address in brackets with a port', '[2001:db8::1]:4711', '2001:db8::1'],
    ['an IPv6 address in upper case', '2001:DB8::ABCD', '2001:db8::abcd'],
    ['an IPv6 address with leading zeros', '2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['an IPv6 address with a zone id', 'fe80::1%eth0', 'fe80::1'],
    ['an IPv6 address in brackets with a zone id and a port', '[fe80::1%25en0]:80', 'fe80::1'],
    ['a mapped IPv4 address', '::ffff:203.0.113.7', '203.0.113.7'],
    ['a mapped IPv4 address in upper case', '::FFFF:203.0.113.7', '203.0.113.7'],
    ['a mapped IPv4 address in hexadecimal', '::ffff:cb00:7107', '203.0.113.7'],
    ['a mapped IPv4 address written out', '0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['a mapped IPv4 address in brackets with a port', '[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['spaces and tabs around an address', ' \t203.0.113.7\t ', '203.0.113.7'],
    ['empty entries', '203.0.113.7, ,, ', '203.0.113.7'],
    ['several headers joined by Node', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['a long header before the last entry', `${'10.0.0.1, '.repeat(1_500)}203.0.113.7`, '203.0.113.7'],
  ])('is read from %s', (_, header, address) => {
    expect(addressOf(header)).toBe(address)
  })

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['only commas', ',,, ,'],
    ['only spaces', ' '.repeat(15_000)],
    ['unknown', 'unknown'],
    ['an obfuscated identifier', '_hidden'],
    ['an obfuscated identifier with a port', '_SEVKISEK:80'],
    ['a host name', 'shop.example'],
    ['an element of the Forwarded header', 'for=203.0.113.7'],
    ['quotes', '"203.0.113.7"'],
    ['an IPv4 address with leading zeros', '203.0.113.007'],
    ['an IPv4 address with a part out of range', '203.0.113.256'],
    ['an IPv4 address with three parts', '203.0.113'],
    ['an IPv4 address in hexadecimal', '0xcb.0.113.7'],
    ['one number', '3405803783'],
    ['an IPv4 address with a zone id', '203.0.113.7%eth0'],
    ['an IPv4 address with two ports', '203.0.113.7:80:80'],
    ['an open bracket', '[2001:db8::1'],
    ['text after the bracket', '[2001:db8::1]x'],
    ['a group too many', '1:2:3:4:5:6:7:8:9'],
    ['two double colons', '2001::db8::1'],
    ['two addresses without a comma', '203.0.113.7 203.0.113.8'],
    ['markup', '<script>'],
    ['NUL', '203.0.113.7\u0000'],
    ['a zone id without end', `fe80::1%${'a'.repeat(15_000)}`],
    ['an entry that is too long', `${'0'.repeat(15_000)}203.0.113.7`],
    ['colons without end', ':'.repeat(15_000)],
  ])('with %s falls back to the address of the connection', (_, header) => {
    expect(addressOf(header)).toBe('192.0.2.1')
  })

  test('never reads a truncated entry', () => {
    for (let extra = 0; extra < 40; extra++) {
      const header = `10.11.12.13${' '.repeat(1_010 + extra)}`
      expect(['192.0.2.1', '10.11.12.13']).toContain(addressOf(header))
    }
  })

  test.each([
    [0, '198.51.100.1, 203.0.113.7', '192.0.2.1'],
    [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    [2, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
    [2, '1.1.1.1, 198.51.100.1, 203.0.113.7', '198.51.100.1'],
    [3, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
    [10, '203.0.113.7', '203.0.113.7'],
    [2, 'unknown, 203.0.113.7', '203.0.113.7'],
    [2, '1.1.1.1, unknown, 203.0.113.7', '203.0.113.7'],
    [2, '1.1.1.1, unknown, _hidden', '192.0.2.1'],
  ])('with %i trusted proxies and the value %s gives %s', (trustedProxies, header, address) => {
    expect(addressOf(header, trustedProxies)).toBe(address)
  })
})

describe('the network that rate limits count', () => {
  const networkOf = (remoteAddress: string | undefined) => callerOf(undefined, { remoteAddress }, 0).network

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

test.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['128.0.0.1', false],
  ['10.127.0.1', false],
  ['::ffff:203.0.113.7', false],
  ['fe80::1', false],
  [undefined, false],
])('%s is a loopback address: %s', (remoteAddress, expected) => {
  expect(isLoopback({ remoteAddress })).toBe(expected)
})
