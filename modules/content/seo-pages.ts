/** The pages whose texts for search engines can be edited. */
export const seoPages = {
  home: 'Home',
  shop: 'Shop',
  crystal: 'Crystals',
  jewellery: 'Jewellery',
  accessory: 'Accessories',
  collection: 'Alpine Collection',
  learn: 'Learn',
  blogs: 'Blogs',
  bulk: 'Bulk Buying',
} as const

export type SeoPage = keyof typeof seoPages

export const seoPageNames = Object.keys(seoPages) as SeoPage[]
