import { href } from 'react-router'

type Section = { title: string; to: string; ownerOnly?: true }

/** Navigation groups of the back office. */
export const adminSections: readonly (readonly Section[])[] = [
  [{ title: 'Today', to: href('/admin') }],
  [
    { title: 'Orders', to: href('/admin/orders') },
    { title: 'Cash', to: href('/admin/cash') },
  ],
  [
    { title: 'Products', to: href('/admin/products') },
    { title: 'Reviews', to: href('/admin/reviews') },
    { title: 'Enquiries', to: href('/admin/enquiries') },
    { title: 'Quotes', to: href('/admin/quotes') },
  ],
  [
    { title: 'Blog', to: href('/admin/posts') },
    { title: 'Pages', to: href('/admin/pages') },
  ],
  [
    { title: 'Customers', to: href('/admin/customers') },
    { title: 'Failed emails', to: href('/admin/emails') },
  ],
  [
    { title: 'Exports', to: href('/admin/exports'), ownerOnly: true },
    { title: 'Staff', to: href('/admin/staff'), ownerOnly: true },
    { title: 'Settings', to: href('/admin/settings'), ownerOnly: true },
    { title: 'Audit log', to: href('/admin/audit'), ownerOnly: true },
  ],
]
