/** The only table of categories, for pages and server: see docs/decisions/0005. */
export const categories = [
  {
    id: 1,
    key: 'crystal',
    title: 'Crystal',
    path: 'crystal',
    aliases: ['crystal', 'crystals'],
    subcategories: ['quartz', 'tourmaline', 'aquamarine', 'ruby'],
  },
  {
    id: 2,
    key: 'accessory',
    title: 'Accessories',
    path: 'accessory',
    aliases: ['accessory', 'accessories'],
    subcategories: ['home decore', 'key ring', 'handbags', 'phone case'],
  },
  {
    id: 3,
    key: 'jewellery',
    title: 'Jewellery',
    path: 'Jewellery',
    aliases: ['jewellery', 'jewelry'],
    subcategories: ['ring', 'bracelet', 'earrings'],
  },
] as const

export type Category = (typeof categories)[number]
export type CategoryKey = Category['key']
export type Subcategory = Category['subcategories'][number]

export function categoryById(id: number): Category | undefined {
  return categories.find((category) => category.id === id)
}

export function categoryByName(name: string): Category | undefined {
  const lowerCaseName = name.toLowerCase()
  return categories.find((category) => category.aliases.some((alias) => alias === lowerCaseName))
}
