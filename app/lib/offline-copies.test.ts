import { describe, expect, test } from 'vitest'
import {
  copyHeaders,
  isPicture,
  isPublicPage,
  pageUrlOfData,
  pathsOfFiles,
  requestKind,
  requiredFiles,
  storedAtHeader,
  titleHeader,
} from './offline-copies.ts'

const shop = 'https://shop.example'

type Init = { method?: string; mode?: RequestMode; headers?: Headers }

const kindOf = (path: string, { method = 'GET', mode = 'cors', headers = new Headers() }: Init = {}) =>
  requestKind({ url: new URL(path, shop).href, method, mode, headers }, shop)

describe('requestKind', () => {
  test.each([
    ['/shop/crystal/ruby', { mode: 'navigate' as const }, 'page'],
    ['/checkout', { mode: 'navigate' as const }, 'page'],
    ['/shop/crystal/ruby.data?_routes=routes%2Fshop%2Fproduct', {}, 'data'],
    ['/_.data', {}, 'data'],
    ['/assets/product-abcdefgh.js', {}, 'file'],
    ['/assets/newsreader-abcdefgh.woff2', {}, 'file'],
    ['/media/0123abcd-400.avif', {}, 'file'],
  ])('%s', (path, request, kind) => {
    expect(kindOf(path, request)).toBe(kind)
  })

  test.each([
    ['/admin', { mode: 'navigate' as const }],
    ['/admin/orders', { mode: 'navigate' as const }],
    ['/admin/orders.data', {}],
    ['/admin.data', {}],
    ['/dev/mailbox', { mode: 'navigate' as const }],
    ['/API/order', {}],
    ['/api/product', {}],
    ['/api/docs', { mode: 'navigate' as const }],
    ['/checkout', { method: 'POST', mode: 'navigate' as const }],
    ['/learn.data', { method: 'HEAD' }],
    ['/service-worker.js', { method: 'HEAD' }],
    ['/manifest.webmanifest', {}],
    ['/assets/film-abcdefgh.av1.mp4', {}],
    ['/assets/product-abcdefgh.js', { headers: new Headers({ Range: 'bytes=0-' }) }],
    ['https://elsewhere.example/learn', { mode: 'navigate' as const }],
    ['https://elsewhere.example/media/0123abcd-400.avif', {}],
  ])('leaves %s to the browser', (path, request) => {
    expect(kindOf(path, request)).toBeUndefined()
  })
})

describe('isPublicPage', () => {
  const page = (headers: Record<string, string>, more: { ok?: boolean; redirected?: boolean } = {}) =>
    isPublicPage({
      ok: true,
      redirected: false,
      headers: new Headers({ 'Content-Type': 'text/html; charset=utf-8', ...headers }),
      ...more,
    })

  test('accepts what the page cache sends', () => {
    expect(page({ 'Cache-Control': 'public, no-cache' })).toBe(true)
  })

  test.each([
    ['no Cache-Control', {}, {}],
    ['a personal page', { 'Cache-Control': 'no-cache' }, {}],
    ['no-store', { 'Cache-Control': 'public, no-store' }, {}],
    ['private', { 'Cache-Control': 'private, max-age=60' }, {}],
    ['a file', { 'Cache-Control': 'public, max-age=3600', 'Content-Type': 'text/plain' }, {}],
    ['an error', { 'Cache-Control': 'public, no-cache' }, { ok: false }],
    ['the target of a redirect', { 'Cache-Control': 'public, no-cache' }, { redirected: true }],
  ])('rejects %s', (_, headers, more) => {
    expect(page(headers, more)).toBe(false)
  })
})

test('finds the files of a page once each, without films and raster pictures', () => {
  const html =
    '<link href="/assets/app-1.css"><script>["/assets/a-1.js","/assets/a-1.js"]</script><img src="/assets/hero-1.avif"><img src="/assets/ridge-1.svg"><video src="/assets/ridge-1.mp4">'
  expect(requiredFiles(html)).toEqual(['/assets/app-1.css', '/assets/a-1.js', '/assets/ridge-1.svg'])
  expect(requiredFiles('<p>No files</p>')).toEqual([])
})

test('takes only hashed files of the shop from the list of a page', () => {
  const urls = [
    `${shop}/media/0123-400.avif`,
    `${shop}/assets/cart-1.js`,
    `${shop}/api/location`,
    `${shop}/learn.data`,
    'https://elsewhere.example/media/0123-400.avif',
  ]
  expect(pathsOfFiles(urls, shop)).toEqual(['/media/0123-400.avif', '/assets/cart-1.js'])
  expect(['/media/0123-400.avif', '/assets/hero-1.webp', '/assets/cart-1.js', '/learn'].map(isPicture)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a copy tells when it was stored and keeps the policy of the page', () => {
  const headers = copyHeaders(
    new Headers({ 'Content-Security-Policy': "default-src 'self'", 'Content-Encoding': 'br', 'Content-Length': '9' }),
    'हिम · ALPINE',
    1_800_000_000_000,
  )
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'self'")
  expect(headers.get('Content-Encoding')).toBeNull()
  expect(headers.get('Content-Length')).toBeNull()
  expect(headers.get('Server-Timing')).toBe('stored-at;dur=1800000000000')
  expect(headers.get(storedAtHeader)).toBe('1800000000000')
  expect(decodeURIComponent(headers.get(titleHeader) ?? '')).toBe('हिम · ALPINE')
})

test.each([
  ['/_.data', '/'],
  ['/learn.data', '/learn'],
  ['/shop.data?page=2&_routes=routes%2Fshop%2Fall', '/shop?page=2'],
])('%s is the data of %s', (data, page) => {
  expect(pageUrlOfData(shop + data).href).toBe(shop + page)
})
