import { href } from 'react-router'

/** `key` opens it after `g`. */
type Section = { title: string; to: string; key: string; ownerOnly?: true }

/** Navigation groups of the back office. */
export const adminSections: readonly (readonly Section[])[] = [
  [{ title: 'Today', to: href('/admin'), key: 't' }],
  [
    { title: 'Orders', to: href('/admin/orders'), key: 'o' },
    { title: 'Cash', to: href('/admin/cash'), key: 'c' },
  ],
  [
    { title: 'Products', to: href('/admin/products'), key: 'p' },
    { title: 'Reviews', to: href('/admin/reviews'), key: 'r' },
    { title: 'Enquiries', to: href('/admin/enquiries'), key: 'e' },
    { title: 'Quotes', to: href('/admin/quotes'), key: 'q' },
  ],
  [
    { title: 'Blog', to: href('/admin/posts'), key: 'b' },
    { title: 'Pages', to: href('/admin/pages'), key: 'a' },
  ],
  [
    { title: 'Customers', to: href('/admin/customers'), key: 'u' },
    { title: 'Failed emails', to: href('/admin/emails'), key: 'f' },
  ],
  [
    { title: 'Exports', to: href('/admin/exports'), key: 'x', ownerOnly: true },
    { title: 'Staff', to: href('/admin/staff'), key: 's', ownerOnly: true },
    { title: 'Settings', to: href('/admin/settings'), key: 'i', ownerOnly: true },
    { title: 'Audit log', to: href('/admin/audit'), key: 'l', ownerOnly: true },
  ],
]
