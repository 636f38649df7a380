import { ShopError } from './errors.ts'

/** The roles of staff, from the fewest rights to all. */
export const staffRoles = ['Packer', 'Manager', 'Owner'] as const
export type StaffRole = (typeof staffRoles)[number]

export const roles = ['Customer', ...staffRoles] as const
export type Role = (typeof roles)[number]

const all = staffRoles
const managers = ['Manager', 'Owner'] as const
const owners = ['Owner'] as const

/** Which role has which right. Every endpoint of the back office names the right that it needs as its audience. */
export const rights = {
  today: { label: 'Open Today, search and get notifications', roles: all },
  orders: { label: 'See, confirm, ship and deliver orders; print slips and labels; write notes', roles: all },
  products: { label: 'Look up products and their stock', roles: all },
  orderChanges: { label: 'Enter, edit and cancel orders; take products back; record payments', roles: managers },
  productChanges: { label: 'Change products, prices, stock and pictures; import files', roles: managers },
  discounts: { label: 'Manage discount codes', roles: managers },
  cash: { label: 'Count cash and close days', roles: managers },
  quotes: { label: 'Write and send quotes', roles: managers },
  enquiries: { label: 'Read and answer enquiries', roles: managers },
  reviews: { label: 'Publish and hide reviews', roles: managers },
  content: { label: 'Edit blog, pages, lists and banners', roles: managers },
  customers: { label: 'See customers, write notes, deactivate accounts', roles: managers },
  emails: { label: 'Send failed emails again', roles: managers },
  sales: { label: 'See sales figures', roles: managers },
  exports: { label: 'Export orders, sales and customers', roles: managers },
  settings: { label: 'Change settings and couriers', roles: managers },
  audit: { label: 'Read the audit log', roles: managers },
  ownerSettings: { label: 'Change seller, tax number and webhook', roles: owners },
  staffMembers: { label: 'Manage staff and read their audit log', roles: owners },
} as const satisfies Record<string, { label: string; roles: readonly StaffRole[] }>

export type Right = keyof typeof rights

export function can(role: Role, right: Right): boolean {
  const allowed: readonly Role[] = rights[right].roles
  return allowed.includes(role)
}

const article = { Packer: 'a packer', Manager: 'a manager', Owner: 'an owner' } as const

export function requireRight({ role }: { role: Role }, right: Right): void {
  if (can(role, right)) return
  if (role === 'Customer') throw new ShopError('forbidden', 'Your account does not have access to this.')
  const others = rights[right].roles.map((each) => article[each]).join(' or ')
  throw new ShopError('forbidden', `You are ${article[role]}. Please ask ${others} of the shop to do this.`)
}
