import { href } from 'react-router'

type Place = { title: string; to: string; adminOnly?: true }

/** The navigation of the back office, in groups. */
export const officePlaces: readonly (readonly Place[])[] = [
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
  [{ title: 'Customers', to: href('/admin/customers') }],
  [
    { title: 'Staff', to: href('/admin/staff'), adminOnly: true },
    { title: 'Settings', to: href('/admin/settings'), adminOnly: true },
    { title: 'Audit log', to: href('/admin/audit'), adminOnly: true },
  ],
]
