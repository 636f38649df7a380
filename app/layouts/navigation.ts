import { href } from 'react-router'
import { categoryByName } from '#shared/categories.ts'

export type MenuEntry = {
  key: string
  title: string
  /** Title in the side menu of small screens. */
  plural: string
  to: string
  subcategories: readonly string[]
  /** The list of the two products shown in the dropdown. */
  pictures: { category: string } | { tag: string }
}

function categoryEntry(name: string, plural: string): MenuEntry[] {
  const category = categoryByName(name)
  if (!category) return []
  const { key, title, path, subcategories } = category
  const to = href('/shop/:category', { category: path })
  return [{ key, title, plural, to, subcategories, pictures: { category: path } }]
}

export const categoryEntries: MenuEntry[] = [
  ...categoryEntry('crystal', 'Crystals'),
  ...categoryEntry('jewellery', 'Jewellery'),
  ...categoryEntry('accessory', 'Accessories'),
]

export const collection: MenuEntry = {
  key: 'collection',
  title: 'Alpine Collection',
  plural: 'Alpine Collection',
  to: '/alpine-collection',
  subcategories: [],
  pictures: { tag: 'collection' },
}

export const shopMenu: MenuEntry[] = [...categoryEntries, collection]

export const contentMenu = [
  { title: 'Learn', to: '/learn' },
  { title: 'Blogs', to: '/blogs' },
  { title: 'Bulk Buying', to: '/bulk-buying' },
]

/** In the footer only. */
export const helpMenu = [
  { title: 'Facts explained', to: href('/facts') },
  { title: 'Size guide', to: href('/size-guide') },
  { title: 'Certificates', to: href('/certificate') },
]

export const paths = {
  login: href('/login'),
  register: href('/register'),
  profile: href('/profile'),
  cart: href('/shopping-bag'),
  checkout: href('/checkout'),
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
