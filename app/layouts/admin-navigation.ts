import { href } from 'react-router'
import type { Right } from '#shared/rights.ts'

/** `key` opens it after `g`. Shown to roles with the right. */
type Section = { title: string; to: string; key: string; right: Right }

/** Navigation groups of the back office. */
export const adminSections: readonly (readonly Section[])[] = [
  [{ title: 'Today', to: href('/admin'), key: 't', right: 'today' }],
  [
    { title: 'Orders', to: href('/admin/orders'), key: 'o', right: 'orders' },
    { title: 'Cash', to: href('/admin/cash'), key: 'c', right: 'cash' },
  ],
  [
    { title: 'Products', to: href('/admin/products'), key: 'p', right: 'products' },
    { title: 'Discounts', to: href('/admin/discounts'), key: 'd', right: 'discounts' },
    { title: 'Reviews', to: href('/admin/reviews'), key: 'r', right: 'reviews' },
    { title: 'Enquiries', to: href('/admin/enquiries'), key: 'e', right: 'enquiries' },
    { title: 'Quotes', to: href('/admin/quotes'), key: 'q', right: 'quotes' },
  ],
  [
    { title: 'Lists', to: href('/admin/lists'), key: 'm', right: 'content' },
    { title: 'Blog', to: href('/admin/posts'), key: 'b', right: 'content' },
    { title: 'Pages', to: href('/admin/pages'), key: 'a', right: 'content' },
  ],
  [
    { title: 'Customers', to: href('/admin/customers'), key: 'u', right: 'customers' },
    { title: 'Failed emails', to: href('/admin/emails'), key: 'f', right: 'emails' },
  ],
  [
    { title: 'Exports', to: href('/admin/exports'), key: 'x', right: 'exports' },
    { title: 'Staff', to: href('/admin/staff'), key: 's', right: 'staffMembers' },
    { title: 'Settings', to: href('/admin/settings'), key: 'i', right: 'settings' },
    { title: 'Audit log', to: href('/admin/audit'), key: 'l', right: 'audit' },
  ],
]
