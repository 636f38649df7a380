import { generatePath, href } from 'react-router'
import { pagePatterns } from './page-routes.ts'
import { category, product, shop, tag } from './paths.ts'

/** Example paths for routes with parameters or with several states. */
const examples: Record<string, readonly string[]> = {
  '/shop': [shop, `${shop}?page=2`, `${shop}?Name=tourmalin`, `${shop}?Name=xyzzyq`],
  '/shop/product/:tag': [tag('home decore'), tag('moonstone')],
  '/shop/:category': [category('crystal'), category('Jewellery')],
  '/shop/:category/:slug': [
    product('crystal', 'citrine-point'),
    product('crystal', 'smoky-quartz-point'),
    product('crystal', 'rubellite-tourmaline'),
  ],
  '/blogs': [href('/blogs'), `${href('/blogs')}?page=2`, `${href('/blogs')}?page=99`],
  '/certificate/:code': [href('/certificate/:code', { code: '0000-0000-0000-0' })],
  '/blogs/:slug': [href('/blogs/:slug', { slug: 'how-dhaka-is-woven' })],
  '/admin/pages': [
    '',
    '?part=banners',
    '?part=testimonials',
    '?part=faqs',
    '?part=synonyms',
    '?part=seo',
    '?part=hero',
  ].map((part) => href('/admin/pages') + part),
  '/admin/lists': ['', '?list=collection'].map((list) => href('/admin/lists') + list),
  '/*': ['/nowhere'],
}

/** Example paths for each customer route; the browser loads their data. */
export const customerPages = (orderId: string): Record<string, readonly string[]> => ({
  '/confirm-email': [href('/confirm-email'), `${href('/confirm-email')}?sent=1`],
  '/reset-password': [`${href('/reset-password')}?token=t&email=maya%40mail.example`],
  '/profile': ['MyOrders', 'AccountSettings', 'SavedItems', 'AddressSettings'].map(
    (key) => `${href('/profile')}?tab=${key}`,
  ),
  '/profile/orders/:orderId/invoice': [href('/profile/orders/:orderId/invoice', { orderId })],
  '/shopping-bag': [href('/shopping-bag')],
  '/checkout': [href('/checkout')],
})

/** Redirects as soon as its script runs. */
export const redirectingPages: Record<string, readonly string[]> = { '/signed-in': [href('/signed-in')] }

type AdminIds = Record<
  | 'orderId'
  | 'discountId'
  | 'invoiceId'
  | 'day'
  | 'courierId'
  | 'userId'
  | 'productId'
  | 'enquiryId'
  | 'quoteId'
  | 'token'
  | 'postId',
  string
>

const quote = '/quotes/:token'
const sharedDraft = '/drafts/:token'
const stockAlertLink = '/stock-alerts/:token'
const isAdminPage = (pattern: string) => pattern.startsWith('/admin')

/** Paths of the admin pages and of the public page of a quote. */
export const adminPages = (ids: AdminIds): readonly string[] =>
  [...pagePatterns.filter(isAdminPage), quote].flatMap((pattern) =>
    pattern === printOrders ? papers(ids) : (examples[pattern] ?? generatePath(pattern, ids)),
  )

const printOrders = '/admin/print-orders'
const papers = ({ orderId }: AdminIds) =>
  ['slips', 'labels-a4', 'labels-100x150', 'certificates'].map(
    (paper) => `${href(printOrders)}?paper=${paper}&id=${orderId}`,
  )

export const unknownIds: AdminIds = {
  orderId: '01890000-0000-7000-8000-000000000000',
  discountId: '1',
  invoiceId: '1',
  day: '2026-01-01',
  courierId: '1',
  userId: '01890000-0000-7000-8000-000000000000',
  productId: '1',
  enquiryId: '01890000-0000-7000-8000-000000000000',
  quoteId: '01890000-0000-7000-8000-000000000000',
  token: '0'.repeat(64),
  postId: '1',
}

const isCustomerPage = (pattern: string) => pattern in { ...customerPages(unknownIds.orderId), ...redirectingPages }

/** All other pages; the server renders them completely. A route with parameters needs an example above. */
export const visitorPages: readonly string[] = pagePatterns
  .filter(
    (pattern) =>
      !isAdminPage(pattern) && !isCustomerPage(pattern) && ![quote, sharedDraft, stockAlertLink].includes(pattern),
  )
  .flatMap((pattern) => examples[pattern] ?? generatePath(pattern))
