type Tag = { name: string; description: string; paths: readonly string[] }

/** The sections of the API documentation. A call belongs to the section whose path prefix matches. */
export const tags: readonly Tag[] = [
  { name: 'Products', description: 'The public catalog: lists, search and product pages.', paths: ['/product'] },
  { name: 'Content', description: 'Blog posts and testimonials.', paths: ['/blogs', '/Testimonials'] },
  { name: 'Location', description: 'The country of the caller.', paths: ['/location'] },
  {
    name: 'Authentication',
    description: 'Registration, sign-in, sessions, passwords and email confirmation.',
    paths: ['/authentication'],
  },
  { name: 'Account', description: 'The account of the caller and its personal data.', paths: ['/userdetails'] },
  { name: 'Addresses', description: 'The saved addresses of the caller.', paths: ['/addresses'] },
  {
    name: 'Cart',
    description: 'The cart of the caller. Every call returns the whole cart.',
    paths: ['/ShoppingCart'],
  },
  { name: 'Wishlist', description: 'The saved products of the caller.', paths: ['/wishlist'] },
  {
    name: 'Stock alerts',
    description: 'Emails when a sold-out product is in stock again.',
    paths: ['/stock-alerts', '/stock-alert-links'],
  },
  { name: 'Orders', description: 'Placing, reading and canceling orders.', paths: ['/order'] },
  {
    name: 'Certificates',
    description: 'The certificates of sold units, for the holder of the code.',
    paths: ['/certificates'],
  },
  { name: 'Reviews', description: 'Reviews of delivered products.', paths: ['/reviews'] },
  { name: 'Enquiries', description: 'Messages and bulk enquiries to the shop.', paths: ['/GetInTouch', '/BulkBuying'] },
  { name: 'Quotes', description: 'Quotes that answer a bulk enquiry, for the holder of the link.', paths: ['/quotes'] },
  {
    name: 'Admin: overview',
    description: 'Dashboard, search, audit log, settings and notifications.',
    paths: [
      '/admin/me',
      '/admin/today',
      '/admin/search',
      '/admin/audit',
      '/admin/settings',
      '/admin/webhook',
      '/admin/notifications',
    ],
  },
  {
    name: 'Admin: orders',
    description: 'Order processing, couriers, cash and exports.',
    paths: ['/admin/orders', '/admin/printed-orders', '/admin/couriers', '/admin/cash', '/admin/exports'],
  },
  {
    name: 'Admin: products',
    description: 'Editing products, lists, pictures and discount codes, CSV import and export.',
    paths: ['/admin/products', '/admin/lists', '/admin/pictures', '/admin/discounts', '/admin/stock-alerts'],
  },
  {
    name: 'Admin: content',
    description: 'Blog posts, page texts, banners, testimonials, search synonyms and review moderation.',
    paths: [
      '/admin/posts',
      '/admin/testimonials',
      '/admin/faqs',
      '/admin/texts',
      '/admin/banners',
      '/admin/synonyms',
      '/admin/hero',
      '/admin/seo',
      '/admin/reviews',
    ],
  },
  {
    name: 'Admin: enquiries',
    description: 'Enquiries, quotes and emails that failed.',
    paths: ['/admin/enquiries', '/admin/quotes', '/admin/emails'],
  },
  { name: 'Admin: people', description: 'Customers and staff.', paths: ['/admin/customers', '/admin/staff'] },
]

export function tagOf(path: string): string {
  const tag = tags.find(({ paths }) => paths.some((start) => path === start || path.startsWith(`${start}/`)))
  if (!tag) throw new Error(`No tag in api/tags.ts covers ${path}`)
  return tag.name
}
