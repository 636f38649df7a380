import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlPage } from '#tests/support/pages.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

const shops = new Map<string, TestShop>()
beforeAll(async () => {
  for (const [name, environment] of Object.entries<Record<string, string>>({
    direct: { MODE: 'development' },
    proxied: { MODE: 'development', TRUST_PROXY: '1' },
  })) {
    shops.set(name, await openTestShop({ environment, render: async () => htmlPage('page') }))
  }
})
afterAll(async () => {
  for (const shop of shops.values()) await shop.close()
})

type Call = { from: string | undefined; host: string | undefined; headers?: Record<string, string> }

function call(shop: string, path: string, { from, host, headers = {} }: Call) {
  const env = from === undefined ? {} : { incoming: { socket: { remoteAddress: from } } }
  const allHeaders = { ...(host === undefined ? {} : { Host: host }), ...headers }
  return shops.get(shop)?.app.request(`http://localhost${path}`, { headers: allHeaders }, env)
}

const direct = { from: '127.0.0.1', host: 'localhost:3000' }

describe.each(['/dev/mailbox', '/dev/mailbox/latest?address=a@b.example', '/dev/contact-sheet', '/metrics'])(
  '%s',
  (path) => {
    // The latest email of an unknown address is 404 for every caller, so only the body shows whether the page is open.
    const isOpen = async (shop: string, options: Call) => {
      const response = await call(shop, path, options)
      return response?.status === 200 || !(await response?.text())?.includes('There is nothing at this URL.')
    }

    test.each([
      ['127.0.0.1', 'localhost:3000'],
      ['127.0.0.1', 'localhost'],
      ['127.0.0.1', 'LOCALHOST:3000'],
      ['127.0.0.1', '127.0.0.1:3000'],
      ['::ffff:127.0.0.1', '127.0.0.1'],
      ['::1', '[::1]:3000'],
      ['::1', '[::1]'],
    ])('opens for %s under the host name %s', async (from, host) => {
      for (const shop of shops.keys()) expect(await isOpen(shop, { from, host })).toBe(true)
    })

    test.each<[string, Call]>([
      ['another machine', { ...direct, from: '192.168.1.5' }],
      ['another machine with a mapped address', { ...direct, from: '::ffff:203.0.113.1' }],
      ['a connection that has already closed', { ...direct, from: undefined }],
      ['a foreign host name', { ...direct, host: 'shop.example' }],
      ['a foreign host name that begins like a local one', { ...direct, host: 'localhost.evil.example' }],
      ['a foreign host name that ends like a local one', { ...direct, host: 'evil-localhost:3000' }],
      ['a host name with credentials', { ...direct, host: 'localhost@evil.example' }],
      ['another local address as host name', { ...direct, host: '192.168.1.2:3000' }],
      ['no host name', { ...direct, host: undefined }],
      ['an empty host name', { ...direct, host: '' }],
      ...[
        ['X-Forwarded-For', '127.0.0.1'],
        ['X-Forwarded-For', ''],
        ['X-Forwarded-Host', 'localhost'],
        ['X-Forwarded-Proto', 'https'],
        ['Forwarded', 'for=127.0.0.1'],
        ['X-Real-IP', '127.0.0.1'],
        ['X-Client-IP', '127.0.0.1'],
        ['True-Client-IP', '127.0.0.1'],
        ['CF-Connecting-IP', '127.0.0.1'],
        ['Via', '1.1 proxy'],
      ].map(([name = '', value = '']): [string, Call] => [
        `${name}: ${value}`,
        { ...direct, headers: { [name]: value } },
      ]),
    ])('is not found for %s', async (_, options) => {
      for (const shop of shops.keys()) expect(await isOpen(shop, options)).toBe(false)
    })
  },
)
