import { href } from 'react-router'
import { category, home, product, shop, tag } from './paths.ts'

/** Example paths for each public route; the server renders these pages completely. */
export const visitorPages: Record<string, readonly string[]> = {
  '/': [home],
  '/login': [href('/login')],
  '/register': [href('/register')],
  '/forget-password': [href('/forget-password')],
  '/shop': [shop, `${shop}?page=2`, `${shop}?Name=tourmalin`, `${shop}?Name=xyzzyq`],
  '/shop/product/:tag': [tag('home decore'), tag('moonstone')],
  '/shop/:category': [category('crystal'), category('Jewellery')],
  '/shop/:category/:slug': [
    product('crystal', 'citrine-point'),
    product('crystal', 'smoky-quartz-point'),
    product('crystal', 'rubellite-tourmaline'),
  ],
  '/alpine-collection': [href('/alpine-collection')],
  '/learn': [href('/learn')],
  '/blogs': [href('/blogs'), `${href('/blogs')}?page=2`, `${href('/blogs')}?page=99`],
  '/blogs/:slug': [href('/blogs/:slug', { slug: 'how-dhaka-is-woven' })],
  '/bulk-buying': [href('/bulk-buying')],
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
  'orderId' | 'day' | 'userId' | 'productId' | 'enquiryId' | 'quoteId' | 'token' | 'postId',
  string
>

/** Example paths for each admin route and for the public page of a quote. */
export const adminPages = (ids: AdminIds): Record<string, readonly string[]> => ({
  '/admin': [href('/admin')],
  '/admin/orders': [href('/admin/orders')],
  '/admin/orders/:orderId': [href('/admin/orders/:orderId', ids)],
  '/admin/orders/:orderId/invoice': [href('/admin/orders/:orderId/invoice', ids)],
  '/admin/orders/:orderId/packing-slip': [href('/admin/orders/:orderId/packing-slip', ids)],
  '/admin/cash': [href('/admin/cash')],
  '/admin/cash/:day': [href('/admin/cash/:day', ids)],
  '/admin/customers': [href('/admin/customers')],
  '/admin/customers/:userId': [href('/admin/customers/:userId', ids)],
  '/admin/staff': [href('/admin/staff')],
  '/admin/settings': [href('/admin/settings')],
  '/admin/products': [href('/admin/products')],
  '/admin/products/new': [href('/admin/products/new')],
  '/admin/products/csv': [href('/admin/products/csv')],
  '/admin/products/:productId': [href('/admin/products/:productId', ids)],
  '/admin/reviews': [href('/admin/reviews')],
  '/admin/enquiries': [href('/admin/enquiries')],
  '/admin/enquiries/:enquiryId': [href('/admin/enquiries/:enquiryId', ids)],
  '/admin/quotes': [href('/admin/quotes')],
  '/admin/quotes/new': [href('/admin/quotes/new')],
  '/admin/quotes/:quoteId': [href('/admin/quotes/:quoteId', ids)],
  '/admin/posts': [href('/admin/posts')],
  '/admin/posts/new': [href('/admin/posts/new')],
  '/admin/posts/:postId': [href('/admin/posts/:postId', ids)],
  '/admin/pages': ['', '?part=banners', '?part=testimonials', '?part=faqs', '?part=synonyms'].map(
    (part) => href('/admin/pages') + part,
  ),
  '/admin/emails': [href('/admin/emails')],
  '/admin/audit': [href('/admin/audit')],
  '/quotes/:token': [href('/quotes/:token', ids)],
})

export const unknownIds: AdminIds = {
  orderId: '01890000-0000-7000-8000-000000000000',
  day: '2026-01-01',
  userId: '01890000-0000-7000-8000-000000000000',
  productId: '1',
  enquiryId: '01890000-0000-7000-8000-000000000000',
  quoteId: '01890000-0000-7000-8000-000000000000',
  token: '0'.repeat(64),
  postId: '1',
}
