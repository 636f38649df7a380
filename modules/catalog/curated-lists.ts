/** Lists of products in an order chosen by the shop. A product is in a list if it has the tag. */
export const curatedLists = {
  featured: { tag: 'Featured', title: 'Featured' },
  popular: { tag: 'popular', title: 'Popular' },
  bestseller: { tag: 'bestseller', title: 'Best sellers' },
  collection: { tag: 'collection', title: 'Alpine Collection' },
} as const

export type CuratedListName = keyof typeof curatedLists

export const curatedListNames = Object.keys(curatedLists) as CuratedListName[]

/** `key` is that of a tag. */
export const isCuratedList = (key: string): key is CuratedListName => Object.hasOwn(curatedLists, key)
