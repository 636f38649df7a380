import { expect, test } from 'vitest'
import { pageKey } from './page-keys.ts'

test.each([
  '/',
  '/shop',
  '/shop/Jewellery',
  '/shop/product/home%20decore',
  '/shop/crystal/citrine-point',
  '/alpine-collection',
  '/learn',
  '/blogs',
  '/blogs/how-dhaka-is-woven',
  '/blogs/rss.xml',
  '/bulk-buying',
  '/login',
  '/register',
  '/forget-password',
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/admin.webmanifest',
])('%s is cacheable and ignores tracking parameters', (url) => {
  expect(pageKey(url)).toBe(url)
  expect(pageKey(`${url}?utm_source=letter&fbclid=1`)).toBe(url)
})

test.each([
  ['/blogs?page=2&utm_source=letter', '/blogs?page=2'],
  ['/blogs?PAGE=2', '/blogs?page=2'],
  ['/sitemap.xml?part=3&x=1', '/sitemap.xml?part=3'],
  ['/learn?page=2', '/learn'],
  ['/blogs/how-dhaka-is-woven?page=2', '/blogs/how-dhaka-is-woven'],
])('the key of %s has only the parameters of the page: %s', (url, key) => {
  expect(pageKey(url)).toBe(key)
})

test.each(['/learn.data', '/alpine-collection.data', '/bulk-buying.data', '/blogs.data', '/blogs/a-post.data'])(
  'the data of a page has its own key: %s',
  (url) => {
    expect(pageKey(url)).toBe(url)
    expect(pageKey(`${url}?_routes=routes%2Fcontent`)).toBe(`${url}?_routes=routes%2Fcontent`)
  },
)

test.each([
  '/shop/%63rystal',
  '/shop/crystal%2Fcitrine',
  '/shop/home%20decor%c3%a9',
  '/shop/%ZZ',
  '/shop/..',
  '/shop/./crystal',
  '/shop//crystal',
  '/shop/a#b',
  '/shop?Name=a#b',
  '/shop/a\\b',
  '/shop?Name=caf\u00e9',
])('%s is not a canonical URL, so it is not cached', (url) => expect(pageKey(url)).toBeUndefined())

test.each([
  '/profile',
  '/checkout',
  '/shopping-bag',
  '/confirm-email',
  '/reset-password',
  '/signed-in',
  '/blogs/a/b',
  '/learn/more',
  '/api/blogs',
  '/nowhere',
])('%s is not cacheable', (url) => expect(pageKey(url)).toBeUndefined())
