import { href } from 'react-router'
import { categoryByName } from '#shared/categories.ts'

export type ShopEntry = {
  key: string
  title: string
  /** As the side menu of small screens calls it. */
  plural: string
  to: string
  subcategories: readonly string[]
  /** The call that answers with the two pictures of the dropdown. */
  pictures: string
}

function shelf(name: string, plural: string): ShopEntry[] {
  const category = categoryByName(name)
  if (!category) return []
  const { key, title, path, subcategories } = category
  const to = href('/shop/:category', { category: path })
  return [{ key, title, plural, to, subcategories, pictures: `/product/category/${path}?pageSize=2` }]
}

export const shelves: ShopEntry[] = [
  ...shelf('crystal', 'Crystals'),
  ...shelf('jewellery', 'Jewellery'),
  ...shelf('accessory', 'Accessories'),
]

export const collection: ShopEntry = {
  key: 'collection',
  title: 'Alpine Collection',
  plural: 'Alpine Collection',
  to: '/alpine-collection',
  subcategories: [],
  pictures: '/product/tags/collection?pageSize=2',
}

export const shopMenu: ShopEntry[] = [...shelves, collection]

export const readMenu = [
  { title: 'Learn', to: '/learn' },
  { title: 'Blogs', to: '/blogs' },
  { title: 'Bulk Buying', to: '/bulk-buying' },
]

export const places = {
  login: href('/login'),
  register: href('/register'),
  profile: href('/profile'),
  bag: href('/shopping-bag'),
  checkout: href('/checkout'),
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
